"""Sub-layers and layers of encoder and decoder (3.1, 3.3, 5.4).

Shapes: B batch, S source, T target, D d_model, F d_ff.
Post-norm is the paper's LayerNorm(x + Dropout(Sublayer(x))); pre-norm is x + Dropout(Sublayer(LayerNorm(x))).
"""

# nn.Module does not declare the arguments of its calls, so the argument of a lambda passed to one is untyped.
# pyright: reportUnknownLambdaType=false

from collections.abc import Callable
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from core.config import Activation, ModelConfig
from core.model.attention import MultiHeadAttention
from core.model.dropout import Dropout
from core.model.probe import Probe
from core.tuning.linear import Linear

_ACTIVATIONS: dict[Activation, Callable[[Tensor], Tensor]] = {"relu": torch.relu, "gelu": F.gelu, "swish": F.silu}


class FeedForward(nn.Module):
    """FFN(x) = max(0, x W_1 + b_1) W_2 + b_2, Eq. 2; the maximum may be another activation."""

    def __init__(self, config: ModelConfig, inner: int | None = None) -> None:
        super().__init__()
        self.inner = Linear(config.d_model, inner or config.d_ff)
        self.outer = Linear(inner or config.d_ff, config.d_model)
        self.activation = _ACTIVATIONS[config.activation]

    def forward(
        self, states: Float[Tensor, "B L D"], *, probe: Probe | None = None, site: str = ""
    ) -> Float[Tensor, "B L D"]:
        """Apply the network at every position."""
        hidden = self.activation(self.inner(states))  # [B, L, F]
        if probe is not None:
            probe.observe(f"{site}.hidden", hidden)
        return self.outer(hidden)


class AddAndNorm(nn.Module):
    """Residual connection and layer normalisation around one sub-layer (3.1), with its dropout (5.4)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.d_model, eps=config.layer_norm_eps)
        self.dropout = Dropout(config.dropout)
        self.pre_norm = config.norm == "pre"

    def forward(
        self,
        states: Float[Tensor, "B L D"],
        sublayer: Callable[[Tensor], Tensor],
        *,
        probe: Probe | None = None,
        site: str = "",
    ) -> Float[Tensor, "B L D"]:
        """Apply `sublayer` to the states inside the residual connection."""
        read = self.norm(states) if self.pre_norm else states
        output = sublayer(read)
        residual = states + self.dropout(output)
        result = residual if self.pre_norm else self.norm(residual)
        if probe is not None:
            for name, tensor in (("input", states), ("read", read), ("output", output), ("sum", residual)):
                probe.observe(f"{site}.{name}", tensor)
            probe.observe(f"{site}.residual", result)
        return result


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward (3.1)."""

    def __init__(self, config: ModelConfig, index: int) -> None:
        super().__init__()
        self.site = f"encoder.{index}"
        self.self_attention = MultiHeadAttention(config)
        self.self_residual = AddAndNorm(config)
        self.feed_forward = FeedForward(config)
        self.feed_forward_residual = AddAndNorm(config)

    def forward(
        self, states: Float[Tensor, "B S D"], mask: Bool[Tensor, "B 1 1 S"] | None, probe: Probe | None = None
    ) -> Float[Tensor, "B S D"]:
        """Apply the layer; the mask is None when there is no padding."""
        own, forward = f"{self.site}.self", f"{self.site}.feed_forward"
        states = self.self_residual(
            states, lambda x: self.self_attention(x, x, mask, probe=probe, site=own), probe=probe, site=own
        )
        return self.feed_forward_residual(
            states, lambda x: self.feed_forward(x, probe=probe, site=forward), probe=probe, site=forward
        )


class Attentions(NamedTuple):
    """Self-attention and cross-attention of one decoder layer, each maps states [B, T, D] to [B, T, D]."""

    self_attend: Callable[[Tensor], Tensor]
    cross_attend: Callable[[Tensor], Tensor]


class DecoderLayer(nn.Module):
    """Masked self-attention, attention over the encoder's output, then feed-forward (3.1)."""

    def __init__(self, config: ModelConfig, index: int) -> None:
        super().__init__()
        self.site = f"decoder.{index}"
        self.self_attention = MultiHeadAttention(config)
        self.self_residual = AddAndNorm(config)
        self.cross_attention = MultiHeadAttention(config)
        self.cross_residual = AddAndNorm(config)
        self.feed_forward = FeedForward(config, config.decoder_inner)
        self.feed_forward_residual = AddAndNorm(config)

    def forward(
        self,
        states: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"],
        self_mask: Bool[Tensor, "#B 1 T T"] | None,
        memory_mask: Bool[Tensor, "B 1 1 S"] | None,
        *,
        causal: bool = False,
        probe: Probe | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Apply the layer; see `attentions` for the arguments."""
        return self.around(states, *self.attentions(memory, self_mask, memory_mask, causal=causal, probe=probe), probe)

    def attentions(
        self,
        memory: Float[Tensor, "B S D"],
        self_mask: Bool[Tensor, "#B 1 T T"] | None,
        memory_mask: Bool[Tensor, "B 1 1 S"] | None,
        *,
        causal: bool,
        probe: Probe | None,
    ) -> Attentions:
        """Return this layer's attentions over a whole target.

        Args:
            memory: the encoder's output.
            self_mask: True = may attend; None where `causal` is enough.
            memory_mask: True = may attend; None when there is no padding.
            causal: the fused path applies the causal rule instead of `self_mask`.
            probe: see `Probe`.
        """
        return Attentions(
            lambda x: self.self_attention(x, x, self_mask, causal=causal, probe=probe, site=f"{self.site}.self"),
            lambda x: self.cross_attention(x, memory, memory_mask, probe=probe, site=f"{self.site}.cross"),
        )

    def around(
        self,
        states: Float[Tensor, "B T D"],
        self_attend: Callable[[Tensor], Tensor],
        cross_attend: Callable[[Tensor], Tensor],
        probe: Probe | None,
    ) -> Float[Tensor, "B T D"]:
        """Apply the layer with the two attentions given, for a whole target or for one cached step."""
        own, cross, forward = f"{self.site}.self", f"{self.site}.cross", f"{self.site}.feed_forward"
        states = self.self_residual(states, self_attend, probe=probe, site=own)
        states = self.cross_residual(states, cross_attend, probe=probe, site=cross)
        return self.feed_forward_residual(
            states, lambda x: self.feed_forward(x, probe=probe, site=forward), probe=probe, site=forward
        )
