"""Which control of the form does what."""

import functools
from pathlib import Path

import gradio as gr
from gradio.components import Component
from gradio.context import Context

from viz.tabs.train import form_handlers as handlers
from viz.tabs.train.controls import AT_ONCE, UPLOADED
from viz.tabs.train.form import Form, Limits
from viz.tabs.train.form_layout import FormParts
from viz.tabs.train.run_handlers import Followed

_TO_THE_RUN = "() => innerWidth < 900 && document.querySelector('#train-follow').scrollIntoView({behavior: 'smooth'})"


def wire_form(runs: Path, limits: Limits, fields: Form, parts: FormParts, language: Component | gr.State) -> None:
    """Register what the controls of the form do; call it inside of gr.Blocks."""
    page = Context.root_block
    if page is None:
        raise RuntimeError("the tab is built inside of gr.Blocks")
    names = [fields.name, parts.suggested]
    page.load(functools.partial(handlers.on_form_load, runs), [fields.source, fields.corpus], names, **AT_ONCE)
    settings = [*fields.model, *fields.training]
    fields.source.change(
        functools.partial(handlers.on_source, runs, limits),
        [fields.source, fields.corpus, parts.crossing, *names, language],
        [parts.known, parts.upload, parts.card, parts.get, parts.preset, *settings, *names, parts.crossing],
        **AT_ONCE,
    )
    _wire_data(runs, limits, fields, parts, language)
    parts.preset.input(handlers.on_preset, [parts.preset, language], list(fields.model), **AT_ONCE)
    gr.on(  # one event of them all: a preset changes many at once, and its last state is the one that counts
        [setting.change for setting in fields.model],
        handlers.parameter_count,
        [language, *fields.model],
        parts.parameters,
        trigger_mode="always_last",
        **AT_ONCE,
    )
    parts.check.click(
        functools.partial(handlers.on_check, runs, limits),
        [*fields, language],
        parts.findings,
        trigger_mode="once",
        concurrency_limit=1,
        **UPLOADED,
    )


def _wire_data(runs: Path, limits: Limits, fields: Form, parts: FormParts, language: Component | gr.State) -> None:
    """What corpora and files do."""
    names = [fields.name, parts.suggested]
    shown = [parts.preview, parts.lengths]
    preview = functools.partial(handlers.on_data, limits)
    asked = [*fields.data, language]
    card = [parts.card, parts.get, parts.received]
    events = (fields.source.change, fields.file.clear, fields.src_column.input, fields.tgt_column.input)
    for event in events:
        event(preview, asked, shown, trigger_mode="always_last", **UPLOADED)
    fields.file.upload(
        functools.partial(handlers.on_upload, runs, limits),
        [*fields.data, *names],
        [*names, parts.columns, fields.src_column, fields.tgt_column, fields.src_lang, fields.tgt_lang],
        **UPLOADED,
    ).then(preview, asked, shown, **UPLOADED)
    fields.corpus.change(
        functools.partial(handlers.on_corpus, runs), [fields.corpus, *names, language], [*card, *names], **AT_ONCE
    ).then(preview, asked, shown, **UPLOADED)
    parts.get.click(
        functools.partial(handlers.on_get, limits), [fields.corpus, language], card, trigger_mode="once", **UPLOADED
    ).then(preview, asked, shown, **UPLOADED)


def wire_start(
    runs: Path,
    limits: Limits,
    fields: Form,
    parts: FormParts,
    shown: Followed,
    measure: gr.Radio,
    visitor: gr.Textbox,
    language: Component | gr.State,
) -> None:
    """Register what starts a run and shows it."""
    parts.start.click(
        functools.partial(handlers.on_start, runs, limits),
        [*fields, measure, language, visitor],
        [fields.name, parts.suggested, parts.findings, *shown],
        **UPLOADED,
    ).success(None, None, None, js=_TO_THE_RUN)
