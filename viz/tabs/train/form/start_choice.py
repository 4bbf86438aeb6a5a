"""The choice of the checkpoint that a new run starts from: what it fills in, and the checkpoints that there are."""

import functools
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.library import BEST
from viz.tabs.language import request_texts
from viz.tabs.page import current_page
from viz.tabs.train.context import Sent, Updates
from viz.tabs.train.controls import QUEUED, UNQUEUED, as_toast
from viz.tabs.train.fields import START, Start
from viz.tabs.train.form.panel import FormPanel, fill_in
from viz.tabs.train.form.settings import locked, start_choices, unlocked
from viz.tabs.train.initial_checkpoint import with_start
from viz.tabs.wording import Wording


def on_start_from(form: FormPanel, sent: Sent) -> Updates:
    """Fill in and lock what the chosen checkpoint gives, or unlock it; suggest a rate that suits."""
    settings, texts = form.settings, request_texts()
    named = {START: sent[settings.start]}
    try:
        start = with_start(named, form.context)[START] or None
    except CoreError as error:
        raise as_toast(error, texts) from error
    filled = fill_in(form, sent)
    if start is not None:
        return {**filled, **locked(settings.given, start, texts)}
    return {**filled, **unlocked(settings, filled[settings.suggested], texts)}


def on_start_words(form: FormPanel, sent: Sent) -> Updates:
    """Say in another language why fields are locked."""
    given = form.settings.given
    try:
        start = with_start({START: sent[form.settings.start]}, form.context)[START]
    except CoreError:
        start = None
    if isinstance(start, Start):
        return locked(given, start, request_texts())
    return {control: gr.skip() for control in given.values()}


def on_choices(form: FormPanel) -> Any:
    """Offer the checkpoints that there are now; one that is gone stays chosen, and is refused when the run starts."""
    return gr.update(choices=start_choices(form.context.library, request_texts()))


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


def wire_start(form: FormPanel, tab: gr.Tab, finished: gr.Textbox, moved: gr.Textbox, wording: Wording) -> None:
    """Register what the choice does; call it inside of gr.Blocks.

    Args:
        form: of a new run.
        tab: opening it asks for the checkpoints.
        finished: changes when a run has ended and its checkpoint is there.
        moved: changes when a run was renamed or removed.
        wording: has the words.
    """
    settings = form.settings
    filled = [settings.preset, *settings.fields.values(), settings.suggested]
    chosen: Any = {*form.data.fields.values(), *filled}
    settings.start.input(functools.partial(on_start_from, form), chosen, filled, **QUEUED)
    wording.redraw(functools.partial(on_start_words, form), {settings.start}, [*settings.given.values()])
    offer = functools.partial(on_choices, form)
    for event in (current_page().load, tab.select, finished.change):
        event(offer, None, settings.start, **UNQUEUED)
    moved.change(functools.partial(on_moved, form, moved), {*chosen, moved}, filled, **UNQUEUED)
