"""Sentences of a test set in buckets, to see where a system is better."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.evaluation.result import Row

BUCKETS = ("length", "question", "number", "own")
_EDGES = (5, 10, 15, 20, 30, 50)


class Bucket(NamedTuple):
    """Rows of one kind."""

    label: str
    rows: tuple[int, ...]  # indices


def buckets(
    rows: Sequence[Row], by: str, training_words: Mapping[str, int] | None = None, language: str = ""
) -> list[Bucket]:
    """Divide rows into buckets."""
    found: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        found.setdefault(_label(row, by), []).append(index)
    ordered = sorted(found, key=lambda label: [int(n) for n in re.findall(r"\d+", label)] if by == "length" else label)
    return [Bucket(label, tuple(found[label])) for label in ordered]


def _label(row: Row, by: str) -> str:
    if by == "length":
        words = len(row.source.split())
        low = 1
        for edge in _EDGES:
            if words <= edge:
                return f"{low}–{edge}"
            low = edge + 1
        return f"{low}+"
    if by == "own":
        return row.own
    found = "?" in row.source if by == "question" else bool(re.search(r"\d", row.source))
    return "yes" if found else "no"
