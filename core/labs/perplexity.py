"""Log-probabilities of the translation at hand, from which every smoothed loss follows; epsilon acts in the browser.

Shapes: T target tokens, V vocabulary.
"""

from typing import Any

import torch

from core.labs.shared.setting import Setting, Values
from core.training.loss import smoothed_cross_entropy


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `label`, the log-probability of each target token, and `all`, its mean over the vocabulary, float [T].

    The smoothed cross-entropy is (1 - eps) of the first and eps of the second (5.4), each with a minus sign.
    """
    pair = setting.forced()
    with torch.no_grad():
        logs = setting.model.logits(pair.states(setting.model, None)[0]).float().log_softmax(dim=-1)  # [T, V]
    label = logs.gather(1, pair.target[:, None])[:, 0]
    return {"label": label.numpy(), "all": logs.mean(dim=-1).numpy()}


CODE = (compute, smoothed_cross_entropy)
