"""Processes that train in the background: starting one, and knowing later whether it is still the same one."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path


def _be_nice() -> None:
    os.nice(10)


# Called in a new process before its program: a training lets others go first. None where there is no such thing.
GIVE_WAY = _be_nice if hasattr(os, "nice") else None

_children: list[subprocess.Popen[bytes]] = []  # started here; polled so that none stays a zombie


def start_process(command: Sequence[str], log: Path, *, folder: Path, low_priority: bool = True) -> int:
    """Start a process that outlives this one; returns its id.

    Args:
        command: program and arguments.
        log: file to which its output is appended.
        folder: where it stands.
        low_priority: give way to others, such as a page that is being used.
    """
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            cwd=folder,
            preexec_fn=GIVE_WAY if low_priority else None,
        )
    _children.append(process)
    return process.pid


def process_started(process: int) -> str | None:
    """When a process started, as the kernel counts it, so that a reused id is not taken for the same process.

    None for a process that has ended.
    """
    for child in _children:
        child.poll()
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return None if fields[0] == "Z" else fields[19]
    except (FileNotFoundError, ProcessLookupError):
        if Path("/proc/self/stat").exists():
            return None
    if os.name == "nt":  # where nothing trains, and a signal of 0 is none that only asks
        return None
    try:  # no /proc: macOS and others
        os.kill(process, 0)
        return "alive"
    except ProcessLookupError:
        return None
    except PermissionError:
        return "alive"


def boot_id() -> str | None:
    """Which start of the machine this is: process ids and their times begin anew with each. None where unknown."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None
