"""Attention weights times the norm of the value vectors.

Shapes: H heads, K key positions.
"""

from collections.abc import Mapping

import numpy as np
from torch import Tensor

from core.attention_kinds import Kind
from core.inspection.forced import ForcedPair
from core.inspection.lenses.lens import Lens, mean_of_heads
from core.inspection.lenses.per_head import HeadReader, Place, head_outputs, read_heads
from core.model.probe import AttentionState
from core.model.transformer import Transformer


def value_norm(model: Transformer, pair: ForcedPair) -> Mapping[Kind, np.ndarray]:
    """Return the length of the vector that a head adds for one key: ||a_ij f(x_j)||, f(x) = (x W^V + b^V) W^O_h.

    The norm is Euclidean. The bias of W^O belongs to no key and no head, and is left out. x is the state that the
    attention reads: with pre-norm, the normalised state.

    References:
        Kobayashi et al. 2020, "Attention is Not Only a Weight", the norm-based analysis, for each head.
    """

    def measure(here: Place, state: AttentionState) -> Tensor:
        lengths = head_outputs(here.attention, state.value[0]).square().sum(dim=-1).sqrt()  # [H, K]
        return state.weights[0] * lengths[:, None]

    return read_heads(model, pair, measure, model.config.num_heads)


LENS = Lens(
    "value_norm",
    order=30,
    compute=value_norm,
    code=(read_heads, HeadReader.attention, head_outputs),
    rows="amounts",
    attribution=mean_of_heads,
)
