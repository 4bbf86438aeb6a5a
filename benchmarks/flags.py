"""Precision and recall of the flags of an evaluation: on translations that were read, and on planted faults.

    python -m benchmarks.flags --set checkpoints/en-de everyday-en-de tatoeba_test

Three measurements, a table each:

- Flagged translations: every one was read; precision is the share in which the fault is there (`flag_labels.json`: for
  each flag the numbers of the sentences that are flagged rightly and wrongly).
- Translations drawn at random: they were read without their flags, and judged by the source (`flag_faults.json`: how
  many were drawn of each set, and for each fault the numbers of the sentences that have it). A fault is content of the
  source that nothing stands for, a phrase that the source does not repeat, content without a source, a word of the
  source, or a wrong or missing number or name; a wrong word is none, nor is a free rendering.
- Planted faults: one of each kind is planted by rule into translations without a flag; recall is the share flagged.

`--read` prints the translations to be read.
"""

import argparse
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from core.config import DecodingConfig
from core.data.corpora.reading import corpus_stream, data_folders
from core.evaluation.evaluate import evaluate_systems
from core.evaluation.flags import FLAGS, flags_of
from core.evaluation.systems import SentenceSet, System
from core.evaluation.table import Row

LABELS = Path(__file__).with_name("flag_labels.json")
FAULTS = Path(__file__).with_name("flag_faults.json")
SEED = 35  # of the draw
_DRAWN_OF = 1000  # the first sentences of each split, from which were drawn those that were read
_PLANTED = 200  # at most, of each kind
_WORD = re.compile(r"\w+", re.UNICODE)

Plant = Callable[[Row, Sequence[Row], random.Random], str | None]  # None where it cannot be planted


def _parts(text: str) -> list[str]:
    """Return words with the blanks before them, or characters where there are no blanks."""
    return re.findall(r"\s*\S+", text) if " " in text else list(text)


def _omission(row: Row, rows: Sequence[Row], dice: random.Random) -> str | None:
    parts = _parts(row.answers[0].translation)
    if len(parts) < 6:
        return None
    size = dice.randint(len(parts) // 3, len(parts) // 2)
    start = dice.randint(0, len(parts) - 1 - size)
    return "".join([*parts[:start], *parts[start + size :]]).strip()


def _repetition(row: Row, rows: Sequence[Row], dice: random.Random) -> str | None:
    parts = _parts(row.answers[0].translation)
    if len(parts) < 5:
        return None
    start = dice.randint(0, len(parts) - 4)
    phrase = parts[start : start + 3]
    return "".join([*parts[: start + 3], *phrase, *phrase, *parts[start + 3 :]])


def _addition(row: Row, rows: Sequence[Row], dice: random.Random) -> str | None:
    other = dice.choice(rows).answers[0].translation
    return f"{row.answers[0].translation} {other}" if other != row.answers[0].translation else None


def _untranslated(row: Row, rows: Sequence[Row], dice: random.Random) -> str | None:
    words = [word for word in _WORD.findall(row.source) if word.islower() and len(word) >= 5]
    parts = _parts(row.answers[0].translation)
    if not words or len(parts) < 2:
        return None
    place, blank = dice.randrange(len(parts)), " " if " " in row.answers[0].translation else ""
    return "".join([*parts[:place], blank + dice.choice(words), *parts[place + 1 :]])


def _number(row: Row, rows: Sequence[Row], dice: random.Random) -> str | None:
    digits = list(re.finditer(r"\d+", row.answers[0].translation))
    if not digits:
        return None
    found = dice.choice(digits)
    other = str(int(found[0][:9]) + dice.randint(1, 9))
    return row.answers[0].translation[: found.start()] + other + row.answers[0].translation[found.end() :]


def _name(row: Row, rows: Sequence[Row], dice: random.Random) -> str | None:
    names = [word for word in _WORD.findall(row.source) if word[0].isupper() and word in row.answers[0].translation]
    names = [name for name in names if name in row.references[0] and len(name) > 2]
    return row.answers[0].translation.replace(dice.choice(names), "Igor") if names else None


PLANTS: dict[str, Plant] = {
    "omission": _omission,
    "repetition": _repetition,
    "addition": _addition,
    "untranslated": _untranslated,
    "number": _number,
    "name": _name,
}


def recalls(rows: Sequence[Row], languages: tuple[str, str]) -> dict[str, tuple[int, int]]:
    """Return of each flag how many planted faults were found, and how many were planted."""
    clean = [row for row in rows if not row.answers[0].flags]
    found = {}
    for flag, plant in PLANTS.items():
        dice = random.Random(7)
        planted = [(row, text) for row in clean if (text := plant(row, clean, dice)) is not None][:_PLANTED]
        hits = sum(
            flag
            in flags_of(
                row.source,
                text,
                references=row.references,
                source_language=languages[0],
                target_language=languages[1],
            )
            for row, text in planted
        )
        found[flag] = (hits, len(planted))
    return found


def drawn(rows: Sequence[Row], size: int) -> list[Row]:
    """Return the rows of the sentences that are drawn at random, fewer than `size` where there are not as many rows."""
    numbers = {*random.Random(SEED).sample(range(1, _DRAWN_OF + 1), size)}
    return [row for row in rows if row.number in numbers]


def main() -> None:
    """Print the tables of all sets that are given, together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", nargs=3, action="append", required=True, metavar=("CHECKPOINT", "CORPUS", "SPLIT"))
    parser.add_argument("--count", type=int, default=_DRAWN_OF, help="Sentences, the first of each split.")
    parser.add_argument("--read", choices=("flagged", "drawn"), help="Print these translations, to be read.")
    given = parser.parse_args()
    labels, faults = (json.loads(path.read_text(encoding="utf-8")) for path in (LABELS, FAULTS))
    counts: dict[str, Counter[str]] = defaultdict(Counter)  # of a column, by flag
    read = 0
    for folder, corpus, split in given.set:
        text = corpus_stream(corpus, split, data_folders()).read(given.count)
        sentences = SentenceSet(f"{corpus}@{split}", text.source, [text.target])
        result = evaluate_systems([System("", Path(folder))], sentences, DecodingConfig(), processes=2)
        name = f"{Path(folder).name} {sentences.name}"
        chosen = drawn(result.rows, faults.get(name, {}).get("drawn", 0))
        if given.read:
            print(*(_flagged(result.rows) if given.read == "flagged" else map(_text, chosen)), sep="\n")
            continue
        read += len(chosen)
        for flag in FLAGS:
            judged = labels.get(name, {}).get(flag, {"right": [], "wrong": []})
            flagged, faulty = _having(result.rows, flag), {*faults.get(name, {}).get(flag, [])}
            there, found = faulty & {row.number for row in chosen}, _having(chosen, flag)
            counts["flagged"][flag] += len(flagged)
            counts["labelled"][flag] += len(judged["right"] + judged["wrong"])
            counts["labelled right"][flag] += len(judged["right"])
            counts["faults"][flag] += len(there)
            counts["drawn flagged"][flag] += len(found)
            counts["drawn right"][flag] += len(found & there)
        for flag, (hits, planted) in recalls(result.rows, ("en", result.language)).items():
            counts["hits"][flag] += hits
            counts["planted"][flag] += planted
    if not given.read:
        _print_tables(counts, read)


def _print_tables(counts: Mapping[str, Counter[str]], read: int) -> None:
    def share(flag: str, part: str, whole: str) -> str:
        return f"{100 * counts[part][flag] / counts[whole][flag]:.0f} %" if counts[whole][flag] else "–"

    print(f"{'':14}{'flagged':>9}{'read':>9}{'right':>9}{'precision':>11}")
    for flag in FLAGS:
        cells = [counts[column][flag] for column in ("flagged", "labelled", "labelled right")]
        print(f"{flag:14}{''.join(f'{cell:9}' for cell in cells)}{share(flag, 'labelled right', 'labelled'):>11}")
    print(f"\n{read} translations, drawn with seed {SEED} and read without their flags")
    print(f"{'':14}{'faults':>9}{'found':>9}{'recall':>9}{'flagged':>9}{'right':>9}{'precision':>11}")
    for flag in FLAGS:
        faults, found, flagged = (counts[column][flag] for column in ("faults", "drawn right", "drawn flagged"))
        shares = share(flag, "drawn right", "faults"), share(flag, "drawn right", "drawn flagged")
        print(f"{flag:14}{faults:9}{found:9}{shares[0]:>9}{flagged:9}{found:9}{shares[1]:>11}")
    print(f"\n{'':14}{'planted':>9}{'found':>9}{'recall':>9}")
    for flag in FLAGS:
        planted, hits = counts["planted"][flag], counts["hits"][flag]
        print(f"{flag:14}{planted:9}{hits:9}{share(flag, 'hits', 'planted'):>9}")


def _having(rows: Sequence[Row], flag: str) -> set[int]:
    return {row.number for row in rows if flag in row.answers[0].flags}


def _text(row: Row) -> str:
    return f"{row.number}\t{row.source}\t{row.references[0]}\t{row.answers[0].translation}"


def _flagged(rows: Sequence[Row]) -> list[str]:
    return [f"{flag}\t{_text(row)}" for flag in FLAGS for row in rows if flag in row.answers[0].flags]


if __name__ == "__main__":
    main()
