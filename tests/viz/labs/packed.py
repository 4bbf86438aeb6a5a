"""Reading what a lab draws."""

import base64
from collections.abc import Mapping
from typing import Any

import gradio as gr
import numpy as np
import pytest

from viz.components.figure import unpack
from viz.labs import Lab, Setting
from viz.texts import ENGLISH

IN_ENGLISH = Setting(ENGLISH, lambda text: [*text.split(), "</s>"])


def drawn(lab: Lab, values: Mapping[str, object], setting: Setting = IN_ENGLISH) -> dict[str, Any]:
    """Return the lab's figures as dictionaries, by name."""
    return {name: unpack(packed) for name, packed in lab.figures_of(values, setting).items()}


def refused(lab: Lab, values: Mapping[str, object], setting: Setting = IN_ENGLISH) -> str:
    """Return the words with which the lab refuses these values, both before and while it draws."""
    with pytest.raises(gr.Error) as while_drawing:
        lab.figures_of(values, setting)
    with pytest.raises(gr.Error) as error:
        lab.read(values, setting)
    assert while_drawing.value.message == error.value.message
    return error.value.message


def numbers(packed: object) -> np.ndarray:
    """Return an array of a packed figure: from a list, or from base64."""
    if isinstance(packed, dict):
        flat = np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"])
        return flat.reshape([int(size) for size in packed["shape"].split(", ")]) if "shape" in packed else flat
    return np.asarray(packed)
