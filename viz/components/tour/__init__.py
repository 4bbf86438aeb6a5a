"""The tour: twelve stops, each with its own link, that lead through Figure 1 and the other tabs."""

import json
from collections.abc import Mapping
from pathlib import Path

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent


def tour(*, texts: Mapping[str, str]) -> gr.HTML:
    """Place the component outside the tabs; it shows a card while the page's address names a stop.

    Args:
        texts: the words, keys with or without the prefix "tour.".
    """
    return component_from(
        _FOLDER, "", given={"texts": texts_json(texts)}, elem_id="tour", elem_classes=["gf-tour-host"]
    )


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, keys without the prefix "tour."."""
    return json.dumps({key.removeprefix("tour."): words for key, words in texts.items()})
