"""Training of the loaded model, as its card records it."""

from typing import Any

from core.labs.shared.setting import Setting, Values
from core.training.flops import training_flops


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `bleu` with its `test_set`, and `hours` of the training; None for what is not recorded."""
    card = setting.card
    minutes = card.details.get("minutes")
    return {
        "bleu": card.bleu,
        "test_set": card.test_set,
        "hours": minutes / 60 if isinstance(minutes, int | float) else None,
    }


CODE = (compute, training_flops)
