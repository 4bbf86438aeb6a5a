"""File formats of published corpora: line by line, in columns, and the TED talks of IWSLT 2017.

Archives are read in place and never unpacked to disk.
"""

import gzip
import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import IO, Protocol

from core.data.corpus import file_pairs
from core.data.textfile import read_lines
from core.errors import CoreError

_SEGMENT = re.compile(r"<seg id=[^>]*>(.*?)</seg>", re.DOTALL)
_MAX_MEMBER_BYTES = 1 << 30  # of one file in an archive


class PairFormat(Protocol):
    """One format of files with sentence pairs."""

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files; each may also end in .gz."""
        ...

    def pairs(self, *paths: Path) -> Iterator[tuple[str, str]]:
        """Yield the pairs of these files as published, blank ones included.

        Raises:
            CoreError: a file cannot be read, or its two sides do not match.
        """
        ...


@dataclass(frozen=True)
class LineFiles:
    """Two files; line k of one belongs to line k of the other."""

    source: str
    target: str

    @property
    def files(self) -> tuple[str, ...]:
        return self.source, self.target

    def pairs(self, *paths: Path) -> Iterator[tuple[str, str]]:
        """Yield the pairs line by line."""
        return file_pairs(paths[0], paths[1])


@dataclass(frozen=True)
class TabbedFile:
    """One file: source, tab, target, and possibly more columns."""

    name: str

    @property
    def files(self) -> tuple[str, ...]:
        return (self.name,)

    def pairs(self, *paths: Path) -> Iterator[tuple[str, str]]:
        """Yield the first two columns; a line without a tab is a blank pair."""
        return _columns(read_lines(paths[0]))


@dataclass(frozen=True)
class _Archive:
    archive: str

    @property
    def files(self) -> tuple[str, ...]:
        return (self.archive,)


@dataclass(frozen=True)
class ZippedTabs(_Archive):
    """A tabbed file in a ZIP archive."""

    member: str

    def pairs(self, *paths: Path) -> Iterator[tuple[str, str]]:
        """Yield the first two columns; a line without a tab is a blank pair."""
        with _open_zip_member(paths[0], self.member) as text:
            yield from _columns(line.removesuffix("\n") for line in text)


@dataclass(frozen=True)
class TedTraining(_Archive):
    """Two files in an archive, line by line, with lines of tags that describe each talk."""

    source: str
    target: str

    def pairs(self, *paths: Path) -> Iterator[tuple[str, str]]:
        """Yield every line that is not a tag."""
        direction = f"{self.source}-{self.target}"
        names = [f"train.tags.{direction}.{language}" for language in (self.source, self.target)]
        with ExitStack() as stack:
            source, target = (_without_tags(stack.enter_context(_open_member(paths[0], name))) for name in names)
            yield from _zip_sides(paths[0], "train", source, target)


@dataclass(frozen=True)
class TedTalks(_Archive):
    """Sets of talks in an archive, two XML files each, in this order."""

    source: str
    target: str
    talks: tuple[str, ...]

    def pairs(self, *paths: Path) -> Iterator[tuple[str, str]]:
        """Yield every segment, in file order."""
        for name in self.talks:
            stem = f"IWSLT17.TED.{name}.{self.source}-{self.target}"
            source, target = (_segments(paths[0], f"{stem}.{side}.xml") for side in (self.source, self.target))
            yield from _zip_sides(paths[0], name, source, target)


@contextmanager
def _open_member(archive: Path, name: str) -> Iterator[IO[str]]:
    """Open a text file inside an archive by its base name, in any folder, without unpacking it to disk."""
    try:
        with tarfile.open(archive, "r:*") as tar:
            found = next((item for item in tar if item.isfile() and item.name.rpartition("/")[2] == name), None)
            content = tar.extractfile(found) if found is not None and found.size <= _MAX_MEMBER_BYTES else None
            if content is None:
                raise _missing_member(archive, name)
            yield io.TextIOWrapper(content, encoding="utf-8", newline="\n")
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile, UnicodeDecodeError) as error:
        raise _damaged(archive, error) from error


@contextmanager
def _open_zip_member(archive: Path, name: str) -> Iterator[IO[str]]:
    """Open a text file inside a ZIP archive without unpacking it to disk."""
    try:
        with zipfile.ZipFile(archive) as packed:
            found = next((item for item in packed.infolist() if item.filename == name), None)
            if found is None or found.file_size > _MAX_MEMBER_BYTES:
                raise _missing_member(archive, name)
            with packed.open(found) as content:
                yield io.TextIOWrapper(content, encoding="utf-8", newline="\n")
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise _damaged(archive, error) from error


def _missing_member(archive: Path, name: str) -> CoreError:
    return CoreError(
        "corpora.member",
        "{path} does not contain {name} of at most {limit:,} bytes: it is not the published archive",
        path=str(archive),
        name=name,
        limit=_MAX_MEMBER_BYTES,
    )


def _damaged(archive: Path, reason: Exception) -> CoreError:
    return CoreError(
        "corpora.archive", "{path} is damaged or not an archive: {reason}", path=str(archive), reason=reason
    )


def _columns(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        source, _, rest = line.partition("\t")
        yield source, rest.partition("\t")[0]


def _segments(archive: Path, name: str) -> Iterator[str]:
    with _open_member(archive, name) as text:
        return iter(_SEGMENT.findall(text.read()))


def _without_tags(lines: Iterable[str]) -> Iterator[str]:
    return (line for line in lines if not line.startswith("<"))


def _zip_sides(archive: Path, name: str, source: Iterator[str], target: Iterator[str]) -> Iterator[tuple[str, str]]:
    for count, (one, other) in enumerate(zip_longest(source, target)):
        if one is None or other is None:
            raise CoreError(
                "corpora.uneven",
                "{path}, {name}: one side ends after {count} sentences, the other is longer",
                path=str(archive),
                name=name,
                count=count,
            )
        yield one, other
