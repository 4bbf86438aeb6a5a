"""The most probable next tokens.

Shapes: N hypotheses, V vocabulary.
"""

from collections.abc import Iterable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from core.errors import CoreError


def top(logits: Float[Tensor, "N V"], count: int) -> tuple[Float[Tensor, "N {count}"], Int[Tensor, "N {count}"]]:
    """Return the `count` largest values of each row, largest first: like topk, but without sorting most of a wide row.

    The largest values lie in the `count` blocks with the largest maxima, so only those blocks are searched.
    """
    width = 64
    rows, size = logits.shape
    blocks = size // width
    if blocks <= 2 * count:
        return logits.topk(count, dim=-1)
    whole = logits[:, : blocks * width].view(rows, blocks, width)
    best = whole.amax(dim=-1).topk(count, dim=-1).indices  # [rows, count]
    inside = whole.gather(1, best[:, :, None].expand(-1, -1, width)).flatten(1)  # [rows, count * width]
    rest = logits[:, blocks * width :]
    values, at = torch.cat([inside, rest], dim=1).topk(count, dim=-1)
    block = best.gather(1, (at // width).clamp_max(count - 1))
    tokens = torch.where(at < count * width, block * width + at % width, blocks * width + at - count * width)
    return values, tokens


def forbid(logits: Float[Tensor, "N V"], tokens: Iterable[int]) -> None:
    """Make tokens, such as padding and the start symbol, impossible to generate."""
    for token in tokens:
        logits[:, token] = -torch.inf


def no_probabilities() -> CoreError:
    """Return the error of a model whose output is not finite, such as one whose weights overflow."""
    return CoreError(
        "search.not_finite", "the model computes no finite probabilities: its weights are too large or damaged"
    )
