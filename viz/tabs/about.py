"""The last tab: what the project is, how to read attention, and where the paper is in the code."""

import logging
from pathlib import Path

import gradio as gr

from core.checkpoint_config import checkpoint_file
from core.errors import CoreError
from viz.tabs.wording import Wording

_log = logging.getLogger(__name__)


def build(checkpoint: Path | None, wording: Wording) -> None:
    """Lay the tab out.

    Args:
        checkpoint: folder of the model that the page opens with, whose model card is shown; None without a model.
        wording: has the words.
    """
    wording.text(gr.Markdown, "about.body", elem_id="about")
    if card := _model_card(checkpoint) if checkpoint else "":
        with wording.labelled(gr.Accordion, "about.model", open=False):
            gr.Markdown(card, elem_id="model-card")


def _model_card(checkpoint: Path) -> str:
    """Return the README of a checkpoint; "" without a readable one."""
    try:
        return checkpoint_file(checkpoint, "README.md").read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""
    except (CoreError, OSError) as error:
        _log.warning("the model card is not shown: %s", error)
        return ""
