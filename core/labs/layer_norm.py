"""One layer normalisation of the loaded model (3.1): what enters it, its gain and bias, and what it makes.

Shapes: L tokens, D d_model.
"""

from typing import Annotated, Any, NamedTuple, cast

import torch
from pydantic import Field
from torch import nn

from core.config import ModelConfig
from core.errors import CoreError
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.layers import AddAndNorm
from core.model.probe import Recorder
from core.model.transformer import Transformer


class Values(_Values):
    """The normalisation, by the name of its sub-layer or of the stack that ends with it."""

    site: Annotated[str, Field(max_length=40)]


class Place(NamedTuple):
    """Sites of what enters and leaves a normalisation, and the name of its module."""

    before: str
    after: str
    module: str


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return the vectors before and after a normalisation, and what it learned.

    Returns:
        `before` and `after`, float [L, D]; `gain` and `bias`, float [D]; `eps`.

    Raises:
        CoreError: the model does not have this normalisation.
    """
    model = setting.model
    found = places(model.config)
    if values.site not in found:
        raise CoreError("labs.norm", "this model has no layer normalisation {site!r}", site=values.site)
    place, pair = found[values.site], setting.forced()
    recorder = Recorder(sites=frozenset({place.before, place.after}))
    with torch.no_grad():
        model.states(pair.source, pair.read, recorder)
    norm = norm_at(model, place)
    return {
        "before": recorder.observed[place.before][0].numpy(),
        "after": recorder.observed[place.after][0].numpy(),
        "gain": norm.weight.detach().numpy(),
        "bias": norm.bias.detach().numpy(),
        "eps": norm.eps,
    }


def norm_at(model: Transformer, place: Place) -> nn.LayerNorm:
    """Return the module of a normalisation."""
    return cast(nn.LayerNorm, model.get_submodule(place.module))


def places(config: ModelConfig) -> dict[str, Place]:
    """Return every normalisation of a model by its site: those of the sub-layers, and with pre-norm one per stack."""
    found: dict[str, Place] = {}
    parts = {"encoder": {"self": "self", "feed_forward": "feed_forward"}}
    parts["decoder"] = {**parts["encoder"], "cross": "cross"}
    is_pre = config.norm == "pre"
    for side, own in parts.items():
        for layer in range(config.layers(side)):
            for part in own:
                site = f"{side}.{layer}.{part}"
                before, after = (f"{site}.input", f"{site}.read") if is_pre else (f"{site}.sum", f"{site}.residual")
                found[site] = Place(before, after, f"{side}.layers.{layer}.{part}_residual.norm")
        if is_pre:
            last = f"{side}.{config.layers(side) - 1}.feed_forward.residual"
            end = "encoder.memory" if side == "encoder" else "decoder.states"
            found[f"{side}.final"] = Place(last, end, f"{side}.final_norm")
    return found


CODE = (compute, AddAndNorm.forward)
