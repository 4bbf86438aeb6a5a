"""A run folder: what one training leaves on disk, and how to start, follow, stop and list runs.

    config.json         model, data and training configuration
    tokenizer.json      the joint vocabulary
    events.jsonl        what happened, a line each, only ever appended to
    status.json         state, process and step, replaced at each change
    log.txt             what the process printed
    checkpoints/step-N/ all that an exact resume needs
    checkpoint/         the finished model, the average of the last checkpoints
    stop                present while a stop is asked for

Nothing here loads torch: a page that only follows files stays light.
"""

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from core.config import DataConfig, ModelConfig, TrainingConfig, from_dict, to_dict
from core.errors import CoreError

FORMAT = 1
State = Literal["new", "starting", "running", "stopped", "finished", "failed", "crashed"]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class RunConfig(NamedTuple):
    """The three configurations of one run."""

    model: ModelConfig
    data: DataConfig
    training: TrainingConfig


class Status(NamedTuple):
    """What a run says about itself, checked against the processes that are alive."""

    state: State
    step: int
    message: str  # the error of a failed run, the reason of an ended one
    process: int | None
    updated: float  # seconds since the epoch


@dataclass(frozen=True)
class Run:
    """One run folder."""

    folder: Path

    @property
    def name(self) -> str:
        """The folder's own name."""
        return self.folder.name

    @property
    def checkpoint(self) -> Path:
        """Where the finished model stands."""
        return self.folder / "checkpoint"

    @property
    def config_path(self) -> Path:
        """config.json."""
        return self.folder / "config.json"

    @property
    def log_path(self) -> Path:
        """log.txt."""
        return self.folder / "log.txt"

    def create(self, config: RunConfig) -> None:
        """Make the folder with its configuration.

        Raises:
            CoreError: a run of this name exists already, or the name cannot be a folder's.
        """
        if not _NAME.fullmatch(self.name):
            raise CoreError(
                "run.name",
                "run name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit",
                name=self.name,
            )
        if self.config_path.exists():
            raise CoreError(
                "run.exists", "run {folder} exists already; resume it or choose another name", folder=self.folder
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        self.replace_config(config)

    def replace_config(self, config: RunConfig) -> None:
        """Write config.json: at the start, and again where a resumed run is given a new limit."""
        values = {"format": FORMAT, **{part: to_dict(getattr(config, part)) for part in config._fields}}
        write_beside(self.config_path, json.dumps(values, indent=2, ensure_ascii=False) + "\n")

    def discard(self) -> None:
        """Take back a run that was refused before it began: its own files go, anything else in the folder stays."""
        for name in ("config.json", "status.json", "tokenizer.json", "log.txt", "stop"):
            (self.folder / name).unlink(missing_ok=True)
        if not any(self.folder.iterdir()):
            self.folder.rmdir()

    def read_config(self) -> RunConfig:
        """The configurations.

        Raises:
            CoreError: there is no such run, or its configuration cannot be read.
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
        return RunConfig(
            from_dict(ModelConfig, values.get("model"), where=f"{self.config_path}: model"),
            from_dict(DataConfig, values.get("data"), where=f"{self.config_path}: data"),
            from_dict(TrainingConfig, values.get("training"), where=f"{self.config_path}: training"),
        )

    def set_status(self, state: State, step: int, message: str = "", process: int | None = None) -> None:
        """Write status.json in the name of this process, or of another."""
        process = process or os.getpid()
        values = {
            "state": state,
            "step": step,
            "message": message,
            "process": process,
            "process_started": _process_started(process),
            "updated": time.time(),
        }
        write_beside(self.folder / "status.json", json.dumps(values) + "\n")

    def status(self) -> Status:
        """The state; a run whose process is gone without a word has crashed."""
        try:
            values = json.loads((self.folder / "status.json").read_text(encoding="utf-8"))
            state, process = values["state"], values["process"]
            if state in ("starting", "running") and _process_started(process) != values["process_started"]:
                state = "crashed"
            return Status(state, values["step"], values["message"], process, values["updated"])
        except FileNotFoundError:
            return Status("new", 0, "", None, 0.0)
        except (OSError, ValueError, KeyError, TypeError) as error:
            return Status("crashed", 0, f"status.json cannot be read: {error}", None, 0.0)

    def append(self, event: Mapping[str, Any]) -> None:
        """Add one event, with the time at which it happened."""
        values = {name: finite_or_none(value) for name, value in event.items()}
        line = json.dumps({**values, "time": round(time.time(), 3)}, ensure_ascii=False, allow_nan=False)
        with (self.folder / "events.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def repair_events(self) -> None:
        """Cut off a last line that a crash left torn."""
        path = self.folder / "events.jsonl"
        if not path.exists():
            return
        data = path.read_bytes()
        if data and not data.endswith(b"\n"):
            with path.open("r+b") as file:
                file.truncate(data.rfind(b"\n") + 1)

    def events(self) -> list[dict[str, Any]]:
        """All events that hold: those of steps after a resume's are superseded by it; a torn line is left out."""
        kept: list[dict[str, Any]] = []
        for event in self._lines():
            if event["event"] == "resume":
                kept = [old for old in kept if old.get("step", 0) <= event["step"] and old["event"] != "end"]
            kept.append(event)
        return kept

    def log_tail(self, lines: int = 40) -> str:
        """The end of log.txt."""
        if not self.log_path.exists():
            return ""
        with self.log_path.open("rb") as file:
            file.seek(max(0, self.log_path.stat().st_size - 65_536))
            text = file.read().decode("utf-8", errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def checkpoints(self) -> list[Path]:
        """Complete step checkpoints, oldest first."""
        found = [
            (int(path.name[5:]), path) for path in self.folder.glob("checkpoints/step-*") if path.name[5:].isdigit()
        ]
        return [path for _, path in sorted(found)]

    def request_stop(self) -> None:
        """Ask the run to end at its next step with a checkpoint saved."""
        if self.status().state in ("starting", "running"):
            (self.folder / "stop").touch()

    def stop_requested(self) -> bool:
        """Whether a stop is asked for."""
        return (self.folder / "stop").exists()

    def clear_stop(self) -> None:
        """Forget a stop that was asked for."""
        (self.folder / "stop").unlink(missing_ok=True)

    def spawn(self, *, low_priority: bool = True) -> int:
        """Train in a process of its own that outlives this one; returns its id."""
        self.clear_stop()
        command = [sys.executable, "-m", "core", "train", "--verbose", "--resume", str(self.folder.resolve())]
        with self.log_path.open("ab") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                cwd=Path(__file__).parents[2],
                preexec_fn=_be_nice if low_priority and hasattr(os, "nice") else None,
            )
        _children.append(process)
        self.set_status("starting", self.status().step, process=process.pid)
        return process.pid

    def terminate(self) -> None:
        """Send SIGTERM: the run ends at its next step with a checkpoint saved."""
        status = self.status()
        if status.state in ("starting", "running") and status.process:
            os.kill(status.process, signal.SIGTERM)

    def _lines(self) -> Iterator[dict[str, Any]]:
        path = self.folder / "events.jsonl"
        if not path.exists():
            return
        with path.open(encoding="utf-8", errors="replace") as file:
            for line in file:
                try:
                    event = json.loads(line)
                except json.JSONDecodeError:
                    continue
                if isinstance(event, dict) and "event" in event:
                    yield event


def list_runs(folder: Path) -> list[Run]:
    """The runs in a folder of runs, newest first."""
    if not folder.is_dir():
        return []
    found = [path.parent for path in folder.glob("*/config.json")]
    return [Run(path) for path in sorted(found, key=lambda path: -modified_time(path / "config.json"))]


def modified_time(path: Path) -> float:
    """When a file was last written, in seconds since the epoch; 0 for one that another process has just removed."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def write_beside(path: Path, text: str) -> None:
    """Write a file beside its place and rename it into place."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)


def finite_or_none(value: Any) -> Any:
    """The value, or None for an infinite or undefined number: JSON has none."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


_children: list[subprocess.Popen[bytes]] = []  # spawned here; polled so that none stays a zombie


def _be_nice() -> None:
    os.nice(10)


def _process_started(process: int) -> str | None:
    """When a process started, as the kernel counts it, so that a reused id is not taken for the same process."""
    for child in _children:
        child.poll()
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return None if fields[0] == "Z" else fields[19]
    except FileNotFoundError:
        if Path("/proc/self/stat").exists():
            return None
    try:  # no /proc: macOS and others
        os.kill(process, 0)
        return "alive"
    except ProcessLookupError:
        return None
