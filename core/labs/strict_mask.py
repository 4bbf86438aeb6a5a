"""A causal mask that also hides the token itself, in every layer of the decoder (3.2.3).

Shapes: T target tokens.
"""

from typing import Any

import torch
from torch import Tensor

from core.labs.shared.attentions import HeadValues, attention, target_logs
from core.labs.shared.setting import Setting
from core.model.probe import AttentionState, Probe

Values = HeadValues


class StrictMask(Probe):
    """Recomputes the decoder's self-attention without the diagonal; a row that is then empty becomes zeros."""

    def attention(self, state: AttentionState) -> Tensor:
        """Return the weights of the scores below the diagonal."""
        if not (state.site.startswith("decoder") and state.site.endswith("self")):
            return state.weights
        size = state.scores.shape[-1]
        closed = torch.ones(size, size, dtype=torch.bool).triu()
        weights = state.scores.masked_fill(closed, -torch.inf).softmax(dim=-1)
        return weights.nan_to_num(0.0)


def compute(setting: Setting, values: HeadValues) -> dict[str, Any]:
    """Return a head's `scores` with the right mask, float [T, T], and log-probabilities of the translation.

    Returns:
        also `right` and `wrong`, of each target token with the causal and with the strict mask, float [T].

    Raises:
        CoreError: the model does not have this head.
    """
    state = attention(setting, values.model_copy(update={"kind": "decoder"}), values.head)
    scores = state.scores[0, values.head].clone()
    scores[~scores.isfinite()] = 0.0  # above the diagonal, which no mask opens
    return {
        "scores": scores.numpy(),
        "right": target_logs(setting).numpy(),
        "wrong": target_logs(setting, StrictMask()).numpy(),
    }


CODE = (compute, StrictMask.attention)
