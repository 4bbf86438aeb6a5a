"""The form as the browser keeps it: a reload of the page or a restart of the server does not empty it.

Each browser tab stores its own form; a server that is stopped cannot lose it. Files must be chosen again, since the
server may have removed its copies.
"""

import functools
import json
import math
import re
from collections.abc import Sequence
from typing import Any

import gradio as gr

from core.config import ModelConfig, TrainingConfig
from core.data.corpora.registry import CORPORA
from core.errors import CoreError
from core.settings import describe
from core.training.runs import list_runs
from viz.tabs.browser import browser_functions
from viz.tabs.controls import READING, UNQUEUED
from viz.tabs.language import request_texts
from viz.tabs.page import current_page
from viz.tabs.train.context import Limits, Sent, Updates
from viz.tabs.train.data.panel import on_data, show_source
from viz.tabs.train.fields import BACKWARD, DEFAULTS, FORWARD, PAIRS_OF, START, Fields, Start, offered_sources
from viz.tabs.train.form.outlook import outlook_panel
from viz.tabs.train.form.panel import FormPanel, packed_outlook
from viz.tabs.train.form.settings import parameter_count
from viz.tabs.train.form.suggestions import chosen_steps, suggested_settings, text_size
from viz.tabs.train.run_name import is_free, set_name, stem_of
from viz.tabs.train.start import locked, with_start

_LONGEST = 300  # characters of a value
_MOST_CHARACTERS = 20_000  # of all values
_PRESET = "preset"
_OF_THE_FILE = ("file", PAIRS_OF, "src_column", "tgt_column")  # lost with the file
_STORE, _READ = browser_functions(__file__, "store", "stored")
_CHOICES: dict[str, tuple[Any, ...]] = {
    "corpus": tuple(CORPORA),
    "direction": (FORWARD, BACKWARD),
    **{
        item.name: item.choices for config in (ModelConfig, TrainingConfig) for item in describe(config) if item.choices
    },
}


def on_form_load(form: FormPanel, sent: Sent) -> Updates:
    """Fill the form in with what the browser kept of it, and suggest a free name for the run."""
    limits, texts = form.context.limits, request_texts()
    library = form.context.library
    found = read_form(sent[form.kept], limits, library.names() if library is not None else ())
    try:
        fields = with_start({**DEFAULTS, **found}, form.context)
    except CoreError:  # its description cannot be read any more
        del found[START]
        fields = {**DEFAULTS, **found}
    stem = stem_of(fields["source"], fields["corpus"], fields["hub"])
    updates: Updates = {form.kept: "restored"}
    if not is_typed(found.get("name"), stem):
        found.pop("name", None)
        if found or not is_free(form.name):  # else the page has a free one, unless one was typed meanwhile
            updates |= set_name(form.name, stem)
    outlook = outlook_panel(fields, limits, list_runs(form.context.runs), texts)
    updates[form.outlook] = packed_outlook(outlook)
    if not found:
        return updates
    controls = _kept_controls(form)
    size = text_size(fields, limits)
    start = fields[START]
    described = start if isinstance(start, Start) else None
    suggested = functools.partial(
        suggested_settings, fields["source"], size, limits, start=described, corpus=fields["corpus"]
    )
    return {
        **updates,
        **{controls[name]: value for name, value in found.items()},
        **(locked(form.settings.given, start, texts) if isinstance(start, Start) else {}),
        form.settings.suggested: suggested(chosen_steps(fields, suggested())),
        form.settings.parameters: parameter_count(fields, texts),
        **show_source(form.data, _values(form, fields)),
    }


def on_restored(form: FormPanel, sent: Sent) -> Updates | dict[str, Any]:
    """Show the first pairs of the data that the browser kept; those of a new page are shown already."""
    if all(sent[control] == DEFAULTS[name] for name, control in form.data.fields.items() if name == "source"):
        return gr.skip()
    updates: Updates = {}
    for found in on_data(form.data, sent):
        updates |= found
    return updates


def read_form(kept: object, limits: Limits, checkpoints: Sequence[str] = ()) -> dict[str, Any]:
    """Return the values of a form that a browser kept, by the names of the controls; any client can send anything.

    Args:
        kept: what it kept.
        limits: of the page.
        checkpoints: those that a run may start from.
    """
    try:
        values = json.loads(kept) if isinstance(kept, str) and len(kept) <= _MOST_CHARACTERS else {}
    except (ValueError, RecursionError):
        return {}
    choices = {**_CHOICES, "source": offered_sources(limits), _PRESET: limits.presets, START: ("", *checkpoints)}
    known = {*DEFAULTS, _PRESET} - {*_OF_THE_FILE}
    named = values.items() if isinstance(values, dict) else ()
    return {name: value for name, value in named if name in known and _is_sound(name, value, choices)}


def is_typed(name: object, stem: str) -> bool:
    """Return whether a visitor has typed the name of a run: a suggested one is its stem with a number."""
    return isinstance(name, str) and bool(name) and not re.fullmatch(rf"{re.escape(stem)}-\d+", name)


def wire_kept(form: FormPanel) -> None:
    """Store the form after each change, and fill it in when the page is loaded; call it inside of gr.Blocks."""
    controls = _kept_controls(form)
    read: list[Any] = [control for name, control in controls.items() if name != _PRESET]
    changes = [control.change for control in [*read, controls[_PRESET]]]
    store = f"(...sent) => ({_STORE})({json.dumps(list(controls))}, ...sent)"
    gr.on(changes, None, [form.kept, *controls.values()], None, js=store)
    data = form.data
    outputs = [
        *(form.kept, form.name.suggested, form.outlook, form.settings.suggested, form.settings.parameters),
        *(data.corpus.column, data.hub.column, data.upload.column, data.corpus.card, data.corpus.download),
        *controls.values(),
    ]
    load = functools.partial(on_form_load, form)
    loaded = current_page().load(load, {form.kept}, outputs, js=_READ, **UNQUEUED)
    fields = {*data.fields.values()}
    loaded.then(functools.partial(on_restored, form), fields, [data.preview, data.lengths], **READING)


def _kept_controls(form: FormPanel) -> dict[str, Any]:
    """Return the controls whose values a browser keeps, by name."""
    controls = {name: control for name, control in form.fields.items() if name not in _OF_THE_FILE}
    return {**controls, _PRESET: form.settings.preset}


def _values(form: FormPanel, fields: Fields) -> Sent:
    return {control: fields[name] for name, control in form.fields.items()}


def _is_sound(name: str, value: object, choices: dict[str, Any]) -> bool:
    if name in choices:
        return isinstance(value, str) and value in choices[name]
    if isinstance(DEFAULTS[name], int | float):
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return value is None or (isinstance(value, str) and len(value) <= _LONGEST)
