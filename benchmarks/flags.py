"""Precision and recall of the flags of an evaluation: on planted faults, and on translations that were read.

    python -m benchmarks.flags --set checkpoints/en-de everyday-en-de tatoeba_test

Recall: a fault of each kind is planted by rule into translations that have no flag; the share of them that is flagged.
Precision: of flagged translations that a person has read, the share in which the fault is there (`flag_labels.json`:
for each flag the numbers of the sentences that are flagged rightly and wrongly). `--read` prints flagged translations.
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from core.config import DecodingConfig
from core.data.corpora.reading import corpus_stream, data_folders
from core.evaluation.evaluate import evaluate_systems
from core.evaluation.flags import FLAGS, flags_of
from core.evaluation.systems import SentenceSet, System
from core.evaluation.table import Row

LABELS = Path(__file__).with_name("flag_labels.json")
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


def main() -> None:
    """Print the table of all sets that are given, together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", nargs=3, action="append", required=True, metavar=("CHECKPOINT", "CORPUS", "SPLIT"))
    parser.add_argument("--count", type=int, default=1000, help="Sentences, the first of each split.")
    parser.add_argument("--read", action="store_true", help="Print the flagged translations, to be read.")
    given = parser.parse_args()
    known = json.loads(LABELS.read_text(encoding="utf-8"))
    flagged, right, wrong, hits, planted = (Counter[str]() for _ in range(5))
    for folder, corpus, split in given.set:
        text = corpus_stream(corpus, split, data_folders()).read(given.count)
        sentences = SentenceSet(f"{corpus}@{split}", text.source, [text.target])
        result = evaluate_systems([System("", Path(folder))], sentences, DecodingConfig(), processes=2)
        if given.read:
            print(*_flagged(result.rows), sep="\n")
            continue
        labels = known.get(f"{Path(folder).name} {sentences.name}", {})
        flagged.update(flag for row in result.rows for flag in row.answers[0].flags)
        for flag, (found, count) in recalls(result.rows, ("en", result.language)).items():
            hits[flag] += found
            planted[flag] += count
            right[flag] += len(labels.get(flag, {}).get("right", []))
            wrong[flag] += len(labels.get(flag, {}).get("wrong", []))
    if given.read:
        return
    print(f"{'flag':14}{'flagged':>9}{'read':>6}{'right':>7}{'precision':>11}{'planted':>9}{'recall':>8}")
    for flag in FLAGS:
        read = right[flag] + wrong[flag]
        shares = [f"{100 * a / b:.0f} %" if b else "–" for a, b in ((right[flag], read), (hits[flag], planted[flag]))]
        print(f"{flag:14}{flagged[flag]:9}{read:6}{right[flag]:7}{shares[0]:>11}{planted[flag]:9}{shares[1]:>8}")


def _flagged(rows: Sequence[Row]) -> list[str]:
    return [
        f"{flag}\t{row.number}\t{row.source}\t{row.references[0]}\t{row.answers[0].translation}"
        for flag in FLAGS
        for row in rows
        if flag in row.answers[0].flags
    ]


if __name__ == "__main__":
    main()
