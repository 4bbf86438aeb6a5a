"""The linear map x W^T + b, by the faster of the two libraries that torch carries.

On a CPU torch multiplies float32 matrices with MKL, which uses AVX-512 on Intel's processors only. oneDNN, with which
torch multiplies bfloat16, uses it on those of other makers too, and is then more than twice as fast
(`python -m benchmarks.products`). The two results differ by rounding.

oneDNN keeps half a megabyte for each shape of a product, so rows of zeros round the number of rows up.

Shapes: * any, I inputs, O outputs, N rows.
"""

from functools import cache
from typing import Any, cast

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from core.tuning.processor import vendor

_LEAST_PRODUCTS = 1 << 20  # N * I * O: MKL computes smaller ones, because a call of oneDNN takes longer


class Linear(nn.Linear):
    """`nn.Linear` with the product of `linear`."""

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
        return cast(Tensor, _LinearFunction.apply(states, weight, bias))  # pyright: ignore[reportUnknownMemberType]
    return _linear(states, weight, bias)


def weight_gradient(states: Float[Tensor, "N I"], gradient: Float[Tensor, "N O"]) -> Float[Tensor, "O I"]:
    """Return G^T X: the gradient of the weight of a linear map with input X, if G is the gradient of its output."""
    if states.numel() * gradient.shape[1] < _LEAST_PRODUCTS or not _by_onednn(states):
        return gradient.t() @ states
    states, gradient = _filled(states), _filled(gradient)
    if states.shape[1] < gradient.shape[1]:  # oneDNN copies the left factor: the narrower one
        return _onednn(states.t(), gradient.t()).t()
    return _onednn(gradient.t(), states.t())


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
    wide = torch.backends.cpu.get_cpu_capability() == "AVX512"
    return wide and vendor() not in ("", "GenuineIntel") and torch.backends.mkldnn.is_available()


class _LinearFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:  # type: ignore[override]
        ctx.save_for_backward(states, weight)
        return _linear(states, weight, bias)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:  # type: ignore[override]
        states, weight = ctx.saved_tensors
        again = torch.is_grad_enabled()  # for second derivatives, which only torch's own products have
        inputs, outputs = states.flatten(0, -2), gradient.flatten(0, -2)  # [N, I], [N, O]
        needs_states, needs_weight, needs_bias = ctx.needs_input_grad
        of_states = of_weight = None
        if needs_states:
            of_states = gradient @ weight if again else linear(gradient, weight.t())
        if needs_weight:
            of_weight = outputs.t() @ inputs if again else weight_gradient(inputs, outputs)
        return of_states, of_weight, outputs.sum(0) if needs_bias else None


def _by_onednn(states: Tensor) -> bool:
    return (
        states.dtype == torch.float32
        and states.device.type == "cpu"
        and states.dim() > 1
        and onednn_is_faster()
        and not torch.is_autocast_enabled("cpu")
    )


def _linear(states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    rows = states.flatten(0, -2)  # [N, I]
    found = _onednn(_filled(rows), weight, bias)[: len(rows)]  # [N, O]
    return found.view(*states.shape[:-1], -1)


def _filled(rows: Tensor) -> Tensor:
    """Add rows of zeros: their number becomes a power of two, or 1.5 times one."""
    count = len(rows)
    step = max(1, 1 << count.bit_length() >> 2)
    wanted = -(-count // step) * step
    if wanted == count:
        return rows
    filled = rows.new_empty(wanted, rows.shape[1])
    filled[:count] = rows
    filled[count:] = 0
    return filled


def _onednn(left: Tensor, right: Tensor, bias: Tensor | None = None) -> Tensor:
    """Return left right^T + bias by the operation that `torch.compile` calls; torch has no public name for it."""
    return torch.ops.mkldnn._linear_pointwise(left, right, bias, "none", [], "")
