"""More steps for a run that has ended, or was stopped; on a public Space only its owner may ask for them."""

from dataclasses import dataclass
from typing import Any

import gradio as gr

from core.config import TrainingConfig
from core.errors import CoreError
from core.training.run import RESUMABLE, Run
from core.training.runs import enqueue, extend_run
from viz.tabs.controls import button, worded
from viz.tabs.train.context import Context, Limits, Updates
from viz.tabs.train.fields import plain_value, refuse_above
from viz.tabs.wording import Wording


@dataclass(frozen=True)
class Longer:
    """The components, which an ended run shows: the new last step, and the button."""

    row: gr.Row
    steps: gr.Number
    button: gr.Button

    @property
    def shown(self) -> list[Any]:
        """Return the components that `longer_updates` changes."""
        return [self.row, self.steps]


def lay_out_longer(wording: Wording) -> Longer:
    """Lay out the new last step and the button."""
    with gr.Row(visible=False, elem_id="train-longer-row") as row:
        steps = worded(wording, gr.Number, "train.longer_steps", value=0, min_width=240)
        more = button(wording, "train.longer", scale=0, min_width=96)
    return Longer(row, steps, more)


def longer_updates(longer: Longer, run: Run | None, limits: Limits) -> Updates:
    """Show the components for a run that may take more steps, and suggest twice as many."""
    steps = suggested_steps(run, limits) if run is not None else None
    if steps is None:
        return {longer.row: gr.Row(visible=False)}
    return {longer.row: gr.Row(visible=True), longer.steps: steps}


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


def start_longer(context: Context, run: Run, sent: object) -> None:
    """Resume a finished run until a later step, or queue it.

    Raises:
        CoreError: the number is not above the present one or above the limit, or the run has ended for another reason.
    """
    steps = plain_value(TrainingConfig, "max_steps", sent)
    steps = TrainingConfig(max_steps=steps).max_steps
    refuse_above("max_steps", steps, context.limits.max_steps)
    extend_run(run, steps)
    enqueue(run)
