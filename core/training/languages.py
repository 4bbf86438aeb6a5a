"""Languages of a run whose settings do not name them."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from core.config import DataConfig
from core.data.columns import ending_language
from core.data.corpora.hub import HUB, hub_copy
from core.data.corpora.reading import data_folders
from core.data.languages import suggest_languages
from core.data.table import table_columns_of
from core.data.textfile import MAX_TEXT_BYTES
from core.training.text import read_corpus


class FoundLanguages(NamedTuple):
    """Data settings with the languages that were found, and where each was found; "" for nothing found."""

    data: DataConfig
    origins: tuple[str, str]  # of source and target


def find_languages(data: DataConfig, given: tuple[bool, bool], start: tuple[str, str] = ("", "")) -> FoundLanguages:
    """Fill in the languages of files or of a data set of the Hub; a task or a known corpus has its own.

    Args:
        data: the settings.
        given: whether source and target languages are given, and stay.
        start: languages of the checkpoint to start from.

    Raises:
        CoreError: the text cannot be read.
    """
    of_hub = data.corpus is not None and data.corpus.startswith(HUB)
    if all(given) or not (of_hub or data.src is not None):
        return FoundLanguages(data, ("", ""))
    pairs = read_corpus(data).training or ()
    found = suggest_languages(_names(data), pairs, start)
    codes, origins = [data.src_lang, data.tgt_lang], ["", ""]
    for side, (code, origin) in enumerate(found):
        if code and not given[side]:
            codes[side], origins[side] = code, origin
    return FoundLanguages(replace(data, src_lang=codes[0], tgt_lang=codes[1]), (origins[0], origins[1]))


def _names(data: DataConfig) -> tuple[str, str]:
    """Return the names of a table's or a data set's columns, or the languages that two files end in; "" for none."""
    if data.corpus is not None:
        copy = hub_copy(data.corpus, data_folders())
        source, target = (copy.columns if copy is not None else None) or ("", "")
        return source.rpartition(".")[2], target.rpartition(".")[2]
    if data.tgt is not None:
        return ending_language(Path(str(data.src))), ending_language(Path(data.tgt))
    if data.src_column is not None and data.tgt_column is not None:
        return data.src_column, data.tgt_column
    return table_columns_of(Path(str(data.src)), MAX_TEXT_BYTES).found or ("", "")
