"""Raw attention weights."""

from collections.abc import Mapping

import numpy as np

from core.attention_kinds import Kind
from core.inspection.forced import ForcedPair
from core.inspection.lenses.lens import Lens, mean_of_heads
from core.inspection.lenses.per_head import HeadReader, read_heads
from core.model.attention import MultiHeadAttention, attention_weights, masked_softmax
from core.model.transformer import Transformer


def weights(model: Transformer, pair: ForcedPair) -> Mapping[Kind, np.ndarray]:
    """Return the weights in use: softmax(Q K^T / sqrt(d_k)) of Eq. 1, or the result of an intervention.

    Rows sum to 1, those of a head that is off to 0.

    References:
        Vaswani et al. 2017, Eq. 1.
    """
    return read_heads(model, pair, lambda here, state: state.weights[0], model.config.num_heads)


LENS = Lens(
    "weights",
    order=10,
    compute=weights,
    code=(read_heads, MultiHeadAttention.explicit, attention_weights, masked_softmax, HeadReader.attention),
    rows="shares",
    attribution=mean_of_heads,
)
