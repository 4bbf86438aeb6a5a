"""A job folder: a command of `python -m core` that outlives the page, and how to start, follow and stop it.

    job.json      the command, as a person would type it
    status.json   state, process and step, replaced at each change
    events.jsonl  events, one per line, only ever appended to
    log.txt       output of the process
    stop          present while a stop is requested
    .lock         held by the process that works on the job

An evaluation and a preflight are plain jobs; a training is a job with more files (`core.training.run`). Nothing here
loads torch, so a page that only follows files stays light.
"""

import json
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from filelock import FileLock, Timeout

from core.durable import append_line, first_link, left_files, read_ordinary, sync, write_beside
from core.errors import CoreError, fault_of
from core.jobs.process import kill_process, process_started, start_process
from core.jobs.status import ACTIVE, State, Status, read_status, write_status
from core.places import PACKAGE, WORKING_FOLDER, module_command
from core.plain import plain_value

FORMAT = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]+")


@dataclass(frozen=True)
class Job:
    """One job folder."""

    marker: ClassVar[str] = "job.json"  # the file that makes a folder a job of this class
    folder: Path

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def events_path(self) -> Path:
        """Path of events.jsonl."""
        return self.folder / "events.jsonl"

    @property
    def log_path(self) -> Path:
        """Path of log.txt."""
        return self.folder / "log.txt"

    @property
    def saved_step(self) -> int:
        """Step from which the job would resume: 0, as a plain job begins again."""
        return 0

    @property
    def command(self) -> list[str]:
        """Arguments of `python -m core` that work on this job."""
        return ["jobs", "run", str(self.folder.resolve())]

    def recorded_command(self) -> list[str]:
        """Read the command for which the job was created.

        Raises:
            CoreError: the job does not exist, or its file cannot be read.
        """
        path = self.folder / self.marker
        try:
            values = json.loads(read_ordinary(path))
        except FileNotFoundError:
            raise CoreError("job.missing", "no job found in {folder}", folder=self.folder) from None
        except (OSError, ValueError, RecursionError) as error:
            raise CoreError(
                "job.unreadable", "{path} cannot be read: {reason}", path=path, reason=fault_of(error)
            ) from None
        words = values.get("command") if isinstance(values, dict) and values.get("format") == FORMAT else None
        if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
            raise CoreError("job.format", "{path} is not the description of a job", path=path)
        return words

    def set_status(self, state: State, step: int, message: str = "", process: int | None = None) -> None:
        """Write status.json for this process, or for another."""
        write_status(self.folder / "status.json", state, step, message, process)

    def set_failed(self, step: int, error: BaseException) -> None:
        """Write to status.json that this process failed, and why."""
        write_status(self.folder / "status.json", "failed", step, str(error) or type(error).__name__, None, error)

    def status(self) -> Status:
        """Return the status; a job whose process disappeared without a final status has crashed."""
        return read_status(self.folder / "status.json")

    def append(self, event: Mapping[str, Any]) -> None:
        """Append one event with its time."""
        values = {**plain_value(event), "time": round(time.time(), 3)}
        append_line(self.events_path, json.dumps(values, ensure_ascii=False, allow_nan=False))

    def events(self) -> list[dict[str, Any]]:
        """Return all valid events since the job last began; an incomplete line is skipped."""
        kept: list[dict[str, Any]] = []
        for event in self.read_events():
            if event["event"] == "start":
                kept.clear()
            kept.append(event)
        return kept

    def read_events(self) -> Iterator[dict[str, Any]]:
        """Yield every valid event of the file; none if it is not an ordinary file."""
        if not _is_ordinary(self.events_path):
            return
        with self.events_path.open("rb") as file:
            for line in file:
                event = _parse_event(line)
                if event is not None:
                    yield event

    def sync_events(self) -> None:
        """Flush the events to disk: after a power cut a checkpoint must not be newer than its events."""
        if self.events_path.exists():
            sync(self.events_path)

    def repair_events(self) -> None:
        """Cut off an incomplete end after a crash: everything after the last line that is an event.

        Raises:
            CoreError: the file of events is not an ordinary file, so it cannot be written.
        """
        if not os.path.lexists(self.events_path):
            return
        if not _is_ordinary(self.events_path):
            raise CoreError("job.not_a_file", "{path} is not an ordinary file; remove it", path=self.events_path)
        data = self.events_path.read_bytes()
        end = data.rfind(b"\n") + 1
        while end and _parse_event(data[(start := data.rfind(b"\n", 0, end - 1) + 1) : end]) is None:
            end = start
        if end < len(data):
            with self.events_path.open("r+b") as file:
                file.truncate(end)
            self.sync_events()

    def repair(self) -> None:
        """Remove or undo whatever a kill left incomplete; only for the process that holds the job.

        Raises:
            CoreError: its folder has a link.
        """
        self._refuse_links()
        self.repair_events()
        for path, process in left_files(self.folder):
            if process_started(process) is None:
                path.unlink(missing_ok=True)

    def log_tail(self, lines: int = 40) -> str:
        """Return the end of log.txt; "" if it is missing or not an ordinary file."""
        if not self.log_path.is_file():
            return ""
        with self.log_path.open("rb") as file:
            file.seek(max(0, self.log_path.stat().st_size - 65_536))
            text = file.read().decode("utf-8", errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def request_stop(self) -> None:
        """Ask the job to end at its next report of progress."""
        if self.status().state in ACTIVE:
            (self.folder / "stop").touch()

    def stop_requested(self) -> bool:
        """Return True if a stop is requested."""
        return (self.folder / "stop").exists()

    def clear_stop(self) -> None:
        """Withdraw a requested stop."""
        (self.folder / "stop").unlink(missing_ok=True)

    def kill(self) -> None:
        """End the process that works on the job at once, if there is one."""
        status = self.status()
        if status.state in ACTIVE and status.process is not None:
            kill_process(status.process)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be the only one that works on the job; the system releases the lock if the process dies.

        Raises:
            CoreError: another process holds the job, or its lock is a link.
        """
        lock = self.folder / ".lock"
        if lock.is_symlink():
            raise _link_error(lock)
        try:
            holding = FileLock(lock).acquire(blocking=False)
        except Timeout as error:
            raise self.busy_error() from error
        with holding:
            status = self.status()
            if status.state in ACTIVE and status.process != os.getpid():
                raise self.busy_error()
            yield

    def spawn(self, *, low_priority: bool = True) -> int:
        """Work on the job in a separate process that outlives this one; return its id.

        Raises:
            CoreError: its folder has a link.
        """
        self._refuse_links()
        self.clear_stop()
        command = [*module_command(PACKAGE), *self.command]
        process = start_process(command, self.log_path, folder=WORKING_FOLDER, low_priority=low_priority)
        if self.status().process != process:  # the child has not written its status yet
            self.set_status("starting", self.saved_step, process=process)
        return process

    def _refuse_links(self) -> None:
        """Refuse a folder from elsewhere in which a link would make this program write to other places."""
        if (path := first_link(self.folder)) is not None:
            raise _link_error(path)

    def is_over(self) -> bool:
        """Return True if there is nothing left to do."""
        return self.status().state == "finished"

    def busy_error(self) -> CoreError:
        """Return the error about a job on which another process works."""
        return CoreError("job.busy", "another process works on job {name}", name=self.name)

    def over_error(self) -> CoreError:
        """Return the error about a job that has nothing left to do."""
        return CoreError("job.over", "job {name} has ended; create another", name=self.name)

    def disk_full_error(self) -> CoreError:
        """Return the error about a job that ended because the disk is full."""
        return CoreError(
            "job.disk_full",
            "the disk is full, so job {name} ended; free some space, then run it again",
            name=self.name,
        )


def new_job(folder: Path, command: Sequence[str]) -> Job:
    """Create a job folder.

    Args:
        folder: of the job; its name must be valid.
        command: arguments of `python -m core`, such as `evaluate --checkpoint=/models/en-de`, with absolute paths.

    Raises:
        CoreError: the name is invalid, or the folder is already that of a job, a run or a checkpoint.
    """
    job = Job(folder)
    if not is_name(job.name):
        raise CoreError(
            "job.name",
            "job name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit",
            name=job.name,
        )
    path = folder / Job.marker
    if path.exists():
        raise CoreError("job.exists", "job {folder} already exists; run it again or choose another", folder=folder)
    refuse_taken(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_beside(path, json.dumps({"format": FORMAT, "command": list(command)}, ensure_ascii=False) + "\n")
    return job


def refuse_taken(folder: Path) -> None:
    """Refuse a folder of something else, whose status and events a new job would replace.

    Raises:
        CoreError: it is already that of a job, a run or a checkpoint.
    """
    if any((folder / name).exists() for name in ("job.json", "config.json", "status.json")):
        raise CoreError("run.taken", "the name {name} is already taken; choose another", name=folder.name)


def is_name(name: object) -> bool:
    """Return True for a valid name of a job: a plain folder name that is not hidden."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def plain_name(text: str, otherwise: str) -> str:
    """Return a valid name made of a text, such as that of a file; `otherwise` where nothing of it can stay.

    Examples:
        >>> plain_name("my data", "run"), plain_name("数据", "run")
        ('my-data', 'run')
    """
    return _NOT_IN_NAMES.sub("-", text).strip("-._")[:60] or otherwise


def _is_ordinary(path: Path) -> bool:
    """Return whether a path is a file and not a link, which might lead to any file of this computer."""
    return path.is_file() and not path.is_symlink()


def _link_error(path: Path) -> CoreError:
    return CoreError("job.link", "{path} is a symbolic link; replace it by what it leads to, or remove it", path=path)


def _parse_event(line: bytes) -> dict[str, Any] | None:
    """Parse the event on a line; None for anything else."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return event if isinstance(event, dict) and "event" in event else None
