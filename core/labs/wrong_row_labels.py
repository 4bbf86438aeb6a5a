"""One head of cross-attention, for the mistake of labelling its rows by the wrong token."""

from typing import Annotated, Any

import torch
from pydantic import Field

from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.probe import Recorder


class Values(_Values):
    """One head."""

    layer: Annotated[int, Field(ge=0, lt=64)]
    head: Annotated[int, Field(ge=0, lt=128)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `weights` of cross-attention, float [T, S]; row t reads target token t - 1 and predicts target token t.

    Raises:
        CoreError: the model does not have this head.
    """
    layer, head = setting.head(values.layer, values.head)
    pair, recorder = setting.forced(), Recorder()
    with torch.no_grad():
        pair.states(setting.model, recorder)
    return {"weights": recorder.weights[f"decoder.{layer}.cross"][0, head].numpy()}


CODE = (compute,)
