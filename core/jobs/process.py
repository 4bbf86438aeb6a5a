"""Background processes: start one, and detect later whether it is still the same process."""

import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

_LOWER_PRIORITY = getattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", 10)  # a class on Windows, niceness elsewhere
_PATIENCE, _POLL_SECONDS = 10.0, 0.01  # for a killed process to disappear

_children: list[subprocess.Popen[bytes]] = []  # started here; polled so that none stays a zombie


def start_process(command: Sequence[str], log: Path, *, folder: Path, low_priority: bool = True) -> int:
    """Start a process that outlives this one; return its id.

    Args:
        command: program and arguments.
        log: file to which its output is appended.
        folder: its working directory.
        low_priority: yield the CPU to other processes, such as a page in use.
    """
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            cwd=folder,
        )
    if low_priority:
        lower_priority(process.pid)
    _children.append(process)
    return process.pid


def lower_priority(process: int) -> None:
    """Let other processes run before this one; do nothing if it has ended."""
    with suppress(psutil.Error):
        psutil.Process(process).nice(_LOWER_PRIORITY)


def kill_process(process: int) -> None:
    """End a process at once and wait until it has gone; do nothing if it has ended."""
    started, until = process_started(process), time.monotonic() + _PATIENCE
    with suppress(psutil.Error):
        psutil.Process(process).kill()
    while started is not None and process_started(process) == started and time.monotonic() < until:
        time.sleep(_POLL_SECONDS)


def process_started(process: int) -> str | None:
    """Return when a process started, to distinguish it from a later process with the same id.

    Hundredths of a second since the system started, which a change of the clock does not move. None if the process has
    ended.
    """
    for child in _children:
        child.poll()
    try:
        found = psutil.Process(process)
        if found.status() == psutil.STATUS_ZOMBIE:
            return None
        return str(round(100 * (found.create_time() - psutil.boot_time())))
    except psutil.NoSuchProcess:
        return None
    except psutil.AccessDenied:  # another user's, on some systems
        return "alive"


def boot_id() -> str | None:
    """Return an id of the current boot, since process ids and start times repeat after a reboot.

    None where the system does not give one; psutil's boot time moves with the clock, so it is not an id.
    """
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None
