"""Any data set on the Hugging Face Hub: read row by row, and kept as one JSONL file a split.

A name is hub:OWNER/NAME, or hub:OWNER/NAME/CONFIGURATION. What was fetched stays as it was, whatever becomes of the
data set, so that a run can be resumed.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.data.stream import PairStream, stream_table
from core.durable import replaced_file
from core.errors import CoreError

HUB = "hub:"
_NAME = re.compile(r"hub:([A-Za-z0-9][\w.-]*)/([A-Za-z0-9][\w.-]*)(?:/([A-Za-z0-9][\w.-]*))?")
_SPLITS = {"train": "train", "validation": "valid", "valid": "valid", "dev": "valid", "test": "test"}


class HubName(NamedTuple):
    """A data set on the Hub."""

    repository: str
    configuration: str | None

    @property
    def folder(self) -> str:
        """Where its copy stands, below a folder of corpora."""
        return "/".join(["hub", self.repository, self.configuration or "default"])


def hub_name(name: str) -> HubName:
    """What a name such as hub:OWNER/NAME means.

    Raises:
        CoreError: it is not formed like that.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise CoreError(
            "corpora.hub_name", "{name!r} must be hub:OWNER/NAME or hub:OWNER/NAME/CONFIGURATION", name=name
        )
    return HubName(f"{found.group(1)}/{found.group(2)}", found.group(3))


def hub_stream(name: str, split: str, folders: Sequence[Path]) -> PairStream:
    """The pairs of a fetched split.

    Raises:
        CoreError: a bad name, or it was not fetched.
    """
    place = hub_name(name).folder
    for folder in folders:
        path = folder / place / f"{split}.jsonl"
        if path.is_file():
            return stream_table(path, source_column="source", target_column="target")
    raise CoreError(
        "corpora.hub_not_here",
        "the {split} pairs of {name} are in none of {folders}: `python -m core data get {name} --src-column ... "
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
    progress: Callable[[str, int], None] = lambda split, pairs: None,
) -> dict[str, int]:
    """Copy splits of a data set, row by row.

    Args:
        name: hub:OWNER/NAME or hub:OWNER/NAME/CONFIGURATION.
        folder: the folder of corpora below which the copy is made.
        columns: where source and target stand in a row; a dot leads into a column, as in translation.en.
        splits: their names on the Hub; train, validation and test if there are such.
        limit: pairs a split, at most.
        progress: told each split and how many of its pairs are copied.

    Returns:
        Pairs of each split, by the name that it has here.

    Raises:
        CoreError: a bad name, `datasets` is not installed, the Hub cannot be reached, or a column is missing.
    """
    place = hub_name(name)
    try:
        import datasets
    except ImportError:
        raise CoreError(
            "corpora.datasets", "data sets of the Hugging Face Hub need the datasets library: pip install datasets"
        ) from None
    counts: dict[str, int] = {}
    try:
        offered = datasets.get_dataset_split_names(place.repository, place.configuration)
        for split in splits or [name for name in offered if name in _SPLITS]:
            rows = datasets.load_dataset(place.repository, place.configuration, split=split, streaming=True)
            kept = _SPLITS.get(split, split)
            counts[kept] = _copy(
                rows, folder / place.folder / f"{kept}.jsonl", columns, limit, lambda n, kept=kept: progress(kept, n)
            )
    except CoreError:
        raise
    except Exception as error:  # the library raises many kinds for a name, a split or a network that is not there
        raise CoreError(
            "corpora.hub",
            "{name} could not be read from the Hugging Face Hub: {reason}",
            name=name,
            reason=" ".join(f"{type(error).__name__}: {error}".split())[:300],
        ) from error
    if not counts:
        raise CoreError(
            "corpora.hub_splits",
            "{name} has none of the splits train, validation, test; name one of: {offered}",
            name=name,
            offered=", ".join(offered),
        )
    return counts


def _copy(
    rows: Iterable[Mapping[str, object]],
    path: Path,
    columns: tuple[str, str],
    limit: int | None,
    progress: Callable[[int], None],
) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with replaced_file(path) as partial, partial.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            if count == limit:
                break
            pair = {"source": _text(row, columns[0]), "target": _text(row, columns[1])}
            file.write(json.dumps(pair, ensure_ascii=False) + "\n")
            count += 1
            if count % 1000 == 0:
                progress(count)
    progress(count)
    return count


def _text(row: Mapping[str, object], column: str) -> str:
    value: object = row
    for name in column.split("."):
        if not isinstance(value, Mapping) or name not in value:
            raise CoreError(
                "corpora.hub_column",
                "a row has no column {column!r}; there are: {found}",
                column=column,
                found=", ".join(_columns(row)),
            )
        value = value[name]
    return value if isinstance(value, str) else ""


def _columns(row: Mapping[str, object], before: str = "") -> list[str]:
    """Names of all texts in a row, inner ones with a dot."""
    found: list[str] = []
    for name, value in row.items():
        found += _columns(value, f"{before}{name}.") if isinstance(value, Mapping) else [before + name]
    return found
