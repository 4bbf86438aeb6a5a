"""The work of a job in this process: signals, stop requests, and the record of how it ended."""

import os
import signal
import stat
import threading
import traceback
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from core.durable import disk_is_full
from core.errors import CoreError
from core.jobs.job import Job
from core.tuning.allocator import memory_full, memory_is_full

Result = TypeVar("Result")
_HANGUP: signal.Signals | None = getattr(signal, "SIGHUP", None)  # of a closed terminal; not on Windows
Report = Callable[[int, int], None]  # of progress: how much is done, and of how much


class _Stopped(BaseException):
    """Ends the work of a job; nothing that catches errors may catch it."""


def carry_out(
    job: Job, work: Callable[[Report], Result], last_event: Callable[[Result], Mapping[str, Any]]
) -> Result | None:
    """Do the work of a plain job in this process, and record its progress and its end.

    A stop request ends it at its next report of progress. SIGTERM, SIGINT and SIGHUP end it at once: there is nothing
    to save.

    Args:
        job: on which no other process works.
        work: takes a function that reports progress.
        last_event: returns the event that records the result.

    Returns:
        What `work` returns; None if a stop was requested.

    Raises:
        CoreError: another process works on the job, or the work failed, which its status records as well.
        KeyboardInterrupt: a signal ended it, which means that processes are being ended here.
    """
    done, signalled = 0, False

    def report(now: int, total: int) -> None:
        nonlocal done
        done = now
        job.append({"event": "progress", "done": now, "total": total})
        job.set_status("running", now)
        if job.stop_requested():
            raise _Stopped

    def on_signal() -> None:
        nonlocal signalled
        if not signalled:  # a second one does not disturb the record of the end
            signalled = True
            raise _Stopped

    with job.held(), record_failure(job):
        try:
            with stop_signals(on_signal):
                job.repair()
                job.set_status("running", 0)
                job.append({"event": "start"})
                result = work(report)
                job.append(last_event(result))
                job.sync_events()
                job.clear_stop()
                job.set_status("finished", done)
                return result
        except _Stopped:
            job.clear_stop()
            job.set_status("stopped", done, "stopped")
    if signalled:
        raise KeyboardInterrupt
    return None


@contextmanager
def record_failure(job: Job) -> Iterator[None]:
    """Write the block's error to status.json, and the traceback of an unknown error to the log.

    Raises:
        CoreError: the disk or the memory is full; every other error is raised unchanged.
    """
    try:
        yield
    except BaseException as error:
        reported = error
        if disk_is_full(error):
            reported = job.disk_full_error()
        elif memory_is_full(error):
            reported = memory_full()
        with suppress(OSError):  # on a full disk the job may then count as crashed, and the error is printed
            job.set_failed(job.status().step, reported)
        unknown = isinstance(reported, Exception) and not isinstance(reported, CoreError)
        if unknown and not _is_standard_error(job.log_path):
            with suppress(OSError), job.log_path.open("a", encoding="utf-8") as log:
                log.write("".join(traceback.format_exception(reported)))
        if reported is not error:
            raise reported from error
        raise


@contextmanager
def stop_signals(act: Callable[[], None]) -> Iterator[None]:
    """Make SIGTERM, SIGINT and SIGHUP call a function instead of ending the process; nohup stays in force.

    In another thread than the main one, which gets all signals, they keep their handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_signal(number: int, frame: types.FrameType | None) -> None:
        if number == _HANGUP:
            _leave_terminal()
        act()

    numbers = [signal.SIGTERM, signal.SIGINT]
    if _HANGUP is not None and signal.getsignal(_HANGUP) != signal.SIG_IGN:
        numbers.append(_HANGUP)
    before = {number: signal.signal(number, on_signal) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave_terminal() -> None:
    """Send the output for a closed terminal nowhere; each line there would be an error."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        with suppress(OSError):
            if stat.S_ISCHR(os.fstat(stream).st_mode):
                os.dup2(null, stream)
    os.close(null)


def _is_standard_error(path: Path) -> bool:
    """Return True if the standard error of this process is written to that file."""
    try:
        return os.path.samestat(os.fstat(2), path.stat())
    except OSError:
        return False
