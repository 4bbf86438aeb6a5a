"""Numbers of the positional encoding (3.5), as the model adds them to its embeddings.

Shapes: L positions, D d_model.
"""

from typing import NamedTuple

import numpy as np

from core.errors import CoreError
from core.model.embedding import sinusoidal_positions

MAX_LENGTH = 4096  # positions
MAX_WIDTH = 8192  # d_model, as in ModelConfig


class PositionalEncoding(NamedTuple):
    """Sines and cosines of one setting."""

    values: np.ndarray  # float32 [L, D], each in [-1, 1]; column 2i is a sine, 2i + 1 the matching cosine
    wavelengths: np.ndarray  # float64 [D], positions in one period: 2 pi base^(2i / d_model)


def positional_encoding(length: int, d_model: int, base: float = 10_000.0) -> PositionalEncoding:
    """Return PE(pos, 2i) = sin(pos / base^(2i / d_model)) and PE(pos, 2i + 1) = cos of the same angle.

    Args:
        length: positions 0 .. length - 1, from 1 to 4096.
        d_model: width, even, from 2 to 8192.
        base: 10000 in the paper; greater than 1.

    Raises:
        CoreError: a number out of range, or an odd d_model.

    References:
        Vaswani et al. 2017, section 3.5.
    """
    _check(length, d_model, base)
    values = sinusoidal_positions(length, d_model, base).numpy()  # [L, D]
    exponents = np.arange(d_model) // 2 * 2 / d_model  # [D], 2i / d_model
    return PositionalEncoding(values, 2 * np.pi * base**exponents)


def _check(length: int, d_model: int, base: float) -> None:
    if not 1 <= length <= MAX_LENGTH:
        raise CoreError(
            "labs.length",
            "length ({length}) must be from 1 to {limit} positions",
            length=length,
            limit=MAX_LENGTH,
        )
    if not 2 <= d_model <= MAX_WIDTH:
        raise CoreError(
            "labs.d_model",
            "d_model ({d_model}) must be an even number from 2 to {limit}",
            d_model=d_model,
            limit=MAX_WIDTH,
        )
    if not (base > 1 and np.isfinite(base)):
        raise CoreError("labs.base", "base ({base}) must be a number greater than 1", base=base)


CODE = (positional_encoding, sinusoidal_positions)
