"""Sentence pairs from a translation memory (TMX): the text of two languages of each unit."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from core.data.columns import missing_column
from core.data.textfile import read_lines
from core.errors import CoreError

_FIRST_UNITS = 100  # whose languages can be chosen
_CODES = {"bpt", "ept", "it", "ph", "ut"}  # of a segment: formatting of another program, not text


class Unit(NamedTuple):
    """A translation unit."""

    line: int  # where it ends
    texts: dict[str, str]  # by language, as written in the file


def tmx_pairs(path: Path, names: tuple[str, str] | None, max_bytes: int) -> Iterator[tuple[str, str]]:
    """Yield (source, target) of every unit; a unit without one of the languages has a blank side.

    Args:
        path: the file.
        names: the languages as the file names them, or None for the first two.
        max_bytes: largest size of the file after unpacking.

    Raises:
        CoreError: as `read_lines`; invalid XML, an entity of its own, or a language that the first units lack.
    """
    known = tmx_languages(path, max_bytes)
    if known and names is None:
        names = (known[0], known[1] if len(known) > 1 else "xml:lang")
    for unit in _units(path, max_bytes):
        source, target = names or ("", "")
        for name in (source, target):
            if name not in known:
                raise missing_column(path, unit.line, name, list(known))
        yield unit.texts.get(source, ""), unit.texts.get(target, "")


def tmx_languages(path: Path, max_bytes: int) -> tuple[str, ...]:
    """Return the languages of the first units, in their order."""
    units = islice(_units(path, max_bytes), _FIRST_UNITS)
    return tuple(dict.fromkeys(language for unit in units for language in unit.texts))


def _units(path: Path, max_bytes: int) -> Iterator[Unit]:
    reader = _Reader(path)
    number = 0
    try:
        for number, line in enumerate(read_lines(path, max_bytes), start=1):
            reader.parser.Parse(f"{line}\n".encode(), False)
            yield from (Unit(number, texts) for texts in reader.take())
        reader.parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise CoreError(
            "corpus.xml",
            "{path}, line {line}: not valid XML ({reason})",
            path=path,
            line=max(number, 1),
            reason=expat.ErrorString(error.code),
        ) from None


class _Reader:
    """Collects the units of what the parser has read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: list[dict[str, str]] = []
        self._unit: dict[str, str] = {}
        self._language = ""
        self._text: list[str] | None = None  # of the open segment
        self._codes = 0  # open elements whose content is not text
        self.parser = expat.ParserCreate("utf-8")  # as the lines are written here, whatever the file declares
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._refuse

    def take(self) -> list[dict[str, str]]:
        """Return the units that are complete, once."""
        found, self._found = self._found, []
        return found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "tu":
            self._unit = {}
        elif name == "tuv":
            self._language = attributes.get("xml:lang") or attributes.get("lang") or ""
        elif name == "seg":
            self._text = []
        self._codes += name in _CODES

    def _end(self, name: str) -> None:
        if name == "seg" and self._text is not None:
            self._unit.setdefault(self._language, "".join(self._text))
            self._text = None
        elif name == "tu":
            self._found.append(self._unit)
        self._codes -= name in _CODES

    def _characters(self, text: str) -> None:
        if self._text is not None and not self._codes:
            self._text.append(text)

    def _refuse(self, name: str, *_: object) -> None:
        raise CoreError(
            "corpus.xml_entity",
            "{path} declares an entity of its own ({name}), which is not allowed: it could grow without end",
            path=self._path,
            name=name[:40],
        )
