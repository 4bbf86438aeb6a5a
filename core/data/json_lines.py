"""Sentence pairs from JSON lines: one object a line, with two texts."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from core.data.columns import listed, missing_column, text_names
from core.data.textfile import read_lines
from core.errors import CoreError

_FIRST_OBJECTS = 100  # whose keys are the columns of a file


def json_names(path: Path, max_bytes: int) -> tuple[str, ...]:
    """Return the keys of texts in the first objects: one of them may lack a side."""
    lines = ((number, line) for number, line in enumerate(read_lines(path, max_bytes), start=1) if line.strip())
    records = (_json_record(path, number, line) for number, line in islice(lines, _FIRST_OBJECTS))
    return tuple(dict.fromkeys(key for record in records for key, value in record.items() if isinstance(value, str)))


def json_pairs(path: Path, names: tuple[str, str] | None, max_bytes: int) -> Iterator[tuple[str, str]]:
    """Yield (source, target) of every line; a missing text is blank. For arguments and errors see `table_pairs`."""
    known = json_names(path, max_bytes)
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
        if line.lstrip().startswith("["):
            raise _array(path) from None
        reason = error.msg if isinstance(error, json.JSONDecodeError) else type(error).__name__
        raise CoreError(
            "corpus.json",
            "{path}, line {line}: not valid JSON ({reason}); every line must be one whole JSON object",
            path=str(path),
            line=number,
            reason=reason,
        ) from error
    if isinstance(record, dict) and isinstance(record.get("translation"), dict):
        record = record["translation"]
    if isinstance(record, list) and any(isinstance(item, dict) for item in record):
        raise _array(path)
    if not isinstance(record, dict):
        raise CoreError(
            "corpus.json_object",
            "{path}, line {line}: every line must be one JSON object, not a JSON {found}",
            path=str(path),
            line=number,
            found=_json_type(record),
        )
    for name in record:
        _refuse_surrogate(name, path, number, ascii(name)[1:-1])
    return record


def _array(path: Path) -> CoreError:
    return CoreError(
        "corpus.json_array",
        "{path} is one JSON array; write one object a line instead: jq -c '.[]' {name} > pairs.jsonl",
        path=path,
        name=path.name.removesuffix(".gz"),
    )


def _json_text(path: Path, number: int, record: dict[str, object], name: str, known: Sequence[str]) -> str:
    if record.get(name, "") is None or (name not in record and name in known):
        return ""  # a pair with a blank side, which is counted and left out
    if name not in record:
        raise missing_column(path, number, name, list(record))
    text = record[name]
    if not isinstance(text, str):
        raise CoreError(
            "corpus.json_text",
            "{path}, line {line}: {column!r} must be a text, not a JSON {found}",
            path=str(path),
            line=number,
            column=name,
            found=_json_type(text),
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


def _json_type(value: object) -> str:
    """Return the name of a value's type in JSON."""
    names = {type(None): "null", bool: "boolean", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "number")


def _refuse_surrogate(text: str, path: Path, number: int, column: str) -> None:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise CoreError(
            "corpus.json_surrogate",
            "{path}, line {line}: {column!r} contains half of a surrogate pair, which is not a character",
            path=str(path),
            line=number,
            column=column,
        )
