"""Language codes: a multilingual model is told the target language by the first token of its source sentence."""

import functools
import re
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.library import Card, CheckpointLibrary
from viz.tabs.wording import Wording

_CODE = re.compile(r"\s*>>[^<>]*<<\s*")
_PRIVATE: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}


def code_picker(wording: Wording) -> gr.Dropdown:
    """Place the picker, hidden; `follow` shows it for a model that has codes."""
    return wording.labelled(gr.Dropdown, "translate.code", choices=[], visible=False, elem_id="code", filterable=True)


def follow(library: CheckpointLibrary, checkpoint: gr.Dropdown, picker: gr.Dropdown) -> None:
    """Offer the codes of the chosen checkpoint, from now on and for the one that the page opens with."""
    update = functools.partial(offered, library)
    checkpoint.change(update, checkpoint, picker, queue=False, **_PRIVATE)
    first = update(checkpoint.value if isinstance(checkpoint.value, str) else None)
    picker.choices = first.constructor_args["choices"]
    picker.value, picker.visible = first.constructor_args["value"], first.constructor_args["visible"]


def offered(library: CheckpointLibrary, name: str | None) -> gr.Dropdown:
    """Return an update of the picker with the codes of a checkpoint; hidden if there are none."""
    try:
        card = library.card(name) if name else None
    except CoreError:
        card = None
    codes = card.language_codes if card else ()
    return gr.Dropdown(
        choices=[(code.strip("<>"), code) for code in codes], value=_first(card) if card else None, visible=bool(codes)
    )


def with_code(code: str | None, sentence: str | None) -> str:
    """Return the sentence with this code in front, instead of the one that it has.

    Examples:
        >>> with_code(">>fra<<", ">>deu<< A cat sleeps.")
        '>>fra<< A cat sleeps.'
        >>> with_code(None, "A cat sleeps.")
        'A cat sleeps.'
    """
    match = _CODE.match(sentence or "")
    rest = (sentence or "")[match.end() if match else 0 :]
    return f"{code} {rest}" if code else rest


def _first(card: Card) -> str | None:
    """Return the code of a card's first example."""
    first = next(iter(card.examples), "")
    return next((code for code in card.language_codes if first.startswith(code)), None)
