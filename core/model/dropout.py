"""Dropout (5.4), with random bits drawn four to a number on a CPU."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

_LEVELS = 1 << 16  # a rate is rounded to a multiple of 1 / 65536


class Dropout(nn.Module):
    """Zeroes elements with probability `rate` in training and scales the others by 1 / (1 - rate).

    torch draws one number for every element, one after another, on a CPU: a seventh of a training step. Here one
    64-bit number decides four elements.
    """

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, states: Tensor) -> Tensor:
        """Any shape in, the same shape out; the identity in eval mode."""
        if not self.training or self.rate == 0:
            return states
        if states.device.type != "cpu" or torch.compiler.is_compiling():
            return F.dropout(states, self.rate)
        return states * dropout_scale(states, self.rate)


def dropout_scale(like: Tensor, rate: float) -> Tensor:
    """0 with probability `rate`, else 1 / (1 - rate), in the shape and type of `like`, from torch's own generator."""
    numbers = torch.empty(-(-like.numel() // 4), dtype=torch.int64).random_(-(2**63), None)
    sixteen_bits = numbers.view(torch.int16)[: like.numel()].view(like.shape)
    threshold = round(rate * _LEVELS)
    kept = sixteen_bits >= threshold - _LEVELS // 2  # int16 runs from -32768
    return kept.to(like.dtype).mul_(_LEVELS / (_LEVELS - threshold))
