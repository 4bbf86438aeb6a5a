"""Time travel through the snapshots of attention that the chosen checkpoint's folder holds, if any."""

import functools
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.components.time_travel import texts_json, time_travel
from viz.tabs.language import request_texts
from viz.tabs.wording import Wording, error_toast
from viz.wire.snapshots import has_snapshots, packed_history

_PRIVATE: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}


def build(library: CheckpointLibrary, checkpoint: gr.Dropdown, wording: Wording) -> None:
    """Lay it out, closed; nothing is read or sent before it is opened.

    Args:
        library: the checkpoints.
        checkpoint: the picker.
        wording: has the words.
    """
    first = checkpoint.value if isinstance(checkpoint.value, str) else None
    shown = has_snapshots(library, first)
    with wording.labelled(gr.Accordion, "time.checkpoint", open=False, visible=shown, elem_id="learned") as section:
        view = time_travel(texts=wording.texts.section("time."), elem_id="learned-view")
    wording.add(view, lambda texts: {"texts": texts_json(texts.section("time."))})
    section.expand(functools.partial(on_expand, library), checkpoint, view, **_PRIVATE)
    checkpoint.change(functools.partial(on_checkpoint, library), checkpoint, [section, view], queue=False, **_PRIVATE)


def on_checkpoint(library: CheckpointLibrary, name: str | None) -> tuple[Any, Any]:
    """Close the section for a new checkpoint; show it only if there are snapshots."""
    return gr.Accordion(visible=has_snapshots(library, name), open=False), _view(None)


def on_expand(library: CheckpointLibrary, name: str | None) -> Any:
    """Return the snapshots of a checkpoint for the component.

    Raises:
        gr.Error: the file is damaged.
    """
    try:
        return _view(packed_history(library, name))
    except CoreError as error:
        raise error_toast(request_texts().error(error)) from error


def _view(value: str | None) -> Any:
    """Return an update with the words: an update of the value alone loses them before the first opening."""
    return gr.HTML(value=value or "", texts=texts_json(request_texts().section("time.")))
