"""The tab "Evaluate": which of two systems is better, where, and by which sentences.

An evaluation is a job in the folder of runs, which takes turns with trainings; the page only reads its files.
"""

import functools
from pathlib import Path
from typing import NamedTuple

import gradio as gr

from core.library import CheckpointLibrary
from viz.tabs.evaluate.actions import wire_actions
from viz.tabs.evaluate.context import HOME, SHARED, Context
from viz.tabs.evaluate.explorer import lay_out_way_back, wire_rows
from viz.tabs.evaluate.form import FormPanel, lay_out_form, wire_form
from viz.tabs.evaluate.from_train import wire_runs
from viz.tabs.evaluate.panel import EvaluationsPanel, lay_out_evaluations, wire_evaluations
from viz.tabs.evaluate.record import known_evaluation
from viz.tabs.evaluate.saving import wire_saving
from viz.tabs.wording import Wording

__all__ = ["EvaluateTab", "build", "lay_out_way_back", "wire_rows", "wire_runs"]


class EvaluateTab(NamedTuple):
    """The components that the rest of the page needs."""

    form: FormPanel
    evaluations: EvaluationsPanel


def build(
    runs: Path, library: CheckpointLibrary, loaded: gr.Dropdown, *, limited: bool, tab: gr.Tab, wording: Wording
) -> EvaluateTab:
    """Lay the tab out and register its handlers; call it inside `tab`.

    Args:
        runs: the folder of runs, in which evaluations are folders too; it need not exist yet.
        library: the checkpoints that can be evaluated.
        loaded: its value names the model of the explorer.
        limited: whether strangers can reach the page: evaluations are capped, and belong to who started them.
        tab: the tab around; opening it draws the evaluation.
        wording: has the words.
    """
    context = Context(runs, SHARED if limited else HOME, library)
    with gr.Column(elem_id="evaluate"):
        form = lay_out_form(context, wording)
        panel = lay_out_evaluations(context, form, wording)
    wire_form(form, wording, tab, loaded)
    wire_evaluations(panel, tab, wording)
    wire_actions(form, panel)
    wire_saving(panel.result, functools.partial(known_evaluation, runs))
    return EvaluateTab(form, panel)
