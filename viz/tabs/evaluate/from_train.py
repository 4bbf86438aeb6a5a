"""Evaluations that begin in the tab "Train": of the followed run, or of it and a compared one."""

import functools
from typing import Any, Protocol

import gradio as gr

from core.config import DecodingConfig
from core.errors import CoreError
from core.library import model_of_run
from viz.tabs.controls import QUEUED, as_toast
from viz.tabs.evaluate.context import Context, Updates
from viz.tabs.evaluate.form import USUAL_SENTENCES, FormPanel, system_choices
from viz.tabs.evaluate.panel import EvaluationsPanel, show
from viz.tabs.evaluate.sets import HELD_OUT
from viz.tabs.evaluate.start import NONE, free_name, start_evaluation
from viz.tabs.language import request_texts


class Runs(Protocol):
    """The runs that the tab "Train" shows."""

    @property
    def name(self) -> str:
        """Return the followed one."""
        ...

    @property
    def compared(self) -> tuple[str, ...]:
        """Return those compared with it."""
        ...


def on_evaluate(form: FormPanel, tabs: gr.Tabs, viewing: Runs) -> Updates:
    """Open the form with the followed run as the system to judge."""
    texts, library = request_texts(), form.context.library
    name = model_of_run(viewing.name)
    if name not in library.names():  # deleted in the meantime
        return gr.skip()  # Gradio takes an empty dictionary for a value
    free = free_name(form.context.runs, {"first": name, "second": NONE, "set": HELD_OUT})
    return {
        tabs: gr.Tabs(selected="evaluate"),
        form.section: gr.Accordion(open=True),
        form.first: gr.Dropdown(choices=system_choices(library, texts, optional=False), value=name),
        form.filled: "",  # the visitor has chosen it
        form.second: gr.Dropdown(choices=system_choices(library, texts, optional=True), value=NONE),
        form.test_set: HELD_OUT,
        form.name: free,
        form.suggested: free,
    }


def on_evaluate_pair(panel: EvaluationsPanel, tabs: gr.Tabs, sent: dict[Any, Any], viewing: Runs) -> Updates:
    """Evaluate the followed run against the first compared one that has a model, on pairs held out from both."""
    context = panel.context
    try:
        job = start_evaluation(context, pair_fields(context, viewing), sent.get(panel.visitor))
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error
    shown = show(panel, sent, job.name, None)
    return {tabs: gr.Tabs(selected="evaluate"), panel.form.section: gr.Accordion(open=False), **shown}


def pair_fields(context: Context, viewing: Runs) -> dict[str, Any]:
    """Return the fields of an evaluation of two runs: of the followed one, and of the first compared with a model.

    Raises:
        CoreError: one of them is gone, or has no model.
    """
    names, usual = context.library.names(), DecodingConfig()
    first, *others = map(model_of_run, (viewing.name, *viewing.compared))
    second = next((name for name in others if name in names), others[0] if others else NONE)
    for name in filter(None, (first, second)):
        context.library.folder(name)
    fields: dict[str, Any] = dict.fromkeys(("first_file", "second_file", "file", "source", "own", "language"))
    fields |= {"first": first, "second": second, "set": HELD_OUT, "references": []}
    fields |= {"most": min(USUAL_SENTENCES, context.limits.most_sentences), "alpha": usual.alpha}
    fields |= {"beam": min(usual.beam_size, context.limits.most_beam)}
    return {**fields, "name": free_name(context.runs, fields)}


def wire_runs(form: FormPanel, panel: EvaluationsPanel, viewing: gr.State, tabs: gr.Tabs, *buttons: gr.Button) -> None:
    """Register the two buttons of the tab "Train"; call it inside of gr.Blocks."""
    one, pair = buttons
    evaluate = functools.partial(on_evaluate, form, tabs)
    chosen = [form.first, form.filled, form.second, form.test_set, form.name, form.suggested]
    filled: list[Any] = [tabs, form.section, *chosen]
    one.click(evaluate, viewing, filled, **QUEUED)

    def compare(sent: dict[Any, Any]) -> Updates:
        return on_evaluate_pair(panel, tabs, sent, sent[viewing])

    asked: Any = {*panel.chosen, viewing}
    pair.click(compare, asked, [tabs, *panel.shown], trigger_mode="once", **QUEUED)
