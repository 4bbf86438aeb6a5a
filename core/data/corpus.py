"""Parallel text (5.1): read from files and kept clean of test pairs (public corpora by name: `core.data.corpora`).

Two line-aligned files, or one TSV, CSV or JSONL file; each plain or gzip (`core.data.textfile`). A pair with
a blank side is dropped and counted, a duplicate stays. HTML entities are resolved unless the caller says no:
published corpora carry `&amp;`, and even `&amp;quot;`.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from core.data.table import table_pairs
from core.data.textfile import MAX_TEXT_BYTES, read_lines
from core.errors import CoreError

_LINE_BREAKS = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class ParallelText:
    """Sentence pairs: `source[k]` and `target[k]` say the same.

    Attributes:
        source: N sentences.
        target: N sentences.
        dropped: pairs that were left out while reading because a side was blank.
    """

    source: list[str]
    target: list[str]
    dropped: int = 0

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise CoreError(
                "corpus.pair_counts",
                "source has {source_count} sentences and target has {target_count}; they must be as many",
                source_count=len(self.source),
                target_count=len(self.target),
            )

    def __len__(self) -> int:
        return len(self.source)


def read_text(path: str | Path, *, unescape: bool = False, max_bytes: int = MAX_TEXT_BYTES) -> list[str]:
    """The lines of one text file, plain or gzip, blank ones included and nothing stripped.

    Args:
        path: the file.
        unescape: resolve HTML entities such as `&amp;`.
        max_bytes: how large the file may be after unpacking.

    Raises:
        CoreError: missing or unreadable file, not UTF-8, damaged gzip, too large.
    """
    lines = read_lines(Path(path), max_bytes)
    return [_unescaped(line) for line in lines] if unescape else list(lines)


def read_parallel_files(
    source_path: str | Path,
    target_path: str | Path,
    *,
    limit: int | None = None,
    unescape: bool = True,
    max_bytes: int = MAX_TEXT_BYTES,
) -> ParallelText:
    """Two files whose line k belong together.

    Pairs with a blank side are dropped and counted; exact duplicates are kept; outer blanks are stripped.

    Args:
        source_path: source sentences, one a line.
        target_path: target sentences, one a line.
        limit: stop after so many pairs (the rest of the files is then not looked at).
        unescape: resolve HTML entities; some public corpora carry `&amp;`, and even `&amp;quot;`.
        max_bytes: how large each file may be after unpacking.

    Raises:
        CoreError: as `read_text`, and unequal numbers of lines, or no pair at all.
    """
    source_path, target_path = Path(source_path), Path(target_path)
    collector = _Collector(limit, unescape)
    for source, target in file_pairs(source_path, target_path, max_bytes):
        collector.add(source, target)
        if collector.full:
            break
    return collector.result(f"{source_path} and {target_path}")


def file_pairs(source_path: Path, target_path: Path, max_bytes: int) -> Iterator[tuple[str, str]]:
    """(line k of one file, line k of the other), as they stand in the files.

    Raises:
        CoreError: as `read_text`, and unequal numbers of lines.
    """
    source_lines, target_lines = read_lines(source_path, max_bytes), read_lines(target_path, max_bytes)
    for count, (source, target) in enumerate(zip_longest(source_lines, target_lines)):
        if source is None or target is None:
            source_count = count + (0 if source is None else 1 + sum(1 for _ in source_lines))
            target_count = count + (0 if target is None else 1 + sum(1 for _ in target_lines))
            raise CoreError(
                "corpus.line_counts",
                "{source_path} has {source_count} lines and {target_path} has {target_count}; "
                "line k of one must belong to line k of the other",
                source_path=str(source_path),
                source_count=source_count,
                target_path=str(target_path),
                target_count=target_count,
            )
        yield source, target


def read_table(
    path: str | Path,
    *,
    source_column: str | None = None,
    target_column: str | None = None,
    limit: int | None = None,
    unescape: bool = True,
    max_bytes: int = MAX_TEXT_BYTES,
) -> ParallelText:
    """One file with both sides: TSV, CSV or JSONL.

    The form is told from the name (.tsv, .txt, .csv, .jsonl, .ndjson, .json, each also with .gz), else
    from the first line. TSV is split at tabs, without quoting. CSV may quote, and may use ";" or tabs. A
    first row is a header when column names are given, or when it names source/src and target/tgt, or two
    languages (en, de, Chinese, ...); without a header the first two columns are used. A JSONL line is an
    object with two texts, {"en": "..", "de": ".."}, or has it inside as {"translation": {"en": "..", ...}}.

    Args:
        path: the file.
        source_column: name of the source column or key; give both names or neither.
        target_column: name of the target column or key.
        limit: stop after so many pairs.
        unescape: resolve HTML entities.
        max_bytes: how large the file may be after unpacking.

    Raises:
        CoreError: as `read_text`, and a row or JSON line that cannot be read, a missing column, or no pair.
    """
    names = table_columns(source_column, target_column)
    path = Path(path)
    collector = _Collector(limit, unescape)
    for source, target in table_pairs(path, names, max_bytes):
        collector.add(source, target)
        if collector.full:
            break
    return collector.result(str(path))


def table_columns(source_column: str | None, target_column: str | None) -> tuple[str, str] | None:
    """Both names of a table's columns, or None where they are to be found.

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


def clean(text: str, unescape: bool = True) -> str:
    """One sentence in one line: entities resolved if asked for, no blanks at its ends."""
    text = _unescaped(text) if unescape else text
    return _LINE_BREAKS.sub(" ", text).strip()  # a quoted field or an entity may hold a line break


class _Collector:
    """Gathers pairs: unescapes, strips, drops and counts the blank ones, stops at the limit."""

    def __init__(self, limit: int | None, unescape: bool) -> None:
        if limit is not None and limit < 1:
            raise CoreError("corpus.limit", "limit ({limit}) must be at least 1", limit=limit)
        self._limit, self._unescape = limit, unescape
        self._source: list[str] = []
        self._target: list[str] = []
        self._dropped = 0

    @property
    def full(self) -> bool:
        return self._limit is not None and len(self._source) >= self._limit

    def add(self, source: str, target: str) -> None:
        source, target = clean(source, self._unescape), clean(target, self._unescape)
        if source and target:
            self._source.append(source)
            self._target.append(target)
        else:
            self._dropped += 1

    def result(self, where: str) -> ParallelText:
        if not self._source:
            raise CoreError(
                "corpus.empty",
                "{path}: no pair with text on both sides ({dropped} blank)",
                path=where,
                dropped=self._dropped,
            )
        return ParallelText(self._source, self._target, self._dropped)


def _unescaped(text: str) -> str:
    """HTML entities resolved until nothing changes, at most twice (that is how often texts were escaped)."""
    for _ in range(2):
        if "&" not in text or (plain := html.unescape(text)) == text:
            break
        text = plain
    return text
