"""The path: chapters that lead through the paper on the page itself, in three lengths.

The words of a chapter are in `chapters/<chapter>.py`, those of the card in `words.py`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from viz.components.static import component_from
from viz.texts.formulas import with_mathml

_FOLDER = Path(__file__).parent


def path(*, texts: Mapping[str, str], server: Sequence[Callable[..., Any]]) -> gr.HTML:
    """Place the component above the tabs; it shows a card while the page's address names a length and a chapter.

    Args:
        texts: the words, by keys without a prefix.
        server: the server functions `exercises`, `head_importance` and `variant`.
    """
    return component_from(
        _FOLDER,
        "",
        given={"texts": texts_json(texts)},
        styles=["exercise"],
        elem_id="path",
        server_functions=list(server),
    )


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, with formulas as MathML."""
    return json.dumps({key: with_mathml(words) for key, words in texts.items()})
