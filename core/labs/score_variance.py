"""Variance of the scores of every head over the sentence at hand (3.2.1, footnote 4)."""

from typing import Any

import numpy as np
import torch

from core.attention_kinds import Kind
from core.labs.shared.attentions import recorded, site_of
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.attention import attention_weights


class Values(_Values):
    """One kind of attention."""

    kind: Kind


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `variances` of the scores that no mask closes, by layer and head, float [N, H].

    They are those that the model passes to its softmax; `scaled` tells whether it divides them by sqrt(d_k), `queries`
    and `scores` how many queries and open scores each variance is of.
    """
    recorder, config = recorded(setting), setting.model.config
    open_scores = recorder.attentions[site_of(values.kind, 0)].scores[0, 0].isfinite()
    rows = [
        [_variance(head) for head in recorder.attentions[site_of(values.kind, layer)].scores[0]]
        for layer in range(config.layers(values.kind))
    ]
    return {
        "variances": np.array(rows),
        "scaled": config.scale_scores,
        "queries": len(open_scores),
        "scores": int(open_scores.sum()),
    }


def _variance(scores: torch.Tensor) -> float:
    """Return the variance of all finite scores [Q, K] of a head."""
    return float(scores[scores.isfinite()].double().var(correction=0))


CODE = (compute, _variance, attention_weights)
