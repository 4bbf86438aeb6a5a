"""Paired bootstrap over sentences (Koehn 2004): the difference of two systems on a set, with its interval.

Shapes: N sentences, K sums per sentence, R resamples.

References:
    Koehn 2004, "Statistical Significance Tests for Machine Translation Evaluation", section 5.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

import numpy as np

RESAMPLES, SEED, LEVEL = 1000, 12345, 0.95  # the number and seed are those of sacrebleu --paired-bs
LEAST_SENTENCES = 10  # for a verdict: resamples of fewer sentences vary too little, so the interval is too narrow
_MAX_NUMBERS = 1 << 22  # of resampled counts at a time: 32 MB

Score = Callable[[np.ndarray], np.ndarray]  # from sums over sentences [..., K] to a score of each [...]


class Paired(NamedTuple):
    """A score of the same sentences before and after a change."""

    before: float
    after: float
    difference: float  # after - before
    low: float | None  # ends of the interval of the difference; None for a single sentence
    high: float | None


def paired_bootstrap(
    before: np.ndarray,
    after: np.ndarray,
    score: Score,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Paired:
    """Compare two systems on a set of sentences.

    Each resample draws N sentences with replacement, the same ones for both systems, and scores both; the interval
    holds the central share `level` of the differences.

    Args:
        before: float [N, K], what is summed over sentences to score the first system.
        after: float [N, K], the same for the second.
        score: of sums; it takes all resamples together.
        resamples: R.
        seed: of the draws, so that a result can be repeated.
        level: share of the differences that the interval holds, 0 to 1.

    Examples:
        >>> mean = lambda sums: sums[..., 0] / sums[..., 1]
        >>> ones = np.ones((3, 2))
        >>> paired_bootstrap(ones, ones * (2, 1), mean)
        Paired(before=1.0, after=2.0, difference=1.0, low=1.0, high=1.0)
    """
    first, second = float(score(before.sum(axis=0))), float(score(after.sum(axis=0)))
    count = len(before)
    if count < 2:
        return Paired(first, second, second - first, None, None)
    draw, differences = np.random.default_rng(seed), []
    at_once = max(1, _MAX_NUMBERS // count)
    for start in range(0, resamples, at_once):
        size = min(at_once, resamples - start)
        drawn = draw.multinomial(count, np.full(count, 1 / count), size)  # [r, N], how often each sentence is drawn
        differences.append(score(drawn @ after) - score(drawn @ before))
    tail = (1 - level) / 2
    low, high = np.quantile(np.concatenate(differences), (tail, 1 - tail))
    return Paired(first, second, second - first, float(low), float(high))


def rounding_mark(before: str, after: str, change: str) -> str:
    """Return "≈" if a rounded change is not the difference of the two rounded numbers next to it, else nothing.

    Args:
        before: as it is written.
        after: as it is written.
        change: as it is written.

    Examples:
        >>> rounding_mark("0.30", "0.31", "+0.01"), rounding_mark("0.30", "0.31", "+0.02")
        ('', '≈')
    """
    numbers = [Decimal(number.replace("\N{MINUS SIGN}", "-")) for number in (before, after, change)]
    if not all(number.is_finite() for number in numbers):
        return ""
    first, second, difference = numbers
    place = max(numbers, key=lambda number: int(number.as_tuple().exponent))  # the last digit that all have
    return "" if (second - first).quantize(place) == difference.quantize(place) else "≈"
