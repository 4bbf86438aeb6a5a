"""Snapshots: how the attention of a few fixed sentences looked at steps of a training, and the file that keeps them.

A snapshot is taken at a validation. What is drawn later is teacher-forced: the model reads the sentence's reference,
the same at every step, so that rows and columns mean the same in every picture. What the model itself translated at
that step is kept beside it, as text.

One file holds any number of snapshots of the same sentences: an `.npz` (zip, no pickle) with `about`, JSON as bytes,
and for each sentence and kind one uint8 array [N, L, H, Q, K]; every snapshot but the first as its difference from the
one before, modulo 256, which compresses well once the attention has settled. Nothing here loads torch.

Shapes: N snapshots, L layers, H heads, S source tokens with the end symbol, T target tokens, Q/K queries and keys.
"""

import io
import json
import math
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from core.durable import replaced_file
from core.errors import CoreError

Item = TypeVar("Item")

FORMAT = 1
FILE_NAME = "snapshots.npz"  # in a checkpoint folder
KINDS = ("encoder", "decoder", "cross")
MAX_SENTENCES = 8
MAX_TOKENS = 64  # of one side, with the end symbol
MAX_SNAPSHOTS = 256
SHIPPED = 24  # snapshots in a finished checkpoint
MAX_BYTES = 1 << 20  # weights of one snapshot: all sentences, kinds, layers and heads
_MAX_FILE = 16 << 20  # bytes as stored
_MAX_ARRAYS = 64 << 20  # bytes once unpacked: a small file may claim any size
_MAX_ABOUT = 4 << 20
_DENSE = 16  # the first validations, all of which are kept


@dataclass(frozen=True)
class FixedSentence:
    """A sentence that is looked at again and again."""

    source: str
    reference: str  # the target that the model reads, whatever it would have said itself
    src_tokens: tuple[str, ...]  # [S] surface text, the end symbol last
    tgt_tokens: tuple[str, ...]  # [T] tokens read, the start symbol first
    predicted_tokens: tuple[str, ...]  # [T] the token that each row is to predict, the end symbol last


@dataclass(frozen=True)
class SentenceState:
    """What the model made of one sentence at one step."""

    translation: str  # greedy
    log_prob: float  # of that translation, summed over its tokens, nats
    reference_log_probs: tuple[float, ...]  # [T] of the reference's tokens, nats
    weights: Mapping[str, np.ndarray]  # kind -> uint8 [L, H, Q, K], 255 = 1; the reference was read


@dataclass(frozen=True)
class Snapshot:
    """One step of a training."""

    step: int
    loss: float | None  # validation, without smoothing, nats a target token
    bleu: float | None  # of the validation
    states: tuple[SentenceState, ...]  # one a sentence


@dataclass(frozen=True)
class Snapshots:
    """Snapshots of the same sentences, by step."""

    sentences: tuple[FixedSentence, ...]
    snapshots: tuple[Snapshot, ...]

    def thinned(self, count: int) -> "Snapshots":
        """At most `count` of them, evenly among their places; the first and the last stay."""
        return replace(self, snapshots=tuple(spread(self.snapshots, count)))


def spread(items: Sequence[Item], count: int) -> list[Item]:
    """At most `count` of the items, evenly among their places; the first and the last stay."""
    if len(items) <= count:
        return list(items)
    return [items[place] for place in np.linspace(0, len(items) - 1, count).round().astype(int)]


def quantised(weights: np.ndarray) -> np.ndarray:
    """Weights in [0, 1] as uint8, 255 = 1: at most half a level away."""
    return (np.clip(weights, 0, 1) * 255 + 0.5).astype(np.uint8)


def is_kept(step: int, every: int) -> bool:
    """Whether the snapshot of a step stays once there are newer ones: dense at first, then 8 for each doubling.

    The rule looks at nothing but its arguments, so a run that was killed and resumed keeps the same ones. 1,024
    validations leave 65 with that of step 0, a million leave 145.

    Args:
        step: a multiple of `every`.
        every: steps between validations.
    """
    number = step // every
    return number % (1 << max(0, (number - 1).bit_length() - 4)) == 0 if number > _DENSE else True


@dataclass(frozen=True)
class SnapshotFolder:
    """The snapshots of a run in progress, a file each."""

    folder: Path

    def add(self, snapshots: Snapshots, every: int) -> None:
        """Write one snapshot beside its place and rename it into place; older ones that are not kept then go.

        Args:
            snapshots: exactly one.
            every: steps between validations; see `is_kept`.

        Raises:
            OSError: it cannot be written; what was there before is whole.
        """
        self.folder.mkdir(exist_ok=True)
        step = snapshots.snapshots[0].step
        write_snapshots(self._path(step), snapshots)
        for old in self.steps():
            if old < step and not is_kept(old, every):
                self._path(old).unlink(missing_ok=True)

    def discard_after(self, step: int) -> None:
        """Forget what came after the step from which a run is resumed, and what a kill left half-written."""
        for partial in self.folder.glob(".*.partial"):
            partial.unlink(missing_ok=True)
        for later in self.steps():
            if later > step:
                self._path(later).unlink(missing_ok=True)

    def steps(self) -> list[int]:
        """Steps of which there is a snapshot, in order."""
        names = [path.stem.removeprefix("step-") for path in self.folder.glob("step-*.npz")]
        return sorted(int(name) for name in names if name.isascii() and name.isdigit())

    def read(self, count: int = MAX_SNAPSHOTS) -> Snapshots | None:
        """At most `count` snapshots, spread as `Snapshots.thinned` does; None where there is none.

        A file that is damaged, or that vanishes because the run goes on, is left out: it is worth no failure.
        """
        steps = spread(self.steps(), count)
        found: list[Snapshots] = []
        for step in steps:
            try:
                found.append(read_snapshots(self._path(step)))
            except (CoreError, FileNotFoundError):
                continue
        if not found:
            return None
        sentences = found[-1].sentences  # an earlier run of this name may have left others
        together = [part for part in found if part.sentences == sentences]
        return Snapshots(sentences, tuple(snapshot for part in together for snapshot in part.snapshots))

    def _path(self, step: int) -> Path:
        return self.folder / f"step-{step}.npz"


def write_snapshots(path: Path, snapshots: Snapshots) -> None:
    """Write one file beside its place and rename it into place.

    Raises:
        OSError: it cannot be written; nothing half-written stays.
    """
    with replaced_file(path) as partial:
        partial.write_bytes(pack_file(snapshots))


def pack_file(snapshots: Snapshots) -> bytes:
    """The file's bytes; the same for the same snapshots.

    Raises:
        ValueError: no snapshot, or more of anything than a reader takes.
    """
    taken, sentences = snapshots.snapshots, snapshots.sentences
    if not 1 <= len(taken) <= MAX_SNAPSHOTS or not 1 <= len(sentences) <= MAX_SENTENCES:
        raise ValueError(f"{len(taken)} snapshots of {len(sentences)} sentences cannot be written")
    about = {
        "format": FORMAT,
        "sentences": [vars(sentence) for sentence in sentences],
        "snapshots": [
            {
                "step": snapshot.step,
                "loss": _finite(snapshot.loss),
                "bleu": _finite(snapshot.bleu),
                "states": [
                    {
                        "translation": state.translation,
                        "log_prob": state.log_prob,
                        "reference_log_probs": [round(value, 4) for value in state.reference_log_probs],
                    }
                    for state in snapshot.states
                ],
            }
            for snapshot in taken
        ],
    }
    arrays = {"about": np.frombuffer(json.dumps(about, allow_nan=False).encode("ascii"), dtype=np.uint8)}
    for number in range(len(sentences)):
        for kind in KINDS:
            arrays[f"{kind}-{number}"] = differences([taken_.states[number].weights[kind] for taken_ in taken])
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def differences(weights: Sequence[np.ndarray]) -> np.ndarray:
    """N uint8 arrays as one [N, ...]: the first, then each one's difference from the one before, modulo 256."""
    stacked = np.stack(weights)
    return np.diff(stacked, axis=0, prepend=np.zeros_like(stacked[:1]))


def read_snapshots(path: Path) -> Snapshots:
    """Read a snapshot file; nothing in it is ever run.

    Raises:
        CoreError: it is no such file, or a part of it is missing, of the wrong shape, or too large.
        FileNotFoundError: there is no file.
    """
    try:
        if path.stat().st_size > _MAX_FILE:
            raise _Bad(f"it has more than {_MAX_FILE >> 20} MB")
        with zipfile.ZipFile(path) as file:
            return _read(file)
    except FileNotFoundError:
        raise
    except _Bad as error:
        reason = str(error)
    except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError, zipfile.BadZipFile, NotImplementedError,
            RuntimeError, zlib.error) as error:  # fmt: skip
        reason = repr(error)
    raise CoreError("snapshots.damaged", "{path} is not a snapshot file: {reason}", path=path, reason=reason)


class _Bad(Exception):
    """What is wrong with a file, in words."""


def _read(file: zipfile.ZipFile) -> Snapshots:
    if sum(entry.file_size for entry in file.infolist()) > _MAX_ARRAYS:
        raise _Bad(f"unpacked it would have more than {_MAX_ARRAYS >> 20} MB")
    about = json.loads(_array(file, "about", _MAX_ABOUT).tobytes())
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise _Bad("its format is unknown")
    sentences = tuple(_sentence(values) for values in _list(about, "sentences", MAX_SENTENCES))
    steps = _list(about, "snapshots", MAX_SNAPSHOTS)
    weights = [_weights(file, number, sentence, len(steps)) for number, sentence in enumerate(sentences)]
    if len({array.shape[1:3] for kinds in weights for array in kinds.values()}) != 1:
        raise _Bad("its arrays disagree about layers and heads")
    found = tuple(_snapshot(values, at, sentences, weights) for at, values in enumerate(steps))
    if any(later.step <= earlier.step for earlier, later in pairwise(found)):
        raise _Bad("its steps do not rise")
    return Snapshots(sentences, found)


def _array(file: zipfile.ZipFile, name: str, limit: int) -> np.ndarray:
    """One array, its header read and its size agreed to before anything is unpacked."""
    try:
        entry = file.getinfo(f"{name}.npy")
    except KeyError:
        raise _Bad(f"{name} is missing") from None
    if entry.file_size > limit + 4096:
        raise _Bad(f"{name} is too large")
    with file.open(entry) as stream:
        if np.lib.format.read_magic(stream) != (1, 0):
            raise _Bad(f"{name} is of another version")
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream, max_header_size=4096)
        size = math.prod(shape)
        if dtype != np.uint8 or fortran or size > limit or min(shape, default=0) < 1:
            raise _Bad(f"{name} has the shape {shape} of {dtype}")
        data = stream.read(size + 1)
    if len(data) != size:
        raise _Bad(f"{name} has not the length that it says")
    return np.frombuffer(data, dtype=np.uint8).reshape(shape)


def _weights(file: zipfile.ZipFile, number: int, sentence: FixedSentence, count: int) -> dict[str, np.ndarray]:
    """Weights of one sentence, kind -> uint8 [N, L, H, Q, K]."""
    source, target = len(sentence.src_tokens), len(sentence.predicted_tokens)
    sizes = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
    found: dict[str, np.ndarray] = {}
    for kind, size in sizes.items():
        array = _array(file, f"{kind}-{number}", _MAX_ARRAYS)
        if array.ndim != 5 or (array.shape[0], *array.shape[3:]) != (count, *size):
            raise _Bad(f"{kind}-{number} has the shape {array.shape} for {count} snapshots of {size} tokens")
        found[kind] = np.cumsum(array, axis=0, dtype=np.uint8)
    return found


def _sentence(values: Any) -> FixedSentence:
    tokens = [
        tuple(_text(token) for token in _list(values, name, MAX_TOKENS))
        for name in ("src_tokens", "tgt_tokens", "predicted_tokens")
    ]
    if len(tokens[1]) != len(tokens[2]):
        raise _Bad("a sentence reads other than it predicts")
    return FixedSentence(_text(values["source"]), _text(values["reference"]), *tokens)


def _snapshot(
    values: Any, at: int, sentences: Sequence[FixedSentence], weights: Sequence[Mapping[str, np.ndarray]]
) -> Snapshot:
    states = _list(values, "states", MAX_SENTENCES)
    if len(states) != len(sentences):
        raise _Bad("a snapshot has not all sentences")
    step = values["step"]
    if type(step) is not int or not 0 <= step <= 1 << 53:
        raise _Bad("a step is no whole number")
    made = []
    for state, sentence, kinds in zip(states, sentences, weights, strict=True):
        log_probs = tuple(_number(value) for value in _list(state, "reference_log_probs", MAX_TOKENS))
        if len(log_probs) != len(sentence.predicted_tokens):
            raise _Bad("a token of a reference has no probability")
        arrays = {kind: array[at] for kind, array in kinds.items()}
        made.append(SentenceState(_text(state["translation"]), _number(state["log_prob"]), log_probs, arrays))
    measured = [None if values[name] is None else _number(values[name]) for name in ("loss", "bleu")]
    return Snapshot(step, *measured, tuple(made))


def _list(values: Any, name: str, most: int) -> list[Any]:
    found = values[name]
    if not isinstance(found, list) or not 1 <= len(found) <= most:
        raise _Bad(f"{name} must have 1 to {most} entries")
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 20_000:
        raise _Bad("a text is none, or too long")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise _Bad("a number is none")
    return float(value)


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
