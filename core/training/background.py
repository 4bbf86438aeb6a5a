"""Background training processes: start one, and detect later whether it is still the same process."""

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

_LOWER_PRIORITY = getattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", 10)  # a class on Windows, niceness elsewhere

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


def process_started(process: int) -> str | None:
    """Return a process's start time as counted by the kernel, to tell it from a later process with the same id.

    None if the process has ended.
    """
    for child in _children:
        child.poll()
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return None if fields[0] == "Z" else fields[19]
    except (FileNotFoundError, ProcessLookupError):
        if Path("/proc/self/stat").exists():
            return None
    if os.name == "nt":  # training is not supported there, and signal 0 is not a harmless query
        return None
    try:  # no /proc: macOS and others
        os.kill(process, 0)
        return "alive"
    except ProcessLookupError:
        return None
    except PermissionError:
        return "alive"


def boot_id() -> str | None:
    """Return an id of the current boot, since process ids and start times repeat after a reboot; None if unknown."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None
