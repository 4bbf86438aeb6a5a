"""One number per source token and step from any lens, and how far two lenses rank the tokens alike.

Shapes: S source tokens with the end symbol, T target tokens.
"""

from typing import NamedTuple

import numpy as np

from core.inspection.lenses.result import LensResult


class Agreement(NamedTuple):
    """Spearman rank correlation of two attributions."""

    steps: np.ndarray  # float32 [T], in [-1, 1]; NaN where there is nothing to rank
    mean: float  # over the steps that have a value; NaN where none has


def source_attribution(result: LensResult) -> np.ndarray:
    """What a lens says each source token did for each step: float32 [T, S].

    * weights, scores, value_norm: mean of `cross` over layers and heads. It speaks of the encoder's output at a
      position, which is no longer that token alone. (The constants by which a row of scores may be shifted do not
      change the order within a step.)
    * rollout, alti: their own source part, of the last layer: the tokens themselves.
    * gradient: sum of `cross` over layers and heads, signed: to first order, what all of a position's weights together
      are worth, in nats; of positions, as above.
    * occlusion: as it is, signed, in nats.
    """
    cross = result.cross
    if cross is None:
        raise ValueError(f"lens {result.name} says nothing about the source")
    if result.name in ("rollout", "alti", "occlusion"):
        return cross[-1, 0]
    return cross.sum(axis=(0, 1)) if result.name == "gradient" else cross.mean(axis=(0, 1))


def compare(result: LensResult, occlusion: LensResult) -> Agreement:
    """How far a lens ranks the source tokens as occlusion does, step by step, the end symbol left out.

    Only gradient times attention claims to tell help from harm, and only it is compared with signed losses; the others
    speak of how much a token counts, and are compared with the size of the loss.
    """
    reference = source_attribution(occlusion)
    return agreement(source_attribution(result), reference if result.name in _SIGNED else np.abs(reference))


def agreement(attribution: np.ndarray, reference: np.ndarray, *, end_symbol: bool = False) -> Agreement:
    """Spearman rank correlation of each step's row, ties by average rank.

    Args:
        attribution: [T, S]; a source token with NaN in either array is left out of its row.
        reference: [T, S].
        end_symbol: count the last column too. It is left out by default: heads with nothing to fetch rest their weight
            there, and a source without an end is no sentence to the model, so both numbers are large for reasons that
            say nothing about words.

    Returns:
        NaN for a step with fewer than two tokens left, or with equal values for all of them in either array.
    """
    if attribution.shape != reference.shape or attribution.ndim != 2:
        raise ValueError(f"attribution {attribution.shape} and reference {reference.shape} must both be [T, S]")
    last = attribution.shape[1] if end_symbol else -1
    steps = np.array(
        [_spearman(ours, theirs) for ours, theirs in zip(attribution[:, :last], reference[:, :last], strict=True)],
        dtype=np.float32,
    )
    known = steps[~np.isnan(steps)]
    return Agreement(steps, float(known.mean()) if len(known) else float("nan"))


def _spearman(first: np.ndarray, second: np.ndarray) -> float:
    """Pearson's correlation of the ranks."""
    known = ~(np.isnan(first) | np.isnan(second))
    ranks = np.stack([_average_ranks(first[known]), _average_ranks(second[known])])
    if ranks.shape[1] < 2:
        return float("nan")
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    lengths = np.sqrt((centred**2).sum(axis=1))
    return float(centred[0] @ centred[1] / lengths.prod()) if lengths.all() else float("nan")


def _average_ranks(values: np.ndarray) -> np.ndarray:
    """Ranks from 1; equal values share the mean of theirs: float64 [n]."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)  # rank of the last of each group of equals
    return (last - (counts - 1) / 2)[place]


_SIGNED = ("gradient", "occlusion")
