"""The decoder for one new position and no probe, in as few operations as possible.

At batch sizes of a page a step is limited by the number of operations, not by their size. So query, key and value are
one projection, and dropout, probes and modules are left out. For few rows a product takes as long as its weights take
to come from memory, and those stored column-major come faster. The results are those of `Decoder.run`.

Shapes: B sentences, R hypotheses per sentence (the beam), N = B * R rows, S source, T positions so far, D d_model,
H heads, E d_k, V d_v (width of a value in one head), W size of the vocabulary.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm, DecoderLayer
from core.model.transformer import Transformer
from core.tuning.linear import linear, onednn_is_faster

_FEW_ROWS = 4  # such as the beam of one sentence

Sublayer = Callable[[Tensor], Tensor]  # [N, D] -> [N, D]


class LayerMemory(NamedTuple):
    """Keys and values that one layer attends to during a step."""

    keys: Tensor  # [N, H, capacity, E], of the positions decoded so far
    values: Tensor  # [N, H, capacity, V]
    source_keys: Tensor  # [B, H, S, E]
    source_values: Tensor  # [B, H, S, V]


def decoder_step(model: Transformer) -> "DecoderStep":
    """Return the step of a model in eval mode; that of a model whose weights are fixed is arranged once and kept."""
    if any(parameter.requires_grad for parameter in model.decoder.parameters()):
        return DecoderStep(model)
    output = [weight for weight in (model.output_weight, model.output_bias) if weight is not None]
    stamp = tuple((weight.data_ptr(), weight._version) for weight in (*model.decoder.parameters(), *output))
    found = _kept.get(model)
    if found is None or found[0] != stamp:
        found = _kept[model] = stamp, DecoderStep(model)
    return found[1]


class DecoderStep:
    """A decoder's weights, arranged for steps of one position: a copy of those of its layers and its output."""

    def __init__(self, model: Transformer) -> None:
        """Arrange the weights of `model`, in eval mode; later changes of its weights are not seen."""
        self._embedding = model.decoder.embedding
        self._layers = [_LayerStep(cast(DecoderLayer, layer)) for layer in model.decoder.layers]
        self._final_norm = model.decoder.final_norm
        self._output = _Output(model)

    def __call__(
        self,
        ids: Int[Tensor, " N"],
        position: int,
        memories: list[LayerMemory],
        source_mask: Bool[Tensor, "B 1 1 S"] | None,
    ) -> Float[Tensor, "N W"]:
        """Read one token per row, and write its keys and values at `position` into the memories.

        Args:
            ids: the tokens read.
            position: number of earlier positions, below the capacity of the memories.
            memories: one for each layer.
            source_mask: True = may attend; None without padding.

        Returns:
            Logits of the next token.
        """
        states = self._embedding(ids[:, None], position)[:, 0]  # [N, D]
        for layer, memory in zip(self._layers, memories, strict=True):
            states = layer(states, position, memory, source_mask)
        return self._output(self._final_norm(states))


_kept: "WeakKeyDictionary[Transformer, tuple[tuple[tuple[int, int], ...], DecoderStep]]" = WeakKeyDictionary()


class _Linear:
    """One or several linear layers of the same input, as one product."""

    def __init__(self, *layers: nn.Linear) -> None:
        self._weight = torch.cat([layer.weight.detach() for layer in layers]).t().contiguous().t()  # [out, in]
        self._bias = torch.cat([layer.bias.detach() for layer in layers])

    def __call__(self, states: Tensor) -> Tensor:
        return linear(states, self._weight, self._bias)


class _Output:
    """`Transformer.logits`, whose weights are the largest: by far the longest product of a step."""

    def __init__(self, model: Transformer) -> None:
        self._weight, self._bias = model.output_weight, model.output_bias  # [W, D], [W]
        on_cpu = self._weight.device.type == "cpu"
        self._column_major = self._weight.detach().t().contiguous().t() if on_cpu else self._weight  # [W, D]
        self._few = range(2, _FEW_ROWS + 1) if on_cpu and not onednn_is_faster() else range(0)

    def __call__(self, states: Tensor) -> Tensor:
        if len(states) in self._few:  # faster in MKL
            logits = torch.mm(self._weight, states.t()).t().contiguous()  # [N, W]
        else:
            logits = linear(states, self._column_major)  # [N, W]
        return logits if self._bias is None else logits.add_(self._bias)


class _LayerStep:
    def __init__(self, layer: DecoderLayer) -> None:
        own, cross = layer.self_attention, layer.cross_attention
        self._widths = [linear.out_features for linear in (own.query, own.key, own.value)]
        self._projection, self._query = _Linear(own.query, own.key, own.value), _Linear(cross.query)
        self._own, self._cross = _Attention(own), _Attention(cross)
        self._own_norm, self._cross_norm = _Norm(layer.self_residual), _Norm(layer.cross_residual)
        self._forward_norm = _Norm(layer.feed_forward_residual)
        self._activation = layer.feed_forward.activation
        self._inner, self._outer = _Linear(layer.feed_forward.inner), _Linear(layer.feed_forward.outer)

    def __call__(self, states: Tensor, position: int, memory: LayerMemory, source_mask: Tensor | None) -> Tensor:
        states = self._own_norm.around(states, partial(self._attend_to_target, position, memory))
        states = self._cross_norm.around(states, partial(self._attend_to_source, memory, source_mask))
        return self._forward_norm.around(states, lambda x: self._outer(self._activation(self._inner(x))))

    def _attend_to_target(self, position: int, memory: LayerMemory, states: Tensor) -> Tensor:
        query, key, value = torch.split(self._projection(states), self._widths, dim=-1)
        keys, values = memory.keys, memory.values
        keys.select(2, position).copy_(key.view(-1, keys.shape[1], keys.shape[3]))
        values.select(2, position).copy_(value.view(-1, values.shape[1], values.shape[3]))
        now = position + 1
        return self._own(query[:, None], keys.narrow(2, 0, now), values.narrow(2, 0, now), None)

    def _attend_to_source(self, memory: LayerMemory, mask: Tensor | None, states: Tensor) -> Tensor:
        sentences = memory.source_keys.shape[0]
        query = self._query(states).view(sentences, states.shape[0] // sentences, -1)
        return self._cross(query, memory.source_keys, memory.source_values, mask)


class _Attention:
    """Eq. 1 in every head and the output projection, for queries that are already projected."""

    def __init__(self, attention: MultiHeadAttention) -> None:
        self._heads = attention.num_heads
        self._scale = None if attention.scaled else 1.0
        self._output = _Linear(attention.output)

    def __call__(self, query: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None) -> Tensor:
        """Attend with query [B, Q, H * E] to [B, H, K, E] and [B, H, K, V]; returns [B * Q, D]."""
        batch, queries, _ = query.shape
        split = query.view(batch, queries, self._heads, -1).transpose(1, 2)  # [B, H, Q, E]
        heads = F.scaled_dot_product_attention(split, keys, values, mask, scale=self._scale)  # [B, H, Q, V]
        joined = heads.transpose(1, 2).reshape(batch * queries, -1)  # [B * Q, H * V]
        return self._output(joined)


class _Norm:
    """`AddAndNorm` in eval mode."""

    def __init__(self, residual: AddAndNorm) -> None:
        norm = residual.norm
        self._shape, self._weight, self._bias, self._eps = norm.normalized_shape, norm.weight, norm.bias, norm.eps
        self._pre_norm = residual.pre_norm

    def around(self, states: Tensor, sublayer: Sublayer) -> Tensor:
        """Apply `sublayer` to states [N, D] inside the residual connection."""
        if self._pre_norm:
            return sublayer(self._normalised(states)).add_(states)
        return self._normalised(sublayer(states).add_(states))

    def _normalised(self, states: Tensor) -> Tensor:
        return torch.layer_norm(states, self._shape, self._weight, self._bias, self._eps)
