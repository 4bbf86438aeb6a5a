"""Lenses that read one pass head by head: weights, scores, and weights times the norm of the value vectors.

Shapes: L layers, H heads, Q/K query/key positions, V d_v, D d_model.
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import KINDS, attention_sizes
from core.inspection.forced import ForcedPair
from core.inspection.lenses.passes import Place, head_outputs, place
from core.inspection.lenses.result import LensResult
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer

Measure = Callable[[Place, AttentionState], Tensor]  # -> [H', Q, K]


class HeadReader(Probe):
    """Measures every attention at once, so that at most one layer is held in addition to the result.

    Args:
        model: whose attentions are read.
        pair: its input; determines the sizes.
        measure: computes the numbers kept of one attention.
        num_heads: H', rows of these numbers.
    """

    def __init__(self, model: Transformer, pair: ForcedPair, measure: Measure, num_heads: int) -> None:
        sizes = attention_sizes(*pair.sizes)
        self._model, self._measure = model, measure
        self.kinds = {
            kind: np.zeros((model.config.num_layers, num_heads, *sizes[kind]), dtype=np.float32) for kind in KINDS
        }

    def attention(self, state: AttentionState) -> Tensor:
        here = place(self._model, state.site)
        self.kinds[here.kind][here.layer] = self._measure(here, state).float().cpu().numpy()
        return state.weights


@torch.inference_mode()
def read_heads(model: Transformer, pair: ForcedPair, measure: Measure, num_heads: int) -> dict[str, np.ndarray]:
    """Run one pass; return kind -> float32 [L, H', Q, K]."""
    reader = HeadReader(model, pair, measure, num_heads)
    pair.states(model, pair.probe(model, reader))
    return reader.kinds


def weights(model: Transformer, pair: ForcedPair) -> LensResult:
    """Return the weights in use: softmax(Q K^T / sqrt(d_k)) of Eq. 1, or the result of an intervention.

    Rows sum to 1, those of a head that is off to 0.

    References:
        Vaswani et al. 2017, Eq. 1.
    """
    kinds = read_heads(model, pair, lambda here, state: state.weights[0], model.config.num_heads)
    return LensResult("weights", **kinds, signed=False)


def scores(model: Transformer, pair: ForcedPair) -> LensResult:
    """Return the input of softmax: Q K^T / sqrt(d_k), or Q K^T for a model that does not scale; NaN where masked.

    A constant added to a row does not change its weights: only differences within a row are meaningful. An
    intervention changes the weights of a head and not its scores: these are what the head computed, from states that
    already include changes in earlier layers.

    References:
        Vaswani et al. 2017, Eq. 1.
    """
    kinds = read_heads(model, pair, lambda here, state: state.scores[0], model.config.num_heads)
    for array in kinds.values():
        array[np.isneginf(array)] = np.nan
    return LensResult("scores", **kinds, signed=True)


def value_norm(model: Transformer, pair: ForcedPair) -> LensResult:
    """Return the length of the vector that a head adds for one key: ||a_ij f(x_j)||, f(x) = (x W^V + b^V) W^O_h.

    The norm is Euclidean. The bias of W^O belongs to no key and no head, and is left out. x is the state that the
    attention reads: with pre-norm, the normalised state.

    References:
        Kobayashi et al. 2020, "Attention is Not Only a Weight", the norm-based analysis, for each head.
    """

    def measure(here: Place, state: AttentionState) -> Tensor:
        lengths = head_outputs(here.attention, state.value[0]).norm(dim=-1)  # [H, K]
        return state.weights[0] * lengths[:, None]

    return LensResult("value_norm", **read_heads(model, pair, measure, model.config.num_heads), signed=False)
