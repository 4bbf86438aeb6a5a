"""One number per source token and step from any lens, and the rank agreement of two lenses.

Shapes: S source tokens with the end symbol, T target tokens.
"""

from typing import NamedTuple

import numpy as np

from core.inspection.lenses.lens import LensResult

REFERENCE = "occlusion"  # the lens that the others are compared with: an experiment, not an attribution


class Agreement(NamedTuple):
    """Spearman rank correlation of two attributions."""

    steps: np.ndarray  # float32 [T], in [-1, 1]; NaN where ranks are undefined
    mean: float  # over the steps with a value; NaN if there are none


def source_attribution(result: LensResult) -> np.ndarray:
    """Return a lens's attribution of each step to each source token: float32 [T, S].

    A lens of single heads refers to the encoder's output at a position, which mixes in other tokens; one that goes
    through all layers refers to the tokens themselves.

    Raises:
        ValueError: the lens does not cover cross-attention.
    """
    if result.cross is None:
        raise ValueError(f"lens {result.lens.name} does not attribute to the source")
    return result.lens.attribution(result.cross)


def compare(result: LensResult, occlusion: LensResult) -> Agreement:
    """Return how closely a lens ranks the source tokens like occlusion, step by step, without the end symbol.

    Signed amounts distinguish help from harm, so they are compared with signed losses; other lenses measure how much a
    token counts, and are compared with the absolute loss.
    """
    reference, lens = source_attribution(occlusion), result.lens
    has_direction = lens.signed and lens.rows == "amounts"
    return agreement(source_attribution(result), reference if has_direction else np.abs(reference))


def agreement(attribution: np.ndarray, reference: np.ndarray) -> Agreement:
    """Return the Spearman rank correlation of each step's rows without the end symbol, ties by average rank.

    Heads with nothing to attend to put their weight on the end symbol, and a source without it is unlike any in
    training, so both numbers are large for reasons unrelated to words.

    Args:
        attribution: [T, S]; a source token with NaN in either array is left out of its row.
        reference: [T, S], the end symbol last.

    Returns:
        NaN for a step with fewer than two tokens left, or with equal values for all of them in either array.
    """
    if attribution.shape != reference.shape or attribution.ndim != 2:
        raise ValueError(f"attribution {attribution.shape} and reference {reference.shape} must both be [T, S]")
    steps = np.array(
        [_spearman(ours, theirs) for ours, theirs in zip(attribution[:, :-1], reference[:, :-1], strict=True)],
        dtype=np.float32,
    )
    known = steps[~np.isnan(steps)]
    return Agreement(steps, float(known.mean()) if len(known) else float("nan"))


def _spearman(first: np.ndarray, second: np.ndarray) -> float:
    """Return Pearson's correlation of the ranks."""
    known = ~(np.isnan(first) | np.isnan(second))
    ranks = np.stack([_average_ranks(first[known]), _average_ranks(second[known])])
    if ranks.shape[1] < 2:
        return float("nan")
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    lengths = np.sqrt((centred**2).sum(axis=1))
    return float(centred[0] @ centred[1] / lengths.prod()) if lengths.all() else float("nan")


def _average_ranks(values: np.ndarray) -> np.ndarray:
    """Return ranks from 1; equal values share their mean rank: float64 [n]."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)  # rank of the last of each group of equals
    return (last - (counts - 1) / 2)[place]
