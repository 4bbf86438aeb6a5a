"""Scaled dot-product attention (3.2.1) and multi-head attention (3.2.2).

Shapes: B batch, Q/K query/key positions, D d_model, H heads, E d_k, V d_v (width of a value in one head).
The paper's W_i^Q, W_i^K, W_i^V of all heads are concatenated in `query`, `key`, `value`; its W^O is `output`:
3h + 1 projections.
"""

import math
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from core.config import ModelConfig
from core.model.probe import AttentionState, Probe
from core.tuning.linear import Linear


class AttentionResult(NamedTuple):
    """Output of Eq. 1, with its intermediate results."""

    output: Tensor  # [..., Q, V]
    weights: Tensor  # [..., Q, K], rows sum to 1, or to 0 where everything is masked
    scores: Tensor  # [..., Q, K], before softmax; -inf where masked


def scaled_dot_product_attention(
    query: Float[Tensor, "*B Q E"],
    key: Float[Tensor, "*B K E"],
    value: Float[Tensor, "*B K V"],
    mask: Bool[Tensor, "*#B #Q #K"] | None = None,
    *,
    scaled: bool = True,
) -> AttentionResult:
    """Compute Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V, Eq. 1, step by step.

    Args:
        query: Q.
        key: K.
        value: V.
        mask: True = may attend.
        scaled: divide the scores by sqrt(d_k); False shows why the paper does it.

    Returns:
        Output, weights and scores. A fully masked row has zero weights and a zero output.

    Examples:
        A query as near to one key as to the other gets the mean of their values.

        >>> query, key, value = torch.zeros(1, 2), torch.eye(2), torch.tensor([[1.0], [3.0]])
        >>> scaled_dot_product_attention(query, key, value).output
        tensor([[2.]])

    References:
        Vaswani et al. 2017, Eq. 1.
    """
    weights, scores = attention_weights(query, key, mask, scaled=scaled)
    return AttentionResult(weights @ value, weights, scores)


def attention_weights(
    query: Float[Tensor, "*B Q E"],
    key: Float[Tensor, "*B K E"],
    mask: Bool[Tensor, "*#B #Q #K"] | None = None,
    *,
    scaled: bool = True,
) -> tuple[Float[Tensor, "*B Q K"], Float[Tensor, "*B Q K"]]:
    """Return softmax(Q K^T / sqrt(d_k)) of Eq. 1 and the scores."""
    scores = query @ key.transpose(-2, -1)  # [..., Q, K]
    if scaled:
        scores = scores / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    return masked_softmax(scores), scores


def masked_softmax(scores: Float[Tensor, "*B Q K"]) -> Float[Tensor, "*B Q K"]:
    """Apply softmax over the last axis; a row that contains only -inf becomes zeros instead of NaN."""
    highest = scores.amax(dim=-1, keepdim=True)
    empty = highest == -torch.inf
    weights = torch.softmax(scores.masked_fill(empty, 0.0), dim=-1)
    return weights.masked_fill(empty, 0.0)


def cast_once(states: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """Return what several products under autocast read, in its dtype: each would cast, and keep, its own copy."""
    device = states.device.type
    return states.to(torch.get_autocast_dtype(device)) if torch.is_autocast_enabled(device) else states


class MultiHeadAttention(nn.Module):
    """h parallel attentions in subspaces of the model, concatenated and projected (3.2.2).

    Differs from the paper: projections carry biases, as in the authors' later code and in torch.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.num_heads = config.num_heads
        self.scaled = config.scale_scores
        self.dropout = config.attention_dropout
        self.query = Linear(config.d_model, config.num_heads * config.query_width)
        self.key = Linear(config.d_model, config.num_heads * config.query_width)
        self.value = Linear(config.d_model, config.num_heads * config.value_width)
        self.output = Linear(config.num_heads * config.value_width, config.d_model)

    def forward(
        self,
        states: Float[Tensor, "B Q D"],
        memory: Float[Tensor, "B K D"],
        mask: Bool[Tensor, "#B #H #Q #K"] | None,
        *,
        causal: bool = False,
        probe: Probe | None = None,
        site: str = "",
    ) -> Float[Tensor, "B Q D"]:
        """Attend from `states` to `memory`.

        Args:
            states: source of the queries.
            memory: source of the keys and values.
            mask: True = may attend; None = everything may be attended to.
            causal: each query may attend to keys up to its own position. The fused kernel applies this without a
                mask; the explicit path uses `mask` only.
            probe: observes and intervenes; requires the explicit path at the sites that it wants.
            site: name of this attention for the probe, such as `decoder.2.cross`.
        """
        own = memory is states
        states = cast_once(states)
        memory = states if own else cast_once(memory)
        query = self.split_heads(self.query(states))  # [B, H, Q, E]
        key, value = self.project_memory(memory)  # [B, H, K, E], [B, H, K, V]
        return self.attend(query, key, value, mask, causal=causal, probe=probe, site=site)

    def project_memory(
        self, memory: Float[Tensor, "B K D"]
    ) -> tuple[Float[Tensor, "B H K E"], Float[Tensor, "B H K V"]]:
        """Return the keys and values of `memory`."""
        return self.split_heads(self.key(memory)), self.split_heads(self.value(memory))

    def split_heads(self, projected: Float[Tensor, "B L _"]) -> Float[Tensor, "B {self.num_heads} L _"]:
        """Split the last axis into heads: [B, L, H * E] -> [B, H, L, E]."""
        return torch.unflatten(projected, -1, (self.num_heads, -1)).transpose(1, 2)

    def attend(
        self,
        query: Float[Tensor, "B H Q E"],
        key: Float[Tensor, "B H K E"],
        value: Float[Tensor, "B H K V"],
        mask: Bool[Tensor, "#B #H #Q #K"] | None,
        *,
        causal: bool = False,
        probe: Probe | None = None,
        site: str = "",
    ) -> Float[Tensor, "B Q D"]:
        """Apply Eq. 1 in every head, then the output projection."""
        if probe is None or not probe.wants(site):
            heads = self._fused(query, key, value, mask, causal)
        else:
            heads = self.explicit(query, key, value, mask, probe, site)
        return self.output(heads.transpose(1, 2).flatten(-2))  # [B, H, Q, V] -> [B, Q, H * V] -> [B, Q, D]

    def _fused(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, causal: bool) -> Tensor:
        # In bfloat16 torch's CPU kernel is several times slower than in float32.
        device = query.device.type
        dtype = torch.float32 if device == "cpu" else query.dtype
        with torch.autocast(device, enabled=False):
            return F.scaled_dot_product_attention(
                query.to(dtype),
                key.to(dtype),
                value.to(dtype),
                attn_mask=None if causal else mask,
                dropout_p=self.dropout if self.training else 0.0,
                is_causal=causal,
                scale=None if self.scaled else 1.0,
            )

    def explicit(
        self,
        query: Float[Tensor, "B H Q E"],
        key: Float[Tensor, "B H K E"],
        value: Float[Tensor, "B H K V"],
        mask: Bool[Tensor, "#B #H #Q #K"] | None,
        probe: Probe,
        site: str,
    ) -> Float[Tensor, "B H Q V"]:
        """Compute Eq. 1 step by step, so that a probe sees the weights and may change them; see `attend`."""
        weights, scores = attention_weights(query, key, mask, scaled=self.scaled)
        shape = weights.shape
        weights = probe.attention(AttentionState(site, weights, scores, query, key, value, mask))
        if weights.shape != shape:
            raise ValueError(
                f"a probe returned weights of shape {tuple(weights.shape)} at {site}; {tuple(shape)} is required"
            )
        if self.training and self.dropout:
            weights = F.dropout(weights, self.dropout)
        return weights @ value
