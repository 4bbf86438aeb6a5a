"""Attention scores: the input of softmax."""

from collections.abc import Mapping

import numpy as np

from core.attention_kinds import Kind
from core.inspection.forced import ForcedPair
from core.inspection.lenses.lens import Lens, mean_of_heads
from core.inspection.lenses.per_head import HeadReader, read_heads
from core.model.attention import MultiHeadAttention, attention_weights
from core.model.transformer import Transformer


def scores(model: Transformer, pair: ForcedPair) -> Mapping[Kind, np.ndarray]:
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
    return kinds


# A constant added to a row does not change the order of the means within a step either.
LENS = Lens(
    "scores",
    order=20,
    compute=scores,
    code=(read_heads, MultiHeadAttention.explicit, attention_weights, HeadReader.attention),
    rows="logarithms",
    attribution=mean_of_heads,
    signed=True,
)
