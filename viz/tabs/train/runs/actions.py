"""Stop, resume, rename, delete and save a run; on a public Space only its owner may change it.

Any client can send anything: names are looked up among the runs.
"""

import base64
import functools
import json
import time
from typing import Any

import gradio as gr
from gradio.blocks import Block

from core.errors import CoreError
from core.library import model_of_run
from core.training.export import event_files_zip, runs_csv
from core.training.record import history_csv
from core.training.run import RESUMABLE, Run
from core.training.runs import delete_run, enqueue, list_runs, rename_run, stop_job
from viz.tabs import browser
from viz.tabs.browser import browser_functions
from viz.tabs.controls import QUEUED, as_toast, hidden_text
from viz.tabs.language import request_texts
from viz.tabs.ownership import refuse_strangers
from viz.tabs.page import current_page, event_field
from viz.tabs.rotation import one_at_a_time
from viz.tabs.train.context import Context, Sent, Updates
from viz.tabs.train.runs.events import read_events
from viz.tabs.train.runs.more_steps import start_longer
from viz.tabs.train.runs.panel import RunsPanel, show
from viz.tabs.train.runs.viewing import Viewing, known_run

_SAVE_TEXT, _VISITOR_SECRET = browser_functions(browser.__file__, "saveText", "visitorSecret")
MOST_SAVED = 60  # runs in one download of the page; the command writes all


def on_stop(panel: RunsPanel, sent: Sent) -> Updates:
    """Ask the run to end at its next step with a checkpoint saved, or take it out of the queue."""
    viewing = sent[panel.viewing]
    try:
        stop_job(own_run(panel, sent, viewing.name))
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error
    return show(panel, viewing, sent, None)


def on_resume(panel: RunsPanel, sent: Sent) -> Updates:
    """Resume a run from its last checkpoint."""
    viewing = sent[panel.viewing]
    try:
        resume_run(panel.context, own_run(panel, sent, viewing.name))
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error
    return show(panel, viewing, sent, None)


def on_longer(panel: RunsPanel, sent: Sent) -> Updates:
    """Resume a finished run until a later step."""
    viewing = sent[panel.viewing]
    try:
        with one_at_a_time(panel.context.runs, panel.context.limits):
            start_longer(panel.context, own_run(panel, sent, viewing.name), sent[panel.longer.steps])
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error
    return show(panel, viewing, sent, None)


def on_rename(panel: RunsPanel, sent: Sent, name: object, to: object) -> Updates:
    """Rename a run that is not being trained; the page still shows it."""
    try:
        renamed = rename_run(own_run(panel, sent, name), to if isinstance(to, str) else "").name
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error
    viewing = sent[panel.viewing]
    followed, *compared = (renamed if known == name else known for known in (viewing.name, *viewing.compared))
    moved = f"{model_of_run(str(name))} {model_of_run(renamed)} {time.time_ns()}"
    return {**show(panel, Viewing(followed, tuple(compared)), sent, None), panel.moved: moved}


def on_delete(panel: RunsPanel, sent: Sent, name: object) -> Updates:
    """Remove a run that is not being trained, with all its files."""
    texts = request_texts()
    try:
        delete_run(own_run(panel, sent, name))
    except OSError as error:
        refused = CoreError("train.delete", "“{name}” was not removed: {reason}", name=name, reason=error.strerror)
        raise as_toast(refused, texts) from error
    except CoreError as error:
        raise as_toast(error, texts) from error
    moved = f"{model_of_run(str(name))} - {time.time_ns()}"
    return {**show(panel, sent[panel.viewing], sent, None), panel.moved: moved}


def on_save(panel: RunsPanel, sent: Sent) -> str:
    """Return the run's history for a download: a JSON string with the file's name and its text."""
    run = known_run(panel.context.runs, sent[panel.viewing].name)
    if run is None:
        raise as_toast(unknown_run(), request_texts())
    return json.dumps({"name": f"{run.name}-history.csv", "text": history_csv(read_events(run))})


def on_save_all(panel: RunsPanel, kind: str) -> str:
    """Return the measurements of the newest runs for a download: one CSV, or event files of TensorBoard in a ZIP."""
    runs = list_runs(panel.context.runs)[:MOST_SAVED]
    try:
        if kind == "csv":
            return json.dumps({"name": "runs.csv", "text": runs_csv(runs)})
        packed = base64.b64encode(event_files_zip(runs)).decode("ascii")
        return json.dumps({"name": "runs-tensorboard.zip", "base64": packed})
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error


def own_run(panel: RunsPanel, sent: Sent, name: object) -> Run:
    """Return a run that this visitor may change.

    Raises:
        CoreError: the name is unknown, or the run has another owner.
    """
    run = known_run(panel.context.runs, name)
    if run is None:
        raise unknown_run()
    if panel.context.limits.owned:
        refuse_strangers(run, sent.get(panel.visitor))
    return run


def resume_run(context: Context, run: Run) -> None:
    """Resume a stopped or crashed run from its last checkpoint, or queue it.

    Raises:
        CoreError: it has completed all its steps, or another run is active and runs are not queued here.
    """
    with one_at_a_time(context.runs, context.limits):
        if run.status().state not in RESUMABLE:
            raise CoreError("train.over", "“{name}” has completed all its steps and cannot be resumed", name=run.name)
        enqueue(run)


def wire_actions(panel: RunsPanel) -> None:
    """Register what changes a run; call it inside of gr.Blocks."""
    if panel.context.limits.owned:
        current_page().load(None, None, panel.visitor, js=_VISITOR_SECRET)
    inputs = {*panel.chosen, panel.visitor}
    panel.buttons.stop.click(functools.partial(on_stop, panel), inputs, panel.shown, **QUEUED)
    panel.buttons.resume.click(functools.partial(on_resume, panel), inputs, panel.shown, **QUEUED)
    longer = functools.partial(on_longer, panel)
    panel.longer.button.click(longer, {*inputs, panel.longer.steps}, panel.shown, **QUEUED)
    saved: set[Block] = {panel.viewing}
    packed = hidden_text("train-saved")
    panel.buttons.save.click(functools.partial(on_save, panel), saved, packed, **QUEUED).success(
        None, packed, None, js=_SAVE_TEXT
    )

    for kind, chosen in (("csv", panel.save_all), ("tensorboard", panel.save_events)):
        save_all = functools.partial(on_save_all, panel, kind)
        written = chosen.click(save_all, None, packed, concurrency_limit=1, concurrency_id="save-all", **QUEUED)
        written.success(None, packed, None, js=_SAVE_TEXT)

    # Gradio passes an event to a parameter with this annotation, which it does not find in a functools.partial.
    def rename(sent: dict[Any, Any], event: gr.EventData) -> Updates:
        return on_rename(panel, sent, event_field(event, "name"), event_field(event, "to"))

    def delete(sent: dict[Any, Any], event: gr.EventData) -> Updates:
        return on_delete(panel, sent, event_field(event, "name"))

    panel.listing.run_rename(rename, inputs, [*panel.shown, panel.moved], **QUEUED)
    panel.listing.run_delete(delete, inputs, [*panel.shown, panel.moved], **QUEUED)


def unknown_run() -> CoreError:
    """Return the error about a run that was deleted in the meantime."""
    return CoreError("train.unknown_run", "this run no longer exists")
