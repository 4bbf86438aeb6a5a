"""The tab "Train": choose data and settings, start a run, follow it live.

A training is its own process, which writes files; the page only reads them. `data`, `form`, `preflight` and `runs` each
hold the layout and the handlers of one feature. A handler receives what a client sent as a dictionary keyed by
component, and returns the components that it changes in the same way.
"""

from pathlib import Path
from typing import NamedTuple

import gradio as gr

from core.library import CheckpointLibrary
from viz.tabs.train.context import HOME, SHARED, Context, Limits
from viz.tabs.train.form.kept_form import wire_kept
from viz.tabs.train.form.moved import wire_moved
from viz.tabs.train.form.panel import lay_out_form, wire_form
from viz.tabs.train.form.same_settings import wire_again
from viz.tabs.train.runs.actions import wire_actions
from viz.tabs.train.runs.panel import lay_out_runs, wire_runs
from viz.tabs.train.runs.viewing import Viewing
from viz.tabs.train.start import wire_choices
from viz.tabs.wording import Wording

__all__ = ["TrainTab", "Viewing", "build", "limits"]


class TrainTab(NamedTuple):
    """The components that the rest of the page needs."""

    finished: gr.Textbox  # changes when a followed run has ended and its checkpoint is available
    moved: gr.Textbox  # a model that this page has renamed or removed: `old new when`, "-" for none
    use: gr.Button  # translates with the finished model of the followed run
    use_best: gr.Button  # translates with that of its best validation
    evaluate: gr.Button  # opens the form of an evaluation of it
    evaluate_pair: gr.Button  # evaluates it against a compared run
    viewing: gr.State  # a `Viewing`, whose `name` is the followed run


def limits(*, limited: bool) -> Limits:
    """Return the limits of the tab: lower if strangers can reach the page."""
    return SHARED if limited else HOME


def build(
    runs: Path,
    *,
    limited: bool,
    tab: gr.Tab,
    wording: Wording,
    library: CheckpointLibrary | None = None,
) -> TrainTab:
    """Lay the tab out and register its handlers; call it inside `tab`.

    Args:
        runs: the folder of run folders, which need not exist yet.
        limited: whether strangers can reach the page: training is capped, and runs belong to who started them.
        tab: the tab around; opening it draws the run.
        wording: has the words.
        library: the checkpoints that a run may start from.
    """
    context = Context(runs, limits(limited=limited), library)
    with gr.Row(elem_id="train"):
        with gr.Column(scale=5, min_width=300, elem_id="train-form"):
            form = lay_out_form(context, wording)
        with gr.Column(scale=8, min_width=320, elem_id="train-follow"):
            followed = lay_out_runs(context, wording, form.start)
    wire_form(form, followed, wording)
    wire_choices(context, form.settings.start, tab, followed.finished)
    wire_moved(form, followed.moved)
    wire_kept(form)
    wire_runs(followed, tab, wording)
    wire_actions(followed)
    wire_again(form, followed)
    buttons = followed.buttons
    using = (buttons.use, buttons.use_best, buttons.evaluate, buttons.evaluate_pair)
    return TrainTab(followed.finished, followed.moved, *using, followed.viewing)
