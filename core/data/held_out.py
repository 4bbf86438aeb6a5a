"""Validation pairs held out of a text that has none of its own: the same in the Train tab and on the command line."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.data.corpus import ParallelText
from core.data.stream import PairStream
from core.errors import CoreError

HELD_OUT_SHARE = 50  # one pair in so many is held out for validation
MOST_HELD_OUT = 500
FEWEST_PAIRS = 10


def held_out(text: PairStream) -> ParallelText:
    """Return every 50th pair for validation, at most 500, evenly spread.

    Raises:
        CoreError: too few pairs, all of them equal, or the text cannot be read.
    """
    pairs = len(text)
    if pairs < FEWEST_PAIRS:
        raise CoreError(
            "train.few_pairs",
            "the file must have at least {fewest} pairs, not {pairs}; thousands are needed to learn a language",
            pairs=pairs,
            fewest=FEWEST_PAIRS,
        )
    held = min(MOST_HELD_OUT, max(1, pairs // HELD_OUT_SHARE))
    every = pairs // held
    chosen = [pair for number, pair in enumerate(text) if number % every == every - 1][:held]
    validation = ParallelText([source for source, _ in chosen], [target for _, target in chosen])
    if next(iter(for_training(text, validation)), None) is None:
        raise CoreError(
            "train.same_pairs",
            "all {pairs} pairs of the file are equal, so none can be held out for validation",
            pairs=pairs,
        )
    return validation


def for_training(text: PairStream, validation: ParallelText) -> PairStream:
    """Return the text without the pairs that are held out, wherever they occur."""
    held = frozenset(zip(validation.source, validation.target, strict=True))
    return replace(text, held=held, reading=f"{text.reading} held out")


def file_stamps(paths: Sequence[Path]) -> tuple[tuple[int, int], ...] | None:
    """Return size and time of change of each file; None if one cannot be found, which reading it will report."""
    try:
        return tuple((path.stat().st_size, path.stat().st_mtime_ns) for path in paths)
    except OSError:
        return None
