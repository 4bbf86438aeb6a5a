"""Sentence pairs read again at each pass: large corpora are never held in memory as a whole."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from core.data.corpus import ParallelText, clean, file_pairs
from core.data.normalisation import is_blank
from core.data.table import OddRows, odd_rows, table_columns, table_pairs
from core.errors import CoreError


class PairCounts(NamedTuple):
    """Numbers of pairs found in one pass over a stream."""

    pairs: int  # with text on both sides
    blank: int  # left out because a side was blank


@dataclass(frozen=True)
class PairStream:
    """Parallel text that is read from its files at each pass.

    Iterating yields (source, target), cleaned, without pairs that have a blank side or are held out.

    Attributes:
        where: description of the text, for messages.
        begin: starts a pass over the pairs, blank ones included.
        files: all files that the text depends on.
        reading: everything else that determines the text: options of reading, by name.
        odd_rows: counts what may have been read otherwise than meant, in a pass over the text.
        held: pairs that are left out wherever they occur, because they are validation pairs.
    """

    where: str
    begin: Callable[[], Iterator[tuple[str, str]]]
    files: tuple[Path, ...]
    reading: str
    held: frozenset[tuple[str, str]] = frozenset()
    odd_rows: Callable[[], OddRows] = OddRows

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return (pair for pair in self.begin() if self.keeps(pair))

    def __len__(self) -> int:
        return self.counts.pairs

    def __bool__(self) -> bool:
        return True  # the content is unknown before the files are read

    @cached_property
    def counts(self) -> PairCounts:
        """Numbers of pairs and blank pairs, from one pass over the text.

        Raises:
            CoreError: a file cannot be read, or no pair has text on both sides.
        """
        pairs = blank = 0
        for pair in self.begin():
            if not has_text(pair):
                blank += 1
            elif self.keeps(pair):
                pairs += 1
        if not pairs:
            raise _empty(self.where, blank)
        return PairCounts(pairs, blank)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 over the bytes of the files and the reading options: equal for equal text, wherever it is stored.

        Raises:
            CoreError: a file cannot be read.
        """
        total = hashlib.sha256(self.reading.encode())
        for path in self.files:
            total.update(file_sha256(path).encode())
        return total.hexdigest()

    def keeps(self, pair: tuple[str, str]) -> bool:
        """Return True for a pair with text on both sides that is not held out."""
        return has_text(pair) and pair not in self.held

    def every(self, step: int) -> Iterator[tuple[str, str]]:
        """Yield each `step`-th pair, beginning with the first."""
        return (pair for number, pair in enumerate(self) if number % step == 0)

    def read(self, limit: int | None = None) -> ParallelText:
        """Load the text into memory: all of it, or `limit` pairs.

        Raises:
            CoreError: as `counts`.
        """
        source: list[str] = []
        target: list[str] = []
        blank = 0
        for one, other in self.begin():
            if not has_text((one, other)):
                blank += 1
            elif self.keeps((one, other)):
                source.append(one)
                target.append(other)
            if len(source) == limit:
                break
        if not source:
            raise _empty(self.where, blank)
        return ParallelText(source, target, blank)


def stream_parallel_files(source_path: str | Path, target_path: str | Path, *, unescape: bool = True) -> PairStream:
    """Return the pairs of two files in which lines k belong together.

    Pairs with a blank side are left out and counted; exact duplicates are kept; outer ASCII blanks are stripped.

    Args:
        source_path: source sentences, one per line; plain or gzip.
        target_path: target sentences, one per line.
        unescape: resolve HTML entities; some public corpora carry `&amp;`, and even `&amp;quot;`.

    Raises:
        CoreError: while reading, as `read_text`; also unequal numbers of lines, or no pair at all.
    """
    source_path, target_path = Path(source_path), Path(target_path)

    def begin() -> Iterator[tuple[str, str]]:
        for source, target in file_pairs(source_path, target_path):
            yield clean(source, unescape), clean(target, unescape)

    return PairStream(
        f"{source_path} and {target_path}", begin, (source_path, target_path), f"lines unescape={unescape}"
    )


def stream_table(
    path: str | Path, *, source_column: str | None = None, target_column: str | None = None, unescape: bool = True
) -> PairStream:
    """Return the pairs of one file with both sides: TSV, CSV, JSON lines or TMX.

    The format is determined by the name (.tsv, .txt, .csv, .jsonl, .ndjson, .json, .tmx, each also with .gz), else by
    the first line. TSV is split at tabs, without quoting. CSV may quote, and may use ";" or tabs. A first row is a
    header when column names are given, or when it names source/src/sentence and target/tgt/translation, or two
    languages (en, de, Chinese, ...; among more than two names "id" is the number of a row); without a header the first
    two columns are used. A JSONL line is an object with two texts, {"en": "..", "de": ".."}, or contains it as
    {"translation": {"en": "..", ...}}. The columns of a TMX are its languages, of which the first two are used.

    Args:
        path: the file; plain or gzip.
        source_column: name of the source column or key; give both names or neither.
        target_column: name of the target column or key.
        unescape: resolve HTML entities.

    Raises:
        CoreError: one name without the other; while reading, as `read_text`, and a row or JSON line that cannot be
            read, a missing column, or no pair.
    """
    path, names = Path(path), table_columns(source_column, target_column)

    def begin() -> Iterator[tuple[str, str]]:
        for source, target in table_pairs(path, names):
            yield clean(source, unescape), clean(target, unescape)

    reading = f"table {path.name!r} columns={names} unescape={unescape}"
    return PairStream(str(path), begin, (path,), reading, odd_rows=partial(odd_rows, path))


def has_text(pair: tuple[str, str]) -> bool:
    """Return False for a pair with a blank side: nothing, or only what normalisation removes."""
    return not is_blank(pair[0]) and not is_blank(pair[1])


def file_sha256(*paths: Path) -> str:
    """Return the SHA-256 of the bytes of files on disk, one after the other, in hexadecimal.

    Raises:
        CoreError: one cannot be read.
    """
    digest = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as file:
                hashlib.file_digest(file, lambda: digest)
        except FileNotFoundError as error:
            raise CoreError("corpus.missing_file", "{path}: file not found", path=path) from error
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise CoreError("corpus.unreadable", "{path}: {reason}", path=path, reason=reason) from error
    return digest.hexdigest()


def _empty(where: str, blank: int) -> CoreError:
    return CoreError(
        "corpus.empty", "{path}: no pair with text on both sides ({dropped} blank)", path=where, dropped=blank
    )
