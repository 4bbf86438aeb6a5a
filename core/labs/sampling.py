"""The model's distribution over the vocabulary at one step of the translation at hand."""

from typing import Annotated, Any

import torch
from pydantic import Field

from core.errors import CoreError
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values

NAMED = 200  # tokens whose text is sent


class Values(_Values):
    """A step of the translation, from 0."""

    step: Annotated[int, Field(ge=0, lt=1000)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `logits` of the whole vocabulary, largest first, float [V], and `tokens`, the texts of the first ones.

    Raises:
        CoreError: the translation has fewer steps.
    """
    if values.step >= len(setting.target_ids):
        raise CoreError(
            "labs.step",
            "the translation has {steps} steps: there is no step {step}",
            steps=len(setting.target_ids),
            step=values.step + 1,
        )
    pair = setting.forced()
    with torch.no_grad():
        logits = setting.model.logits(pair.states(setting.model, None)[0, values.step]).float()  # [V]
    ordered = logits.sort(descending=True)
    return {"logits": ordered.values.numpy(), "tokens": setting.surfaces(ordered.indices[:NAMED].tolist())}


CODE = (compute,)
