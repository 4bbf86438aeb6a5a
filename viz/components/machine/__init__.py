"""Figure 1 of the paper with the numbers of the sentence at hand: its blocks, their order, what each of them made."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.components.static import component_from
from viz.texts.formulas import with_mathml

if TYPE_CHECKING:
    import gradio as gr

FOLDER = Path(__file__).parent
_FIELD = re.compile(r"@(\w+)@")
EVENTS = ("save_request",)  # data: {id, format, kind, layer, head, query}; any client can send anything


def machine(*, texts: Mapping[str, str], server: Sequence[Callable[..., Any]], elem_id: str) -> gr.HTML:
    """Place the component; it follows the translation that the attention view shows, and asks once it is seen.

    Args:
        texts: the words, keys with or without the prefix "machine.", and those of listings, "code.*".
        server: the server functions `machine` and `machine_block`.
        elem_id: id in the page.
    """
    given = {"texts": texts_json(texts)}
    return component_from(
        FOLDER,
        "",
        given=given,
        events=EVENTS,
        styles=["listing"],
        elem_id=elem_id,
        server_functions=list(server),
    )


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, keys without the prefix "machine.", formulas as MathML.

    In a formula @name@ stands for the field {name}, because braces belong to LaTeX.
    """
    formulas = {key: _FIELD.sub(r"{\1}", with_mathml(words)) for key, words in texts.items()}
    return json.dumps({key.removeprefix("machine."): words for key, words in formulas.items()})
