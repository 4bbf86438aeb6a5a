"""Unmasked scores of a head of the decoder's self-attention, for the mistake of masking after the softmax."""

from typing import Annotated, Any

import torch
from pydantic import Field

from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.attention import attention_weights, masked_softmax
from core.model.probe import Recorder


class Values(_Values):
    """One head."""

    layer: Annotated[int, Field(ge=0, lt=64)]
    head: Annotated[int, Field(ge=0, lt=128)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `scores` of every query and key, as the model scales them and before any mask, float [T, T].

    Raises:
        CoreError: the model does not have this head.
    """
    layer, head = setting.head(values.layer, values.head)
    pair, recorder = setting.forced(), Recorder(states=True)
    with torch.no_grad():
        setting.model(pair.source, pair.read, probe=recorder)
    state = recorder.attentions[f"decoder.{layer}.self"]
    query, key = state.query[0, head], state.key[0, head]  # [T, E] each
    divisor = query.shape[-1] ** 0.5 if setting.model.config.scale_scores else 1.0
    return {"scores": (query @ key.T / divisor).numpy()}


CODE = (compute, attention_weights, masked_softmax)
