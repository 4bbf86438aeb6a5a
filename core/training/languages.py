"""Languages of a run whose settings do not name them: from names, the checkpoint to start from, or the text."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from core.config import DataConfig
from core.data.columns import ending_language, language_of
from core.data.languages import contradicts, language_of_script, script_of
from core.data.table import table_columns_of
from core.data.textfile import MAX_TEXT_BYTES
from core.training.text import read_corpus

_READ_PAIRS = 500  # to find the scripts of a text


class FoundLanguages(NamedTuple):
    """Data settings with the languages that were found, and where each was found; "" for nothing found."""

    data: DataConfig
    origins: tuple[str, str]  # of source and target


def find_languages(data: DataConfig, given: tuple[bool, bool], start: tuple[str, str] | None = None) -> FoundLanguages:
    """Fill in the languages of files that are not given; a task or a known corpus has its own.

    Each is that of the name of its file or column, else that of the checkpoint to start from unless the text is in
    another script, else the only one that is written in the script of the text.

    Args:
        data: the settings; `src` names a file.
        given: whether source and target languages are given, and stay.
        start: languages of the checkpoint to start from.

    Raises:
        CoreError: the text cannot be read.
    """
    if data.src is None or all(given):
        return FoundLanguages(data, ("", ""))
    pairs = list(islice(read_corpus(data).training or (), _READ_PAIRS))
    named, started = _named(data), start or ("", "")
    codes, origins = [data.src_lang, data.tgt_lang], ["", ""]
    for side in (0, 1):
        if given[side]:
            continue
        script = script_of(pair[side] for pair in pairs)
        of_start = "" if contradicts(started[side], script) else started[side]
        found = {
            "the name of its file or column": named[side],
            "the checkpoint to start from": of_start,
            "the script of the text": language_of_script(script),
        }
        origins[side] = next((origin for origin, code in found.items() if code), "")
        codes[side] = found.get(origins[side], codes[side])
    return FoundLanguages(replace(data, src_lang=codes[0], tgt_lang=codes[1]), (origins[0], origins[1]))


def _named(data: DataConfig) -> tuple[str, str]:
    """Return the languages in the endings of two files, or in the names of a table's columns; "" for none."""
    if data.tgt is not None:
        return ending_language(Path(str(data.src))), ending_language(Path(data.tgt))
    if data.src_column is not None and data.tgt_column is not None:
        return language_of(data.src_column), language_of(data.tgt_column)
    columns = table_columns_of(Path(str(data.src)), MAX_TEXT_BYTES).found or ("", "")
    return language_of(columns[0]), language_of(columns[1])
