"""Heads that are only concatenated: the output projections left out of the loaded model (3.2.2).

Shapes: T target tokens, S source tokens, H heads, V d_v, D d_model.
"""

from typing import Any

import torch

from core.labs.shared.attentions import LayerValues, attention
from core.labs.shared.changed_models import compared, without
from core.labs.shared.setting import Setting
from core.labs.training_step import attentions
from core.model.attention import MultiHeadAttention


class Values(LayerValues):
    """One attention of one layer."""


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return how much each head gives to the output of one attention, and log-probabilities, see `compared`.

    Returns:
        `heads`, the norm of each head's part of the projected output, float [Q, H], and `cosine` of the concatenated
        heads with the projected output, float [Q].

    Raises:
        CoreError: see `without`; or the model does not have this layer.
    """
    state = attention(setting, values)
    with torch.no_grad():
        heads = (state.weights @ state.value)[0].transpose(0, 1)  # [Q, H, V]
        projection = attentions(setting.model)[state.site].output
        parts = torch.einsum("qhv,dhv->qhd", heads, projection.weight.unflatten(1, (heads.shape[1], -1)))  # [Q, H, D]
        found = compared(setting, "output")
        cosine = torch.cosine_similarity(heads.flatten(1), parts.sum(dim=1) + projection.bias, dim=-1)
    return {"heads": parts.norm(dim=-1).numpy(), "cosine": cosine.numpy(), **found}


CODE = (compute, without, MultiHeadAttention.forward)
