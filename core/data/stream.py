"""Sentence pairs read anew at each pass: what a large corpus is, which is never held in memory as a whole."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from core.data.corpus import ParallelText, clean, file_pairs, table_columns
from core.data.table import table_pairs
from core.data.textfile import MAX_TEXT_BYTES
from core.errors import CoreError

_CHUNK = 1 << 20  # bytes hashed at a time


class PairCounts(NamedTuple):
    """What one pass over a stream found."""

    pairs: int  # with text on both sides
    blank: int  # left out, because a side was blank


@dataclass(frozen=True)
class PairStream:
    """Parallel text as a recipe for reading it.

    Iterating yields (source, target), cleaned, and leaves out pairs with a blank side.

    Attributes:
        where: what is read, in words, for messages.
        begin: starts a pass over the pairs, blank ones included.
        files: all files that the text depends on.
        reading: whatever else decides the text: options of reading, by name.
    """

    where: str
    begin: Callable[[], Iterator[tuple[str, str]]]
    files: tuple[Path, ...]
    reading: str

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return (pair for pair in self.begin() if pair[0] and pair[1])

    def __len__(self) -> int:
        return self.counts.pairs

    def __bool__(self) -> bool:
        return True  # what is in the files is not known before they are read

    @cached_property
    def counts(self) -> PairCounts:
        """Pairs and blank pairs, from one pass over the text.

        Raises:
            CoreError: a file cannot be read, or no pair has text on both sides.
        """
        pairs = blank = 0
        for source, target in self.begin():
            if source and target:
                pairs += 1
            else:
                blank += 1
        if not pairs:
            raise _empty(self.where, blank)
        return PairCounts(pairs, blank)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 over the bytes of the files and the way of reading: equal for equal text, wherever it lies.

        Raises:
            CoreError: a file cannot be read.
        """
        total = hashlib.sha256(self.reading.encode())
        for path in self.files:
            total.update(file_sha256(path).encode())
        return total.hexdigest()

    def every(self, step: int) -> Iterator[tuple[str, str]]:
        """Each `step`-th pair, from the first on."""
        return (pair for number, pair in enumerate(self) if number % step == 0)

    def read(self) -> ParallelText:
        """The whole text in memory.

        Raises:
            CoreError: as `counts`.
        """
        source: list[str] = []
        target: list[str] = []
        blank = 0
        for one, other in self.begin():
            if one and other:
                source.append(one)
                target.append(other)
            else:
                blank += 1
        if not source:
            raise _empty(self.where, blank)
        return ParallelText(source, target, blank)


def stream_parallel_files(source_path: Path, target_path: Path, *, unescape: bool = True) -> PairStream:
    """Two files whose line k belong together; errors are those of `read_parallel_files`, met while reading."""

    def begin() -> Iterator[tuple[str, str]]:
        for source, target in file_pairs(source_path, target_path, MAX_TEXT_BYTES):
            yield clean(source, unescape), clean(target, unescape)

    return PairStream(
        f"{source_path} and {target_path}", begin, (source_path, target_path), f"lines unescape={unescape}"
    )


def stream_table(
    path: Path, *, source_column: str | None = None, target_column: str | None = None, unescape: bool = True
) -> PairStream:
    """One TSV, CSV or JSONL file with both sides; errors are those of `read_table`, met while reading."""
    names = table_columns(source_column, target_column)

    def begin() -> Iterator[tuple[str, str]]:
        for source, target in table_pairs(path, names, MAX_TEXT_BYTES):
            yield clean(source, unescape), clean(target, unescape)

    return PairStream(str(path), begin, (path,), f"table {path.name!r} columns={names} unescape={unescape}")


def file_sha256(path: Path) -> str:
    """SHA-256 of a file as it lies on the disk, in hexadecimal.

    Raises:
        CoreError: it cannot be read.
    """
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    except FileNotFoundError as error:
        raise CoreError("corpus.missing_file", "{path}: there is no such file", path=str(path)) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CoreError("corpus.unreadable", "{path}: {reason}", path=str(path), reason=reason) from error
    return digest.hexdigest()


def _empty(where: str, blank: int) -> CoreError:
    return CoreError(
        "corpus.empty", "{path}: no pair with text on both sides ({dropped} blank)", path=where, dropped=blank
    )
