"""Certainty of a score and of the difference of two systems: paired bootstrap and approximate randomisation.

Shapes: N sentences, K sums per sentence, R resamples.

References:
    Koehn 2004, "Statistical Significance Tests for Machine Translation Evaluation", section 5.
    Riezler and Maxwell 2005, "On Some Pitfalls in Automatic Evaluation and Significance Testing for MT", section 4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from core.evaluation.measures import Measure

RESAMPLES, SEED, LEVEL = 1000, 12345, 0.95  # the number and seed are those of sacrebleu --paired-bs
TRIALS = 10_000  # of approximate randomisation, as sacrebleu --paired-ar makes
_TRIALS_AT_A_TIME = 32  # or a multiple of it, since a generator draws so many bits together
_SENTENCES_AT_A_TIME = 256  # a larger product is divided among threads, which wait for each other on a busy machine
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


class Estimate(NamedTuple):
    """A score with its 95 % interval, as sacreBLEU states them, and p-values against another system."""

    value: float
    mean: float  # of the resamples
    half: float  # of the width of the interval around it
    low: float | None = None  # ends of the 95 % interval of the difference; None without another system
    high: float | None = None
    p_bootstrap: float | None = None
    p_randomisation: float | None = None


def estimate(measures: Sequence[Measure], others: Sequence[Measure] = ()) -> list[Estimate]:
    """Estimate the interval of each measure, and how probable its difference from another system is by chance.

    The numbers are those of `sacrebleu --paired-bs` and `--paired-ar`: the same draws, the same number of them and, for
    the resamples, the same single precision.

    Args:
        measures: of one system.
        others: the same measures of the system that it is compared with.
    """
    drawn = _bootstrap([*measures, *others])
    found = []
    for number, measure in enumerate(measures):
        scores = drawn[number]
        mean, half = _interval(scores)
        if not others:
            found.append(Estimate(measure.value, mean, half))
            continue
        other = others[number]
        difference = abs(other.value - measure.value)
        apart = np.abs(scores - drawn[len(measures) + number])
        p_bootstrap = _p_value(apart - apart.mean(), difference)
        low, high = _ends(scores - drawn[len(measures) + number])
        found.append(Estimate(measure.value, mean, half, low, high, p_bootstrap))
    if others:
        shuffled = _randomised(measures, others)
        pairs = zip(found, measures, others, shuffled, strict=True)
        found = [
            one._replace(p_randomisation=_p_value(apart, abs(theirs.value - ours.value)))
            for one, ours, theirs, apart in pairs
        ]
    return found


def intervals(measures: Sequence[Measure]) -> list[tuple[float, float]]:
    """Return the ends of the interval that holds 95 % of each measure's resamples; it stays in the range of the score.

    Args:
        measures: of one system.
    """
    return [_ends(scores) for scores in _bootstrap(measures)]


def _bootstrap(measures: Sequence[Measure]) -> list[np.ndarray]:
    """Return the scores [R] of each measure on the same resamples."""
    sums = _side_by_side(measures, np.float32)
    draw, count = np.random.default_rng(SEED), len(sums)
    resamples = (sums[draw.choice(count, size=count, replace=True)].sum(axis=0) for _ in range(RESAMPLES))
    return _scores(measures, np.stack([*resamples]))


def _randomised(measures: Sequence[Measure], others: Sequence[Measure]) -> list[np.ndarray]:
    """Return, of each measure, how far apart two systems are [TRIALS] whose translations were swapped at random."""
    sums, swapped = _side_by_side(measures), _side_by_side(others)
    swapped -= sums  # what a sentence adds to the sum of the first system when it is swapped
    draw, count, moved = np.random.default_rng(SEED), len(sums), np.zeros((TRIALS, sums.shape[1]))
    for begin in range(0, TRIALS, _TRIALS_AT_A_TIME):
        trials = moved[begin : begin + _TRIALS_AT_A_TIME]  # [r, K]
        swaps = draw.integers(2, size=(len(trials), count), dtype=bool)  # [r, N]
        for start in range(0, count, _SENTENCES_AT_A_TIME):
            part = slice(start, start + _SENTENCES_AT_A_TIME)
            trials += swaps[:, part].astype(np.float64) @ swapped[part]
    first = _scores(measures, sums.sum(axis=0) + moved)
    second = _scores(others, sums.sum(axis=0) + swapped.sum(axis=0) - moved)
    return [np.abs(one - other) for one, other in zip(first, second, strict=True)]


def _side_by_side(measures: Sequence[Measure], dtype: type[np.floating[Any]] = np.float64) -> np.ndarray:
    """Return the sums of all measures as one array [N, K]: what is drawn is then drawn for all of them."""
    return np.concatenate([measure.sums for measure in measures], axis=1, dtype=dtype, casting="same_kind")


def _scores(measures: Sequence[Measure], totals: np.ndarray) -> list[np.ndarray]:
    """Return the scores [R] of each measure from the totals [R, K] of `_side_by_side`."""
    ends = np.cumsum([measure.sums.shape[1] for measure in measures])[:-1]
    parts = np.split(totals, ends, axis=1)
    rows = [part.tolist() if part.dtype == np.float64 else part for part in parts]  # Python's own numbers are faster
    return [np.array([measure.score(total) for total in part]) for measure, part in zip(measures, rows, strict=True)]


def _interval(scores: np.ndarray) -> tuple[float, float]:
    """Return the mean of resampled scores and half the width of the interval that holds 95 % of them."""
    ordered, outside = np.sort(scores), len(scores) // 40
    return float(ordered.mean()), float(0.5 * (ordered[-1 - outside] - ordered[outside]))


def _ends(resampled: np.ndarray) -> tuple[float, float]:
    """Return the ends of the interval that holds 95 % of resampled numbers."""
    ordered, outside = np.sort(resampled), len(resampled) // 40
    return float(ordered[outside]), float(ordered[-1 - outside])


def _p_value(apart: np.ndarray, difference: float) -> float:
    """Return the probability of more than that difference by chance; it is never 0.

    It is 1 for two systems that score the same on every resample, where sacreBLEU's formula gives its smallest p-value.
    """
    if difference == 0 and not apart.any():
        return 1.0
    return (int((apart > difference).sum()) + 1) / (len(apart) + 1)
