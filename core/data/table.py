"""Sentence pairs from one table: TSV, CSV or JSONL (see `core.data.stream.stream_table` for the rules)."""

import csv
import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from core.data.textfile import read_lines
from core.errors import CoreError, Names

_SOURCE_NAMES = frozenset({"source", "src", "input", "sentence"})
_TARGET_NAMES = frozenset({"target", "tgt", "trg", "output", "translation"})
_LANGUAGES = (
    "ar bg bn ca cmn cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko lt lv ms mt nb nl no pl pt"
    " ro ru sk sl sr sv th tr uk ur vi zh zh-cn zh-hans zh-hant zh-tw"
)
_CODES = {name: name for name in _LANGUAGES.split()} | {  # by column names
    "arabic": "ar",
    "chinese": "zh",
    "czech": "cs",
    "dutch": "nl",
    "english": "en",
    "french": "fr",
    "german": "de",
    "hindi": "hi",
    "italian": "it",
    "japanese": "ja",
    "korean": "ko",
    "mandarin": "cmn",
    "polish": "pl",
    "portuguese": "pt",
    "romanian": "ro",
    "russian": "ru",
    "spanish": "es",
    "swedish": "sv",
    "turkish": "tr",
    "ukrainian": "uk",
    "vietnamese": "vi",
}
_HEADING = re.compile(r"[^\W_][\w.-]{0,30}( [\w.-]{1,30})?")  # one or two words, without punctuation of a sentence
_FIRST_OBJECTS = 100  # whose keys are the columns of a JSONL file
_ENDINGS = {"tsv": (".tsv", ".txt"), "csv": (".csv",), "jsonl": (".jsonl", ".ndjson", ".json")}


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


def table_pairs(path: Path, names: tuple[str, str] | None, max_bytes: int) -> Iterator[tuple[str, str]]:
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
        return _json_pairs(path, names, max_bytes)
    return _row_pairs(path, table_format, names, max_bytes)


def is_table(path: Path, max_bytes: int) -> bool:
    """Return True if a file has both sides of pairs: by its name, or by a tab in its first line that is not blank.

    Raises:
        CoreError: as `read_lines`.
    """
    name = path.name.lower().removesuffix(".gz")
    if any(name.endswith(ending) for endings in _ENDINGS.values() for ending in endings if ending != ".txt"):
        return True
    return "\t" in next((line for line in read_lines(path, max_bytes) if line.strip()), "").strip()


class Columns(NamedTuple):
    """Columns of a table, from its first row or first object."""

    names: tuple[str, ...]  # to choose from; empty if the first row is a pair itself
    found: tuple[str, str] | None  # source and target, if recognised by their names


def table_columns_of(path: Path, max_bytes: int) -> Columns:
    """Return the columns of a table, from its first row or its first objects.

    A first row is a header if two of its names are known, or if it has three or more cells of one or two short words,
    all different.

    Raises:
        CoreError: as `table_pairs`.
    """
    table_format = _table_format(path, max_bytes)
    if table_format == "jsonl":
        texts = _json_names(path, max_bytes)
        return Columns(texts, text_names(texts) or ((texts[0], texts[1]) if len(texts) == 2 else None))
    rows = ([cell.strip() for cell in row] for _, row in _rows(path, table_format, max_bytes))
    cells = next((row for row in rows if any(row)), [])
    found = text_names(cells)
    words = len(cells) > 2 and len(set(cells)) == len(cells) and all(_HEADING.fullmatch(cell) for cell in cells)
    return Columns(tuple(filter(None, cells)) if found or words else (), found)


def _table_format(path: Path, max_bytes: int) -> str:
    """Return "tsv", "csv" or "jsonl", by the name or else by the first line that is not blank."""
    name = path.name.lower().removesuffix(".gz")
    for table_format, endings in _ENDINGS.items():
        if name.endswith(endings):
            return table_format
    first = next((line for line in read_lines(path, max_bytes) if line.strip()), "")
    if first.lstrip().startswith("{"):
        return "jsonl"
    return "tsv" if "\t" in first else "csv"


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
    first = next(lines, "")
    ended = (line + "\n" for line in chain([first], lines))  # a quoted field may span lines
    reader = csv.reader(ended, delimiter=_delimiter(first), strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise CoreError(
            "corpus.csv",
            "{path}, line {line}: {reason}",
            path=str(path),
            line=reader.line_num,
            reason=str(error),
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
                raise _missing_column(path, number, name, cells)
        return (cells.index(names[0]), cells.index(names[1])), True
    found = text_names(cells)
    if found is not None:
        return (cells.index(found[0]), cells.index(found[1])), True
    return (0, 1), False


def text_names(names: Sequence[str]) -> tuple[str, str] | None:
    """Return the two names that mean source and target, else the first two that are languages.

    Among more than two names "id" is the number of a row, not Indonesian.
    """
    source = next((name for name in names if name.lower() in _SOURCE_NAMES), None)
    target = next((name for name in names if name.lower() in _TARGET_NAMES), None)
    if source is not None and target is not None:
        return source, target
    languages = [name for name in names if language_of(name) and (len(names) == 2 or name.lower() != "id")]
    return (languages[0], languages[1]) if len(set(languages)) >= 2 else None


def language_of(name: str) -> str:
    """Return the language code for a column name or file ending; empty if unknown."""
    written = name.replace("_", "-")
    code = _CODES.get(written.lower(), "")
    return written if code == written.lower() else code  # zh-CN stays zh-CN


def ending_language(path: Path) -> str:
    """Return the language code in the ending of a file's name, before `.gz`; empty if it has none."""
    return language_of(path.name.removesuffix(".gz").rpartition(".")[2])


def _json_names(path: Path, max_bytes: int) -> tuple[str, ...]:
    """Return the keys of texts in the first objects: one of them may lack a side."""
    lines = ((number, line) for number, line in enumerate(read_lines(path, max_bytes), start=1) if line.strip())
    records = (_json_record(path, number, line) for number, line in islice(lines, _FIRST_OBJECTS))
    return tuple(dict.fromkeys(key for record in records for key, value in record.items() if isinstance(value, str)))


def _json_pairs(path: Path, names: tuple[str, str] | None, max_bytes: int) -> Iterator[tuple[str, str]]:
    known = _json_names(path, max_bytes)
    for number, line in enumerate(read_lines(path, max_bytes), start=1):
        if not line.strip():
            if names is not None:
                yield "", ""
            continue
        record = _json_record(path, number, line)
        if names is None:
            names = text_names(known) or ((known[0], known[1]) if len(known) == 2 else None)
            if names is None:
                raise CoreError(
                    "corpus.json_keys",
                    "{path}, line {line}: cannot identify source and target keys; name two of: {found}",
                    path=str(path),
                    line=number,
                    found=listed(list(record)),
                )
        one, other = (_json_text(path, number, record, name, known) for name in names)
        yield one, other


def _json_record(path: Path, number: int, line: str) -> dict[str, object]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else type(error).__name__
        raise CoreError(
            "corpus.json",
            "{path}, line {line}: not valid JSON ({reason})",
            path=str(path),
            line=number,
            reason=reason,
        ) from error
    if isinstance(record, dict) and isinstance(record.get("translation"), dict):
        record = record["translation"]
    if not isinstance(record, dict):
        raise CoreError(
            "corpus.json_object",
            "{path}, line {line}: every line must be one JSON object, not a {found}",
            path=str(path),
            line=number,
            found=type(record).__name__,
        )
    for name in record:
        _refuse_surrogate(name, path, number, ascii(name)[1:-1])
    return record


def _json_text(path: Path, number: int, record: dict[str, object], name: str, known: Sequence[str]) -> str:
    if name not in record and name in known:
        return ""  # a pair with a blank side, which is counted and left out
    if name not in record:
        raise _missing_column(path, number, name, list(record))
    text = record[name]
    if not isinstance(text, str):
        raise CoreError(
            "corpus.json_text",
            "{path}, line {line}: {column!r} must be a text, not a {found}",
            path=str(path),
            line=number,
            column=name,
            found=type(text).__name__,
        )
    _refuse_surrogate(text, path, number, name)
    if "\0" in text:
        raise CoreError(
            "corpus.json_nul",
            "{path}, line {line}: {column!r} contains the character U+0000, which is not allowed",
            path=str(path),
            line=number,
            column=name,
        )
    return text


def _refuse_surrogate(text: str, path: Path, number: int, column: str) -> None:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise CoreError(
            "corpus.json_surrogate",
            "{path}, line {line}: {column!r} contains half of a surrogate pair, which is not a character",
            path=str(path),
            line=number,
            column=column,
        )


def _missing_column(path: Path, number: int, name: str, found: list[str]) -> CoreError:
    return CoreError(
        "corpus.column",
        "{path}, line {line}: column {column!r} not found; available: {found}",
        path=str(path),
        line=number,
        column=name,
        found=listed(found),
    )


def listed(names: list[str]) -> Names:
    """Return at most ten names of at most 40 characters for an error message."""
    short = [repr(name if len(name) <= 40 else name[:39] + "…") for name in names[:10]]
    return Names(short + ["…"] * (len(names) > 10))
