"""The last tab: what the project is, how to read attention, where the paper is in the code, and the model's card."""

import functools
import logging
from typing import Any

import gradio as gr

from core.checkpoint_config import checkpoint_file
from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.tabs.wording import Wording

_log = logging.getLogger(__name__)
_LONGEST = 200_000  # characters of a card


def build(library: CheckpointLibrary, checkpoint: gr.Dropdown, wording: Wording) -> None:
    """Lay the tab out: the project on the left, the card of the chosen model on the right.

    Args:
        library: the checkpoints.
        checkpoint: the picker.
        wording: has the words.
    """
    with gr.Row(elem_id="about-columns"):
        with gr.Column(scale=1, min_width=320):
            wording.text(gr.Markdown, "about.body", elem_id="about")
        with gr.Column(scale=1, min_width=320):
            wording.text(gr.Markdown, "about.model")
            name = checkpoint.value if isinstance(checkpoint.value, str) else None
            card = gr.Markdown(_model_card(library, name), elem_id="model-card")
    show: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    checkpoint.change(functools.partial(_model_card, library), checkpoint, card, **show)


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
