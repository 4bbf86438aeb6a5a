"""Gradients through a stack of fresh sub-layers, with and without the residual connection (3.1).

Shapes: B batch, L tokens, D width, N sub-layers.
"""

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import torch
import torch.nn.functional as F
from pydantic import Field
from torch import Tensor, nn

from core.config import LAYER_NORM_EPS, ModelConfig
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm, FeedForward
from core.model.probe import Probe

WIDTH = 64  # of the fresh layers at most, so that a deep stack answers at once
BATCH, TOKENS = 4, 8

Norm = Literal["pre", "post", "none"]


class Values(_Values):
    """The stack: its sub-layers, which are attention and feed-forward in turn unless one kind is chosen."""

    count: Annotated[int, Field(ge=1, le=36)]
    norm: Norm
    kind: Literal["both", "attention", "feed_forward"]
    seed: Annotated[int, Field(ge=0, le=9999)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return the norm of the gradient that reaches each sub-layer's input, with the skip and without it.

    Returns:
        `skip` and `plain`, what `reaching` returns for the stack with and without the skip; `width` and `hidden` of the
        fresh layers.
    """
    config = small(setting.model.config)
    stack = fresh_stack(config, values.count, values.kind, values.seed)
    generator = torch.Generator().manual_seed(values.seed + 1)
    states, direction = torch.randn(2, BATCH, TOKENS, config.d_model, generator=generator, dtype=torch.float64)
    return {
        "skip": reaching(run_stack(stack, states.clone().requires_grad_(), values.norm), direction),
        "plain": reaching(run_stack(stack, states.clone().requires_grad_(), values.norm, skip=False), direction),
        "width": config.d_model,
        "hidden": config.d_ff,
    }


def reaching(stream: list[Tensor], direction: Tensor) -> dict[str, Any]:
    """Return the gradient of `sum(direction * output)` at each sub-layer's input, and last at the output.

    Args:
        stream: of `run_stack`.
        direction: the random projection of the output [B, L, D].

    Returns:
        `norms`, divided by that at the output, and `cosines` with the gradient at the output, float64 [N + 1] each.
    """
    gradients = torch.autograd.grad((direction * stream[-1]).sum(), stream)  # N + 1 of [B, L, D]
    norms = torch.stack([gradient.norm() for gradient in gradients])
    products = torch.stack([(gradient * direction).sum() for gradient in gradients])
    return {"norms": (norms / direction.norm()).numpy(), "cosines": (products / (norms * direction.norm())).numpy()}


def run_stack(stack: Sequence[nn.Module], states: Tensor, norm: Norm, *, skip: bool = True) -> list[Tensor]:
    """Return the stream before each sub-layer and after the last one, N + 1 tensors [B, L, D]."""
    stream = [states]
    for sublayer in stack:
        entering = stream[-1]
        read = normalise(entering) if norm == "pre" else entering
        output = attend(sublayer, read) if isinstance(sublayer, MultiHeadAttention) else sublayer(read)
        leaving = entering + output if skip else output
        stream.append(normalise(leaving) if norm == "post" else leaving)
    return stream


def attend(attention: MultiHeadAttention, states: Tensor) -> Tensor:
    """Apply self-attention by Eq. 1, because the fused kernel computes in single precision."""
    return attention(states, states, None, probe=Probe())


def normalise(states: Tensor) -> Tensor:
    """Apply layer normalisation as it begins: gain 1, bias 0."""
    return F.layer_norm(states, states.shape[-1:], eps=LAYER_NORM_EPS)


def fresh_stack(config: ModelConfig, count: int, kind: str, seed: int) -> list[nn.Module]:
    """Make sub-layers with Xavier uniform weights and zero biases, in double precision."""
    kinds = {"attention": [MultiHeadAttention], "feed_forward": [FeedForward]}.get(
        kind, [MultiHeadAttention, FeedForward]
    )
    with torch.random.fork_rng(devices=[]):  # what the constructors draw is replaced below
        made = [kinds[i % len(kinds)](config) for i in range(count)]
    generator = torch.Generator().manual_seed(seed)
    for sublayer in made:
        sublayer.double()
        for parameter in sublayer.parameters():
            if parameter.dim() == 2:
                nn.init.xavier_uniform_(parameter, generator=generator)
            else:
                nn.init.zeros_(parameter)
        sublayer.requires_grad_(False)
    return made


def small(config: ModelConfig) -> ModelConfig:
    """Return a configuration of the model's proportions that is at most `WIDTH` wide, without dropout."""
    width = min(config.d_model, WIDTH)
    heads = max(heads for heads in range(1, min(config.num_heads, width) + 1) if width % heads == 0)
    inner = max(1, round(config.d_ff / config.d_model * width))
    return dataclasses.replace(
        config,
        d_model=width,
        num_heads=heads,
        d_k=None,
        d_v=None,
        d_ff=min(inner, 4 * width),
        dropout=0.0,
        attention_dropout=0.0,
    )


CODE = (reaching, run_stack, fresh_stack, AddAndNorm.forward)
