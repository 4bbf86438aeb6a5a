"""A folder of runs: which there are, and which may train; one at a time by default, while the others wait.

The queue is nothing but the runs whose status is "queued", in the order in which they came. Whoever notices that a
place is free starts the next: the process of a run at its end, a command, a page. Only the holder of the folder's lock
does so, hence each is started once, and nothing has to stay alive in between: all of it stands in the folder.
"""

import json
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from core.durable import exclusive, remove_folder, sync, write_beside
from core.errors import CoreError
from core.training.run import Run, check_name, is_name, modified_time
from core.training.status import ACTIVE, Status

AT_ONCE = 1  # runs that train at the same time, unless the folder says otherwise
MOST_AT_ONCE = 64
_threads = threading.Lock()  # the lock of a file does not part the threads of one process


class Queue(NamedTuple):
    """Who trains and who waits in a folder of runs."""

    active: list[Run]
    waiting: list[Run]  # the next one first
    at_once: int


def list_runs(folder: Path) -> list[Run]:
    """The runs in a folder of runs, newest first."""
    if not folder.is_dir():
        return []
    found = [path.parent for path in folder.glob("*/config.json") if is_name(path.parent.name)]
    return [Run(path) for path in sorted(found, key=lambda path: -modified_time(path / "config.json"))]


def named_run(folder: Path, name: str) -> Run:
    """The run of that name directly in a folder of runs; never one elsewhere.

    Raises:
        CoreError: the name is not a run's, or there is none.
    """
    check_name(name)
    run = Run(folder / name)
    if not run.config_path.is_file():
        raise CoreError("run.missing", "there is no run in {folder}", folder=run.folder)
    return run


def rename_run(run: Run, name: str) -> Run:
    """Give a run another name in the same folder, its place in the queue kept; returns it.

    Raises:
        CoreError: it is being trained, is a symbolic link, or the name is taken or cannot be a folder's.
    """
    check_name(name)
    _refuse_links(run)
    renamed = Run(run.folder.with_name(name))
    with _locked(run.folder.parent), run.held():
        if os.path.lexists(renamed.folder):
            raise CoreError("run.taken", "the name {name} is taken already; choose another", name=name)
        with suppress(CoreError):  # one whose configuration cannot be read has a name all the same
            created = run.config_path.stat()
            run.replace_config(run.read_config())  # an older one names its own files by the folder's old name
            os.utime(run.config_path, ns=(created.st_atime_ns, created.st_mtime_ns))
        os.rename(run.folder, renamed.folder)
        sync(renamed.folder.parent)
    return renamed


def delete_run(run: Run) -> None:
    """Remove a run with all its files; what links in it point to stays.

    Raises:
        CoreError: it is being trained, is a symbolic link, or is no run at all.
        OSError: some of it cannot be removed; the rest is gone.
    """
    check_name(run.name)
    _refuse_links(run)
    folder = run.folder.parent
    with _locked(folder):
        for left in folder.glob(".*.removed"):  # by a deletion that was killed
            if is_name(left.name[1 : -len(".removed")]):
                shutil.rmtree(left, ignore_errors=True)
        with run.held():
            remove_folder(run.folder)


def queue(folder: Path) -> Queue:
    """Who trains and who waits."""
    standing = [(run, run.status()) for run in list_runs(folder)]
    waiting = [(status.updated, run.name, run) for run, status in standing if status.state == "queued"]
    active = [run for run, status in standing if status.state in ACTIVE]
    return Queue(active, [run for *_, run in sorted(waiting, key=lambda one: one[:2])], _at_once(folder))


def enqueue(run: Run) -> None:
    """Start or resume a run when its turn comes; a run that waits already keeps its place.

    Raises:
        CoreError: it is being trained, or has taken all its steps.
    """
    with _locked(run.folder.parent):
        status = run.status()
        if status.state in ACTIVE:
            raise CoreError("run.busy", "run {name} is being trained by another process", name=run.name)
        if status.state == "finished" and not _has_steps_left(run, status):
            raise CoreError("run.over", "run {name} has ended ({reason})", name=run.name, reason=status.message)
        if status.state != "queued":
            run.clear_stop()
            run.set_status("queued", run.saved_step)
    start_waiting(run.folder.parent)


def stop_run(run: Run) -> None:
    """Ask a run to end at its next step with a checkpoint saved, or take it out of the queue."""
    with _locked(run.folder.parent):
        if run.status().state == "queued":
            step = run.saved_step
            run.set_status("stopped" if step else "new", step, "stopped" if step else "")
        else:
            run.request_stop()


def start_waiting(folder: Path) -> list[Run]:
    """Start the runs whose turn it is, if any; returns them."""
    if not queue(folder).waiting:  # the usual case needs no lock, and makes no file
        return []
    started: list[Run] = []
    with _locked(folder):
        active, waiting, at_once = queue(folder)  # who has come first may have started some meanwhile
        for run in waiting[: max(0, at_once - len(active))]:
            try:
                run.spawn()
                started.append(run)
            except OSError as error:
                with suppress(OSError):
                    run.set_status("failed", run.saved_step, str(error))
    return started


def set_at_once(folder: Path, count: int) -> None:
    """Choose how many runs of a folder may train at the same time, and start those whose turn has come.

    Raises:
        CoreError: fewer than 1, or absurdly many.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise CoreError(
            "run.at_once", "runs at a time ({count}) must be from 1 to {most}", count=count, most=MOST_AT_ONCE
        )
    folder.mkdir(parents=True, exist_ok=True)
    write_beside(folder / ".queue.json", json.dumps({"at_once": count}) + "\n")
    start_waiting(folder)


def _has_steps_left(run: Run, status: Status) -> bool:
    """Whether a finished run has been given more steps since it ended."""
    return status.message == "max_steps" and status.step < run.read_config().training.max_steps


def _at_once(folder: Path) -> int:
    try:
        count = json.loads((folder / ".queue.json").read_text(encoding="utf-8"))["at_once"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return AT_ONCE
    return count if isinstance(count, int) and 1 <= count <= MOST_AT_ONCE else AT_ONCE


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Be the only one, of all processes and threads, that starts, renames or deletes runs of this folder."""
    with _threads:
        with exclusive(folder / ".queue.lock"):
            yield


def _refuse_links(run: Run) -> None:
    if run.folder.is_symlink():
        raise CoreError("run.link", "run {name} is a symbolic link to another place; look there", name=run.name)
    if not run.config_path.is_file():
        raise CoreError("run.missing", "there is no run in {folder}", folder=run.folder)
