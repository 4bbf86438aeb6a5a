"""Scores divided by another number than the root of d_k, in every attention of the model (3.2.1)."""

from typing import Annotated, Any

import torch
from pydantic import Field
from torch import Tensor

from core.labs.shared.attentions import HeadValues, attention, target_logs
from core.labs.shared.setting import Setting
from core.model.probe import AttentionState, Probe


class Values(HeadValues):
    """A head, and the factor on all scores: 1 leaves the model as it is."""

    factor: Annotated[float, Field(gt=0, le=1000)]


class Rescale(Probe):
    """Multiplies the scores of every attention."""

    def __init__(self, factor: float) -> None:
        self._factor = factor

    def attention(self, state: AttentionState) -> Tensor:
        """Return the softmax of the multiplied scores."""
        return (state.scores * self._factor).softmax(dim=-1)


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return a head's `scores`, float [Q, K], -1e30 where masked, and log-probabilities of the translation, float [T].

    Returns:
        `right`, with the model's own scores, and `wrong`, with the multiplied ones in every attention.

    Raises:
        CoreError: the model does not have this head.
    """
    scores = attention(setting, values, values.head).scores[0, values.head]
    return {
        "scores": torch.nan_to_num(scores, neginf=-1e30).numpy(),
        "right": target_logs(setting).numpy(),
        "wrong": target_logs(setting, Rescale(values.factor)).numpy(),
    }


CODE = (compute, Rescale.attention)
