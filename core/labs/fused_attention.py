"""Fused attention against the explicit one of Eq. 1: time, memory of the weights, and difference (3.2.1).

Shapes: H heads, n tokens, E d_k.
"""

import time
from collections.abc import Callable
from typing import Annotated, Any

import torch
import torch.nn.functional as F
from pydantic import Field

from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.attention import scaled_dot_product_attention

SIZES = (16, 32, 64, 128, 256)
SEED = 1
COST = (100, 1)


class Values(_Values):
    """The causal mask, on or off."""

    causal: Annotated[bool, Field()]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Measure both ways on random vectors of the model's shape.

    Returns:
        `tokens`, the sizes; `explicit` and `fused`, milliseconds, the better of three runs each; `bytes` of the weights
        that the explicit way keeps; `difference`, the largest one of the outputs.
    """
    config, generator = setting.model.config, torch.Generator().manual_seed(SEED)
    rows, explicit, fused, difference = [], [], [], []
    for n in SIZES:
        query, key = (torch.randn(1, config.num_heads, n, config.query_width, generator=generator) for _ in range(2))
        value = torch.randn(1, config.num_heads, n, config.value_width, generator=generator)
        mask = torch.ones(n, n, dtype=torch.bool).tril() if values.causal else None
        with torch.inference_mode():
            plain, ours = _timed(lambda: scaled_dot_product_attention(query, key, value, mask).output)  # noqa: B023
            whole, theirs = _timed(lambda: F.scaled_dot_product_attention(query, key, value, mask))  # noqa: B023
        explicit.append(ours)
        fused.append(theirs)
        rows.append(4 * config.num_heads * n * n)
        difference.append(float((plain - whole).abs().max()))
    return {
        "tokens": list(SIZES),
        "explicit": explicit,
        "fused": fused,
        "bytes": rows,
        "difference": difference,
        "shape": f"[{config.num_heads}, n, {config.query_width}]",
    }


def _timed(run: Callable[[], torch.Tensor]) -> tuple[torch.Tensor, float]:
    """Return what a function returns, and the shortest of three runs in milliseconds."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        found = run()
        best = min(best, 1000 * (time.perf_counter() - start))
    return found, best


CODE = (compute, scaled_dot_product_attention)
