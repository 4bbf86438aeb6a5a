"""Progress bars on a terminal and in a notebook."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

from core.jobs.work import Report


def progress_bar(**options: Any) -> tqdm:
    """Return a bar with these options of tqdm; it stays hidden without a terminal or a notebook."""
    if type(sys.stderr).__module__.startswith("ipykernel."):
        from tqdm.auto import tqdm as notebook_bar

        return notebook_bar(dynamic_ncols=True, **options)
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
