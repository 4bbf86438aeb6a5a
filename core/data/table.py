"""Sentence pairs from one file of both sides: TSV, CSV, JSON lines or TMX (for the rules see `stream_table`)."""

import csv
import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from core.data.columns import missing_column, text_names
from core.data.json_lines import json_names, json_pairs
from core.data.textfile import MAX_TEXT_BYTES, not_text, read_lines
from core.data.tmx import tmx_languages, tmx_pairs
from core.errors import CoreError

_HEADING = re.compile(r"[^\W_][\w.-]{0,30}( [\w.-]{1,30})?")  # one or two words, without punctuation of a sentence
_SEPARATOR = re.compile(r'sep=([^\w"])', re.IGNORECASE)  # the first line of a CSV that a spreadsheet has written
_ENDINGS = {"tsv": (".tsv", ".txt"), "csv": (".csv",), "jsonl": (".jsonl", ".ndjson", ".json"), "tmx": (".tmx",)}
_XML = ("<?xml", "<!DOCTYPE", "<tmx", "<xliff")
_FIRST_LINES = 20  # among which an XML file says what it is


def table_columns(source_column: str | None, target_column: str | None) -> tuple[str, str] | None:
    """Return both names of a table's columns, or None if they are to be detected.

    Raises:
        CoreError: only one of the two is given.
    """
    if (source_column is None) != (target_column is None):
        raise CoreError(
            "corpus.column_pair",
            "give both source_column ({source}) and target_column ({target}), or neither",
            source=source_column,
            target=target_column,
        )
    return None if source_column is None or target_column is None else (source_column, target_column)


def table_pairs(
    path: Path, names: tuple[str, str] | None, max_bytes: int = MAX_TEXT_BYTES
) -> Iterator[tuple[str, str]]:
    """Yield (source, target) of every row, unchanged; a blank row is a pair of empty texts.

    Args:
        path: the file.
        names: the source and the target column, or None to detect them.
        max_bytes: largest size of the file after unpacking.

    Raises:
        CoreError: as `read_lines`, and a row or JSON line that cannot be read, or a missing column.
    """
    table_format = _table_format(path, max_bytes)
    if table_format == "jsonl":
        return json_pairs(path, names, max_bytes)
    if table_format == "tmx":
        return tmx_pairs(path, names, max_bytes)
    return _row_pairs(path, table_format, names, max_bytes)


def is_table(path: Path) -> bool:
    """Return True if a file has both sides of pairs: by its name, or by a tab in its first line that is not blank.

    Raises:
        CoreError: as `read_lines`.
    """
    name = path.name.lower().removesuffix(".gz")
    if any(name.endswith(ending) for endings in _ENDINGS.values() for ending in endings if ending != ".txt"):
        return True
    return "\t" in next((line for line in read_lines(path) if line.strip()), "").strip()


class OddRows(NamedTuple):
    """Rows of a TSV or CSV that may have been read otherwise than meant."""

    wide: int = 0  # with more columns than the first row: a separator within a sentence
    first_wide: int = 0  # line of the first one
    spanning: int = 0  # over several lines: a quotation mark that is closed in a later row
    first_spanning: int = 0


def odd_rows(path: Path, max_bytes: int = MAX_TEXT_BYTES) -> OddRows:
    """Count the odd rows of a table, in a pass over it.

    Raises:
        CoreError: as `table_pairs`.
    """
    table_format = _table_format(path, max_bytes)
    if table_format not in ("tsv", "csv"):
        return OddRows()
    width = 0
    wide: list[int] = []  # lines
    spanning: list[int] = []
    for number, row in _rows(path, table_format, max_bytes):
        width = width or (len(row) if any(cell.strip() for cell in row) else 0)
        if width and len(row) > width:
            wide.append(number)
        if any("\n" in cell for cell in row):
            spanning.append(number)
    return OddRows(len(wide), next(iter(wide), 0), len(spanning), next(iter(spanning), 0))


class Columns(NamedTuple):
    """Columns of a table, from its first row or first object."""

    names: tuple[str, ...]  # to choose from; empty if the first row is a pair itself
    found: tuple[str, str] | None  # source and target, if recognised by their names


def table_columns_of(path: Path, max_bytes: int = MAX_TEXT_BYTES) -> Columns:
    """Return the columns of a table, from its first row or its first objects.

    A first row is a header if two of its names are known, or if it has three or more cells of one or two short words,
    all different.

    Raises:
        CoreError: as `table_pairs`.
    """
    table_format = _table_format(path, max_bytes)
    if table_format in ("jsonl", "tmx"):
        texts = json_names(path, max_bytes) if table_format == "jsonl" else tmx_languages(path, max_bytes)
        return Columns(texts, text_names(texts) or ((texts[0], texts[1]) if len(texts) == 2 else None))
    rows = ([cell.strip() for cell in row] for _, row in _rows(path, table_format, max_bytes))
    cells = next((row for row in rows if any(row)), [])
    found = text_names(cells)
    words = len(cells) > 2 and len(set(cells)) == len(cells) and all(_HEADING.fullmatch(cell) for cell in cells)
    return Columns(tuple(filter(None, cells)) if found or words else (), found)


def _table_format(path: Path, max_bytes: int) -> str:
    """Return "tsv", "csv", "jsonl" or "tmx", by the name or else by the first line that is not blank.

    Raises:
        CoreError: as `read_lines`, and a format that is known but not read.
    """
    name = path.name.lower().removesuffix(".gz")
    for table_format, endings in _ENDINGS.items():
        if name.endswith(endings):
            return table_format
    lines = list(islice((line for line in read_lines(path, max_bytes) if line.strip()), _FIRST_LINES))
    first = lines[0].lstrip() if lines else ""
    if first.startswith(_XML):
        return _xml_format(path, "\n".join(lines))
    if first.startswith("{") or (first.startswith("[") and "\t" not in first):
        return "jsonl"
    if name.endswith((".po", ".pot")) or any(line.startswith("msgid ") for line in lines):
        raise _other_format(path, "PO", "po2csv")
    return "tsv" if "\t" in first else "csv"


def _xml_format(path: Path, beginning: str) -> str:
    if "<tmx" in beginning:
        return "tmx"
    if "<xliff" in beginning:
        raise _other_format(path, "XLIFF", "xliff2po and po2csv")
    raise not_text(path, "an XML file")


def _other_format(path: Path, name: str, tools: str) -> CoreError:
    return CoreError(
        "corpus.other_format",
        "{path} has the format {name}, which is not read: make a CSV of it with {tools} of the Translate Toolkit; "
        "allowed are TSV, CSV, JSON lines and TMX",
        path=path,
        name=name,
        tools=tools,
    )


def _row_pairs(
    path: Path, table_format: str, names: tuple[str, str] | None, max_bytes: int
) -> Iterator[tuple[str, str]]:
    columns: tuple[int, int] | None = None
    for number, row in _rows(path, table_format, max_bytes):
        if not any(cell.strip() for cell in row):
            if columns is not None:
                yield "", ""
            continue
        if columns is None:
            columns, is_header = _columns(path, number, row, names)
            if is_header:
                continue
        if max(columns) >= len(row):
            raise CoreError(
                "corpus.row",
                "{path}, line {line}: {found} column(s) where at least {needed} are needed; check the separator",
                path=str(path),
                line=number,
                found=len(row),
                needed=max(columns) + 1,
            )
        yield row[columns[0]], row[columns[1]]


def _rows(path: Path, table_format: str, max_bytes: int) -> Iterator[tuple[int, list[str]]]:
    lines = read_lines(path, max_bytes)
    if table_format == "tsv":
        yield from ((number, line.split("\t")) for number, line in enumerate(lines, start=1))
        return
    blank = 0
    for first in lines:
        if first.strip():
            break
        blank += 1
    else:
        return
    named = _SEPARATOR.fullmatch(first)
    before = blank + 1 if named else blank  # lines that the reader is not given
    ended = (line + "\n" for line in (lines if named else chain([first], lines)))  # a quoted field may span lines
    reader = csv.reader(ended, delimiter=named[1] if named else _delimiter(first), strict=True)
    begun = before + 1  # line in which the row begins
    try:
        for row in reader:
            yield begun, row
            begun = before + reader.line_num + 1
    except csv.Error as error:
        if before + reader.line_num > begun or "unexpected end" in str(error):
            raise CoreError(
                "corpus.csv_quote",
                "{path}, line {line}: a quotation mark opens in this row and is not closed before line {last}; write "
                'each quotation mark of a text as "", within quotation marks',
                path=path,
                line=begun,
                last=before + reader.line_num,
            ) from None
        raise CoreError(
            "corpus.csv", "{path}, line {line}: {reason}", path=path, line=begun, reason=str(error)
        ) from error


def _delimiter(first: str) -> str:
    """Return tab, "," or ";": the one that makes the first line a header, else two columns, else more than one."""

    def rank(mark: str) -> tuple[bool, bool, bool, bool]:
        cells = next(csv.reader([first], delimiter=mark), [])
        header = text_names([cell.strip() for cell in cells]) is not None
        prose = any(cell.startswith(" ") for cell in cells)  # a comma within a sentence is followed by a space
        return header, len(cells) == 2 and not prose, len(cells) == 2, len(cells) > 2

    try:
        return max("\t,;", key=rank) if len(first) < csv.field_size_limit() else ","
    except csv.Error:  # a stray carriage return; the reader will report its line
        return ","


def _columns(path: Path, number: int, row: list[str], names: tuple[str, str] | None) -> tuple[tuple[int, int], bool]:
    """Return the positions of source and target in a row, and True if this first row is a header."""
    cells = [cell.strip() for cell in row]
    if names is not None:
        for name in names:
            if name not in cells:
                raise missing_column(path, number, name, cells)
        return (cells.index(names[0]), cells.index(names[1])), True
    found = text_names(cells)
    if found is not None:
        return (cells.index(found[0]), cells.index(found[1])), True
    return (0, 1), False
