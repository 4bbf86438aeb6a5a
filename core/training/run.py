"""A run folder: the files of one training, and how to start, follow and stop it.

    config.json         model, data and training configuration
    tokenizer.json      the joint vocabulary
    events.jsonl        events, one per line, only ever appended to
    status.json         state, process and step, replaced at each change
    log.txt             output of the process
    checkpoints/step-N/ everything for an exact resume
    checkpoint/         the finished model, the average of the last checkpoints
    snapshots/          attention of a few sentences at validations, one file each
    stop                present while a stop is requested
    .lock               held by the process that trains the run

Nothing here loads torch, so a page that only follows files stays light.
"""

import json
import math
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from core.config import DataConfig, ModelConfig, TrainingConfig, from_dict, to_dict
from core.durable import append_line, exclusive, left_files, recover_folder, remove_folder, sync, write_beside
from core.errors import CoreError
from core.training.background import process_started, start_process
from core.training.status import ACTIVE, State, Status, read_status, write_status

FORMAT = 1
DATA_FILES = ("src", "tgt", "valid_src", "valid_tgt")  # settings of the data that name a file
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_LAST_WRITTEN = "standing.json"  # written last in a step checkpoint


class RunConfig(NamedTuple):
    """The three configurations of one run."""

    model: ModelConfig
    data: DataConfig
    training: TrainingConfig


class CrashReport(NamedTuple):
    """Information about a run that failed or crashed."""

    message: str  # the error of a failed run; empty if the process disappeared without one
    log: str  # the last lines of its log
    step: int  # at which it ended
    resumes_from: int  # step of its newest complete checkpoint; 0 begins again


@dataclass(frozen=True)
class Run:
    """One run folder."""

    folder: Path

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def checkpoint(self) -> Path:
        """Folder of the finished model."""
        return self.folder / "checkpoint"

    @property
    def config_path(self) -> Path:
        """Path of config.json."""
        return self.folder / "config.json"

    @property
    def events_path(self) -> Path:
        """Path of events.jsonl."""
        return self.folder / "events.jsonl"

    @property
    def log_path(self) -> Path:
        """Path of log.txt."""
        return self.folder / "log.txt"

    def create(self, config: RunConfig) -> None:
        """Create the folder with its configuration.

        Raises:
            CoreError: a run of this name already exists, or the name is not a valid folder name.
        """
        check_name(self.name)
        if self.config_path.exists():
            raise CoreError(
                "run.exists", "run {folder} already exists; resume it or choose another name", folder=self.folder
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        self.replace_config(config)

    def replace_config(self, config: RunConfig) -> None:
        """Write config.json: at the start, and again when a resumed run gets a new limit.

        Files inside the run folder are named relative to it, so that the folder can be renamed and moved.
        """
        here = self.folder.resolve()
        config = config._replace(data=_map_files(config.data, lambda name: _relative_name(here, name)))
        values = {"format": FORMAT, **{part: to_dict(getattr(config, part)) for part in config._fields}}
        write_beside(self.config_path, json.dumps(values, indent=2, ensure_ascii=False) + "\n")

    def discard(self) -> None:
        """Remove a run that was refused before it began: its own files go, anything else in the folder stays."""
        for name in ("config.json", "status.json", "tokenizer.json", "log.txt", "stop", ".lock"):
            (self.folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.folder / "tokens", ignore_errors=True)
        if not any(self.folder.iterdir()):
            self.folder.rmdir()

    def read_config(self) -> RunConfig:
        """Read the configurations.

        Raises:
            CoreError: the run does not exist, or its configuration cannot be read.
        """
        try:
            values = json.loads(self.config_path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise CoreError("run.missing", "there is no run in {folder}", folder=self.folder) from None
        except (OSError, ValueError, RecursionError) as error:
            raise CoreError(
                "run.bad_config", "{path} cannot be read: {reason}", path=self.config_path, reason=error
            ) from None
        if not isinstance(values, dict) or values.get("format") != FORMAT:
            raise CoreError("run.format", "{path} has an unknown format", path=self.config_path)
        config = RunConfig(
            from_dict(ModelConfig, values.get("model"), where=f"{self.config_path}: model"),
            from_dict(DataConfig, values.get("data"), where=f"{self.config_path}: data"),
            from_dict(TrainingConfig, values.get("training"), where=f"{self.config_path}: training"),
        )
        here = self.folder.resolve()
        return config._replace(data=_map_files(config.data, lambda name: str(here / name)))

    def set_status(self, state: State, step: int, message: str = "", process: int | None = None) -> None:
        """Write status.json for this process, or for another."""
        write_status(self.folder / "status.json", state, step, message, process)

    def status(self) -> Status:
        """Return the status; a run whose process disappeared without a final status has crashed."""
        return read_status(self.folder / "status.json")

    def crash_report(self, lines: int = 20) -> CrashReport | None:
        """Return the error and the end of the log of a failed or crashed run; None for any other."""
        status = self.status()
        if status.state not in ("failed", "crashed"):
            return None
        return CrashReport(status.message, self.log_tail(lines), status.step, self.saved_step)

    def append(self, event: Mapping[str, Any]) -> None:
        """Append one event with its time."""
        values = {name: finite_or_none(value) for name, value in event.items()}
        line = json.dumps({**values, "time": round(time.time(), 3)}, ensure_ascii=False, allow_nan=False)
        append_line(self.events_path, line)

    def sync_events(self) -> None:
        """Flush the events to disk: after a power cut a checkpoint must not be newer than its events."""
        if self.events_path.exists():
            sync(self.events_path)

    def repair_events(self) -> None:
        """Cut off an incomplete end after a crash: everything after the last line that is an event."""
        if not self.events_path.exists():
            return
        data = self.events_path.read_bytes()
        end = data.rfind(b"\n") + 1
        while end and _parse_event(data[(start := data.rfind(b"\n", 0, end - 1) + 1) : end]) is None:
            end = start
        if end < len(data):
            with self.events_path.open("r+b") as file:
                file.truncate(end)
            self.sync_events()

    def repair(self) -> None:
        """Remove or undo whatever a kill left incomplete; only for the process that holds the run."""
        self.repair_events()
        for path, process in left_files(self.folder):
            if process_started(process) is None:
                path.unlink(missing_ok=True)
        recover_folder(self.checkpoint)
        for path in self.folder.glob("checkpoints/*"):
            hidden = path.name.startswith(".step-") and path.suffix in (".partial", ".old", ".removed")
            torn = path.name.startswith("step-") and not (path / _LAST_WRITTEN).is_file()
            if (hidden or torn) and path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)

    def events(self) -> list[dict[str, Any]]:
        """Return all valid events: a resume supersedes events of later steps; an incomplete line is skipped."""
        kept: list[dict[str, Any]] = []
        for event in self._read_events():
            if event["event"] == "resume":
                kept = [old for old in kept if old.get("step", 0) <= event["step"] and old["event"] != "end"]
            kept.append(event)
        return kept

    def log_tail(self, lines: int = 40) -> str:
        """Return the end of log.txt."""
        if not self.log_path.exists():
            return ""
        with self.log_path.open("rb") as file:
            file.seek(max(0, self.log_path.stat().st_size - 65_536))
            text = file.read().decode("utf-8", errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def checkpoints(self) -> list[Path]:
        """Return complete step checkpoints, oldest first."""
        found = [
            (int(path.name[5:]), path)
            for path in self.folder.glob("checkpoints/step-*")
            if path.name[5:].isdigit() and (path / _LAST_WRITTEN).is_file()
        ]
        return [path for _, path in sorted(found)]

    @property
    def saved_step(self) -> int:
        """Step of the newest complete checkpoint; 0 if there is none."""
        return max((int(path.name[5:]) for path in self.checkpoints()), default=0)

    def remove_checkpoints(self, kept: int) -> None:
        """Remove all step checkpoints but the newest `kept`."""
        for path in self.checkpoints()[:-kept]:
            with suppress(OSError):  # failing to remove one must not end a training
                remove_folder(path)

    def set_aside(self, checkpoint: Path) -> None:
        """Take a damaged checkpoint out of the list; keep its files under another name."""
        aside = checkpoint.with_name(f"damaged-{checkpoint.name}")
        if aside.exists():
            remove_folder(aside)
        os.replace(checkpoint, aside)

    def request_stop(self) -> None:
        """Ask the run to end at its next step with a checkpoint saved."""
        if self.status().state in ACTIVE:
            (self.folder / "stop").touch()

    def stop_requested(self) -> bool:
        """Return True if a stop is requested."""
        return (self.folder / "stop").exists()

    def clear_stop(self) -> None:
        """Withdraw a requested stop."""
        (self.folder / "stop").unlink(missing_ok=True)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be the only process that trains, renames or deletes the run; the OS releases the lock if the process dies.

        Raises:
            CoreError: another process holds the run.
        """
        with exclusive(self.folder / ".lock", wait=False) as got:
            status = self.status()
            if not got or (status.state in ACTIVE and status.process != os.getpid()):
                raise CoreError("run.busy", "run {name} is being trained by another process", name=self.name)
            yield

    def spawn(self, *, low_priority: bool = True) -> int:
        """Train in a separate process that outlives this one; return its id."""
        self.clear_stop()
        command = [sys.executable, "-m", "core", "train", "--verbose", "--resume", str(self.folder.resolve())]
        process = start_process(command, self.log_path, folder=Path(__file__).parents[2], low_priority=low_priority)
        if self.status().process != process:  # the child has not written its status yet
            self.set_status("starting", self.saved_step, process=process)
        return process

    def _read_events(self) -> Iterator[dict[str, Any]]:
        if not self.events_path.exists():
            return
        with self.events_path.open("rb") as file:
            for line in file:
                event = _parse_event(line)
                if event is not None:
                    yield event


def is_name(name: object) -> bool:
    """Return True for a valid run name: a plain folder name that is not hidden."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def check_name(name: str) -> None:
    """Raise CoreError for an invalid run name."""
    if not is_name(name):
        raise CoreError(
            "run.name",
            "run name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit",
            name=name,
        )


def modified_time(path: Path) -> float:
    """Return a file's modification time in seconds since the epoch; 0 if another process has just removed it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def finite_or_none(value: Any) -> Any:
    """Return the value, or None for infinity and NaN, which JSON does not have."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _map_files(data: DataConfig, change: Callable[[str], str]) -> DataConfig:
    """Return the data settings with every file name changed."""
    names = {field: getattr(data, field) for field in DATA_FILES}
    return replace(data, **{field: change(name) for field, name in names.items() if name})


def _relative_name(folder: Path, name: str) -> str:
    """Return a file inside the folder relative to it; any other unchanged."""
    path = Path(name)
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else name


def _parse_event(line: bytes) -> dict[str, Any] | None:
    """Parse the event on a line; None for anything else."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return event if isinstance(event, dict) and "event" in event else None
