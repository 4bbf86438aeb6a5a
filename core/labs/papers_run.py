"""Training of the loaded model, as its card records it."""

from typing import Any

from core.checkpoint_config import described_number
from core.labs.shared.setting import Setting, Values
from core.training.flops import training_flops


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `bleu` with its `test_set`, target `tokens` of a step and `hours` of the training; None if not recorded.

    `start` is the name of the run or checkpoint whose weights the training began with; None for random weights.
    """
    card = setting.card
    minutes = card.details.get("minutes")
    tokens = described_number(card.details, "training", "tokens_per_batch")
    batches = described_number(card.details, "training", "accumulate") or 1  # whose gradients are one step
    return {
        "bleu": card.bleu,
        "test_set": card.test_set,
        "tokens": None if tokens is None else tokens * batches,
        "start": card.started_from,
        "hours": minutes / 60 if isinstance(minutes, int | float) else None,
    }


CODE = (compute, training_flops)
