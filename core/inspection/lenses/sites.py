"""Attention sites as several lenses need them: the modules at a site, and the output of each head.

Shapes: H heads, K key positions, V d_v, D d_model.
"""

from typing import NamedTuple, cast

from torch import Tensor

from core.attention_kinds import Kind, kind_and_layer
from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm, DecoderLayer, EncoderLayer
from core.model.transformer import Transformer


class Place(NamedTuple):
    """Attention and residual connection at a site, such as `decoder.2.cross`."""

    kind: Kind
    layer: int
    attention: MultiHeadAttention
    residual: AddAndNorm


def place(model: Transformer, site: str) -> Place:
    """Return the attention at a site, and the residual connection around it."""
    kind, index = kind_and_layer(site)
    if kind == "encoder":
        layer = cast(EncoderLayer, model.encoder.layers[index])
        return Place(kind, index, layer.self_attention, layer.self_residual)
    layer = cast(DecoderLayer, model.decoder.layers[index])
    if kind == "cross":
        return Place(kind, index, layer.cross_attention, layer.cross_residual)
    return Place(kind, index, layer.self_attention, layer.self_residual)


def head_outputs(attention: MultiHeadAttention, value: Tensor) -> Tensor:
    """Return f(x) = (x W^V + b^V) W^O per head, without the bias of W^O: values [H, K, V] -> [H, K, D]."""
    heads, _, width = value.shape
    projection = attention.output.weight.detach().view(-1, heads, width)  # [D, H, V]
    return value @ projection.permute(1, 2, 0)  # [H, K, V] @ [H, V, D]
