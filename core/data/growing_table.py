"""A table of sentence pairs that is written in parts, and resumed after an interruption.

Until it is complete, its rows are in NAME.partial. NAME.partial.jsonl has in its first line what the table is made of,
then a line for each part: where the part ends, in bytes, and the counts of the writer up to there.
"""

import gzip
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.durable import append_line, errors_name, sync, write_beside
from core.errors import CoreError, Names

_ONE_CELL = {ord(character): " " for character in "\0\t\n\r"}  # TSV has no quoting


class GrowingTable:
    """A TSV, with gzip if its name ends with .gz; a part that is cut off is removed when the table is resumed.

    Attributes:
        partial: the file that grows; `finish` renames it.
        counts: what the writer passed with the last complete part; empty for a new table.
    """

    def __init__(self, path: Path, header: Sequence[str], made_of: Mapping[str, Any], *, restart: bool = False) -> None:
        """Begin a table, or resume one that was interrupted.

        Args:
            path: of the complete table.
            header: its first row.
            made_of: everything that determines its rows, by name, as JSON values.
            restart: begin again if what is there is made of something else.

        Raises:
            CoreError: what is there is made of something else, or nothing says of what.
        """
        self.path = path
        self.partial = path.with_name(f"{path.name}.partial")
        self.counts: dict[str, int] = {}
        self._record = path.with_name(f"{path.name}.partial.jsonl")
        self._bytes = 0
        if not (self.partial.exists() and self._resume(made_of, restart)):
            self.partial.unlink(missing_ok=True)  # before the record, which would otherwise belong to it
            write_beside(self._record, json.dumps(made_of) + "\n")
            self.partial.touch()
            self.append([header], {})

    def append(self, rows: Iterable[Sequence[str]], counts: Mapping[str, int]) -> None:
        """Write a part and flush it to disk.

        Args:
            rows: cells; tabs and line ends in them become spaces.
            counts: returned by `counts` when the table is resumed after this part.

        Raises:
            CoreError: another process writes to the file.
            OSError: the disk is full; it names the file.
        """
        text = "".join("\t".join(cell.translate(_ONE_CELL) for cell in row) + "\n" for row in rows)
        data = gzip.compress(text.encode(), mtime=0) if self.path.suffix == ".gz" else text.encode()
        with errors_name(self.partial), self.partial.open("r+b") as file:
            if file.seek(0, os.SEEK_END) != self._bytes:
                raise CoreError("table.busy", "another process writes to {path}", path=self.partial)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        self._bytes += len(data)
        self.counts = dict(counts)
        append_line(self._record, json.dumps({"bytes": self._bytes, "counts": self.counts}))

    def finish(self) -> None:
        """Give the complete table its name; a file of this name is replaced."""
        os.replace(self.partial, self.path)
        sync(self.path.parent)
        self._record.unlink(missing_ok=True)

    def _resume(self, made_of: Mapping[str, Any], restart: bool) -> bool:
        """Remove what follows the last complete part; return False to begin the table again."""
        lines = self._read_record()
        begun = lines[0] if lines else {}
        other = [name for name in {**begun, **made_of} if begun.get(name) != made_of.get(name)]
        if other and restart:
            return False
        if not lines:
            raise CoreError(
                "table.no_record",
                "{path} cannot be resumed without {record}: restore that, or remove the first",
                path=self.partial,
                record=self._record.name,
            )
        if other:
            raise CoreError(
                "table.other",
                "{path} was begun with other settings ({names}): use the same to resume it, or remove it",
                path=self.partial,
                names=Names(other),
            )
        size = self.partial.stat().st_size
        parts = [line for line in lines[1:] if line["bytes"] <= size]
        if not parts:
            return False
        self._bytes, self.counts = parts[-1]["bytes"], parts[-1]["counts"]
        os.truncate(self.partial, self._bytes)
        write_beside(self._record, "".join(json.dumps(line) + "\n" for line in (begun, *parts)))
        return True

    def _read_record(self) -> list[dict[str, Any]]:
        """Return the lines of the record; a torn one at its end is left out."""
        lines: list[dict[str, Any]] = []
        with suppress(FileNotFoundError, ValueError):
            for line in self._record.read_text(encoding="utf-8").splitlines():
                lines.append(json.loads(line))
        return lines
