"""Effect of d_k on softmax, the reason why attention divides by sqrt(d_k) (3.2.1, footnote 4).

Queries and keys are drawn with independent components of mean 0 and variance 1, as the footnote assumes.
Shapes: N widths d_k, R random queries (samples), K keys, E d_k.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch

from core.errors import CoreError
from core.model.attention import attention_weights, masked_softmax, scaled_dot_product_attention

WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
DEAD = 0.01  # of a Jacobian's norm, at most 1/2: below it next to no gradient passes
MAX_DRAWS = 2**25  # most numbers drawn: 128 MiB in float32


class Spread(NamedTuple):
    """One quantity over the samples, for each d_k."""

    mean: np.ndarray  # float64 [N]
    median: np.ndarray  # float64 [N]
    low: np.ndarray  # float64 [N], 10th percentile
    high: np.ndarray  # float64 [N], 90th percentile


class SoftmaxStatistics(NamedTuple):
    """Statistics of one query's scores and weights, for each d_k."""

    variance: Spread  # unbiased variance of a query's scores over its keys
    largest: Spread  # largest weight, in [1 / K, 1]
    entropy: Spread  # of the weights, in nats, in [0, ln K]
    jacobian: Spread  # Frobenius norm of diag(p) - p p^T: how much of a gradient passes through
    dead: np.ndarray  # float64 [N], share of the queries whose norm is below `DEAD`, in [0, 1]


class SoftmaxSaturation(NamedTuple):
    """Statistics of the same draws with and without the division by sqrt(d_k)."""

    d_k: np.ndarray  # int64 [N]
    scaled: SoftmaxStatistics
    unscaled: SoftmaxStatistics
    num_keys: int


def softmax_saturation(
    widths: Sequence[int] = WIDTHS, *, num_keys: int = 32, num_samples: int = 128, seed: int = 1
) -> SoftmaxSaturation:
    """Draw random queries and keys and measure their attention at every d_k.

    All widths share one draw: width d_k uses its first d_k components, so the curves differ only by d_k.

    Args:
        widths: d_k values, each at least 1.
        num_keys: keys that each query attends to, from 2.
        num_samples: random queries, from 2, each with its own keys.
        seed: of torch's generator; the same seed gives the same numbers.

    Raises:
        CoreError: a number out of range, or too many draws for memory.

    References:
        Vaswani et al. 2017, section 3.2.1 and footnote 4: the variance of q . k is d_k.
    """
    widest = _check(widths, num_keys, num_samples)
    generator = torch.Generator().manual_seed(seed)
    query = torch.randn(num_samples, 1, widest, generator=generator)  # [R, 1, E]
    key = torch.randn(num_samples, num_keys, widest, generator=generator)  # [R, K, E]
    scaled = [_measured_at(width, query, key, scaled=True) for width in widths]
    unscaled = [_measured_at(width, query, key, scaled=False) for width in widths]
    return SoftmaxSaturation(
        d_k=np.asarray(widths, dtype=np.int64),
        scaled=_statistics(scaled),
        unscaled=_statistics(unscaled),
        num_keys=num_keys,
    )


def entropy(weights: np.ndarray) -> np.ndarray:
    """Return -sum p ln p over the last axis, in nats; 0 ln 0 counts as 0."""
    return -np.sum(weights * np.log(np.where(weights > 0, weights, 1.0)), axis=-1)


def jacobian_norm(weights: np.ndarray) -> np.ndarray:
    """Return the Frobenius norm of the softmax Jacobian diag(p) - p p^T over the last axis, without building it.

    ||diag(p) - p p^T||^2 = sum p^2 - 2 sum p^3 + (sum p^2)^2.
    """
    squares = np.sum(weights**2, axis=-1)
    return np.sqrt(np.maximum(squares - 2 * np.sum(weights**3, axis=-1) + squares**2, 0.0))


def _measured_at(d_k: int, query: torch.Tensor, key: torch.Tensor, *, scaled: bool) -> np.ndarray:
    """Return what `_measure` measures of the first d_k components of queries [R, 1, E] and keys [R, K, E]: [4, R]."""
    no_value = torch.zeros(*key.shape[:2], 1)  # only scores and weights are needed
    attention = scaled_dot_product_attention(query[..., :d_k], key[..., :d_k], no_value, scaled=scaled)
    scores, weights = attention.scores[:, 0].double(), attention.weights[:, 0].double()  # [R, K]
    return _measure(scores.numpy(), weights.numpy())


def _measure(scores: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return variance, largest weight, entropy and Jacobian norm of each sample: [4, R] from two [R, K]."""
    return np.stack([scores.var(axis=-1, ddof=1), weights.max(axis=-1), entropy(weights), jacobian_norm(weights)])


def _statistics(measured: list[np.ndarray]) -> SoftmaxStatistics:
    values = np.stack(measured)  # [N, 4, R]
    low, median, high = np.quantile(values, [0.1, 0.5, 0.9], axis=-1)  # [N, 4] each
    mean = values.mean(axis=-1)  # [N, 4]
    spreads = (Spread(mean[:, i], median[:, i], low[:, i], high[:, i]) for i in range(4))
    return SoftmaxStatistics(*spreads, dead=(values[:, 3] < DEAD).mean(axis=-1))


def _check(widths: Sequence[int], num_keys: int, num_samples: int) -> int:
    if not widths or min(widths) < 1:
        raise CoreError("labs.widths", "at least one d_k is needed, and each must be at least 1")
    if num_keys < 2 or num_samples < 2:
        raise CoreError(
            "labs.samples",
            "keys ({keys}) and samples ({samples}) must be at least 2 each",
            keys=num_keys,
            samples=num_samples,
        )
    draws = num_samples * num_keys * max(widths)
    if draws > MAX_DRAWS:
        raise CoreError(
            "labs.draws",
            "{draws:,} random numbers are more than the {limit:,} allowed: take fewer keys or samples",
            draws=draws,
            limit=MAX_DRAWS,
        )
    return max(widths)


CODE = (
    softmax_saturation,
    _measured_at,
    scaled_dot_product_attention,
    attention_weights,
    masked_softmax,
    _measure,
    entropy,
    jacobian_norm,
    _statistics,
)
