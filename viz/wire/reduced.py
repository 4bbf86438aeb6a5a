"""Smaller pictures of the heads of a long input: sent to the browser first; weights follow per layer on demand.

Shapes: L layers, H heads, Q queries, K keys.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

COMPLETE = 1_500_000  # weights of all kinds together that are sent complete: 100 x 100 tokens of 6 x 8 heads are 1.44 M
CELLS = 48  # rows and columns of a smaller picture at most


def is_long(shapes: Iterable[tuple[int, ...]]) -> bool:
    """Return True if attention of these shapes [L, H, Q, K] is too large to be sent complete."""
    return sum(int(np.prod(shape)) for shape in shapes) > COMPLETE


def reduced_heads(weights: NDArray, cells: int = CELLS) -> NDArray:
    """Shrink every head to at most `cells` rows and columns; each cell is the largest weight that it replaces.

    Args:
        weights: [L, H, Q, K], floating or quantised.
        cells: most rows and columns of the result.

    Returns:
        [L, H, min(Q, cells), min(K, cells)] of the same type. Position i of n goes to cell i * cells // n.

    Raises:
        ValueError: `weights` is not [L, H, Q, K].
    """
    if weights.ndim != 4:
        raise ValueError(f"attention must be [layers, heads, queries, keys], not {weights.shape}")
    for axis in (2, 3):
        length = weights.shape[axis]
        if length > cells:
            starts = -(-np.arange(cells) * length // cells)  # the first position of each cell: rounded up
            weights = np.maximum.reduceat(weights, starts, axis=axis)
    return weights
