"""Parallel text (5.1): sentence pairs in memory, and cleaning of a sentence (for files see `core.data.stream`).

Resolving HTML entities is optional: published corpora contain `&amp;`, and even `&amp;quot;`.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.entities import html5
from itertools import zip_longest
from pathlib import Path

from core.data.textfile import MAX_TEXT_BYTES, read_lines
from core.errors import CoreError

# html.unescape would also take entities without their end: &copy in an address
_ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LINE_BREAKS = re.compile(r"\r\n|\r|\n")
_ASCII_BLANKS = " \t\n\r\f\v"  # another outer blank, such as U+00A0, may be a word of an aligner


@dataclass(frozen=True)
class ParallelText:
    """Sentence pairs: `source[k]` and `target[k]` have the same meaning.

    Attributes:
        source: N sentences.
        target: N sentences.
        dropped: number of pairs left out while reading because a side was blank.
    """

    source: list[str]
    target: list[str]
    dropped: int = 0

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise CoreError(
                "corpus.pair_counts",
                "source has {source_count} sentences and target has {target_count}; the numbers must be equal",
                source_count=len(self.source),
                target_count=len(self.target),
            )

    def __len__(self) -> int:
        return len(self.source)


def read_text(path: str | Path, *, unescape: bool = False, max_bytes: int = MAX_TEXT_BYTES) -> list[str]:
    """Return the lines of one text file, plain or gzip, with blank lines and without stripping.

    Args:
        path: the file.
        unescape: resolve HTML entities such as `&amp;`.
        max_bytes: largest size of the file after unpacking.

    Raises:
        CoreError: missing or unreadable file, not UTF-8, damaged gzip, too large.
    """
    lines = read_lines(Path(path), max_bytes)
    return [_unescape(line) for line in lines] if unescape else list(lines)


def file_pairs(source_path: Path, target_path: Path, max_bytes: int = MAX_TEXT_BYTES) -> Iterator[tuple[str, str]]:
    """Yield (line k of one file, line k of the other), unchanged.

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


def clean(text: str, unescape: bool = True) -> str:
    """Return a sentence as one line without outer ASCII blanks; `unescape` resolves HTML entities.

    Vocabularies and scores normalise it (`core.data.normalisation`); word links count the words that stand here.
    """
    text = _unescape(text) if unescape else text
    return _LINE_BREAKS.sub(" ", text).strip(_ASCII_BLANKS)  # a quoted field or an entity may hold a line break


def _resolved(entity: re.Match[str]) -> str:
    """Return the character of a whole entity; an unknown name stays as it is written."""
    name = entity[1]
    return html.unescape(entity[0]) if name.startswith("#") else html5.get(f"{name};", entity[0])


def _unescape(text: str) -> str:
    """Resolve HTML entities until nothing changes, at most twice: some texts were escaped twice."""
    for _ in range(2):
        if "&" not in text or (plain := _ENTITY.sub(_resolved, text)) == text:
            break
        text = plain
    return text
