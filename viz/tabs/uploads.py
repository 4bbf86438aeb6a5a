"""Files that a visitor uploads: which they are, what their columns mean, and the pairs in them.

Uploads are read as a stream, again at each pass: 200 MB of text are never in memory as a whole.
"""

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from core.data.columns import listed
from core.data.corpus import clean, file_pairs
from core.data.held_out import file_stamps
from core.data.stream import PairStream
from core.data.table import Columns, OddRows, odd_rows, table_columns, table_columns_of, table_pairs
from core.errors import CoreError
from viz.tabs.limits import MEGABYTE, PageLimits

KEPT = 8  # uploads whose contents are kept
Fields = Mapping[str, Any]  # of a form: `file`, paths in the upload cache that Gradio has checked, and both columns
_TABLES = (".tsv", ".csv", ".jsonl", ".ndjson", ".json", ".tmx")
_streams: LRUCache[tuple[object, ...], PairStream] = LRUCache(KEPT)
_lock = threading.Lock()


def uploaded(fields: Fields, limits: PageLimits) -> list[Path]:
    """Return the files of an upload: one table, or two with corresponding lines.

    Raises:
        CoreError: none, more than two, or a file that is too large.
    """
    given = fields["file"] if isinstance(fields["file"], list | tuple) else [fields["file"]]
    paths = [Path(name) for name in given if isinstance(name, str) and name]
    if not paths:
        raise CoreError("train.no_file", "choose a file with pairs of sentences first")
    if len(paths) > 2:
        raise CoreError(
            "train.many_files",
            "{files} files: choose one table, or two text files with corresponding lines, and remove the others",
            files=len(paths),
        )
    if len(paths) == 2 and all(path.name.lower().removesuffix(".gz").endswith(_TABLES) for path in paths):
        raise CoreError(
            "train.two_tables",
            "{first} and {second} are two tables: choose one of them, or two text files whose lines belong together",
            first=paths[0].name,
            second=paths[1].name,
        )
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


def upload_columns(fields: Fields, limits: PageLimits) -> Columns:
    """Return what can be source and target of an upload: columns of a table, or two files by their names.

    Raises:
        CoreError: as `uploaded`, or the first line cannot be read.
    """
    paths = uploaded(fields, limits)
    if len(paths) == 2:
        source, target = (path.name for path in paths)
        return Columns((source, target), (source, target))
    with visible_names(paths):
        return table_columns_of(paths[0], limits.unpacked_bytes)


def chosen_columns(fields: Fields, limits: PageLimits) -> tuple[str | None, str | None]:
    """Return the chosen source and target of an upload.

    A page may still name columns of the previous file: a column that this file does not have counts as not chosen.

    Raises:
        CoreError: as `upload_columns`.
    """
    source, target = (str(value or "").strip() or None for value in (fields["src_column"], fields["tgt_column"]))
    known = {source, target} & {*upload_columns(fields, limits).names}
    return (source, target) if known else (None, None)


def upload_stream(fields: Fields, limits: PageLimits) -> PairStream:
    """Return the pairs of an upload, the same stream for the same files; errors use the visitor's file names.

    Raises:
        CoreError: as `uploaded`, only one of two columns is chosen, or their names do not identify the sides.
    """
    paths = uploaded(fields, limits)
    chosen = chosen_columns(fields, limits)
    rows: Callable[[], OddRows] = OddRows
    if len(paths) == 2:
        source, target = paths if chosen[0] != paths[1].name else reversed(paths)
        if chosen[0] is not None and chosen[0] == chosen[1]:
            raise CoreError("train.same_column", "“{name}” cannot be source and target at once", name=chosen[0])
        pairs = partial(file_pairs, source, target, limits.unpacked_bytes)
    else:
        names = table_columns(*chosen)
        if names is None and (offered := upload_columns(fields, limits)).names and offered.found is None:
            raise CoreError(
                "train.columns",
                "which columns of {name} are source and target? Choose two of: {columns}",
                name=paths[0].name,
                columns=listed(list(offered.names)),
            )
        if names is not None and names[0] == names[1]:
            raise CoreError("train.same_column", "“{name}” cannot be source and target at once", name=names[0])
        pairs = partial(table_pairs, paths[0], names, limits.unpacked_bytes)
        rows = partial(odd_rows, paths[0], limits.unpacked_bytes)

    def begin() -> Iterator[tuple[str, str]]:
        with visible_names(paths):
            for one, other in pairs():
                yield clean(one), clean(other)

    where = " and ".join(path.name for path in paths)
    return _same_stream(PairStream(where, begin, tuple(paths), "upload", odd_rows=rows), pairs)


def _same_stream(text: PairStream, pairs: partial[Iterator[tuple[str, str]]]) -> PairStream:
    """Return the earlier stream of these files, whose counts are known; else this one."""
    stamps = file_stamps(text.files)
    if stamps is None:
        return text  # reading it raises the error
    key = (pairs.func, *pairs.args, stamps)
    with _lock:
        return _streams.setdefault(key, text)


@contextmanager
def visible_names(paths: Sequence[Path]) -> Iterator[None]:
    """Remove the server's path of an upload from errors."""
    try:
        yield
    except CoreError as error:
        shown = dict(error.parameters)
        for path in paths:
            for name, value in shown.items():
                if str(path) in str(value):
                    shown[name] = str(value).replace(str(path), path.name)
        raise error.with_parameters(shown) from None
