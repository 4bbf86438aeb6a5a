"""The checkpoint that a new run starts from: chosen among those of the picker, with its shape and vocabulary."""

import functools
from pathlib import Path
from typing import Any

import gradio as gr

from core.config import DataConfig
from core.errors import CoreError
from core.library import CheckpointLibrary
from core.training.record import named_files, named_folder, started_from
from core.training.run import Run
from core.training.schedule import recorded_peak
from viz.tabs.controls import UNQUEUED, Choice, worded
from viz.tabs.language import request_texts
from viz.tabs.page import current_page
from viz.tabs.train.context import Context, Updates
from viz.tabs.train.fields import GIVEN_BY_START, PAIRS_OF, START, Fields, Pairs, Start
from viz.tabs.train.runs.viewing import known_run
from viz.tabs.wording import Wording
from viz.texts import Texts


def lay_out_start(library: CheckpointLibrary | None, wording: Wording) -> gr.Dropdown:
    """Lay out the choice."""
    choices = functools.partial(start_choices, library)
    return worded(wording, Choice, "train.start_from", choices=choices, value="", filterable=False)


def start_choices(library: CheckpointLibrary | None, texts: Texts) -> list[tuple[str, str]]:
    """Return random weights, and the checkpoints that there are now."""
    names = library.names() if library is not None else []
    return [(texts("train.start_from.random"), ""), *((name, name) for name in names)]


def with_start(fields: Fields, context: Context) -> dict[str, Any]:
    """Return the fields of a form with the checkpoint and the earlier run that they name described.

    Raises:
        CoreError: there is no such checkpoint, or it cannot be read.
    """
    name, fields = fields.get(START), {**fields, **with_pairs(fields, context)}
    if isinstance(name, Start) or not name:
        return {**fields}
    library = context.library or CheckpointLibrary(context.runs / ".none")
    card = library.card(str(name))
    return {**fields, START: Start(str(name), card.model, recorded_peak(card.model, card.details), card.languages)}


def with_pairs(fields: Fields, context: Context) -> dict[str, Any]:
    """Return the field of the earlier run whose files are used, with them; empty where they cannot be."""
    name = fields.get(PAIRS_OF)
    if isinstance(name, Pairs):
        return {}
    run = None if context.limits.owned else known_run(context.runs, name)  # strangers' pairs are not to be used
    try:
        data = run.read_config().data if run is not None else DataConfig()
    except CoreError:
        data = DataConfig()
    here = data.src is not None and all(Path(path).is_file() for path in named_files(data).values())
    return {PAIRS_OF: Pairs(str(name), data) if here else ""}


def start_of(fields: Fields, context: Context) -> Start | None:
    """Return the checkpoint that a form names, described; None for random weights and for one that cannot be read."""
    try:
        return with_start(fields, context)[START] or None
    except CoreError:
        return None


def locked(controls: dict[str, Any], start: Start, texts: Texts) -> Updates:
    """Return the fields that a checkpoint gives as it gives them, locked; each says why. The preset has no use then.

    Args:
        controls: those fields, and the preset, by name.
        start: the checkpoint.
        texts: of the page.
    """
    reason = texts("train.start_from.given", name=start.name)
    return {
        control: gr.update(value=getattr(start.model, name), interactive=False, info=reason)
        if name in GIVEN_BY_START
        else gr.update(visible=False)
        for name, control in controls.items()
    }


def begin_from(run: Run, start: Start, context: Context) -> None:
    """Let a run that was just created start from a checkpoint.

    Raises:
        CoreError: the checkpoint cannot be read, or has another shape than the run.
    """
    from core.checkpoint import load_checkpoint
    from core.training.starting import start_from

    assert context.library is not None
    folder = context.library.folder(start.name)
    start_from(run, load_checkpoint(folder), folder)


def on_choices(context: Context) -> Any:
    """Offer the checkpoints that there are now; one that is gone stays chosen, and is refused when the run starts."""
    return gr.update(choices=start_choices(context.library, request_texts()))


def wire_choices(context: Context, start: gr.Dropdown, tab: gr.Tab, finished: gr.Textbox) -> None:
    """Keep the choices up to date: call it inside of gr.Blocks.

    Args:
        context: of the tab.
        start: the choice.
        tab: opening it asks for the checkpoints.
        finished: changes when a run has ended and its checkpoint is there.
    """
    offer = functools.partial(on_choices, context)
    for event in (current_page().load, tab.select, finished.change):
        event(offer, None, start, **UNQUEUED)


def name_of_start(run: Run, library: CheckpointLibrary | None) -> str:
    """Return the name in the library of the checkpoint that a run started from; "" where it is not known there."""
    names = library.names() if library is not None else []
    try:
        found = started_from(run)
    except CoreError:
        return ""
    if library is not None and "folder" in found:
        runs = run.folder.parent
        return next((name for name in names if named_folder(library.folder(name), runs) == found["folder"]), "")
    wanted = [f"run/{found['run']}", found["run"]] if "run" in found else []
    wanted += [found["checkpoint"]] if "checkpoint" in found else []
    return next((str(name) for name in wanted if name in names), "")
