"""The choice of a start after a run was renamed or removed on this page: it leaves the list at once."""

import functools
from typing import Any

import gradio as gr

from core.library import BEST
from viz.tabs.controls import UNQUEUED
from viz.tabs.language import request_texts
from viz.tabs.train.context import Sent, Updates
from viz.tabs.train.form.panel import FormPanel, on_start_from
from viz.tabs.train.start import start_choices


def on_moved(form: FormPanel, moved: gr.Textbox, sent: Sent) -> Updates:
    """Offer the checkpoints that there are now; a chosen one that is gone becomes its new name, or random weights.

    Args:
        form: of a new run.
        moved: the last change of a name, `old new when`, "-" for none.
        sent: what a client sent.
    """
    start, offered = form.settings.start, start_choices(form.context.library, request_texts())
    names, chosen = [name for _, name in offered], str(sent[start] or "")
    if chosen in names:
        return {start: gr.update(choices=offered)}
    old, new, *_ = [*str(sent[moved] or "").split(" "), "", ""]
    renamed = new + chosen.removeprefix(old) if chosen in (old, old + BEST) else ""
    value = renamed if renamed in names else ""
    return {**on_start_from(form, {**sent, start: value}), start: gr.update(choices=offered, value=value)}


def wire_moved(form: FormPanel, moved: gr.Textbox) -> None:
    """Register what happens after a run was renamed or removed; call it inside of gr.Blocks."""
    settings = form.settings
    controls = [settings.preset, *settings.fields.values(), settings.suggested]
    inputs: set[Any] = {*form.data.fields.values(), *controls, settings.start, moved}
    outputs = list(dict.fromkeys([*controls, settings.start]))
    moved.change(functools.partial(on_moved, form, moved), inputs, outputs, **UNQUEUED)
