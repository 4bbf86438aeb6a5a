"""Systems that translate, and the set of sentences that they translate."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.checkpoint_config import read_checkpoint_config
from core.data.corpus import clean
from core.data.normalisation import is_blank
from core.data.stream import has_text
from core.data.textfile import read_lines
from core.errors import CoreError


class System(NamedTuple):
    """A model, or a file of translations that were made elsewhere."""

    name: str  # as it is shown
    checkpoint: Path | None = None  # a folder
    translations: Path | None = None  # a line for each source


@dataclass(frozen=True)
class SentenceSet:
    """Sentences with one or several references each."""

    name: str
    sources: Sequence[str]  # N
    references: Sequence[Sequence[str]]  # one or several times N
    language: str = ""  # code of the references; that of the first checkpoint if empty
    own: Sequence[str] = ()  # values of a column of one's own, N or none
    dropped: int = 0  # pairs that were left out because a side is blank
    lines: Sequence[int] = ()  # number of each sentence among all that were read, from 1; as they come if there is none

    def __len__(self) -> int:
        return len(self.sources)


def whole_set(name: str, rows: Iterable[tuple[str, Sequence[str]]], references: int, language: str = "") -> SentenceSet:
    """Return the set of the rows in which no side is blank.

    Args:
        name: of the set, as it is shown.
        rows: each source with its references, and after them the value of a column of one's own if there is one.
        references: of each source.
        language: code of the references.
    """
    read = 0
    sources, lines = list[str](), list[int]()
    kept: list[Sequence[str]] = []
    for read, (source, values) in enumerate(rows, start=1):
        if all(has_text((source, value)) for value in values[:references]):
            sources.append(source)
            kept.append(values)
            lines.append(read)
    columns = [*zip(*kept, strict=True)]
    own = columns[references] if len(columns) > references else ()
    return SentenceSet(name, sources, columns[:references], language, own, read - len(lines), lines)


def check_references(test_set: SentenceSet) -> None:
    """Refuse an empty test set, and references of another number than the sources.

    Raises:
        CoreError: so it is.
    """
    if not test_set.sources:
        raise CoreError("evaluation.empty", "{name} has no sentences", name=test_set.name)
    for lines in test_set.references:
        if len(lines) != len(test_set):
            raise CoreError(
                "evaluation.references",
                "{name} has {sources:,} sources and {references:,} references; the numbers must be equal",
                name=test_set.name,
                sources=len(test_set),
                references=len(lines),
            )


def directions_of(systems: Iterable[System]) -> list[tuple[str, tuple[str, str]]]:
    """Return the name and the languages, source and target, of each model that names them.

    Raises:
        CoreError: a checkpoint cannot be read.
    """
    found: list[tuple[str, tuple[str, str]]] = []
    for system in systems:
        described = read_checkpoint_config(system.checkpoint) if system.checkpoint is not None else {}
        source, target = described.get("source_language"), described.get("target_language")
        if isinstance(source, str) and isinstance(target, str) and source and target:
            found.append((system.name, (source, target)))
    return found


def check_directions(directions: Sequence[tuple[str, tuple[str, str]]]) -> None:
    """Refuse systems that translate between different languages.

    Args:
        directions: name and languages, source and target, of each; systems may have the same name.

    Raises:
        CoreError: so they do.
    """
    for name, languages in directions:
        first, expected = directions[0]
        if languages != expected:
            raise CoreError(
                "evaluate.directions",
                "{first} translates {one} and {second} translates {other}: choose systems of the same languages",
                first=first,
                one=" → ".join(expected),
                second=name,
                other=" → ".join(languages),
            )


def read_translations(path: Path, test_set: SentenceSet) -> list[str]:
    """Read translations that were made elsewhere: a line for each sentence, or for each line that was read.

    A line may be blank.

    Raises:
        CoreError: it cannot be read, is blank as a whole, or has another number of lines than the test set.
    """
    lines = [clean(line) for line in read_lines(path)]
    if test_set.lines and len(lines) == len(test_set) + test_set.dropped:
        lines = [lines[number - 1] for number in test_set.lines]
    if len(lines) != len(test_set):
        left_out = f" ({test_set.dropped:,} more were left out because a side is blank)" if test_set.dropped else ""
        raise CoreError(
            "evaluation.lines",
            "{path} has {lines:,} lines and {name} has {sentences:,} sentences{left_out}; the numbers must be equal",
            path=path.name,
            lines=len(lines),
            name=test_set.name,
            sentences=len(test_set),
            left_out=left_out,
        )
    if all(is_blank(line) for line in lines):
        raise CoreError("evaluation.blank", "{path} has only blank lines", path=path.name)
    return lines
