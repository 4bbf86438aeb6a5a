"""A data set of the Hugging Face Hub: its first rows, columns, download, and the copy that is trained on."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import gradio as gr
from cachetools import LRUCache
from gradio.components import Component

from core.data.corpora import reading
from core.data.corpora.hub import HubCopy, HubLook, fetch_hub, hub_copy, hub_name, look_at_hub
from core.data.corpora.reading import corpus_stream, data_folders
from core.errors import CoreError
from viz.components.preflight import Panel, preflight
from viz.tabs.controls import button, column_choices, language_fields, lasting_panel, refusal_panel, worded
from viz.tabs.train.context import Context, Limits, Sent, Updates
from viz.tabs.train.data.download import Download, outcome_panel, progress_panels
from viz.tabs.train.fields import (
    HUB,
    HUB_SUGGESTED_LANGUAGES,
    PREVIEW_PAIRS,
    Fields,
    checked_source,
    hub_data_set,
    sent_fields,
)
from viz.tabs.train.run_name import RunName, stem_of, suggest_name
from viz.tabs.wording import Wording
from viz.texts import Texts

MOST_COLUMNS = 40  # that are offered
_MOST_LETTERS = 1000  # kept of a text
_KEPT = 16  # data sets whose first rows are kept
_first_rows: LRUCache[str, HubLook] = LRUCache(_KEPT)
_lock = threading.Lock()


@dataclass(frozen=True)
class HubPanel:
    """The components of a data set of the Hub."""

    context: Context
    name: RunName
    column: gr.Column  # visible where the data come from the Hub
    data_set: gr.Textbox
    subset: gr.Textbox
    look: gr.Button
    columns: gr.Row
    source_column: gr.Dropdown
    target_column: gr.Dropdown
    source_language: gr.Textbox
    target_language: gr.Textbox
    suggested_languages: gr.Textbox  # both codes that were suggested last, a blank between them; hidden
    download: gr.Button
    progress: gr.HTML

    @property
    def fields(self) -> dict[str, Component]:
        """Return the controls of the form, by name."""
        return {
            "hub": self.data_set,
            "hub_subset": self.subset,
            "hub_src_column": self.source_column,
            "hub_tgt_column": self.target_column,
            "hub_src_lang": self.source_language,
            "hub_tgt_lang": self.target_language,
            HUB_SUGGESTED_LANGUAGES: self.suggested_languages,
        }


def lay_out_hub(context: Context, name: RunName, wording: Wording) -> HubPanel:
    """Lay out the controls of a data set of the Hub."""
    with gr.Column(visible=False, elem_id="train-hub-part") as column:
        with gr.Row():
            data_set = worded(wording, gr.Textbox, "train.hub", max_lines=1, max_length=200, min_width=200, scale=3)
            subset = worded(
                wording, gr.Textbox, "train.hub_subset", max_lines=1, max_length=100, min_width=120, scale=2
            )
        look = button(wording, "train.hub.look", size="sm")
        with gr.Row(visible=False, elem_id="train-hub-columns") as columns:
            chosen = column_choices(wording, "train.hub_src_column", "train.hub_tgt_column")
        languages = language_fields(wording, "train.hub_src_lang", "train.hub_tgt_lang")
        suggested = gr.Textbox("", visible="hidden", elem_id="train-hub-suggested-languages", elem_classes="gf-value")
        download = button(wording, "train.hub.get", size="sm", visible=False)
        progress = preflight(elem_id="train-hub-received")
    return HubPanel(
        context, name, column, data_set, subset, look, columns, *chosen, *languages, suggested, download, progress
    )


def on_edit(panel: HubPanel) -> Updates:
    """Clear the preview and columns of the previous data set."""
    return {
        panel.columns: gr.Row(visible=False),
        panel.source_column: gr.Dropdown(choices=[], value=None),
        panel.target_column: gr.Dropdown(choices=[], value=None),
        panel.download: gr.Button(visible=False),
        panel.progress: None,
    }


def on_look(panel: HubPanel, sent: Sent) -> Iterator[Updates]:
    """Request the first rows; suggest columns and a name. The preview shows the rows."""
    fields = sent_fields(panel.fields, sent)
    yield {panel.progress: lasting_panel(_looking_panel), panel.look: gr.Button(interactive=False)}
    try:
        checked_source(HUB, panel.context.limits)
        columns, found, unreachable = _columns(fields)
    except CoreError as error:
        yield {
            panel.progress: refusal_panel(error),
            panel.look: gr.Button(interactive=True),
            panel.columns: gr.Row(visible=False),
            panel.download: gr.Button(visible=False),
        }
        return
    source, target = found or ("", "")
    yield {
        panel.progress: refusal_panel(unreachable) if unreachable else None,
        panel.look: gr.Button(interactive=True),
        panel.columns: gr.Row(visible=True),
        panel.source_column: gr.Dropdown(choices=list(columns), value=source or None),
        panel.target_column: gr.Dropdown(choices=list(columns), value=target or None),
        panel.download: _download_button({**fields, "hub_src_column": source, "hub_tgt_column": target}),
        **suggest_name(panel.name, sent, stem_of(HUB, None, fields["hub"])),
    }


def _looking_panel(texts: Texts) -> Panel:
    return Panel(texts("train.hub.looking"), busy=True, message=texts("train.hub.looking.message"))


def on_column(panel: HubPanel, sent: Sent) -> Updates:
    """Offer the download where the copy, if there is one, has other columns."""
    return {panel.download: _download_button(sent_fields(panel.fields, sent))}


def on_download(panel: HubPanel, sent: Sent) -> Iterator[Updates]:
    """Fetch the data set and show the progress; it continues if the page is closed."""
    fields = sent_fields(panel.fields, sent)
    limits = panel.context.limits
    try:
        checked_source(HUB, limits)
        name, columns = hub_data_set(fields), chosen_columns(fields)
        if columns is None:
            raise CoreError("train.hub_sides", "choose the columns of both sides first")
    except CoreError as error:
        yield {panel.progress: refusal_panel(error)}
        return
    download = hub_download(name, columns, limits)
    for progress in progress_panels(download, name):
        yield {panel.download: gr.Button(interactive=False), panel.progress: progress}
    yield {panel.progress: outcome_panel(download)}  # the choice may have changed: `on_column` follows


# Rows and copies


def fetch_first_rows(fields: Fields) -> HubLook:
    """Fetch the first rows of a data set, and keep them for the preview.

    Raises:
        CoreError: a bad name, a library that is missing, no network, or no column with text.
    """
    name = hub_data_set(fields)
    found = look_at_hub(name, PREVIEW_PAIRS)
    if len(found.columns) < 2:
        raise CoreError("train.hub_texts", "{name} does not have two columns of text to choose from", name=name)
    rows = tuple({column: text[:_MOST_LETTERS] for column, text in row.items()} for row in found.rows)
    with _lock:
        _first_rows[name] = found._replace(columns=found.columns[:MOST_COLUMNS], rows=rows)
        return _first_rows[name]


def kept_rows(fields: Fields) -> HubLook | None:
    """Return the first rows of a data set if they were fetched before."""
    with _lock:
        return _first_rows.get(hub_data_set(fields))


def chosen_columns(fields: Fields) -> tuple[str, str] | None:
    """Return the chosen columns; None before both are chosen.

    Raises:
        CoreError: one column for both sides.
    """
    source, target = (str(value or "") for value in (fields["hub_src_column"], fields["hub_tgt_column"]))
    if source and source == target:
        raise CoreError("train.same_column", "“{name}” cannot be source and target at once", name=source)
    return (source, target) if source and target else None


def copy_of(fields: Fields) -> HubCopy | None:
    """Return the copy of the data set on this machine, with any columns; None without one."""
    return hub_copy(hub_data_set(fields), data_folders())


def require_copy(fields: Fields) -> None:
    """Refuse a data set that is not on this machine with the chosen columns.

    Raises:
        CoreError: a copy is missing, or has other columns.
    """
    name, columns, copy = hub_data_set(fields), chosen_columns(fields), copy_of(fields)
    if copy is None:
        raise CoreError("train.hub_absent", "{name} is not downloaded yet: preview it, then download it", name=name)
    if columns is not None and copy.columns not in (None, columns):
        raise CoreError(
            "train.hub_columns",
            "the downloaded copy of {name} has the columns {source} and {target}; choose these, or download it again",
            name=name,
            source=copy.columns[0],
            target=copy.columns[1],
        )


def preview(fields: Fields) -> tuple[list[tuple[str, str]], HubCopy | None]:
    """Return the first pairs of the copy, if it has the chosen columns, else of the fetched rows; none before that.

    Raises:
        CoreError: no name or a bad one, one column for both sides, or a copy that cannot be read.
    """
    columns, copy, rows = chosen_columns(fields), copy_of(fields), kept_rows(fields)
    if copy is not None and (columns is None or copy.columns in (None, columns)):
        return list(islice(corpus_stream(hub_data_set(fields), "train", data_folders()), PREVIEW_PAIRS)), copy
    return (rows.pairs(*columns) if rows and columns else []), None


def hub_download(name: str, columns: tuple[str, str], limits: Limits) -> Download:
    """Start to fetch a data set, as much of it as is allowed; older copies are removed."""

    def fetch(download: Download) -> None:
        def show(split: str, pairs: int) -> None:
            download.part, download.received = split, pairs

        _remove_old_copies(limits, reading.DOWNLOADS / hub_name(name).folder)
        fetch_hub(name, reading.DOWNLOADS, columns, limit=limits.hub_pairs, max_bytes=limits.hub_bytes, progress=show)

    return Download(fetch, counts_pairs=True)


def _remove_old_copies(limits: Limits, wanted: Path) -> None:
    """Remove the oldest copies beyond the limit, counting one more."""
    if limits.hub_copies is None:
        return
    copies = [path.parent for path in (reading.DOWNLOADS / "hub").glob("*/*/*/train.jsonl") if path.parent != wanted]
    copies.sort(key=lambda folder: (folder / "train.jsonl").stat().st_mtime, reverse=True)
    for folder in copies[max(0, limits.hub_copies - 1) :]:
        with suppress(OSError):
            shutil.rmtree(folder)


def _columns(fields: Fields) -> tuple[tuple[str, ...], tuple[str, str] | None, CoreError | None]:
    """Return the columns of a data set and its two sides; without the Hub those of the copy, and the error.

    Raises:
        CoreError: a bad name, or neither the Hub nor a copy can be read.
    """
    try:
        found = fetch_first_rows(fields)
        return found.columns, found.found, None
    except CoreError as error:
        copy = copy_of(fields)
        if copy is None or copy.columns is None:
            raise
        return copy.columns, copy.columns, error


def _download_button(fields: Fields) -> Any:
    """Return the update of the download: hidden where a copy with these columns is here."""
    try:
        wanted = chosen_columns(fields)
        copy = copy_of(fields)
    except CoreError:
        return gr.Button(visible=False)
    return gr.Button(visible=wanted is not None and (copy is None or copy.columns != wanted), interactive=True)
