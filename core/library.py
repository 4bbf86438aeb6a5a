"""Library of available checkpoints, shipped ones and those of finished runs, loaded on first use.

Importing this file loads no torch; the first `translator` does.
"""

from __future__ import annotations

import re
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cachetools import LRUCache

from core.checkpoint_config import described_number, read_checkpoint_config
from core.config import ModelConfig
from core.data.tasks import TASKS
from core.durable import folder_state, modified_time
from core.errors import CoreError, Names
from core.places import SHIPPED, WORKING_FOLDER
from core.settings import from_dict
from core.weights_files import LOADED_ENDINGS

if TYPE_CHECKING:
    from core.translator import Translator

_CODE = re.compile(r">>[^<>\s]{1,40}<<")
RUN_MODELS = "run/"  # prefix of run checkpoints; run names cannot contain "/"
_MAX_NAME = 255  # bytes of a folder's name
_SHOWN = "[!.]*"  # a replaced or removed folder has a hidden name until it is complete or gone, see `core.durable`
BEST = "/best"  # suffix of the model with the lowest validation loss of a run
_LONGEST_START = 80  # characters of the name of what a training began with
_TASK_EXAMPLES = 6
_MAX_LOADED = 3  # models kept in memory at a time


@dataclass(frozen=True)
class Card:
    """Description of a checkpoint, available without loading its weights."""

    name: str
    source_language: str
    target_language: str
    model: ModelConfig
    details: dict[str, Any]  # training and data settings, scores, step

    def part(self, name: str) -> dict[str, Any]:
        """Return one part of the details, such as `training`; empty if the folder does not have it."""
        found = self.details.get(name)
        return found if isinstance(found, dict) else {}

    @property
    def languages(self) -> tuple[str, str]:
        """Codes of source and target."""
        return self.source_language, self.target_language

    @property
    def warmup_steps(self) -> int | None:
        """Warm-up steps of its training, if recorded."""
        value = self.part("training").get("warmup_steps")
        return value if isinstance(value, int) else None

    @property
    def started_from(self) -> str | None:
        """Name of the run or checkpoint whose weights its training began with; None for random weights."""
        start = self.part("started_from")
        name = start.get("run", start.get("checkpoint"))
        return name[:_LONGEST_START] if isinstance(name, str) else None

    @property
    def examples(self) -> tuple[str, ...]:
        """Source sentences to try: the folder's own, or test sentences of its generated task."""
        given = self.details.get("examples")
        if isinstance(given, list) and all(isinstance(line, str) and _is_unicode(line) for line in given):
            return tuple(given)
        name = self.part("data").get("task")
        if isinstance(name, str) and name in TASKS:
            return tuple(TASKS[name].pairs(_TASK_EXAMPLES, 1, split="test").source)
        return ()

    @property
    def language_codes(self) -> tuple[str, ...]:
        """Codes such as `>>fra<<` with which a source sentence of a multilingual model begins; empty for others."""
        given = self.details.get("language_codes")
        if not isinstance(given, list) or not all(isinstance(code, str) and _CODE.fullmatch(code) for code in given):
            return ()
        return tuple(given)

    @property
    def doubt_below(self) -> float | None:
        """Mean log-probability of a translation's tokens, in nats, below which it is likely wrong; if measured."""
        return described_number(self.details, "doubt", "below")

    @property
    def longest_words(self) -> int | None:
        """Words that nearly all sentences of its training text have at most, if recorded."""
        value = described_number(self.details, "scope", "words")
        return int(value) if value is not None and value >= 1 else None

    @property
    def topics(self) -> tuple[str, ...]:
        """Names of what its training text is about, such as "everyday"; empty if not recorded."""
        given = self.part("scope").get("topics")
        return tuple(topic for topic in given if isinstance(topic, str)) if isinstance(given, list) else ()

    @property
    def bleu(self) -> float | None:
        """Test BLEU, if measured."""
        return described_number(self.details, "scores", "bleu")

    @property
    def test_set(self) -> str | None:
        """Name of the set that the scores are of, if recorded."""
        value = self.part("scores").get("test_set")
        return value if isinstance(value, str) and value.strip() and _is_unicode(value) else None

    @property
    def exact(self) -> float | None:
        """Share of test sentences that are translated exactly, in per cent, if measured."""
        return described_number(self.details, "scores", "exact")


def _is_unicode(line: str) -> bool:
    """Return whether a text can be sent: JSON may hold half of a surrogate pair."""
    return not any("\ud800" <= character <= "\udfff" for character in line)


class _Loaded(NamedTuple):
    translator: Translator
    weights_sha256: str


class _Entry(NamedTuple):
    """A loaded checkpoint, or one that a thread is loading."""

    stamp: str  # see `CheckpointLibrary.stamp`
    loaded: Future[_Loaded]


def model_of_run(name: str, *, best: bool = False) -> str:
    """Return the name in this library of a run's finished checkpoint, or of that of its best validation."""
    return f"{RUN_MODELS}{name}{BEST if best else ''}"


def run_of_model(name: str) -> str:
    """Return the run of a checkpoint's name in this library; "" for one that is not of a run.

    Examples:
        >>> run_of_model("run/mine/best"), run_of_model("en-de")
        ('mine', '')
    """
    return name.removeprefix(RUN_MODELS).removesuffix(BEST) if name.startswith(RUN_MODELS) else ""


class CheckpointLibrary:
    """Finds checkpoints by name, and shares one loaded model per checkpoint among all callers."""

    def __init__(self, checkpoints: Path, runs: Path | None = None) -> None:
        """Use two folders.

        Args:
            checkpoints: folder of checkpoint folders; the shipped ones are joined by those of the working folder.
            runs: folder of run folders; the finished checkpoint of each is included, see `model_of_run`.
        """
        self._home = WORKING_FOLDER / "checkpoints" if checkpoints == SHIPPED else checkpoints
        self._folders = tuple(dict.fromkeys((checkpoints, self._home)))
        self._runs = runs
        self._loaded: LRUCache[str, _Entry] = LRUCache(_MAX_LOADED)
        self._lock = threading.Lock()

    @property
    def home(self) -> Path:
        """Folder in which checkpoints are added."""
        return self._home

    def names(self) -> list[str]:
        """Return the names of all checkpoints: shipped ones by name, then both of each finished run, newest first."""
        found = sorted({path.parent.name for place in self._folders for path in place.glob(f"{_SHOWN}/config.json")})
        runs = list(self._runs.glob(f"{_SHOWN}/checkpoint/config.json")) if self._runs else []
        runs.sort(key=lambda path: -modified_time(path))
        for run in (path.parents[1] for path in runs):
            found.append(model_of_run(run.name))
            if (run / BEST[1:] / "config.json").is_file():
                found.append(model_of_run(run.name, best=True))
        return found

    def folder(self, name: str) -> Path:
        """Return the folder of a checkpoint.

        Raises:
            CoreError: the name is unknown; the message lists the known ones.
        """
        folder = self._named(name) if isinstance(name, str) else None  # any client can send anything
        if folder is None:
            raise CoreError(
                "library.unknown",
                "unknown checkpoint {name!r}; available: {names}",
                name=name,
                names=Names(self.names()),
            )
        return folder

    def _named(self, name: str) -> Path | None:
        """Return the folder of a name in `names`, without looking at the others; None for any other text."""
        of_run = name.startswith(RUN_MODELS) and self._runs is not None
        part = name.removeprefix(RUN_MODELS) if of_run else name
        own = part.removesuffix(BEST) if of_run else part
        if not own or own.startswith(".") or "/" in own or "\\" in own:
            return None
        if len(own.encode("utf-8", errors="replace")) > _MAX_NAME:
            return None
        if self._runs is None or not of_run:
            places = (folder / own for folder in self._folders)
            return next((place for place in places if (place / "config.json").is_file()), None)
        folders = [self._runs / own / "checkpoint", *([self._runs / own / BEST[1:]] if part.endswith(BEST) else [])]
        return folders[-1] if all((folder / "config.json").is_file() for folder in folders) else None

    def card(self, name: str) -> Card:
        """Return the description of a checkpoint from its config.json.

        Raises:
            CoreError: the name is unknown, or the configuration cannot be read.
        """
        folder = self.folder(name)
        described = read_checkpoint_config(folder)
        model = from_dict(ModelConfig, described.pop("model", None), where=f"{folder.name}/config.json: model")
        languages = [str(described.pop(f"{side}_language", "?")) for side in ("source", "target")]
        return Card(name, languages[0], languages[1], model, described)

    def translator(self, name: str) -> Translator:
        """Return the loaded checkpoint, shared and read-only; one whose files changed is loaded again.

        Raises:
            CoreError: see `core.checkpoint.load_checkpoint`; or a file changed while it was read.
        """
        return self._entry(name).translator

    def weights_sha256(self, name: str) -> str:
        """Return the SHA-256 of the weights of the loaded checkpoint, in order of file names.

        Raises:
            CoreError: see `translator`.
        """
        return self._entry(name).weights_sha256

    def stamp(self, name: str) -> str:
        """Return the version of a checkpoint: one whose files changed on disk has another.

        Raises:
            CoreError: the name is unknown.
        """
        return folder_state(self.folder(name), LOADED_ENDINGS)

    def _entry(self, name: str) -> _Loaded:
        folder = self.folder(name)
        stamp = folder_state(folder, LOADED_ENDINGS)
        with self._lock:
            entry = self._loaded.get(name)
            starts_load = entry is None or entry.stamp != stamp
            if entry is None or starts_load:
                entry = self._loaded[name] = _Entry(stamp, Future())
        if starts_load:
            self._load(name, folder, entry)
        return entry.loaded.result()

    def _load(self, name: str, folder: Path, entry: _Entry) -> None:
        """Load a checkpoint outside the lock, so that requests for other checkpoints do not wait for it."""
        from core.data.stream import file_sha256
        from core.translator import Translator
        from core.weights_files import weight_files

        try:
            translator, digest = Translator.load(folder), file_sha256(*weight_files(folder))
            if folder_state(folder, LOADED_ENDINGS) != entry.stamp:
                raise CoreError(
                    "library.changed", "the files of {name} changed while they were read; try again", name=name
                )
            entry.loaded.set_result(_Loaded(translator, digest))
        except BaseException as error:
            with self._lock:
                if self._loaded.get(name) is entry:
                    del self._loaded[name]
            entry.loaded.set_exception(error)
