"""The last tab: the project, how to read attention, the paper in the code, a model's card, the glossary."""

import functools
import json
import logging
from typing import Any

import gradio as gr

from core.checkpoint_config import checkpoint_file
from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.components.study import SECTION, TERMS, study, texts_json
from viz.tabs import path
from viz.tabs.browser import browser_functions
from viz.tabs.controls import accordion
from viz.tabs.language import request_texts
from viz.tabs.wording import Wording
from viz.texts import CATALOGUES, Texts, texts_in
from viz.wire.card import card_rows

_log = logging.getLogger(__name__)
_LONGEST = 200_000  # characters of a card
_WHOLE_WORDS, _DRAW_ROWS = browser_functions(__file__, "wholeWords", "drawCardRows")
WHOLE_WORDS = f"({_WHOLE_WORDS})();"


def build(library: CheckpointLibrary, checkpoint: gr.Dropdown, wording: Wording) -> None:
    """Lay the tab out: the project, below it the card of the chosen model, and the glossary.

    Args:
        library: the checkpoints.
        checkpoint: the picker.
        wording: has the words.
    """
    wording.text(gr.Markdown, "about.body", elem_id="about")
    with gr.Row(elem_id="about-learn"):
        wording.text(gr.Button, "about.path", size="sm").click(None, None, None, js=path.OPEN)
        wording.text(gr.Button, "about.test", size="sm").click(None, None, None, js=path.TEST)
    wording.text(gr.Markdown, "about.model", elem_id="about-model")
    name = checkpoint.value if isinstance(checkpoint.value, str) else None
    rows = gr.HTML(
        _model_rows(library, name, wording.texts),
        html_template="<dl class='gf-model-rows'></dl>",
        js_on_load=f"({_DRAW_ROWS})(element, props, watch);",
        elem_id="model-rows",
        padding=False,
    )
    with accordion(wording, "about.card.whole"):
        card = gr.Markdown(_model_card(library, name), elem_id="model-card")
    gr.HTML("", html_template="<i></i>", js_on_load=WHOLE_WORDS, elem_id="whole-words", visible="hidden")
    terms = {code: {name: texts_in(code)(f"study.term.{name}") for name in TERMS} for code in CATALOGUES}
    wording.add(study(_study_words(wording.texts)["texts"], terms, elem_id="study"), _study_words)
    show: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    wording.follow(lambda name: _model_rows(library, name, request_texts()), checkpoint, rows)
    checkpoint.change(functools.partial(_model_card, library), checkpoint, card, **show)


def _study_words(texts: Texts) -> dict[str, Any]:
    return {"texts": texts_json(texts.section(SECTION))}


def _model_rows(library: CheckpointLibrary, name: str | None, texts: Texts) -> str:
    """Return the few lines about a checkpoint as JSON; none of one that cannot be read, which is reported elsewhere."""
    try:
        return json.dumps(card_rows(library.card(name), texts) if name else [])
    except CoreError:
        return "[]"


def _model_card(library: CheckpointLibrary, name: str | None) -> str:
    """Return the README of a checkpoint; "" without a readable one."""
    try:
        path = checkpoint_file(library.folder(name), "README.md") if name else None
        return path.read_text(encoding="utf-8", errors="replace")[:_LONGEST] if path else ""
    except FileNotFoundError:
        return ""
    except (CoreError, OSError) as error:
        _log.warning("the model card is not shown: %s", error)
        return ""
