"""Copies of the loaded model with one part left out, for labs that show what the part is for."""

import copy
import functools
from typing import Any, Literal, TypeVar

from torch import nn

from core.errors import CoreError
from core.labs.shared.attentions import target_logs
from core.labs.shared.setting import Setting
from core.model.attention import MultiHeadAttention
from core.model.transformer import Transformer
from core.tuning.linear import Linear

Change = Literal["scale", "output"]
M = TypeVar("M", bound=nn.Module)


def same_weights(module: M) -> M:
    """Return a copy of a module and of those in it, over the same weights: any of them can be replaced in the copy."""
    found = copy.copy(module)
    found.__dict__["_modules"] = {name: same_weights(child) for name, child in module.named_children()}
    return found


def without(model: Transformer, change: Change) -> Transformer:
    """Return a copy of a model without the embedding scale (3.4), or without the output projections (3.2.2).

    Raises:
        CoreError: the heads together are not as wide as the model, so that they cannot do without the projection.
    """
    copied = same_weights(model)
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
        if isinstance(module, MultiHeadAttention):
            module.output = _identity(module.output)
    return copied


def _identity(projection: Linear) -> Linear:
    found = Linear(projection.in_features, projection.out_features).to(projection.weight).requires_grad_(False)
    nn.init.eye_(found.weight)
    nn.init.zeros_(found.bias)
    return found


@functools.lru_cache(maxsize=2)
def _kept(model: Transformer, change: Change) -> Transformer:
    return without(model, change)


def compared(setting: Setting, change: Change) -> dict[str, Any]:
    """Return the log-probability of each target token: `right` of the model, `wrong` of the copy, float [T] each."""
    return {
        "right": target_logs(setting).numpy(),
        "wrong": target_logs(setting, model=_kept(setting.model, change)).numpy(),
    }
