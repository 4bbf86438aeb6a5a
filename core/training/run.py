"""A run folder: the job of one training, with its own files.

    config.json         model, data and training configuration; takes the place of job.json
    tokenizer.json      the joint vocabulary (or source.json and target.json)
    initial/            the checkpoint whose weights it starts from, if it does not start from random ones
    checkpoints/step-N/ everything for an exact resume
    checkpoint/         the finished model, the average of the last checkpoints
    best/               the model of the validation with the lowest loss
    snapshots/          attention of a few sentences at validations, one file each

Nothing here loads torch, so a page that only follows files stays light.
"""

import json
import math
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from core.config import DEFAULT_PRESET, PRESETS, RECIPES, DataConfig, ModelConfig, Recipe, TrainingConfig
from core.data.vocabulary import VOCABULARY_FILES
from core.durable import read_ordinary, recover_folder, remove_folder, write_beside
from core.errors import CoreError, Names, fault_of
from core.jobs.job import Job, is_name, refuse_taken
from core.jobs.status import State
from core.settings import from_dict, to_dict
from core.training.events import is_sound

FORMAT = 1
DATA_FILES = ("src", "tgt", "valid_src", "valid_tgt", "guided_alignment")  # settings of the data that name a file
RESUMABLE: tuple[State, ...] = ("new", "stopped", "failed", "crashed")  # steps are left
_LAST_WRITTEN = "standing.json"  # written last in a step checkpoint
_STEP = re.compile(r"step-[0-9]{1,15}")  # name of a step checkpoint


class RunConfig(NamedTuple):
    """The three configurations of one run."""

    model: ModelConfig
    data: DataConfig
    training: TrainingConfig


def chosen_config(
    preset: str | None,
    start: ModelConfig | None,
    model: Mapping[str, Any],
    data: Mapping[str, Any],
    training: Mapping[str, Any],
) -> RunConfig:
    """Return the configurations of a new run.

    Args:
        preset: size of the model, or a complete training by name; the usual size if None.
        start: model of the checkpoint to start from, whose shape the run takes; None for random weights.
        model: settings that differ from those.
        data: likewise.
        training: likewise.

    Raises:
        CoreError: an unknown preset, data for a preset that has its own, or a setting of the wrong type or out of
            range.
    """
    chosen = preset or DEFAULT_PRESET
    if chosen not in PRESETS and chosen not in RECIPES:
        raise CoreError(
            "run.preset", "unknown preset {name!r}; allowed: {known}", name=chosen, known=Names([*PRESETS, *RECIPES])
        )
    if chosen in RECIPES:
        own = "task" if RECIPES[chosen].data.task is not None else "corpus"
        if others := [name for name in (*DATA_FILES, "task", "corpus") if name in data and name != own]:
            raise CoreError(
                "run.preset_data",
                "preset {preset} has its own data: {others} cannot be given with it",
                preset=chosen,
                others=Names(others),
            )
    recipe = RECIPES[chosen] if chosen in RECIPES else Recipe(PRESETS[chosen], DataConfig(), TrainingConfig())
    return RunConfig(
        replace(start or recipe.model, **model), replace(recipe.data, **data), replace(recipe.training, **training)
    )


class CrashReport(NamedTuple):
    """Information about a run that failed or crashed."""

    message: str  # the error of a failed run; empty if the process disappeared without one
    log: str  # the last lines of its log
    step: int  # at which it ended
    resumes_from: int  # step of its newest complete checkpoint; 0 begins again


@dataclass(frozen=True)
class Run(Job):
    """One run folder."""

    marker: ClassVar[str] = "config.json"

    @property
    def checkpoint(self) -> Path:
        """Folder of the finished model."""
        return self.folder / "checkpoint"

    @property
    def best(self) -> Path:
        """Folder of the model with the lowest validation loss; missing before the first validation."""
        return self.folder / "best"

    @property
    def initial(self) -> Path:
        """Folder of the copy of the checkpoint that the run starts from; missing if it starts from random weights."""
        return self.folder / "initial"

    @property
    def config_path(self) -> Path:
        """Path of config.json."""
        return self.folder / self.marker

    @property
    def _incomplete(self) -> Path:
        """Path of a file that is there while the run is being created."""
        return self.folder / "incomplete"

    @property
    def command(self) -> list[str]:
        """Arguments of `python -m core` that train this run."""
        return ["train", "--verbose", "--resume", str(self.folder.resolve())]

    @contextmanager
    def beginning(self, config: RunConfig) -> Iterator[None]:
        """Create the folder with its configuration; the block adds what else the run begins with.

        The run cannot be trained before the block has ended. Nothing is left of it if the block fails.

        Raises:
            CoreError: see `create`.
        """
        self._require_new()
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._incomplete.touch()
            self.create(config)
            yield
        except BaseException:
            self.discard()
            raise
        self._incomplete.unlink()

    def create(self, config: RunConfig) -> None:
        """Create the folder with its configuration.

        Raises:
            CoreError: the folder is already that of a run or another job, or its name is not valid.
        """
        self._require_new()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.replace_config(config)

    def _require_new(self) -> None:
        check_name(self.name)
        if self.config_path.exists():
            raise CoreError(
                "run.exists", "run {folder} already exists; resume it or choose another name", folder=self.folder
            )
        refuse_taken(self.folder)

    def require_complete(self) -> None:
        """Raise CoreError if the program ended while it created the run: it would begin without its weights or data."""
        if self._incomplete.exists():
            raise CoreError(
                "run.incomplete",
                "run {name} is incomplete: the program ended while it created it; delete it and begin it again",
                name=self.name,
            )

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
        for name in ("config.json", "status.json", *VOCABULARY_FILES, "log.txt", "stop", ".lock", "incomplete"):
            (self.folder / name).unlink(missing_ok=True)
        for name in ("tokens", self.initial.name):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        if not any(self.folder.iterdir()):
            self.folder.rmdir()

    def read_config(self) -> RunConfig:
        """Read the configurations.

        Raises:
            CoreError: the run does not exist, or its configuration cannot be read.
        """
        try:
            values = json.loads(read_ordinary(self.config_path))
        except FileNotFoundError:
            raise self.missing_error() from None
        except (OSError, ValueError, RecursionError) as error:
            raise CoreError(
                "run.bad_config", "{path} cannot be read: {reason}", path=self.config_path, reason=fault_of(error)
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

    def crash_report(self, lines: int = 20) -> CrashReport | None:
        """Return the error and the end of the log of a failed or crashed run; None for any other."""
        status = self.status()
        if status.state not in ("failed", "crashed"):
            return None
        return CrashReport(status.message, self.log_tail(lines), status.step, self.saved_step)

    def repair(self) -> None:
        """Remove or undo whatever a kill left incomplete; only for the process that holds the run.

        Raises:
            CoreError: its folder has a link.
        """
        super().repair()
        for folder in (self.checkpoint, self.best):
            recover_folder(folder)
        for path in self.folder.glob("checkpoints/*"):
            hidden = path.name.startswith(".step-") and path.suffix in (".partial", ".old", ".removed")
            torn = path.name.startswith("step-") and not (path / _LAST_WRITTEN).is_file()
            if (hidden or torn) and path.is_dir():
                shutil.rmtree(path, ignore_errors=True)

    def events(self) -> list[dict[str, Any]]:
        """Return all sound events: a resume supersedes events of later steps; a damaged line is skipped."""
        kept: list[dict[str, Any]] = []
        for event in filter(is_sound, self.read_events()):
            if event["event"] == "resume":
                kept = [old for old in kept if old.get("step", 0) <= event["step"] and old["event"] != "end"]
            kept.append(event)
        return kept

    def checkpoints(self) -> list[Path]:
        """Return complete step checkpoints, oldest first."""
        found = [
            (int(path.name[5:]), path)
            for path in self.folder.glob("checkpoints/step-*")
            if _STEP.fullmatch(path.name) and (path / _LAST_WRITTEN).is_file()
        ]
        return [path for _, path in sorted(found)]

    def planned_checkpoints(self, every: int) -> list[Path]:
        """Return the step checkpoints that a run without a stop would have, oldest first: each `every`, and the newest.

        A stop saves one between them, which must not change the average of the finished run.
        """
        found = self.checkpoints()
        return [path for path in found[:-1] if int(path.name[5:]) % every == 0] + found[-1:]

    @property
    def saved_step(self) -> int:
        """Step of the newest complete checkpoint; 0 if there is none."""
        return max((int(path.name[5:]) for path in self.checkpoints()), default=0)

    def remove_checkpoints(self, kept: int, every: int) -> None:
        """Remove all step checkpoints but the newest `kept` of those that are planned, each `every` steps."""
        staying = self.planned_checkpoints(every)[-kept:]
        for path in self.checkpoints():
            if path in staying:
                continue
            with suppress(OSError):  # failing to remove one must not end a training
                remove_folder(path)

    def set_aside(self, checkpoint: Path) -> None:
        """Take a damaged checkpoint out of the list; keep its files under another name."""
        aside = checkpoint.with_name(f"damaged-{checkpoint.name}")
        if aside.exists():
            remove_folder(aside)
        os.replace(checkpoint, aside)

    def is_over(self) -> bool:
        """Return True if the run has ended and its limit was not raised since."""
        status = self.status()
        if status.state != "finished":
            return False
        if status.message not in ("max_steps", "max_epochs", "max_minutes"):
            return True
        training = self.read_config().training
        if status.message == "max_steps":
            return status.step >= training.max_steps
        epochs, minutes = self._trained()
        limit, taken = (
            (training.max_epochs, epochs) if status.message == "max_epochs" else (training.max_minutes, minutes)
        )
        return limit is not None and taken >= limit

    def _trained(self) -> tuple[float, float]:
        """Return the epochs and minutes until the newest checkpoint; infinity where it does not say them."""
        try:
            standing = json.loads(read_ordinary(self.checkpoints()[-1] / _LAST_WRITTEN))
            return float(standing["position"][0]), float(standing["elapsed"]) / 60
        except (OSError, IndexError, KeyError, TypeError, ValueError, RecursionError):
            return math.inf, math.inf

    def missing_error(self) -> CoreError:
        """Return the error about a folder without a run."""
        return CoreError("run.missing", "no run found in {folder}", folder=self.folder)

    def busy_error(self) -> CoreError:
        """Return the error about a run that another process trains."""
        return CoreError("run.busy", "run {name} is being trained by another process", name=self.name)

    def over_error(self) -> CoreError:
        """Return the error about a run without steps left."""
        reason = self.status().message
        return CoreError("run.over", "run {name} has ended ({reason})", name=self.name, reason=reason)

    def disk_full_error(self) -> CoreError:
        """Return the error about a run that ended because the disk is full."""
        return CoreError(
            "run.disk_full",
            "the disk is full, so run {name} ended at step {step}; free some space, then resume it from step {saved}",
            name=self.name,
            step=self.status().step,
            saved=self.saved_step,
        )


def data_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings of the data with absolute paths, so that a run resumes from any folder.

    Validation pairs are held out of a table that is given without any.
    """
    files = {name: str(Path(file).resolve()) for name in DATA_FILES if isinstance(file := given.get(name), str | Path)}
    return {"hold_out": "src" in files and not {"tgt", "valid_src"} & {*files}, **given, **files}


def check_name(name: object) -> None:
    """Raise CoreError for an invalid run name."""
    if not is_name(name):
        raise CoreError(
            "run.name",
            "run name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit",
            name=name,
        )


def _map_files(data: DataConfig, change: Callable[[str], str]) -> DataConfig:
    """Return the data settings with every file name changed."""
    names = {field: getattr(data, field) for field in DATA_FILES}
    return replace(data, **{field: change(name) for field, name in names.items() if name})


def _relative_name(folder: Path, name: str) -> str:
    """Return a file inside the folder relative to it; any other unchanged."""
    path = Path(name)
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else name
