"""Copies of the loaded model with one part left out, for labs that show what the part is for."""

import copy
import functools
from typing import Any, Literal

import torch
from torch import nn

from core.errors import CoreError
from core.labs.attentions import target_logs
from core.labs.setting import Setting
from core.model.transformer import Transformer

Change = Literal["scale", "output"]


def without(model: Transformer, change: Change) -> Transformer:
    """Return a copy of a model without the embedding scale (3.4), or without the output projections (3.2.2).

    Raises:
        CoreError: the heads together are not as wide as the model, so that they cannot do without the projection.
    """
    copied = copy.deepcopy(model)
    if change == "scale":
        copied.encoder.embedding.scale = copied.decoder.embedding.scale = 1.0
        return copied
    config = model.config
    if config.num_heads * config.value_width != config.d_model:
        raise CoreError(
            "labs.widths_differ",
            "heads of {heads} x {width} cannot stand in for a width of {d_model} without a projection",
            heads=config.num_heads,
            width=config.value_width,
            d_model=config.d_model,
        )
    for module in copied.modules():
        projection = getattr(module, "output", None)
        if isinstance(projection, nn.Linear):
            with torch.no_grad():
                projection.weight.copy_(torch.eye(config.d_model))
                projection.bias.zero_()
    return copied


@functools.lru_cache(maxsize=2)
def _kept(model: Transformer, change: Change) -> Transformer:
    return without(model, change)


def compared(setting: Setting, change: Change) -> dict[str, Any]:
    """Return the log-probability of each target token: `right` of the model, `wrong` of the copy, float [T] each."""
    return {
        "right": target_logs(setting).numpy(),
        "wrong": target_logs(setting, model=_kept(setting.model, change)).numpy(),
    }
