"""The last tab: the project, how to read attention, the paper in the code, a model's card, the glossary."""

import functools
import logging
from typing import Any

import gradio as gr

from core.checkpoint_config import checkpoint_file
from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.components.study import SECTION, TERMS, study, texts_json
from viz.tabs import path
from viz.tabs.browser import browser_functions
from viz.tabs.wording import Wording
from viz.texts import CATALOGUES, Texts, texts_in

_log = logging.getLogger(__name__)
_LONGEST = 200_000  # characters of a card
WHOLE_WORDS = f"({browser_functions(__file__, 'wholeWords')[0]})();"


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
    card = gr.Markdown(_model_card(library, name), elem_id="model-card")
    gr.HTML("", html_template="<i></i>", js_on_load=WHOLE_WORDS, elem_id="whole-words", visible="hidden")
    terms = {code: {name: texts_in(code)(f"study.term.{name}") for name in TERMS} for code in CATALOGUES}
    wording.add(study(_study_words(wording.texts)["texts"], terms, elem_id="study"), _study_words)
    show: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    checkpoint.change(functools.partial(_model_card, library), checkpoint, card, **show)


def _study_words(texts: Texts) -> dict[str, Any]:
    return {"texts": texts_json(texts.section(SECTION))}


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
