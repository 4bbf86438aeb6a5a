"""The lenses that read one pass head by head: weights, scores, and weights times the norm of what they carry.

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
    """Turns every attention into numbers at once, so that no more than one layer is held beside the result.

    Args:
        model: whose attentions are read.
        pair: what it reads; it gives the sizes.
        measure: what is kept of one attention.
        num_heads: H', rows of what is kept.
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
    """One pass; kind -> float32 [L, H', Q, K]."""
    reader = HeadReader(model, pair, measure, num_heads)
    pair.states(model, pair.probe(model, reader))
    return reader.kinds


def weights(model: Transformer, pair: ForcedPair) -> LensResult:
    """The weights that were used: softmax(Q K^T / sqrt(d_k)) of Eq. 1, or what an intervention made of them.

    Rows sum to 1, those of a head that is off to 0.

    References:
        Vaswani et al. 2017, Eq. 1.
    """
    kinds = read_heads(model, pair, lambda here, state: state.weights[0], model.config.num_heads)
    return LensResult("weights", **kinds, signed=False)


def scores(model: Transformer, pair: ForcedPair) -> LensResult:
    """What softmax is given: Q K^T / sqrt(d_k), or Q K^T for a model that does not scale; NaN where masked.

    A row may be shifted by any constant without a change of its weights: only differences within a row mean something.
    An intervention changes the weights of a head and not its scores: they are what the head computed, from states that
    the changes of earlier layers have reached.

    References:
        Vaswani et al. 2017, Eq. 1.
    """
    kinds = read_heads(model, pair, lambda here, state: state.scores[0], model.config.num_heads)
    for array in kinds.values():
        array[np.isneginf(array)] = np.nan
    return LensResult("scores", **kinds, signed=True)


def value_norm(model: Transformer, pair: ForcedPair) -> LensResult:
    """Length of the vector that a head adds for one key: ||a_ij f(x_j)|| with f(x) = (x W^V + b^V) W^O_h, Euclidean.

    The bias of W^O belongs to no key and no head, and is left out. The model that x comes from is as it is: with
    pre-norm, x is the normalised state.

    References:
        Kobayashi et al. 2020, "Attention is Not Only a Weight", the norm-based analysis, for each head.
    """

    def measure(here: Place, state: AttentionState) -> Tensor:
        lengths = head_outputs(here.attention, state.value[0]).norm(dim=-1)  # [H, K]
        return state.weights[0] * lengths[:, None]

    return LensResult("value_norm", **read_heads(model, pair, measure, model.config.num_heads), signed=False)
