"""Where the pairs of a form come from: a generated task, a known corpus, or files that a visitor has uploaded.

Uploads are read as a stream, at each pass anew: 200 MB of text never lie in memory as a whole. What a pass has found is
kept, so that the preview, the check and the start of the same files do not read them again and again.
"""

import math
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from core.config import DataConfig
from core.data.corpora.reading import corpus_stream, data_folders, missing_parts
from core.data.corpora.registry import KnownCorpus, known_corpus
from core.data.corpus import ParallelText, clean, file_pairs
from core.data.stream import PairStream
from core.data.table import Columns, listed, table_columns, table_columns_of, table_pairs
from core.data.tasks import task
from core.errors import CoreError
from core.training.run import RunConfig
from viz.tabs.train.form import FILE, MEGABYTE, Form, Limits, configuration

PREVIEW_PAIRS = 5
HELD_OUT_SHARE = 50  # one pair in so many is held out for validation
MOST_HELD_OUT = 500
FEWEST_PAIRS = 10
BARS = 16  # of the histogram of lengths
_KEPT = 8  # uploads of which is kept what was found
_streams: OrderedDict[tuple[object, ...], PairStream] = OrderedDict()
_lock = threading.Lock()


class Lengths(NamedTuple):
    """How long sentences are, for a histogram of K bars; the last one takes all that are longer."""

    edges: tuple[int, ...]  # [K + 1]
    source: tuple[int, ...]  # [K] sentences
    target: tuple[int, ...]


class Looked(NamedTuple):
    """What one look at an upload has shown."""

    first: list[tuple[str, str]]
    pairs: int
    blank: int
    training: int
    held_out: int
    repeated: int  # pairs left out of training, because they are held out somewhere else in the file
    lengths: Lengths  # in characters


def task_preview(source: str) -> ParallelText:
    """The first pairs of a generated task."""
    return task(source).pairs(PREVIEW_PAIRS, 1, split="train")


def corpus_preview(name: str, *, swapped: bool = False) -> list[tuple[str, str]]:
    """The first training pairs of a corpus.

    Raises:
        CoreError: it is not here, or cannot be read.
    """
    return list(islice(corpus_stream(name, "train", data_folders(), swapped=swapped), PREVIEW_PAIRS))


def whereabouts(corpus: KnownCorpus) -> Literal["here", "part", "absent"]:
    """Whether copies of a corpus lie on this machine."""
    missing = missing_parts(corpus, data_folders())
    parts = {place for split in corpus.splits.values() for place in split.parts}
    return "here" if not missing else "absent" if len(missing) == len(parts) else "part"


def is_published(corpus: KnownCorpus) -> bool:
    """Whether it can be fetched; else somebody has to put its files there."""
    return all(known_corpus(name).files for name in corpus.needs)


def configured(form: Form, limits: Limits) -> RunConfig:
    """The configuration that a form asks for; a file that is missing is asked for before its languages.

    Raises:
        CoreError: as `configuration` and `uploaded`.
    """
    if form.source == FILE:
        uploaded(form, limits)
    return configuration(form, limits)


def uploaded(form: Form, limits: Limits) -> list[Path]:
    """The files of an upload: one table, or two whose lines belong together.

    Raises:
        CoreError: none, more than two, or a file that is too large.
    """
    given = form.file if isinstance(form.file, list | tuple) else [form.file]
    paths = [Path(name) for name in given if isinstance(name, str) and name]
    if not paths:
        raise CoreError("train.no_file", "choose a file with pairs of sentences first")
    if len(paths) > 2:
        raise CoreError("train.many_files", "{files} files: choose one table, or two files of lines", files=len(paths))
    for path in paths:
        if path.is_file() and path.stat().st_size > limits.upload_bytes:
            raise CoreError(
                "train.upload_size",
                "{name} has {size:.1f} MB; at most {limit:.0f} MB are allowed here",
                name=path.name,
                size=math.ceil(path.stat().st_size / MEGABYTE * 10) / 10,  # up: never "2.0 MB; at most 2 MB"
                limit=limits.upload_bytes / MEGABYTE,
            )
    return paths


def upload_columns(form: Form, limits: Limits) -> Columns:
    """What can be chosen as source and target of an upload: columns of a table, or two files by their names.

    Raises:
        CoreError: as `uploaded`, or the first line cannot be read.
    """
    paths = uploaded(form, limits)
    if len(paths) == 2:
        source, target = (path.name for path in paths)
        return Columns((source, target), (source, target))
    with _own_names(paths):
        return table_columns_of(paths[0], limits.unpacked_bytes)


def chosen_columns(form: Form, limits: Limits) -> tuple[str | None, str | None]:
    """What was chosen as source and target of an upload.

    A page may still name what was chosen of the file before: what this one does not have counts as not chosen.

    Raises:
        CoreError: as `upload_columns`.
    """
    source, target = (str(value or "").strip() or None for value in (form.src_column, form.tgt_column))
    known = {source, target} & {*upload_columns(form, limits).names}
    return (source, target) if known else (None, None)


def upload_stream(form: Form, limits: Limits) -> PairStream:
    """The pairs of an upload, the same stream for the same files; every error names them as the visitor knows them.

    Raises:
        CoreError: as `uploaded`, only one of two columns is chosen, or they have names that say nothing.
    """
    paths = uploaded(form, limits)
    chosen = chosen_columns(form, limits)
    if len(paths) == 2:
        source, target = paths if chosen[0] != paths[1].name else reversed(paths)
        if chosen[0] is not None and chosen[0] == chosen[1]:
            raise CoreError("train.same_column", "{name} cannot be source and target at once", name=chosen[0])
        pairs = partial(file_pairs, source, target, limits.unpacked_bytes)
    else:
        names = table_columns(*chosen)
        if names is None and (offered := upload_columns(form, limits)).names and offered.found is None:
            raise CoreError(
                "train.columns",
                "which columns of {name} are source and target? choose two of: {columns}",
                name=paths[0].name,
                columns=listed(list(offered.names)),
            )
        if names is not None and names[0] == names[1]:
            raise CoreError("train.same_column", "{name} cannot be source and target at once", name=names[0])
        pairs = partial(table_pairs, paths[0], names, limits.unpacked_bytes)

    def begin() -> Iterator[tuple[str, str]]:
        with _own_names(paths):
            for one, other in pairs():
                yield clean(one), clean(other)

    return _same_stream(PairStream(" and ".join(path.name for path in paths), begin, tuple(paths), "upload"), pairs)


def _same_stream(text: PairStream, pairs: partial[Iterator[tuple[str, str]]]) -> PairStream:
    """The stream that was made of these files before, so that its counts are known; else this one."""
    try:
        stamps = tuple((path.stat().st_size, path.stat().st_mtime_ns) for path in text.files)
    except OSError:
        return text  # whoever reads it is told
    key = (pairs.func, *pairs.args, stamps)
    with _lock:
        known = _streams.setdefault(key, text)
        _streams.move_to_end(key)
        while len(_streams) > _KEPT:
            _streams.popitem(last=False)
        return known


@lru_cache(maxsize=_KEPT)
def held_out(text: PairStream) -> ParallelText:
    """Every 50th pair for validation, at most 500 of them evenly spread.

    Raises:
        CoreError: too few pairs, all of them the same, or the text cannot be read.
    """
    pairs = len(text)
    if pairs < FEWEST_PAIRS:
        raise CoreError(
            "train.few_pairs",
            "the file has {pairs} pairs; at least {fewest} are needed, and thousands to learn a language",
            pairs=pairs,
            fewest=FEWEST_PAIRS,
        )
    held = min(MOST_HELD_OUT, max(1, pairs // HELD_OUT_SHARE))
    every = pairs // held
    chosen = [pair for number, pair in enumerate(text) if number % every == every - 1][:held]
    validation = ParallelText([source for source, _ in chosen], [target for _, target in chosen])
    if next(for_training(text, validation), None) is None:
        raise CoreError("train.same_pairs", "all {pairs} pairs of the file are the same", pairs=pairs)
    return validation


def for_training(text: PairStream, validation: ParallelText) -> Iterator[tuple[str, str]]:
    """All pairs but those that are held out, wherever they stand."""
    known = set(zip(validation.source, validation.target, strict=True))
    return (pair for pair in text if pair not in known)


@lru_cache(maxsize=_KEPT)
def look_at(text: PairStream) -> Looked:
    """Read an upload once through, and say what it is.

    Raises:
        CoreError: it cannot be read, or there is too little of it to train on.
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
    return Looked(first, len(text), text.counts.blank, training, len(validation), repeated, _lengths(*counters))


def write_upload(folder: Path, text: PairStream, data: DataConfig) -> DataConfig:
    """Write the pairs as line-aligned files into a folder; returns the configuration that names them.

    Raises:
        CoreError: as `look_at`.
    """
    validation = held_out(text)
    folder.mkdir(parents=True)
    _write(folder, "train", for_training(text, validation))
    _write(folder, "valid", zip(validation.source, validation.target, strict=True))
    paths = {side: str(_file(folder, "train", side)) for side in ("src", "tgt")}
    paths |= {f"valid_{side}": str(_file(folder, "valid", side)) for side in ("src", "tgt")}
    return replace(data, **paths)


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
    """Bars up to the length that one sentence in a hundred exceeds."""
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


@contextmanager
def _own_names(paths: Sequence[Path]) -> Iterator[None]:
    """Errors without the place where the server keeps an upload."""
    try:
        yield
    except CoreError as error:
        message = str(error)
        parameters = dict(error.parameters)
        for path in paths:
            message = message.replace(str(path), path.name)
            parameters = {
                name: value.replace(str(path), path.name) if isinstance(value, str) else value
                for name, value in parameters.items()
            }
        renamed = CoreError(error.code, "{message}", message=message)
        renamed.parameters = parameters
        raise renamed from None
