"""Tables for a terminal."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime


def align_columns(rows: Sequence[Sequence[str]], *, numbers: Collection[int] = ()) -> Iterator[str]:
    """Yield a line for each row; columns of these indices are right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if k in numbers else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def format_time(seconds: float) -> str:
    """Return a local date and time for seconds since the epoch; "never" for 0."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M:%S") if seconds else "never"
