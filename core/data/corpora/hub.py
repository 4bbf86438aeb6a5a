"""Data sets of the Hugging Face Hub: read row by row, and stored as one JSONL file per split.

A name is hub:OWNER/NAME, or hub:OWNER/NAME/CONFIGURATION. A copy does not follow later changes of the data set, so
that a run can be resumed.
"""

import importlib.util
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from core.data.columns import text_names
from core.data.held_out import HELD_OUT_SHARE, MOST_HELD_OUT
from core.data.stream import PairStream, stream_table
from core.durable import exclusive_folder, replaced_file, write_beside
from core.errors import CoreError, Names

HUB = "hub:"
OLDEST_LIBRARY = 4  # earlier versions run code from data sets
_ABOUT = "about.json"  # next to a copy
_NAME = re.compile(r"hub:([A-Za-z0-9][\w.-]*)/([A-Za-z0-9][\w.-]*)(?:/([A-Za-z0-9][\w.-]*))?")
_SPLITS = {"train": "train", "validation": "valid", "valid": "valid", "dev": "valid", "test": "test"}


def has_library() -> bool:
    """Return whether the datasets library is installed, without importing it."""
    if "datasets" in sys.modules:
        return sys.modules["datasets"] is not None
    return importlib.util.find_spec("datasets") is not None


class HubName(NamedTuple):
    """A data set on the Hub."""

    repository: str
    configuration: str | None

    @property
    def folder(self) -> str:
        """Folder of its copy, relative to a folder of corpora."""
        return "/".join(["hub", self.repository, self.configuration or "default"])


def hub_name(name: str) -> HubName:
    """Parse a name such as hub:OWNER/NAME.

    Raises:
        CoreError: invalid form.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise CoreError(
            "corpora.hub_name", "{name!r} must be hub:OWNER/NAME or hub:OWNER/NAME/CONFIGURATION", name=name
        )
    return HubName(f"{found.group(1)}/{found.group(2)}", found.group(3))


class HubLook(NamedTuple):
    """The first rows of a data set."""

    columns: tuple[str, ...]  # with text; nested ones with a dot
    found: tuple[str, str] | None  # source and target, if recognised by their names
    rows: tuple[Mapping[str, str], ...]  # column -> text

    def pairs(self, source: str, target: str) -> list[tuple[str, str]]:
        """Return the texts of two columns; empty for a missing column."""
        return [(row.get(source, ""), row.get(target, "")) for row in self.rows]


class HubCopy(NamedTuple):
    """A data set that was fetched."""

    columns: tuple[str, str] | None  # source and target; None if not recorded
    pairs: Mapping[str, int]  # of each split


def look_at_hub(name: str, rows: int = 5) -> HubLook:
    """Return the first rows of a data set and its likely source and target; nothing is stored.

    Raises:
        CoreError: a bad name, `datasets` is not installed, or the Hub cannot be reached.
    """
    place = hub_name(name)
    with _datasets_library(name) as datasets:
        offered = datasets.get_dataset_split_names(place.repository, place.configuration)
        split = next((split for split in offered if split in _SPLITS), offered[0])
        found = datasets.load_dataset(place.repository, place.configuration, split=split, streaming=True)
        seen = [_texts(row) for row in islice(found, rows)]
    columns = tuple(dict.fromkeys(column for row in seen for column in row))
    return HubLook(columns, _find_sides(columns), tuple(seen))


def hub_copy(name: str, folders: Sequence[Path]) -> HubCopy | None:
    """Describe the copy of a data set; None if a training split is missing.

    Raises:
        CoreError: a bad name.
    """
    place = hub_name(name).folder
    folder = next((folder / place for folder in folders if (folder / place / "train.jsonl").is_file()), None)
    if folder is None:
        return None
    try:
        about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
        source, target = map(str, about["columns"])
        return HubCopy((source, target), {str(split): int(pairs) for split, pairs in about["pairs"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return HubCopy(None, {})


def hub_stream(name: str, split: str, folders: Sequence[Path]) -> PairStream:
    """Return the pairs of a fetched split.

    Raises:
        CoreError: a bad name, or the split was not fetched.
    """
    place = hub_name(name).folder
    for folder in folders:
        path = folder / place / f"{split}.jsonl"
        if path.is_file():
            return stream_table(path, source_column="source", target_column="target")
    raise CoreError(
        "corpora.hub_not_here",
        "the {split} pairs of {name} were not found in {folders}: `python -m core data get {name} --src-column ... "
        "--tgt-column ...` fetches them",
        split=split,
        name=name,
        folders=", ".join(map(str, folders)),
    )


def fetch_hub(
    name: str,
    folder: Path,
    columns: tuple[str, str],
    *,
    splits: Sequence[str] | None = None,
    limit: int | None = None,
    max_bytes: int | None = None,
    progress: Callable[[str, int], None] = lambda split, pairs: None,
) -> dict[str, int]:
    """Copy splits of a data set, row by row.

    If `splits` are not given and the data set has none for validation, one pair in `HELD_OUT_SHARE` is held out of
    training for it.

    Args:
        name: hub:OWNER/NAME or hub:OWNER/NAME/CONFIGURATION.
        folder: of corpora, in which the copy is made.
        columns: columns of source and target; a dot leads into a nested column, as in translation.en.
        splits: their names on the Hub; by default train, validation and test if they exist.
        limit: most pairs per split.
        max_bytes: most bytes per split; the rest is left out.
        progress: called with a split and the number of its pairs copied so far.

    Returns:
        Pairs of each split, by its name in the copy.

    Raises:
        CoreError: a bad name, `datasets` is not installed, the Hub cannot be reached, or a column is missing.
    """
    place = hub_name(name)
    copy = folder / place.folder
    counts: dict[str, int] = {}
    with _datasets_library(name) as datasets, exclusive_folder(folder):
        offered = datasets.get_dataset_split_names(place.repository, place.configuration)
        wanted = list(splits or [name for name in offered if name in _SPLITS])
        holds_out = not splits and "train" in wanted and "valid" not in [_SPLITS[split] for split in wanted]
        for split in wanted:
            rows = datasets.load_dataset(place.repository, place.configuration, split=split, streaming=True)
            kept = _SPLITS.get(split, split)
            pairs = _pairs(rows, columns, limit, lambda n, kept=kept: progress(kept, n))
            held: list[str] | None = [] if holds_out and kept == "train" else None
            counts[kept] = _write(copy / f"{kept}.jsonl", pairs, max_bytes, held)
            if held is not None:
                if not held:
                    raise CoreError(
                        "corpora.hub_small", "{name} has too few pairs for both training and validation", name=name
                    )
                counts["valid"] = _write(copy / "valid.jsonl", iter(held), None, None)
    if not counts:
        raise CoreError(
            "corpora.hub_splits",
            "{name} has none of the splits train, validation, test; name one of: {offered}",
            name=name,
            offered=Names(offered),
        )
    write_beside(copy / _ABOUT, json.dumps({"columns": columns, "pairs": counts}, ensure_ascii=False) + "\n")
    return counts


@contextmanager
def _datasets_library(name: str) -> Iterator[Any]:
    """Yield the library that reads the Hub, and turn its exceptions into an error about the data set."""
    try:
        import datasets  # pyright: ignore[reportMissingImports] -- an optional library
    except ImportError:
        datasets = None
    if datasets is None or int(datasets.__version__.split(".")[0]) < OLDEST_LIBRARY:
        raise CoreError(
            "corpora.datasets",
            "data sets of the Hugging Face Hub need the datasets library, version {oldest} or later, "
            "which is not installed: pip install 'datasets>={oldest}'",
            oldest=OLDEST_LIBRARY,
        )
    try:
        yield datasets
    except CoreError:
        raise
    except Exception as error:  # the library raises many types for an unknown name or split, or a missing network
        raise CoreError(
            "corpora.hub",
            "{name} could not be read from the Hugging Face Hub: {reason}",
            name=name,
            reason=" ".join(f"{type(error).__name__}: {error}".split())[:300],
        ) from error


def _pairs(
    rows: Iterable[Mapping[str, object]],
    columns: tuple[str, str],
    limit: int | None,
    progress: Callable[[int], None],
) -> Iterator[str]:
    """Yield rows as lines of a copy."""
    count = 0
    for row in islice(rows, limit):
        pair = {"source": _text(row, columns[0]), "target": _text(row, columns[1])}
        yield json.dumps(pair, ensure_ascii=False) + "\n"
        count += 1
        if count % 1000 == 0:
            progress(count)
    progress(count)


def _write(path: Path, lines: Iterator[str], max_bytes: int | None, held: list[str] | None) -> int:
    """Write lines and return their number; held-out lines are added to `held` instead."""
    path.parent.mkdir(parents=True, exist_ok=True)
    count = size = 0
    with replaced_file(path) as partial, partial.open("w", encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(lines, start=1):
            size += len(line.encode())
            if max_bytes is not None and size > max_bytes:
                break
            if held is not None and number % HELD_OUT_SHARE == 2 and len(held) < MOST_HELD_OUT:  # of two, one stays
                held.append(line)
                continue
            file.write(line)
            count += 1
    return count


def _text(row: Mapping[str, object], column: str) -> str:
    value: object = row
    for name in column.split("."):
        if not isinstance(value, Mapping) or name not in value:
            raise CoreError(
                "corpora.hub_column",
                "column {column!r} not found in a row; available: {found}",
                column=column,
                found=Names(_columns(row)),
            )
        value = value[name]
    return value if isinstance(value, str) else ""


def _texts(row: Mapping[str, object], before: str = "") -> dict[str, str]:
    """Return the texts in a row by column; nested columns with a dot."""
    found: dict[str, str] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            found |= _texts(value, f"{before}{name}.")
        elif isinstance(value, str):
            found[before + name] = value
    return found


def _find_sides(columns: Sequence[str]) -> tuple[str, str] | None:
    """Return the two columns whose last name part marks them as source and target."""
    last = {column.rpartition(".")[2]: column for column in reversed(columns)}
    named = text_names([column.rpartition(".")[2] for column in columns])
    if named is not None:
        return last[named[0]], last[named[1]]
    return (columns[0], columns[1]) if len(columns) == 2 else None


def _columns(row: Mapping[str, object], before: str = "") -> list[str]:
    """Return the names of all columns in a row; nested ones with a dot."""
    found: list[str] = []
    for name, value in row.items():
        found += _columns(value, f"{before}{name}.") if isinstance(value, Mapping) else [before + name]
    return found
