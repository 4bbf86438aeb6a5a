"""Test yourself: the exercises of all chapters about the sentence at hand.

How an exercise is drawn and judged is in `shared/exercises`, the words of each in `words/<chapter>.py`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent


def exercises(*, texts: Mapping[str, str], chapters: Sequence[str], server: Sequence[Callable[..., Any]]) -> gr.HTML:
    """Place the component; it asks for nothing before it is opened.

    Args:
        texts: the words around the exercises, by keys without the prefix "exercises.".
        chapters: their names, in order.
        server: the server function `exercises`.
    """
    given = {"texts": texts_json(texts), "chapters": list(chapters)}
    return component_from(
        _FOLDER, "", given=given, styles=["exercise"], elem_id="test-yourself", server_functions=list(server)
    )


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string."""
    return json.dumps(texts)
