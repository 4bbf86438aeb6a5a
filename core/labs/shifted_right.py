"""Probability of each label of the translation at hand, with the decoder's input shifted right and without (3.1)."""

from typing import Any

import torch

from core.inspection.forced import ForcedPair, target_log_probs
from core.labs.shared.setting import Setting, Values


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return the log-probability of each label, float [T]: `shifted`, and `forgotten`, where each is read itself."""
    pair, model = setting.forced(), setting.model
    with torch.no_grad():
        shifted, forgotten = (
            target_log_probs(model, one.states(model, None), pair.target)[0]
            for one in (pair, pair._replace(read=pair.target[None]))
        )
    return {"shifted": shifted.numpy(), "forgotten": forgotten.numpy()}


CODE = (compute, ForcedPair.of)
