"""Buckets: the sentences of a set by a property of the source, to see where a system is better.

Nothing here loads torch.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core.data.normalisation import CJK
from core.evaluation.flags import numbers_in
from core.evaluation.table import Row

BUCKETS = ("length", "rarest", "unseen", "question", "number", "own")
YES, NO = "yes", "no"
_MOST_VALUES = 12  # of a column of one's own that has words; the rarest share the last bucket
OTHER = "other"
_LENGTHS = (5, 10, 15, 20, 30, 40)  # words of a source, each the last of its bucket
_COUNTS = (0, 1, 2, 5, 10, 100)  # how often the rarest word occurs, likewise
_UNSEEN = (0, 1, 2)
_WORD = re.compile(rf"{CJK}|[^\W_]+(?:['’-][^\W_]+)*")
_QUESTION = re.compile(r"[?？؟]\s*[\"'”’»]?\s*$")


class Bucket(NamedTuple):
    """Sentences that share a property."""

    label: str  # `YES`, `NO`, `OTHER`, a range such as 6–10, or a value of a column
    rows: tuple[int, ...]  # indices


def buckets(rows: Sequence[Row], by: str) -> list[Bucket]:
    """Divide sentences into buckets, in the order of the property; empty ones are left out.

    Args:
        rows: the sentences.
        by: one of `BUCKETS`: words of the source, how often its rarest word occurs in the sources of this set, how many
            of its words occur nowhere else in them, whether it is a question, whether it has a number (in digits or
            words, as the flag counts them), or the value in a column of one's own.

    Raises:
        ValueError: there is no such property.
    """
    if by == "own":
        return _by_value([row.own for row in rows])
    words = [_words(row.source) for row in rows]
    known = Counter(word for found in words for word in found)
    if by == "length":
        return _by_number([len(found) for found in words], _LENGTHS)
    if by == "rarest":
        return _by_number([min((known[word] for word in found), default=0) for found in words], _COUNTS)
    if by == "unseen":
        return _by_number([sum(known[word] == 1 for word in {*found}) for found in words], _UNSEEN)
    if by in ("question", "number"):
        has = _QUESTION.search if by == "question" else numbers_in
        return _in_order([YES if has(row.source) else NO for row in rows], [YES, NO])
    raise ValueError(f"unknown property {by!r}; there are {', '.join(BUCKETS)}")


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _by_number(numbers: Sequence[int], last: Sequence[int]) -> list[Bucket]:
    """Divide by a number, each bucket up to a limit and the last one above all."""
    firsts = [0, *(limit + 1 for limit in last)]
    ranges = [f"{a}–{b}" if a < b else f"{b}" for a, b in zip(firsts, last, strict=False)]
    labels = [*ranges, f"> {last[-1]}"]
    placed = [labels[sum(number > limit for limit in last)] for number in numbers]
    return _in_order(placed, labels)


def _by_value(values: Sequence[str]) -> list[Bucket]:
    """Divide by the values of a column: the frequent ones by name, in the order of their number of sentences."""
    common = [value for value, _ in Counter(values).most_common(_MOST_VALUES)]
    if len({*values}) > _MOST_VALUES:
        common = common[:-1]
    return _in_order([value if value in common else OTHER for value in values], [*common, OTHER])


def _in_order(placed: Sequence[str], labels: Sequence[str]) -> list[Bucket]:
    rows: dict[str, list[int]] = {label: [] for label in labels}
    for index, label in enumerate(placed):
        rows[label].append(index)
    return [Bucket(label, tuple(found)) for label, found in rows.items() if found]
