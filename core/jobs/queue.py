"""Turns: which jobs of a folder may run; one at a time by default, while the others wait.

The queue consists of the jobs with status "queued", in the order in which they were queued. Any process that finds a
free place starts the next: a job at its end, a command, a page. Only the holder of the folder's lock does so, so each
is started once, and no process has to stay alive in between: all state is in the folder.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from filelock import FileLock

from core.durable import modified_time, read_ordinary, write_beside
from core.errors import CoreError
from core.jobs.job import Job, is_name
from core.jobs.status import ACTIVE

AT_ONCE = 1  # jobs that run at the same time, unless the folder sets another number
MOST_AT_ONCE = 64

AnyJob = TypeVar("AnyJob", bound=Job)


class Turns(NamedTuple):
    """Jobs that run and jobs that wait, in a folder."""

    active: list[Job]
    waiting: list[Job]  # the next one first
    at_once: int


def list_jobs(folder: Path, kind: type[AnyJob]) -> list[AnyJob]:
    """Return the jobs of one class in a folder, newest first."""
    if not folder.is_dir():
        return []
    found = [path for path in folder.glob(f"*/{kind.marker}") if is_name(path.parent.name)]
    return [kind(path.parent) for path in sorted(found, key=lambda path: -modified_time(path))]


@dataclass(frozen=True)
class JobQueue:
    """The queue of a folder.

    Attributes:
        folder: of job folders.
        kinds: classes of the jobs that take turns there.
    """

    folder: Path
    kinds: tuple[type[Job], ...] = (Job,)

    def turns(self) -> Turns:
        """Return the jobs that run and the jobs that wait."""
        statuses = [(job, job.status()) for kind in self.kinds for job in list_jobs(self.folder, kind)]
        waiting = [(status.updated, job.name, job) for job, status in statuses if status.state == "queued"]
        active = [job for job, status in statuses if status.state in ACTIVE]
        return Turns(active, [job for *_, job in sorted(waiting, key=lambda one: one[:2])], self._at_once())

    def add(self, job: Job) -> None:
        """Queue a job to start or resume when its turn comes; a job already in the queue keeps its place.

        Raises:
            CoreError: another process works on it, or there is nothing left to do.
        """
        with self.locked():
            state = job.status().state
            if state in ACTIVE:
                raise job.busy_error()
            if job.is_over():
                raise job.over_error()
            if state != "queued":
                job.clear_stop()
                job.set_status("queued", job.saved_step)
        self.start_waiting()

    def stop(self, job: Job) -> None:
        """Ask a job to end, or take it out of the queue."""
        with self.locked():
            if job.status().state == "queued":
                step = job.saved_step
                job.set_status("stopped" if step else "new", step, "stopped" if step else "")
            else:
                job.request_stop()

    def start_waiting(self) -> list[Job]:
        """Start the jobs whose turn it is, if any; return them."""
        if not self.turns().waiting:  # the usual case needs no lock, and makes no file
            return []
        started: list[Job] = []
        with self.locked():
            active, waiting, at_once = self.turns()  # another process may have started some in the meantime
            for job in waiting[: max(0, at_once - len(active))]:
                try:
                    job.spawn()
                    started.append(job)
                except (OSError, CoreError) as error:
                    with suppress(OSError):
                        job.set_failed(job.saved_step, error)
        return started

    def set_at_once(self, count: int) -> None:
        """Set how many jobs may run at the same time, and start those whose turn it is.

        Raises:
            CoreError: the number is out of range.
        """
        if not 1 <= count <= MOST_AT_ONCE:
            raise CoreError(
                "run.at_once", "runs at a time ({count}) must be from 1 to {most}", count=count, most=MOST_AT_ONCE
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        write_beside(self.folder / ".queue.json", json.dumps({"at_once": count}) + "\n")
        self.start_waiting()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Exclude all other processes and threads from starting, renaming or deleting jobs of this folder."""
        with FileLock(self.folder / ".queue.lock"):
            yield

    def _at_once(self) -> int:
        try:
            count = json.loads(read_ordinary(self.folder / ".queue.json"))["at_once"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return AT_ONCE
        return count if isinstance(count, int) and 1 <= count <= MOST_AT_ONCE else AT_ONCE
