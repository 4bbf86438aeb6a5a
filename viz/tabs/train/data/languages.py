"""Suggested languages of a text: a new suggestion replaces an old one, never what was typed."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import gradio as gr

from core.data.columns import ending_language
from core.data.languages import suggest_languages
from core.errors import CoreError
from viz.tabs import uploads
from viz.tabs.train.context import Context, Limits, Sent, Updates
from viz.tabs.train.data import hub, upload
from viz.tabs.train.fields import FILE, HUB, START, Fields, sent_fields
from viz.tabs.train.start import start_of


class LanguageBoxes(NamedTuple):
    """The fields of the languages of one source of data."""

    source: gr.Textbox
    target: gr.Textbox
    suggested: gr.Textbox  # both codes that were suggested last, a blank between them; hidden

    def updates(self, sent: Sent, codes: Sequence[str]) -> Updates:
        """Suggest codes where nothing, or the last suggestion, is written; "" empties a field with an old one."""
        before = [*str(sent[self.suggested] or "").split(" "), "", ""]
        chosen = zip((self.source, self.target), codes, before, strict=False)
        return {
            **{box: code for box, code, old in chosen if sent[box] in (None, "", old) and (code or sent[box])},
            self.suggested: " ".join(codes),
        }


def on_languages(
    context: Context, panels: tuple[hub.HubPanel, upload.UploadPanel], source: gr.Radio, start: gr.Dropdown, sent: Sent
) -> Updates:
    """Suggest the languages of the chosen text; nothing while there is none.

    Args:
        context: of the tab.
        panels: of the data that may be in any language.
        source: where the data are from.
        start: the checkpoint to start from.
        sent: what a client sent.
    """
    of_hub, of_files = panels
    fields = {**sent_fields({**of_hub.fields, **of_files.fields}, sent), START: sent[start]}
    read, panel = (_read_hub, of_hub) if sent[source] == HUB else (_read_files, of_files)
    boxes = LanguageBoxes(panel.source_language, panel.target_language, panel.suggested_languages)
    with suppress(CoreError):  # the preview reports it
        if sent[source] in (HUB, FILE) and (text := read(fields, context.limits)):
            started = start_of(fields, context)
            found = suggest_languages(*text, started.languages if started else ("", ""))
            return boxes.updates(sent, [one.code for one in found])
    return {box: gr.skip() for box in boxes}  # Gradio takes an empty one for a value


_Text = tuple[Sequence[str], Iterable[tuple[str, str]]]  # names of columns or endings of files, and pairs


def _read_files(fields: Fields, limits: Limits) -> _Text | None:
    """Return the text of an upload; None without one.

    Raises:
        CoreError: it cannot be read.
    """
    if not fields["file"]:
        return None
    found = uploads.upload_columns(fields, limits).found or ("", "")
    names = [one or other for one, other in zip(uploads.chosen_columns(fields, limits), found, strict=True)]
    if len(uploads.uploaded(fields, limits)) == 2:
        names = [ending_language(Path(name)) for name in names]
    pairs: Iterable[tuple[str, str]] = []
    with suppress(CoreError):  # sides that are not chosen yet
        pairs = uploads.upload_stream(fields, limits)
        next(iter(pairs), None)
    return names, pairs


def _read_hub(fields: Fields, limits: Limits) -> _Text | None:
    """Return the text of a data set of the Hub, as far as it is known; None before its columns are chosen.

    Raises:
        CoreError: a bad name, or a copy that cannot be read.
    """
    columns = hub.chosen_columns(fields)
    return ([name.rpartition(".")[2] for name in columns], hub.preview(fields)[0]) if columns else None
