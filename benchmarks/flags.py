"""Precision and recall of the flags of an evaluation: on planted faults, and on translations that were read.

python -m benchmarks.flags --checkpoint checkpoints/en-de --corpus everyday-en-de --split tatoeba_test

Recall: a fault of each kind is planted by rule into translations that have no flag; the share of them that is flagged.
Precision: of flagged translations that a person has read, the share in which the fault is there (`flag_labels.json`:
for each flag the numbers of the sentences that are flagged rightly and wrongly). `--read` prints flagged translations.
"""

import argparse
import json
import random
import re
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
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--split", default="test")
    parser.add_argument("--count", type=int, default=2000, help="Sentences, the first of the split.")
    parser.add_argument("--read", action="store_true", help="Print the flagged translations, to be read.")
    given = parser.parse_args()
    text = corpus_stream(given.corpus, given.split, data_folders()).read(given.count)
    sentences = SentenceSet(f"{given.corpus}@{given.split}", text.source, [text.target])
    result = evaluate_systems([System("", given.checkpoint)], sentences, DecodingConfig(), processes=2)
    if given.read:
        for flag in FLAGS:
            for row in result.rows:
                if flag in row.answers[0].flags:
                    print(f"{flag}\t{row.number}\t{row.source}\t{row.references[0]}\t{row.answers[0].translation}")
        return
    labels = json.loads(LABELS.read_text(encoding="utf-8")).get(f"{given.checkpoint.name} {sentences.name}", {})
    found = recalls(result.rows, ("en", result.language))
    print(f"{'flag':14}{'flagged':>9}{'read':>6}{'right':>7}{'precision':>11}{'planted':>9}{'recall':>8}")
    for flag in FLAGS:
        flagged = sum(flag in row.answers[0].flags for row in result.rows)
        right, wrong = (len(labels.get(flag, {}).get(key, [])) for key in ("right", "wrong"))
        precision = f"{100 * right / (right + wrong):.0f} %" if right + wrong else "–"
        hits, planted = found[flag]
        recall = f"{100 * hits / planted:.0f} %" if planted else "–"
        print(f"{flag:14}{flagged:9}{right + wrong:6}{right:7}{precision:>11}{planted:9}{recall:>8}")


if __name__ == "__main__":
    main()
