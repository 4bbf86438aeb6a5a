"""Progress bars on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

from core.jobs.work import Report


def progress_bar(**options: Any) -> tqdm:
    """Return a bar with these options of tqdm; it stays hidden without a terminal."""
    return tqdm(disable=not sys.stderr.isatty(), dynamic_ncols=True, **options)


@contextmanager
def count_sentences(
    total: int, *, done: int = 0, report: Report = lambda done, total: None
) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes the number of further sentences: it advances a bar and reports their sum."""
    with progress_bar(total=total, initial=done, unit="sentence") as bar:

        def advance(more: int) -> None:
            nonlocal done
            done += more
            bar.update(more)
            report(done, total)

        yield advance
