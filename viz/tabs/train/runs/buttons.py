"""The buttons of the followed run: stop, resume, translate with it, new run, save, more steps; and the downloads."""

from dataclasses import dataclass
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.jobs.status import ACTIVE
from core.training.run import RESUMABLE, Run
from viz.tabs.train.context import Limits, Updates
from viz.tabs.train.controls import accordion, button, worded
from viz.tabs.train.runs.events import read_events
from viz.tabs.wording import Wording
from viz.texts import Texts


@dataclass(frozen=True)
class RunButtons:
    """The buttons, each visible while it can do something."""

    stop: gr.Button
    resume: gr.Button
    use: gr.Button  # translates with the finished model
    use_best: gr.Button  # translates with the model of the best validation
    again: gr.Button
    save: gr.Button

    @property
    def shown(self) -> list[gr.Button]:
        """Return the components that `button_updates` changes."""
        return [self.stop, self.resume, self.use, self.use_best, self.again, self.save]


def lay_out_buttons(wording: Wording) -> RunButtons:
    """Lay out the buttons, none visible yet."""
    options = {"visible": False, "scale": 0, "min_width": 96}
    with gr.Row(elem_id="train-actions"):
        stop = button(wording, "train.stop", variant="stop", **options)
        others = [
            button(wording, f"train.{name}", **options) for name in ("resume", "use", "use_best", "again", "save")
        ]
    return RunButtons(stop, *others)


def button_updates(buttons: RunButtons, run: Run | None, state: str, texts: Texts, *, stopping: bool) -> Updates:
    """Show the buttons that fit the state of the run.

    Args:
        buttons: the components.
        run: the followed run; None for none.
        state: of the run.
        texts: the words.
        stopping: whether it was asked to stop.
    """
    active, has_model = state in ACTIVE, run is not None and run.checkpoint.is_dir()
    return {
        buttons.stop: gr.Button(
            texts("train.leave" if state == "queued" else "train.stop"),
            visible=active or state == "queued",
            interactive=not (active and stopping),
        ),
        buttons.resume: gr.Button(visible=run is not None and state in RESUMABLE),
        buttons.use: gr.Button(visible=has_model),
        buttons.use_best: gr.Button(visible=has_model and run is not None and run.best.is_dir()),
        buttons.again: gr.Button(visible=run is not None),
        buttons.save: gr.Button(visible=run is not None and bool(read_events(run))),
    }


@dataclass(frozen=True)
class MoreSteps:
    """The components, which an ended run shows: the new last step, and the button."""

    row: gr.Row
    steps: gr.Number
    button: gr.Button

    @property
    def shown(self) -> list[Any]:
        """Return the components that `more_steps_updates` changes."""
        return [self.row, self.steps]


def lay_out_more_steps(wording: Wording) -> MoreSteps:
    """Lay out the new last step and the button."""
    with gr.Row(visible=False, elem_id="train-longer-row") as row:
        steps = worded(wording, gr.Number, "train.longer_steps", value=0, min_width=240)
        more = button(wording, "train.longer", scale=0, min_width=96)
    return MoreSteps(row, steps, more)


def more_steps_updates(panel: MoreSteps, run: Run | None, limits: Limits) -> Updates:
    """Show the components for a run that may take more steps, and suggest twice as many."""
    steps = suggested_steps(run, limits) if run is not None else None
    if steps is None:
        return {panel.row: gr.Row(visible=False)}
    return {panel.row: gr.Row(visible=True), panel.steps: steps}


def suggested_steps(run: Run, limits: Limits) -> int | None:
    """Return twice the steps of a run that has ended, or could be resumed; None for one that may not take more."""
    status = run.status()
    completed = (status.state, status.message) == ("finished", "max_steps")
    if not run.saved_step or not (completed or status.state in RESUMABLE):
        return None
    try:
        last = max(run.saved_step, run.read_config().training.max_steps)
    except CoreError:  # reported where the run is resumed
        return None
    steps = min(2 * last, limits.max_steps or 2 * last)
    return steps if steps > last else None


def lay_out_saving(wording: Wording) -> tuple[gr.Button, gr.Button]:
    """Lay out the downloads of all runs: as CSV and for TensorBoard."""
    with accordion(wording, "train.all_runs"):
        wording.text(gr.Markdown, "train.all_runs.about", elem_id="train-all-runs-about")
        with gr.Row(elem_id="train-all-runs-files"):
            options = {"scale": 0, "min_width": 140}
            return button(wording, "train.save_all", **options), button(wording, "train.save_events", **options)
