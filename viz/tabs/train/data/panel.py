"""The data of a new run: the choice of a source, the controls of each source, and a preview of the pairs."""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import gradio as gr
from gradio.blocks import Block
from gradio.components import Component
from gradio.events import Dependency

from core.data.corpora.hub import OLDEST_LIBRARY, has_library
from core.data.stream import PairStream
from core.data.tasks import task
from core.errors import CoreError
from core.training.run import RunConfig
from viz.components.preflight import Bars, Panel, pack_panel, preflight
from viz.components.text_table import pack_table, text_table
from viz.tabs import uploads
from viz.tabs.controls import PREPROCESSED, READING, UNQUEUED, refusal_panel, worded
from viz.tabs.language import request_texts
from viz.tabs.limits import MEGABYTE
from viz.tabs.train.context import Context, Limits, Sent, Updates
from viz.tabs.train.data import corpus, hub, upload
from viz.tabs.train.data.languages import on_languages
from viz.tabs.train.fields import (
    CORPUS,
    DEFAULTS,
    FILE,
    HUB,
    PAIRS_OF,
    PREVIEW_PAIRS,
    TASK_VALID_PAIRS,
    Fields,
    checked_source,
    configuration,
    hub_data_set,
    is_backward,
    kept_pairs,
    offered_sources,
    sent_fields,
)
from viz.tabs.train.run_name import RunName
from viz.tabs.train.runs.samples import shortened
from viz.tabs.train.runs.viewing import known_run
from viz.tabs.wording import Wording
from viz.texts import Texts

_READ_AT_ONCE = 4 * MEGABYTE  # a file that is read within a second


@dataclass(frozen=True)
class DataPanel:
    """The components of the data of a run."""

    context: Context
    name: RunName
    source: gr.Radio
    corpus: corpus.CorpusPanel
    hub: hub.HubPanel
    upload: upload.UploadPanel
    preview: gr.HTML
    lengths: gr.HTML

    @property
    def fields(self) -> dict[str, Component]:
        """Return the controls of the form, by name."""
        return {"source": self.source, **self.corpus.fields, **self.hub.fields, **self.upload.fields}


def lay_out_data(context: Context, name: RunName, wording: Wording) -> DataPanel:
    """Lay out the source, the controls of each source, and the preview."""
    choices = functools.partial(_source_choices, context.limits)
    source = worded(wording, gr.Radio, "train.source", choices=choices, value=DEFAULTS["source"])
    panels = (
        corpus.lay_out_corpus(context, name, wording),
        hub.lay_out_hub(context, name, wording),
        upload.lay_out_upload(context, name, wording),
    )
    preview = text_table(preview_of(DEFAULTS, context.limits, wording.texts), elem_id="train-preview")
    return DataPanel(context, name, source, *panels, preview, preflight(elem_id="train-lengths"))


def show_source(panel: DataPanel, sent: Sent) -> Updates:
    """Show the controls of the chosen source."""
    columns = {CORPUS: panel.corpus.column, HUB: panel.hub.column, FILE: panel.upload.column}
    shown = {column: gr.Column(visible=sent[panel.source] == source) for source, column in columns.items()}
    return {**shown, **corpus.card_updates(panel.corpus, sent)}


def on_data(panel: DataPanel, sent: Sent) -> Iterator[Updates]:
    """Show the first pairs of the chosen data, their number and lengths; or what is wrong with them."""
    fields, texts, limits = sent_fields(panel.fields, sent), request_texts(), panel.context.limits
    try:
        if fields["source"] == FILE and fields["file"]:
            yield from _upload_previews(panel, fields, texts)
        elif fields["source"] == FILE and fields[PAIRS_OF]:
            yield {panel.preview: _kept_preview(panel, str(fields[PAIRS_OF]), texts), panel.lengths: None}
        elif fields["source"] == HUB and _is_named(fields):  # the preview reports a bad name
            yield {panel.preview: _hub_preview(fields, limits, texts), panel.lengths: None}
        else:
            yield {panel.preview: preview_of(fields, limits, texts), panel.lengths: None}
    except CoreError as error:
        yield {panel.preview: None, panel.lengths: refusal_panel(error)}


def preview_of(fields: Fields, limits: Limits, texts: Texts) -> str:
    """Return a packed table of the first pairs of a task or a corpus, or how to get them.

    Raises:
        CoreError: the source or corpus is not offered, or cannot be read.
    """
    source = checked_source(fields["source"], limits)
    if source == FILE:
        megabytes = limits.upload_bytes / MEGABYTE
        return _table([], texts("train.about.no_file", megabytes=megabytes), texts)
    if source == HUB:
        return _table([], _about_hub(texts), texts)
    if source == CORPUS:
        try:
            return _table(corpus.corpus_preview(fields["corpus"], swapped=is_backward(fields)), "", texts)
        except CoreError as error:
            if not error.code.endswith("not_here"):
                raise
            return _table([], texts("train.corpus.waiting"), texts)
    pairs = task(source).pairs(PREVIEW_PAIRS, 1, split="train")
    note = texts(f"train.about.{source}", valid=TASK_VALID_PAIRS)
    return _table(list(zip(pairs.source, pairs.target, strict=True)), note, texts)


class ValidForm(NamedTuple):
    """A form that was validated: its settings, and its upload if it has one."""

    config: RunConfig
    upload: PairStream | None


def validate(fields: Fields, limits: Limits) -> ValidForm:
    """Return the settings and the upload of a form; a missing file is reported before its languages.

    Raises:
        CoreError: a bad value, or data that are not here or cannot be read.
    """
    kept = kept_pairs(fields)
    if fields["source"] == FILE and kept is None:
        uploads.uploaded(fields, limits)
    config = configuration(fields, limits)
    if fields["source"] == HUB:
        hub.require_copy(fields)
    if config.data.corpus is not None:
        corpus.corpus_preview(config.data.corpus)
    if fields["source"] != FILE or kept is not None:
        return ValidForm(config, None)
    pairs = uploads.upload_stream(fields, limits)
    upload.held_out(pairs)
    return ValidForm(config, pairs)


def wire_data(panel: DataPanel, wording: Wording, start: gr.Dropdown) -> list[Dependency]:
    """Register what the controls of the data do; return the events that have read the chosen data.

    Args:
        panel: of the data.
        wording: of the page.
        start: the checkpoint to start from, whose languages may be those of the data.
    """
    fields: set[Block] = {*panel.fields.values()}
    wording.redraw(functools.partial(on_data, panel), fields, [panel.preview, panel.lengths])
    known = panel.corpus
    wording.redraw(functools.partial(corpus.on_language, known), fields, [known.card, known.direction])

    def read(event: Callable[..., Any], **options: Any) -> Any:
        """Show the first pairs of the data after an event."""
        return event(functools.partial(on_data, panel), fields, [panel.preview, panel.lengths], **READING, **options)

    changed = [*_wire_corpus(panel.corpus), *_wire_hub(panel.hub), _wire_upload(panel.upload)]
    reads = [read(event) for event in changed]
    edited = (panel.upload.source_column.input, panel.upload.target_column.input)
    for event in (*changed, *edited, start.input, panel.source.input):
        _wire_languages(panel, start, event)
    reads += [read(event, trigger_mode="always_last") for event in edited]
    # A reading of the previous source that is still in progress must not overwrite the preview of this one.
    return [*reads, read(panel.source.change, trigger_mode="always_last", cancels=reads)]


def _wire_corpus(panel: corpus.CorpusPanel) -> list[Callable[..., Any]]:
    """Register the events of a known corpus; return the events after which the data have changed."""
    chosen: set[Any] = {*panel.fields.values()}
    names = [panel.name.name, panel.name.suggested]
    outputs = [panel.card, panel.download, panel.progress]
    changed = panel.corpus.change(
        functools.partial(corpus.on_corpus, panel),
        {*chosen, *names},
        [*outputs, panel.direction, *names],
        **UNQUEUED,
    )
    turned = panel.direction.input(functools.partial(corpus.on_direction, panel), chosen, panel.card, **UNQUEUED)
    fetch = functools.partial(corpus.on_download, panel)
    fetched = panel.download.click(fetch, chosen, outputs, trigger_mode="once", **PREPROCESSED)
    redraw = functools.partial(corpus.card_updates, panel)  # with the present choice
    fetched = fetched.then(redraw, chosen, [panel.card, panel.download], **UNQUEUED)
    return [changed.then, turned.then, fetched.then]


def _wire_hub(panel: hub.HubPanel) -> list[Callable[..., Any]]:
    """Register the events of a data set of the Hub; return the events after which the data have changed."""
    fields, names = {*panel.fields.values()}, [panel.name.name, panel.name.suggested]
    columns = [panel.source_column, panel.target_column]
    gr.on(
        [panel.data_set.input, panel.subset.input],
        functools.partial(hub.on_edit, panel),
        None,
        [panel.columns, *columns, panel.download, panel.progress],
        trigger_mode="always_last",
        **UNQUEUED,
    )
    looked = gr.on(
        [panel.look.click, panel.data_set.submit, panel.subset.submit],
        functools.partial(hub.on_look, panel),
        {*fields, *names},
        [panel.progress, panel.look, panel.columns, *columns, panel.download, *names],
        trigger_mode="once",
        **PREPROCESSED,
    )
    choose = functools.partial(hub.on_column, panel)
    chosen = gr.on([column.input for column in columns], choose, fields, panel.download, **UNQUEUED)
    fetch = functools.partial(hub.on_download, panel)
    outputs = [panel.download, panel.progress]
    fetched = panel.download.click(fetch, {*fields}, outputs, trigger_mode="once", **PREPROCESSED)
    fetched = fetched.then(choose, fields, panel.download, **UNQUEUED)  # with the present choice
    return [looked.then, chosen.then, fetched.then]


def _wire_languages(panel: DataPanel, start: gr.Dropdown, event: Callable[..., Any]) -> None:
    """Suggest the languages of the data after an event."""
    panels = (panel.hub, panel.upload)
    suggest = functools.partial(on_languages, panel.context, panels, panel.source, start)
    boxes = [box for one in panels for box in (one.source_language, one.target_language, one.suggested_languages)]
    event(suggest, {*panel.fields.values(), start}, boxes, **READING)


def _wire_upload(panel: upload.UploadPanel) -> Callable[..., Any]:
    """Register the events of an upload; return the event after which the data have changed."""
    names = [panel.name.name, panel.name.suggested]
    return gr.on(
        [panel.file.upload, panel.file.clear],
        functools.partial(upload.on_upload, panel),
        {*panel.fields.values(), *names},
        [*names, panel.pairs_of, panel.columns, panel.source_column, panel.target_column],
        trigger_mode="always_last",
        **PREPROCESSED,
    ).then


def _upload_previews(panel: DataPanel, fields: Fields, texts: Texts) -> Iterator[Updates]:
    """Yield the preview of an upload: of a large one its first pairs at once, its numbers when it has been read.

    Raises:
        CoreError: it cannot be read.
    """
    limits = panel.context.limits
    if uploads.chosen_columns(fields, limits).count(None) == 1:
        yield {panel.preview: _table([], texts("train.about.one_column"), texts), panel.lengths: None}
        return
    pairs = uploads.upload_stream(fields, limits)
    size = sum(path.stat().st_size for path in pairs.files if path.is_file())
    if size > _READ_AT_ONCE:
        note = texts("train.about.reading", megabytes=size / MEGABYTE)
        yield {panel.preview: _table(list(islice(pairs, PREVIEW_PAIRS)), note, texts), panel.lengths: None}
    found = upload.upload_statistics(pairs)
    yield {panel.preview: _upload_table(found, texts), panel.lengths: _upload_lengths(found.lengths, texts)}


def _upload_table(found: upload.UploadStatistics, texts: Texts) -> str:
    """Return the first pairs of an upload and its counts."""
    counts = {
        "pairs": found.pairs,
        "training": found.training,
        "validation": found.held_out,
        "blank": found.blank,
        "repeated": found.repeated,
    }
    odd = found.odd_rows
    notes = [texts("train.about.file", **{name: f"{count:,}" for name, count in counts.items()})]
    notes += [texts("train.about.wide", rows=odd.wide, line=odd.first_wide)] if odd.wide else []
    notes += [texts("train.about.spanning", rows=odd.spanning, line=odd.first_spanning)] if odd.spanning else []
    return _table(found.first, " ".join(notes), texts)


def _kept_preview(panel: DataPanel, name: str, texts: Texts) -> str:
    """Return the first pairs of the files of an earlier run.

    Raises:
        CoreError: they cannot be read.
    """
    from core.training.text import read_corpus

    run = known_run(panel.context.runs, name)
    if run is None or panel.context.limits.owned:
        return preview_of({"source": FILE}, panel.context.limits, texts)
    pairs = read_corpus(run.read_config().data).training
    return _table(list(islice(pairs or [], PREVIEW_PAIRS)), texts("train.about.kept", name=name), texts)


def _upload_lengths(lengths: upload.Lengths, texts: Texts) -> str:
    """Return the histogram of an upload's sentence lengths."""
    sides = (texts("train.preview.source"), texts("train.preview.target"))
    title = texts("train.lengths.title", source=sides[0], target=sides[1])
    counts = (lengths.source, lengths.target)
    return pack_panel(Panel(bars=Bars(title, lengths.edges, sides, counts, texts("train.lengths.axis"))))


def _hub_preview(fields: Fields, limits: Limits, texts: Texts) -> str:
    """Return the first pairs of a data set of the Hub as far as they are known, and what to do next."""
    checked_source(HUB, limits)
    pairs, copy = hub.preview(fields)
    if copy is not None:
        counts = {split: f"{count:,}" for split, count in copy.pairs.items()}
        key = "train.hub.here" if "train" in counts else "train.hub.here_uncounted"
        training, validation = counts.get("train", ""), counts.get("valid", "0")
        return _table(pairs, texts(key, training=training, validation=validation), texts)
    without_pairs = _about_hub(texts) if hub.kept_rows(fields) is None else texts("train.hub.sides")
    return _table(pairs, texts("train.hub.seen") if pairs else without_pairs, texts)


def _about_hub(texts: Texts) -> str:
    """Return how a data set of the Hub is named, or that the library for it is missing, before anything is typed."""
    if not has_library():
        return texts("train.hub.missing", oldest=OLDEST_LIBRARY)
    return texts("train.about.hub")


def _table(pairs: Sequence[tuple[str, str]], note: str, texts: Texts) -> str:
    columns = [texts("train.preview.source"), texts("train.preview.target")]
    rows = [[shortened(side) for side in pair] for pair in pairs[:PREVIEW_PAIRS]]
    return pack_table(columns, rows, note=note)


def _is_named(fields: Fields) -> bool:
    try:
        return bool(hub_data_set(fields))
    except CoreError:
        return False


def _source_choices(limits: Limits, texts: Texts) -> list[tuple[str, str]]:
    return [(texts(f"train.source.{source}"), source) for source in offered_sources(limits)]
