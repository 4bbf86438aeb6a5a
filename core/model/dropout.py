"""Dropout (5.4); on a CPU one random 64-bit number decides four elements."""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

_LEVELS = 1 << 16  # a rate is rounded to a multiple of 1 / 65536


class Dropout(nn.Module):
    """Zero elements with probability `rate` in training and scale the others by 1 / (1 - rate).

    On a CPU torch draws one number per element, sequentially: a seventh of a training step. Here one 64-bit number
    decides four elements.
    """

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, states: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
        """Apply dropout to a tensor of any shape; the identity in eval mode."""
        if not self.training or self.rate == 0:
            return states
        if states.device.type != "cpu" or torch.compiler.is_compiling():
            return F.dropout(states, self.rate)
        return states * dropout_scale(states, self.rate)


def dropout_scale(like: Float[Tensor, "*shape"], rate: float) -> Float[Tensor, "*shape"]:
    """Return 0 with probability `rate`, else 1 / (1 - rate), like `like` in shape and dtype; uses torch's generator."""
    numbers = torch.empty(-(-like.numel() // 4), dtype=torch.int64).random_(-(2**63), None)
    sixteen_bits = numbers.view(torch.int16)[: like.numel()].view(like.shape)
    threshold = round(rate * _LEVELS)
    kept = sixteen_bits >= threshold - _LEVELS // 2  # int16 runs from -32768
    return kept.to(like.dtype).mul_(_LEVELS / (_LEVELS - threshold))
