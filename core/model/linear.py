"""The linear map x W^T + b, by the faster of the two libraries that torch carries.

On a CPU torch multiplies float32 matrices with MKL, which uses AVX-512 on Intel's processors only. oneDNN, with which
torch multiplies bfloat16, uses it on those of other makers too, and is then more than twice as fast
(`python -m tests.benchmarks.products`). Results agree as far as float32 does.

Shapes: * any, I inputs, O outputs, N rows.
"""

from functools import cache
from pathlib import Path
from typing import Any, cast

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

_LEAST_PRODUCTS = 1 << 20  # N * I * O: for smaller ones MKL, which takes less time to call


class Linear(nn.Linear):
    """`nn.Linear` by `linear`."""

    def forward(self, input: Float[Tensor, "*N I"]) -> Float[Tensor, "*N O"]:
        """Return x W^T + b."""
        return linear(input, self.weight, self.bias)


def linear(
    states: Float[Tensor, "*N I"], weight: Float[Tensor, "O I"], bias: Float[Tensor, " O"] | None = None
) -> Float[Tensor, "*N O"]:
    """Return x W^T + b like `F.linear`, differentiable in all three."""
    if torch.compiler.is_compiling() or states.numel() * weight.shape[0] < _LEAST_PRODUCTS or not _by_onednn(states):
        return F.linear(states, weight, bias)
    differentiable = states.requires_grad or weight.requires_grad or (bias is not None and bias.requires_grad)
    if differentiable and torch.is_grad_enabled():
        return cast(Tensor, _Linear.apply(states, weight, bias))  # pyright: ignore[reportUnknownMemberType]
    return _onednn(states, weight, bias)


def weight_gradient(states: Float[Tensor, "N I"], gradient: Float[Tensor, "N O"]) -> Float[Tensor, "O I"]:
    """Return G^T X, the gradient of the weight of a linear map that reads X, where G is that of its output."""
    if not _by_onednn(states):
        return gradient.t() @ states
    if states.shape[1] < gradient.shape[1]:  # the left factor is copied: the narrower one
        return linear(states.t(), gradient.t()).t()
    return linear(gradient.t(), states.t())


def add_weight_gradient(
    total: Float[Tensor, "O I"] | None, states: Float[Tensor, "N I"], gradient: Float[Tensor, "N O"]
) -> Float[Tensor, "O I"]:
    """Return `total`, which is float32 and changed in place, plus `weight_gradient`; None counts as zero."""
    if total is not None and total.dtype == states.dtype and not _by_onednn(states):
        return total.addmm_(gradient.t(), states)
    found = weight_gradient(states, gradient).float()
    return found if total is None else total.add_(found)


@cache
def onednn_is_faster() -> bool:
    """Return whether this processor has AVX-512 and is not Intel's, and torch was built with oneDNN."""
    cpu = Path("/proc/cpuinfo")  # only Linux has it
    known = cpu.read_text(encoding="utf-8", errors="replace") if cpu.exists() else "GenuineIntel"
    wide = torch.backends.cpu.get_cpu_capability() == "AVX512"
    return wide and "GenuineIntel" not in known and torch.backends.mkldnn.is_available()


class _Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:  # type: ignore[override]
        ctx.save_for_backward(states, weight)
        return _onednn(states, weight, bias)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:  # type: ignore[override]
        states, weight = ctx.saved_tensors
        rows = gradient.reshape(-1, gradient.shape[-1])  # [N, O]
        needs_states, needs_weight, needs_bias = ctx.needs_input_grad
        return (
            linear(gradient, weight.t()) if needs_states else None,
            weight_gradient(states.reshape(-1, states.shape[-1]), rows) if needs_weight else None,
            rows.sum(0) if needs_bias else None,
        )


def _by_onednn(states: Tensor) -> bool:
    return (
        states.dtype == torch.float32
        and states.device.type == "cpu"
        and states.dim() > 1
        and onednn_is_faster()
        and not torch.is_autocast_enabled("cpu")
    )


def _onednn(states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    # torch's own name for it; torch.compile uses it too
    return torch.ops.mkldnn._linear_pointwise(states, weight, bias, "none", [], "")
