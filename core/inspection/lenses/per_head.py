"""One pass of the model, read head by head: the modules at each attention, and the output of each head.

Shapes: L layers, H heads, Q/K query/key positions, V d_v, D d_model.
"""

from collections.abc import Callable
from typing import NamedTuple, cast

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import KINDS, Kind, attention_sizes, kind_and_layer
from core.inspection.forced import ForcedPair
from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm, DecoderLayer, EncoderLayer
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer


class Place(NamedTuple):
    """Attention and residual connection at a site, such as `decoder.2.cross`."""

    kind: Kind
    layer: int
    attention: MultiHeadAttention
    residual: AddAndNorm


Measure = Callable[[Place, AttentionState], Tensor]  # -> [H', Q, K]


class HeadReader(Probe):
    """Measures each attention as it is computed, so that at most one layer is held in addition to the result.

    Args:
        model: the model to read.
        pair: its input; determines the sizes.
        measure: computes the numbers kept of one attention.
        num_heads: H', heads of the result; 1 if the measure fuses them.
    """

    def __init__(self, model: Transformer, pair: ForcedPair, measure: Measure, num_heads: int) -> None:
        sizes = attention_sizes(*pair.sizes)
        self._model, self._measure = model, measure
        self.kinds: dict[Kind, np.ndarray] = {
            kind: np.zeros((model.config.layers(kind), num_heads, *sizes[kind]), dtype=np.float32) for kind in KINDS
        }

    def attention(self, state: AttentionState) -> Tensor:
        here = place(self._model, state.site)
        self.kinds[here.kind][here.layer] = self._measure(here, state).float().cpu().numpy()
        return state.weights


@torch.inference_mode()
def read_heads(model: Transformer, pair: ForcedPair, measure: Measure, num_heads: int) -> dict[Kind, np.ndarray]:
    """Run one pass; return kind -> float32 [L, H', Q, K]."""
    reader = HeadReader(model, pair, measure, num_heads)
    pair.states(model, pair.probe(model, reader))
    return reader.kinds


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
