"""A causal mask that also hides the token itself, in every layer of the decoder (3.2.3).

Shapes: T target tokens.
"""

from typing import Any

import torch
from torch import Tensor

from core.labs.shared.attentions import Change, HeadValues, attention, site_of, target_logs
from core.labs.shared.setting import Setting
from core.model.probe import AttentionState

Values = HeadValues


class StrictMask(Change):
    """Recomputes the decoder's self-attention without the diagonal; a row that is then empty becomes zeros."""

    def changed(self, state: AttentionState) -> Tensor:
        """Return the weights of the scores below the diagonal."""
        if not (state.site.startswith("decoder") and state.site.endswith("self")):
            return state.weights
        size = state.scores.shape[-1]
        closed = torch.ones(size, size, dtype=torch.bool).triu()
        weights = state.scores.masked_fill(closed, -torch.inf).softmax(dim=-1)
        return weights.nan_to_num(0.0)


def compute(setting: Setting, values: HeadValues) -> dict[str, Any]:
    """Return a head's weights and the log-probabilities of the translation, with the causal and with the strict mask.

    Returns:
        `causal` and `strict`, float [T, T], the first row of the latter zeros; `right` and `wrong`, of each target
        token, float [T].

    Raises:
        CoreError: the model does not have this head.
    """
    weights = attention(setting, values.model_copy(update={"kind": "decoder"}), values.head).weights[0, values.head]
    strict = StrictMask(site_of("decoder", values.layer))
    wrong = target_logs(setting, strict)
    return {
        "causal": weights.numpy(),
        "strict": strict.weights[0, values.head].numpy(),
        "right": target_logs(setting).numpy(),
        "wrong": wrong.numpy(),
    }


CODE = (compute, StrictMask.changed)
