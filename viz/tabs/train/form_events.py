"""Which control of the form does what."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.context import Context

from viz.tabs.train import data_handlers
from viz.tabs.train import form_handlers as handlers
from viz.tabs.train.controls import AT_ONCE, READ, UPLOADED
from viz.tabs.train.form import Form, Limits
from viz.tabs.train.form_layout import FormParts
from viz.tabs.train.run_handlers import Followed

_TO_THE_RUN = "() => innerWidth < 900 && document.querySelector('#train-follow').scrollIntoView({behavior: 'smooth'})"

_OUTDATED = "() => { document.querySelector('#train-findings .gf-pre').dispatchEvent(new Event('outdated')); }"


def wire_form(runs: Path, limits: Limits, fields: Form, parts: FormParts, language: Component | gr.State) -> None:
    """Register what the controls of the form do; call it inside of gr.Blocks."""
    page = Context.root_block
    if page is None:
        raise RuntimeError("the tab is built inside of gr.Blocks")
    names = [fields.name, parts.suggested]
    page.load(
        functools.partial(handlers.on_form_load, runs), [fields.source, fields.corpus, fields.hub], names, **AT_ONCE
    )
    settings = [*fields.model, *fields.training]
    fields.source.change(
        functools.partial(handlers.on_source, runs, limits),
        [fields.source, fields.corpus, fields.direction, fields.hub, parts.crossing, *names, language],
        [
            *(parts.known, parts.on_hub, parts.upload, parts.card, parts.get, parts.preset),
            *(*settings, *names, parts.crossing),
        ],
        **AT_ONCE,
    )

    def read(event: Callable[..., Any], **options: Any) -> Any:
        """Show the first pairs of the data after an event."""
        asked, shown = [*fields.data, language], [parts.preview, parts.lengths]
        return event(functools.partial(data_handlers.on_data, limits), asked, shown, **READ, **options)

    changed = [*_wire_data(runs, limits, fields, parts, language), *_wire_hub(runs, limits, fields, parts, language)]
    reads = [read(event) for event in changed]
    edited = (fields.src_column.input, fields.tgt_column.input)
    reads += [read(event, trigger_mode="always_last") for event in edited]
    # What is still read of another source must not show over what is shown of this one.
    read(fields.source.change, trigger_mode="always_last", cancels=reads)
    parts.preset.input(handlers.on_preset, [parts.preset, language], list(fields.model), **AT_ONCE)
    gr.on(  # one event of them all: a preset changes many at once, and its last state is the one that counts
        [setting.change for setting in fields.model],
        handlers.parameter_count,
        [language, *fields.model],
        parts.parameters,
        trigger_mode="always_last",
        **AT_ONCE,
    )
    checked = parts.check.click(
        functools.partial(handlers.on_check, runs, limits),
        [*fields, language],
        parts.findings,
        trigger_mode="once",
        concurrency_limit=1,
        **UPLOADED,
    )
    fields.source.change(handlers.on_other_source, None, parts.findings, cancels=[checked], **AT_ONCE)
    touched = [setting.input for setting in (*fields.data, parts.preset, *settings) if setting is not fields.file]
    gr.on([*touched, fields.file.upload, fields.file.clear], None, None, None, js=_OUTDATED)


def _wire_data(
    runs: Path,
    limits: Limits,
    fields: Form,
    parts: FormParts,
    language: Component | gr.State,
) -> list[Callable[..., Any]]:
    """What corpora and files do; returns what happens once the data has become another."""
    names = [fields.name, parts.suggested]
    card = [parts.card, parts.get, parts.received]
    uploaded = gr.on(
        [fields.file.upload, fields.file.clear],
        functools.partial(data_handlers.on_upload, runs, limits),
        [*fields.data, *names],
        [*names, parts.columns, fields.src_column, fields.tgt_column, fields.src_lang, fields.tgt_lang],
        trigger_mode="always_last",
        **UPLOADED,
    )
    known = [fields.corpus, fields.direction]
    chosen = fields.corpus.change(
        functools.partial(data_handlers.on_corpus, runs),
        [*known, *names, language],
        [*card, fields.direction, *names],
        **AT_ONCE,
    )
    turned = fields.direction.input(data_handlers.on_direction, [*known, language], parts.card, **AT_ONCE)
    fetched = parts.get.click(
        functools.partial(data_handlers.on_get, limits), [*known, language], card, trigger_mode="once", **UPLOADED
    )
    return [event.then for event in (uploaded, chosen, turned, fetched)]


def _wire_hub(
    runs: Path,
    limits: Limits,
    fields: Form,
    parts: FormParts,
    language: Component | gr.State,
) -> list[Callable[..., Any]]:
    """What the controls of a data set of the Hub do; returns what happens once the data has become another."""
    names = [fields.name, parts.suggested]
    columns = [fields.hub_src_column, fields.hub_tgt_column]
    gr.on(
        [fields.hub.input, fields.hub_subset.input],
        data_handlers.on_hub_named,
        None,
        [parts.hub_columns, *columns, parts.hub_get, parts.hub_received],
        trigger_mode="always_last",
        **AT_ONCE,
    )
    looked = gr.on(
        [parts.look.click, fields.hub.submit, fields.hub_subset.submit],
        functools.partial(data_handlers.on_look, runs, limits),
        [*fields.data, *names, language],
        [
            *(parts.hub_received, parts.look, parts.hub_columns, *columns, fields.hub_src_lang, fields.hub_tgt_lang),
            *(parts.hub_get, *names),
        ],
        trigger_mode="once",
        **UPLOADED,
    )
    chosen = gr.on(
        [column.input for column in columns], data_handlers.on_hub_column, list(fields.data), parts.hub_get, **AT_ONCE
    )
    fetched = parts.hub_get.click(
        functools.partial(data_handlers.on_hub_get, limits),
        [*fields.data, language],
        [parts.hub_get, parts.hub_received],
        trigger_mode="once",
        **UPLOADED,
    )
    return [event.then for event in (looked, chosen, fetched)]


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
