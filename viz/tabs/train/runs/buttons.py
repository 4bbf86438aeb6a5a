"""The buttons of the followed run: stop, resume, translate with it, evaluate it, new run, save."""

from collections.abc import Sequence
from dataclasses import dataclass

import gradio as gr

from core.jobs.status import ACTIVE
from core.training.run import RESUMABLE, Run
from viz.tabs.controls import button
from viz.tabs.train.context import Updates
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
    evaluate: gr.Button  # opens the form of an evaluation
    evaluate_pair: gr.Button  # evaluates it against the first compared run that has a model
    again: gr.Button
    save: gr.Button

    @property
    def shown(self) -> list[gr.Button]:
        """Return the components that `button_updates` changes."""
        using = [self.use, self.use_best, self.evaluate, self.evaluate_pair]
        return [self.stop, self.resume, *using, self.again, self.save]


def lay_out_buttons(wording: Wording) -> RunButtons:
    """Lay out the buttons, none visible yet."""
    options = {"visible": False, "scale": 0, "min_width": 96}
    with gr.Row(elem_id="train-actions"):
        stop = button(wording, "train.stop", variant="stop", **options)
        names = ("resume", "use", "use_best", "evaluate", "evaluate_pair", "again", "save")
        others = [button(wording, f"train.{name}", **options) for name in names]
    return RunButtons(stop, *others)


def button_updates(
    buttons: RunButtons, run: Run | None, others: Sequence[Run], state: str, texts: Texts, *, stopping: bool
) -> Updates:
    """Show the buttons that fit the state of the run.

    Args:
        buttons: the components.
        run: the followed run; None for none.
        others: the runs compared with it.
        state: of the run.
        texts: the words.
        stopping: whether it was asked to stop.
    """
    active, has_model = state in ACTIVE, run is not None and run.checkpoint.is_dir()
    other = next((one.name for one in others if one.checkpoint.is_dir()), "")
    return {
        buttons.stop: gr.Button(
            texts("train.leave" if state == "queued" else "train.stop"),
            visible=active or state == "queued",
            interactive=not (active and stopping),
        ),
        buttons.resume: gr.Button(visible=run is not None and state in RESUMABLE),
        buttons.use: gr.Button(visible=has_model),
        buttons.use_best: gr.Button(visible=has_model and run is not None and run.best.is_dir()),
        buttons.evaluate: gr.Button(visible=has_model),
        buttons.evaluate_pair: gr.Button(
            texts("train.evaluate_pair.with", name=other or "–"), visible=has_model and bool(other)
        ),
        buttons.again: gr.Button(visible=run is not None),
        buttons.save: gr.Button(visible=run is not None and bool(read_events(run))),
    }
