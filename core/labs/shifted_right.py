"""Probability of each label of the translation at hand, as teacher forcing computes it (3.1)."""

from typing import Any

from core.labs.attentions import target_logs
from core.labs.setting import Setting
from core.labs.setting import Values as _Values


class Values(_Values):
    """Nothing is asked for."""


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `probabilities` of each target token, float [T]."""
    return {"probabilities": target_logs(setting).exp().numpy()}


CODE = (compute, target_logs)
