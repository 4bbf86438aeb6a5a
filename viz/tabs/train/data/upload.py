"""Files that a visitor uploads to train on: their controls, statistics, and the held-out pairs.

The results of a pass over them are kept, so that the preview, the preflight and the start of the same files do not read
them again.
"""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr
import numpy as np
from gradio.components import Component

from core.config import DataConfig
from core.data.held_out import for_training
from core.data.held_out import held_out as hold_out_pairs
from core.data.stream import PairStream
from core.data.table import Columns, OddRows
from core.errors import CoreError
from core.training.record import named_files
from viz.components.upload_limit import limit_words, upload_limit
from viz.tabs import uploads
from viz.tabs.controls import column_choices, language_fields
from viz.tabs.train.context import Context, Sent, Updates
from viz.tabs.train.fields import PAIRS_OF, PREVIEW_PAIRS, SUGGESTED_LANGUAGES, Pairs, sent_fields
from viz.tabs.train.run_name import RunName, suggest_name
from viz.tabs.uploads import KEPT
from viz.tabs.wording import Wording
from viz.texts import Texts

BARS = 16  # of the histogram of lengths
held_out = lru_cache(maxsize=KEPT)(hold_out_pairs)


class Lengths(NamedTuple):
    """A histogram of sentence lengths in K bars; the last bar takes all longer sentences."""

    edges: tuple[int, ...]  # [K + 1]
    source: tuple[int, ...]  # [K] sentences
    target: tuple[int, ...]


class UploadStatistics(NamedTuple):
    """Statistics of an upload, from one pass over it."""

    first: list[tuple[str, str]]
    pairs: int
    blank: int
    training: int
    held_out: int
    repeated: int  # pairs left out of training because they are held out elsewhere in the file
    lengths: Lengths  # in characters
    characters: int  # of both sides
    odd_rows: OddRows


@dataclass(frozen=True)
class UploadPanel:
    """The components of an upload."""

    context: Context
    name: RunName
    column: gr.Column  # visible where the data come from files
    file: gr.File
    columns: gr.Row
    source_column: gr.Dropdown
    target_column: gr.Dropdown
    source_language: gr.Textbox
    target_language: gr.Textbox
    pairs_of: gr.Textbox  # the run whose files are used again, while no file is chosen; hidden
    suggested_languages: gr.Textbox  # both codes that were suggested last, a blank between them; hidden

    @property
    def fields(self) -> dict[str, Component]:
        """Return the controls of the form, by name."""
        return {
            "file": self.file,
            PAIRS_OF: self.pairs_of,
            SUGGESTED_LANGUAGES: self.suggested_languages,
            "src_lang": self.source_language,
            "tgt_lang": self.target_language,
            "src_column": self.source_column,
            "tgt_column": self.target_column,
        }


def lay_out_upload(context: Context, name: RunName, wording: Wording) -> UploadPanel:
    """Lay out the controls of an upload."""

    def words(texts: Texts) -> dict[str, Any]:
        return {"label": texts("train.file.label")}

    with gr.Column(visible=False, elem_id="train-upload") as column:
        file = gr.File(**words(wording.texts), file_count="multiple", height=136, elem_id="train-file")
        wording.add(file, words)
        limit = context.limits.upload_bytes
        refused = upload_limit(wording.texts, file="train-file", most_bytes=limit, elem_id="train-file-refused")
        wording.add(refused, limit_words)
        with gr.Row(visible=False, elem_id="train-columns") as columns:
            chosen = column_choices(wording, "train.src_column", "train.tgt_column")
        languages = language_fields(wording, "train.src_lang", "train.tgt_lang")
        pairs_of = gr.Textbox("", visible="hidden", elem_id="train-pairs-of", elem_classes="gf-value")
        suggested = gr.Textbox("", visible="hidden", elem_id="train-suggested-languages", elem_classes="gf-value")
    return UploadPanel(context, name, column, file, columns, *chosen, *languages, pairs_of, suggested)


def on_upload(panel: UploadPanel, sent: Sent) -> Updates:
    """Offer the columns of the files; suggest sides and a name after them."""
    limits = panel.context.limits
    fields = {**sent_fields(panel.fields, sent), "src_column": "", "tgt_column": ""}
    found = Columns((), None)
    paths: list[Path] = []
    with suppress(CoreError):  # the preview reports it
        paths = uploads.uploaded(fields, limits)
        found = uploads.upload_columns(fields, limits)
    source, target = found.found or ("", "")
    return {
        **suggest_name(panel.name, sent, paths[0].name.split(".")[0] if paths else "run"),
        panel.pairs_of: "",
        panel.columns: gr.Row(visible=bool(found.names)),
        panel.source_column: gr.Dropdown(choices=list(found.names), value=source or None),
        panel.target_column: gr.Dropdown(choices=list(found.names), value=target or None),
    }


@lru_cache(maxsize=KEPT)
def upload_statistics(text: PairStream) -> UploadStatistics:
    """Read an upload once and return its statistics.

    Raises:
        CoreError: it cannot be read, or has too few pairs to train on.
    """
    validation = held_out(text)
    known = set(zip(validation.source, validation.target, strict=True))
    first: list[tuple[str, str]] = []
    training = 0
    counters: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for pair in text:
        if len(first) < PREVIEW_PAIRS:
            first.append(pair)
        training += pair not in known
        for counter, sentence in zip(counters, pair, strict=True):
            counter[len(sentence)] += 1
    repeated = len(text) - training - len(validation)
    characters = sum(length * sentences for counter in counters for length, sentences in counter.items())
    return UploadStatistics(
        first,
        len(text),
        text.counts.blank,
        training,
        len(validation),
        repeated,
        _lengths(*counters),
        characters,
        text.odd_rows(),
    )


def write_upload(folder: Path, text: PairStream, data: DataConfig) -> DataConfig:
    """Write the pairs as line-aligned files into a folder; return the configuration that names them.

    Raises:
        CoreError: as `upload_statistics`.
    """
    validation = held_out(text)
    folder.mkdir(parents=True)
    _write(folder, "train", iter(for_training(text, validation)))
    _write(folder, "valid", zip(validation.source, validation.target, strict=True))
    paths = {side: str(_file(folder, "train", side)) for side in ("src", "tgt")}
    paths |= {f"valid_{side}": str(_file(folder, "valid", side)) for side in ("src", "tgt")}
    return replace(data, **paths)


def copy_pairs(folder: Path, pairs: Pairs, data: DataConfig) -> DataConfig:
    """Copy the files of an earlier run into a folder, as that run may be removed; return what names the copies."""
    folder.mkdir(parents=True)
    copies: dict[str, str] = {}
    for name, path in named_files(pairs.data).items():
        copies[name] = str(shutil.copy2(path, folder.resolve() / f"{name}{''.join(Path(path).suffixes)}"))
    return replace(data, **copies)


def _write(folder: Path, name: str, pairs: Iterator[tuple[str, str]]) -> None:
    files = [_file(folder, name, side).open("w", encoding="utf-8", newline="\n") for side in ("src", "tgt")]
    try:
        for pair in pairs:
            for file, sentence in zip(files, pair, strict=True):
                file.write(sentence + "\n")
    finally:
        for file in files:
            file.close()


def _file(folder: Path, name: str, side: str) -> Path:
    return folder.resolve() / f"{name}.{side}"


def _lengths(source: Counter[int], target: Counter[int]) -> Lengths:
    """Return bars up to the length that one sentence in a hundred exceeds."""
    both = source + target
    sizes = np.array(sorted(both))
    below = np.cumsum([both[size] for size in sizes.tolist()])
    most = max(BARS, int(sizes[np.searchsorted(below, 0.99 * below[-1])]))
    edges = np.linspace(0, most, BARS + 1).round().astype(int)

    def bars(counter: Counter[int]) -> tuple[int, ...]:
        counts = np.zeros(BARS, dtype=int)
        for size, count in counter.items():
            counts[min(BARS, int(np.searchsorted(edges, size, side="left"))) - 1] += count
        return tuple(counts.tolist())

    return Lengths(tuple(edges.tolist()), bars(source), bars(target))
