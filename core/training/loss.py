"""Label-smoothed cross-entropy (5.4), computed together with the output projection.

Shapes: N predicted tokens (padding left out), D d_model, V vocabulary.

The logits of a batch are the largest tensor of a training step. Here they exist only for a slice of the tokens at a
time: forward computes loss and gradient of each slice together, so neither the logits nor their softmax are kept.
"""

from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor

from core.tuning.linear import add_weight_gradient, linear

_SLICE_ELEMENTS = 4_000_000  # logits held at a time: 16 MB in float32
_SLICE_ROWS = 512  # at least: each slice adds to the whole gradient of the weight
_ROWS_STEP = 128  # in half precision on a CPU: products of few shapes, because each shape keeps a kernel
_GPU_SLICE_ELEMENTS = 64_000_000  # 256 MB: a GPU needs fewer and larger operations
_LEAST_PROBABILITY = 1e-30  # smaller ones lose digits in bfloat16


class LossSums(NamedTuple):
    """Sums over target tokens, in nats."""

    smoothed: Tensor  # the training loss, []; carries the gradient
    plain: Tensor  # cross-entropy without smoothing, []


def smoothed_cross_entropy(
    states: Float[Tensor, "N D"],
    output_weight: Float[Tensor, "V D"],
    targets: Int[Tensor, " N"],
    label_smoothing: float,
    output_bias: Float[Tensor, " V"] | None = None,
) -> LossSums:
    """Sum cross-entropy of softmax(states W^T + b) against (1 - eps) one_hot(target) + eps / V over tokens.

    Args:
        states: decoder states of the positions that predict.
        output_weight: one row for each token of the vocabulary.
        targets: ids of the tokens to predict.
        label_smoothing: eps; 0 gives plain cross-entropy.
        output_bias: b; the paper has none.

    Returns:
        The smoothed sum, differentiable in states, weight and bias, and the plain sum.

    Differs from the paper: 5.4 does not say how eps is spread; here it is over the whole vocabulary, as in torch.

    Examples:
        Smoothing penalises confident predictions: here the target is e^9 times as probable as the other.

        >>> sums = smoothed_cross_entropy(torch.ones(1, 1), torch.tensor([[9.0], [0.0]]), torch.tensor([0]), 0.1)
        >>> f"{sums.plain:.4f} {sums.smoothed:.4f}"
        '0.0001 0.4501'

    References:
        Vaswani et al. 2017, section 5.4.
    """
    if output_bias is not None:  # as one more column of the weight, which reads a constant
        states = torch.cat([states, states.new_ones(len(states), 1)], dim=1)
        output_weight = torch.cat([output_weight, output_bias[:, None]], dim=1)
    smoothed, plain = _LinearCrossEntropy.apply(states, output_weight, targets, label_smoothing)
    return LossSums(smoothed, plain)


class _LinearCrossEntropy(torch.autograd.Function):
    """With p = softmax(X W^T), the gradient of the logits is G = p - (1 - eps) one_hot(target) - eps / V.

    Only p is stored as a matrix. The other two terms change G W and G^T X by rows of W and X and by constant vectors,
    which are added in float32; in half precision only p is rounded.
    """

    @staticmethod
    def forward(  # type: ignore[override]
        ctx: Any, states: Tensor, weight: Tensor, targets: Tensor, label_smoothing: float
    ) -> tuple[Tensor, Tensor]:
        device = states.device.type
        half = torch.is_autocast_enabled(device)
        dtype = torch.get_autocast_dtype(device) if half else states.dtype
        with torch.autocast(device, enabled=False):
            w, mean = weight.to(dtype), weight.mean(dim=0)  # [V, D], [D]
            needs_gradient = any(ctx.needs_input_grad[:2])
            state_gradient = torch.empty_like(states) if needs_gradient else None
            weight_gradient: Tensor | None = None
            smoothed = torch.zeros((), device=states.device, dtype=torch.float64)
            plain = torch.zeros((), device=states.device, dtype=torch.float64)
            elements = _SLICE_ELEMENTS if device == "cpu" else _GPU_SLICE_ELEMENTS
            size = max(_SLICE_ROWS, elements // weight.shape[0])
            for start in range(0, len(targets), size):
                x, y = states[start : start + size], targets[start : start + size]
                added = -len(y) % _ROWS_STEP if half and device == "cpu" else 0  # zero rows, without gradient
                rows = (F.pad(x, (0, 0, 0, added)) if added else x).to(dtype)  # [n + added, D]
                logits = linear(rows, w)  # [n + added, V]
                p = torch.softmax(logits, dim=-1)  # [n + added, V]
                target, normaliser = _log_normaliser(logits[: len(y)], p[: len(y)], y)  # [n], [n]
                nll = normaliser - target
                plain += nll.sum()
                # normaliser - mean of the logits is the cross-entropy against 1/V
                smoothed += (
                    (1 - label_smoothing) * nll + label_smoothing * (normaliser - x.to(mean.dtype) @ mean)
                ).sum()
                if state_gradient is not None:
                    state_gradient[start : start + size] = linear(p, w.T)[: len(y)]
                    weight_gradient = add_weight_gradient(weight_gradient, rows, p)
            if state_gradient is not None:
                on_target = 1 - label_smoothing
                state_gradient -= on_target * weight[targets] + label_smoothing * mean
                if weight_gradient is None:  # without tokens
                    weight_gradient = torch.zeros_like(weight)
                weight_gradient.index_add_(0, targets, states.to(weight_gradient.dtype), alpha=-on_target)
                weight_gradient -= label_smoothing / weight.shape[0] * states.sum(dim=0)
                ctx.save_for_backward(state_gradient, weight_gradient.to(weight.dtype))
        ctx.mark_non_differentiable(plain)
        return smoothed, plain

    @staticmethod
    def backward(ctx: Any, smoothed: Tensor, _: Tensor) -> tuple[Tensor, Tensor, None, None]:  # type: ignore[override]
        states, weight = ctx.saved_tensors
        return states * smoothed.to(states.dtype), weight * smoothed.to(weight.dtype), None, None


def _log_normaliser(logits: Tensor, p: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logit of each target and log(sum(exp(logits))), both float32 [n].

    The second is logit - log(p) of any token: of the target, or of the most probable one where p is too small.
    """
    at = targets[:, None]  # [n, 1]
    target, chosen = logits.gather(1, at)[:, 0].float(), p.gather(1, at)[:, 0].float()
    if logits.device.type == "cpu" and bool((chosen > _LEAST_PROBABILITY).all()):
        return target, target - chosen.log()
    best, at = p.max(dim=-1, keepdim=True)  # at least 1 / V
    return target, (logits.gather(1, at).float() - best.float().log())[:, 0]
