"""Scores divided by another number than the root of d_k, in every attention of the model (3.2.1).

Shapes: Q queries, K keys, T target tokens.
"""

from typing import Any, Literal

from torch import Tensor

from core.labs.shared.attentions import Change, HeadValues, attention, site_of, target_logs
from core.labs.shared.setting import Setting
from core.model.probe import AttentionState


class Values(HeadValues):
    """A head, and what the products of queries and keys are divided by: d_k, the root of d_model, or nothing."""

    divisor: Literal["d_k", "d_model", "none"]


class Rescale(Change):
    """Multiplies the scores of every attention."""

    def __init__(self, factor: float, site: str) -> None:
        super().__init__(site)
        self._factor = factor

    def changed(self, state: AttentionState) -> Tensor:
        """Return the softmax of the multiplied scores."""
        return (state.scores * self._factor).softmax(dim=-1)


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return a head's weights, `own` and `changed`, float [Q, K], and log-probabilities of the translation, float [T].

    Returns:
        `right`, with the model's own divisor, and `wrong`, with the other one in every attention, as `changed`.

    Raises:
        CoreError: the model does not have this head.
    """
    config = setting.model.config
    own = config.query_width**0.5 if config.scale_scores else 1.0
    divisor = {"d_k": config.query_width, "d_model": config.d_model**0.5, "none": 1.0}[values.divisor]
    change = Rescale(own / divisor, site_of(values.kind, values.layer))
    weights = attention(setting, values, values.head).weights[0, values.head]
    wrong = target_logs(setting, change)
    return {
        "own": weights.numpy(),
        "changed": change.weights[0, values.head].numpy(),
        "right": target_logs(setting).numpy(),
        "wrong": wrong.numpy(),
    }


CODE = (compute, Rescale.changed)
