"""Space and turns for a new run or evaluation when visitors share the disk and the processor."""

import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from core.errors import CoreError
from core.jobs.job import Job
from core.jobs.status import ACTIVE
from core.training.runs import queue
from viz.tabs.limits import PageLimits
from viz.tabs.ownership import is_owner

_DAY = 86_400  # seconds
_starting = threading.Lock()  # two visitors may press Start at once


@contextmanager
def one_at_a_time(runs: Path, limits: PageLimits) -> Iterator[None]:
    """Let one visitor start or resume a run or an evaluation at a time.

    Args:
        runs: the folder of both.
        limits: of the page.

    Raises:
        CoreError: a job is active and none may wait for its end.
    """
    with _starting:
        active = [] if limits.queued else queue(runs).active
        if active:
            raise CoreError(
                "train.busy",
                "“{name}” is running right now, and one job runs at a time: wait until it ends, or stop it if you "
                "started it",
                name=active[0].name,
            )
        yield


@contextmanager
def make_room(runs: Sequence[Job], limits: PageLimits, visitor: object) -> Iterator[None]:
    """Remove runs that have ended, once a visitor has begun another one in the block; none if the block fails.

    The visitor's own are removed first, oldest first, so that a visitor with many runs does not remove those of
    others. Runs of other visitors are removed only if older than a day, while there are more than `kept_runs`.

    Args:
        runs: all runs, newest first.
        limits: of the page.
        visitor: secret of the one who starts a run.

    Raises:
        CoreError: the page is full of runs younger than a day.
    """
    if limits.kept_runs is None or limits.own_runs is None or limits.most_runs is None:
        yield
        return
    ended = [run for run in runs if run.status().state not in ACTIVE and not run.folder.is_symlink()]
    own = [run for run in runs if is_owner(run, visitor)]
    leaving = [run for run in own[limits.own_runs - 1 :] if run in ended]
    left = [run for run in runs if run not in leaving]
    old = [run for run in left[limits.kept_runs - 1 :] if run in ended and time.time() - _last_change(run) > _DAY]
    left = [run for run in left if run not in old]
    if len(left) >= limits.most_runs:
        raise CoreError(
            "train.full",
            "this page already holds {count} runs of the last day, which is its limit; try again later",
            count=len(left),
        )
    yield
    for run in (*leaving, *old):
        shutil.rmtree(run.folder, ignore_errors=True)


def _last_change(run: Job) -> float:
    """Return when a run last changed, in seconds since the epoch."""
    try:
        return max(run.status().updated, (run.folder / run.marker).stat().st_mtime)
    except OSError:
        return 0.0
