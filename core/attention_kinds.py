"""The three kinds of attention: their names, sizes and sites in a forward pass, and how their weights are quantised.

Every other module, those of the page included, takes these from here. This module imports nothing of the project.

Shapes: S source tokens, T target tokens, L layers, H heads, Q/K query/key positions.
"""

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Kind = Literal["encoder", "decoder", "cross"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_TOLERANCE = 1e-4  # how far a weight may lie outside [0, 1] by rounding


def attention_sizes(source: int, target: int) -> dict[Kind, tuple[int, int]]:
    """Return (queries, keys) of each kind for S source and T target tokens.

    Examples:
        >>> attention_sizes(5, 3)
        {'encoder': (5, 5), 'decoder': (3, 3), 'cross': (3, 5)}
    """
    return {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}


def attention_site(kind: str, layer: int) -> str:
    """Return the name by which a probe knows one attention; layers count from 0.

    Examples:
        >>> [attention_site(kind, 2) for kind in KINDS]
        ['encoder.2.self', 'decoder.2.self', 'decoder.2.cross']
    """
    return f"decoder.{layer}.cross" if kind == "cross" else f"{kind}.{layer}.self"


def kind_and_layer(site: str) -> tuple[Kind, int]:
    """Return the kind and the layer of an attention's site, the inverse of `attention_site`.

    Examples:
        >>> kind_and_layer("decoder.2.cross")
        ('cross', 2)
    """
    stack, layer, part = site.split(".")
    if part == "cross":
        return "cross", int(layer)
    return ("encoder" if stack == "encoder" else "decoder"), int(layer)


def quantise(weights: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Round weights in [0, 1] to 8 bits, 255 = 1, so that each is at most half a level off.

    Raises:
        ValueError: a weight is not finite, or lies outside [0, 1] by more than 1e-4.
    """
    weights = np.asarray(weights, dtype=np.float32)
    if not np.isfinite(weights).all():
        raise ValueError("attention weights must be finite numbers")
    if weights.size and (weights.min() < -_TOLERANCE or weights.max() > 1 + _TOLERANCE):
        raise ValueError(f"attention weights must lie in [0, 1], not [{weights.min():.4g}, {weights.max():.4g}]")
    return (np.clip(weights, 0, 1) * 255 + 0.5).astype(np.uint8)
