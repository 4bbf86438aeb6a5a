"""Time travel through the snapshots of attention that the chosen checkpoint's folder holds, if any."""

import csv
import functools
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.library import CheckpointLibrary
from core.training.snapshots import FILE_NAME, read_snapshots
from viz.components.time_travel import pack_snapshots, texts_json, time_travel
from viz.tabs.language import request_texts
from viz.tabs.wording import Wording, error_toast

_PRIVATE: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
_LONGEST_HISTORY = 8 << 20  # bytes of history.csv


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


def has_snapshots(library: CheckpointLibrary, name: str | None) -> bool:
    """Return whether a checkpoint's folder holds snapshots."""
    try:
        return bool(name) and (library.folder(str(name)) / FILE_NAME).is_file()
    except CoreError as error:
        if error.code != "library.unknown":
            raise
        return False  # the folder was removed; translating with it reports that


def on_checkpoint(library: CheckpointLibrary, name: str | None) -> tuple[Any, Any]:
    """Close the section for a new checkpoint; show it only if there are snapshots."""
    return gr.Accordion(visible=has_snapshots(library, name), open=False), _view(None)


def on_expand(library: CheckpointLibrary, name: str | None) -> Any:
    """Return the snapshots of a checkpoint for the component.

    Raises:
        gr.Error: the file is damaged.
    """
    if not has_snapshots(library, name):
        return _view(None)
    try:
        folder, card = library.folder(str(name)), library.card(str(name))
        model = card.model
        taken = read_snapshots(folder / FILE_NAME)
        found = taken.snapshots[0].states[0].weights["cross"].shape[:2]
        if found != (model.num_layers, model.num_heads):
            raise CoreError("snapshots.other_model", "{path} is of another model", path=folder / FILE_NAME)
    except CoreError as error:
        raise error_toast(request_texts().error(error)) from error
    losses = list(validation_losses(folder / "history.csv").items())
    averaged = card.details.get("averaged")
    count = len(averaged) if isinstance(averaged, list) else 1
    return _view(pack_snapshots(taken.sentences, taken.snapshots, name=str(name), curve=losses, averaged=count))


def validation_losses(path: Path) -> Mapping[int, float]:
    """Return step -> validation loss from a checkpoint's history.csv; empty if it cannot be read."""
    found: dict[int, float] = {}
    try:
        if path.stat().st_size > _LONGEST_HISTORY:
            return {}
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row.get("validation_loss"):
                    loss = float(row["validation_loss"])
                    found.update({int(row["step"]): loss} if math.isfinite(loss) else {})
    except (OSError, ValueError, KeyError, TypeError, csv.Error):
        return {}
    return found


def _view(value: str | None) -> Any:
    """Return an update with the words: an update of the value alone loses them before the first opening."""
    return gr.HTML(value=value or "", texts=texts_json(request_texts().section("time.")))
