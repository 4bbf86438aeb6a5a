"""Card of a training run: its state, its progress, a few facts, and the error if it failed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent


class RunState(NamedTuple):
    """Content of the component; every text is shown verbatim, never as markup."""

    tone: Literal["quiet", "busy", "good", "wrong"]
    state: str  # in a word
    summary: str = ""  # such as step of steps
    progress: float | None = None  # completed share, 0 to 1
    facts: Sequence[tuple[str, str]] = ()  # (name, value)
    message: str = ""
    log: str = ""  # the end of a crashed process's output


def run_state(value: str | None = None, *, elem_id: str | None = None, **options: Any) -> gr.HTML:
    """Place the component; a handler updates it by returning `pack_state(...)`.

    Args:
        value: as `pack_state` gives it.
        elem_id: id in the page.
        **options: of gr.HTML.
    """
    return component_from(_FOLDER, value, elem_id=elem_id, **options)


def pack_state(state: RunState) -> str:
    """Pack a state for the component: one JSON string."""
    return json.dumps(state._asdict(), ensure_ascii=False).replace("<", "\\u003c")  # the same JSON, without tags
