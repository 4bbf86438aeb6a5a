"""Snapshots: attention of a few fixed sentences at several steps of a training, and their file format.

A snapshot is taken at a validation. Its attention is teacher-forced: the model reads the sentence's reference, the
same at every step, so that rows and columns have the same meaning in every picture. The model's own translation at
that step is stored as text.

One file holds any number of snapshots of the same sentences: an `.npz` (zip, no pickle) with `about`, JSON as bytes,
and for each sentence and kind one uint8 array [N, L, H, Q, K]; every snapshot but the first as its difference from the
previous one, modulo 256, which compresses well once the attention changes little. Nothing here loads torch.

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

from core.attention_kinds import KINDS, attention_sizes
from core.durable import replaced_file
from core.errors import CoreError, fault_of

Item = TypeVar("Item")

FORMAT = 1
FILE_NAME = "snapshots.npz"  # in a checkpoint folder
MAX_SENTENCES = 8
MAX_TOKENS = 64  # of one side, with the end symbol
MAX_SNAPSHOTS = 256
SHIPPED = 24  # snapshots in a finished checkpoint
MAX_BYTES = 1 << 20  # weights of one snapshot: all sentences, kinds, layers and heads
_MAX_FILE = 16 << 20  # bytes as stored
_MAX_ARRAYS = 64 << 20  # bytes once unpacked: a small file may claim any size
_MAX_ABOUT = 4 << 20
_DENSE = 16  # of the first validations, all are kept


@dataclass(frozen=True)
class FixedSentence:
    """A sentence that is recorded at every snapshot."""

    source: str
    reference: str  # the target that the model reads, regardless of its own predictions
    src_tokens: tuple[str, ...]  # [S] surface text, the end symbol last
    tgt_tokens: tuple[str, ...]  # [T] tokens read, the start symbol first
    predicted_tokens: tuple[str, ...]  # [T] the correct next token of each row, the end symbol last


@dataclass(frozen=True)
class SentenceState:
    """The model's results for one sentence at one step."""

    translation: str  # greedy
    log_prob: float  # of that translation, summed over its tokens, nats
    reference_log_probs: tuple[float, ...]  # [T] of the reference's tokens, nats
    weights: Mapping[str, np.ndarray]  # kind -> uint8 [L, H, Q, K], 255 = 1; the reference was read


@dataclass(frozen=True)
class Snapshot:
    """One step of a training."""

    step: int
    loss: float | None  # validation, without smoothing, nats per target token
    bleu: float | None  # of the validation
    states: tuple[SentenceState, ...]  # one per sentence


@dataclass(frozen=True)
class Snapshots:
    """Snapshots of the same sentences, by step."""

    sentences: tuple[FixedSentence, ...]
    snapshots: tuple[Snapshot, ...]

    def thinned(self, count: int) -> "Snapshots":
        """Return at most `count` of them, evenly spaced by index; the first and the last are kept."""
        return replace(self, snapshots=tuple(spread(self.snapshots, count)))


def spread(items: Sequence[Item], count: int) -> list[Item]:
    """Return at most `count` of the items, evenly spaced by index; the first and the last are kept."""
    if len(items) <= count:
        return list(items)
    return [items[place] for place in np.linspace(0, len(items) - 1, count).round().astype(int)]


def is_kept(step: int, every: int) -> bool:
    """Return True if a step's snapshot is kept once there are newer ones: dense at first, then 8 per doubling.

    The rule depends only on its arguments, so a run that was killed and resumed keeps the same ones. 1,024 validations
    leave 65 including step 0, a million leave 145.

    Args:
        step: a multiple of `every`.
        every: steps between validations.
    """
    number = step // every
    return number % (1 << max(0, (number - 1).bit_length() - 4)) == 0 if number > _DENSE else True


@dataclass(frozen=True)
class SnapshotFolder:
    """The snapshots of a run during training, one file each."""

    folder: Path

    def add(self, snapshots: Snapshots, every: int) -> None:
        """Write one snapshot, then remove older ones that are not kept.

        Args:
            snapshots: exactly one.
            every: steps between validations; see `is_kept`.

        Raises:
            OSError: it cannot be written; existing files are unchanged.
        """
        self.folder.mkdir(exist_ok=True)
        step = snapshots.snapshots[0].step
        write_snapshots(self._path(step), snapshots)
        for old in self.steps():
            if old < step and not is_kept(old, every):
                self._path(old).unlink(missing_ok=True)

    def discard_after(self, step: int) -> None:
        """Remove snapshots after the step that a run resumes from, and files that a kill left incomplete."""
        for partial in self.folder.glob(".*.partial"):
            partial.unlink(missing_ok=True)
        for later in self.steps():
            if later > step:
                self._path(later).unlink(missing_ok=True)

    def steps(self) -> list[int]:
        """Return the steps with a snapshot, in order."""
        names = [path.stem.removeprefix("step-") for path in self.folder.glob("step-*.npz")]
        return sorted(int(name) for name in names if name.isascii() and name.isdigit())

    def read(self, count: int = MAX_SNAPSHOTS) -> Snapshots | None:
        """Return at most `count` snapshots, spread as by `Snapshots.thinned`; None if there are none.

        A file that is damaged, or disappears because the run is still training, is skipped.
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
        sentences = found[-1].sentences  # an earlier run of this name may have left other sentences
        together = [part for part in found if part.sentences == sentences]
        return Snapshots(sentences, tuple(snapshot for part in together for snapshot in part.snapshots))

    def _path(self, step: int) -> Path:
        return self.folder / f"step-{step}.npz"


def write_snapshots(path: Path, snapshots: Snapshots) -> None:
    """Write one file under a temporary name and rename it into place.

    Raises:
        OSError: it cannot be written; no incomplete file remains.
    """
    with replaced_file(path) as partial:
        partial.write_bytes(pack_file(snapshots))


def pack_file(snapshots: Snapshots) -> bytes:
    """Return the file's bytes; the same for the same snapshots.

    Raises:
        ValueError: no snapshot, or more than a reader accepts.
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
            arrays[f"{kind}-{number}"] = differences([snapshot.states[number].weights[kind] for snapshot in taken])
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def differences(weights: Sequence[np.ndarray]) -> np.ndarray:
    """Stack N uint8 arrays as one [N, ...]: the first, then each one's difference from the previous, modulo 256."""
    stacked = np.stack(weights)
    return np.diff(stacked, axis=0, prepend=np.zeros_like(stacked[:1]))


def read_snapshots(path: Path) -> Snapshots:
    """Read a snapshot file; nothing in it is executed.

    Raises:
        CoreError: it is not a snapshot file, or a part of it is missing, of the wrong shape, or too large.
        FileNotFoundError: the file does not exist.
    """
    try:
        if path.stat().st_size > _MAX_FILE:
            raise _DamagedFile(f"it has more than {_MAX_FILE >> 20} MB")
        with zipfile.ZipFile(path) as file:
            return _read(file)
    except FileNotFoundError:
        raise
    except _DamagedFile as error:
        reason = str(error)
    except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError, zipfile.BadZipFile, NotImplementedError,
            RuntimeError, zlib.error) as error:  # fmt: skip
        reason = fault_of(error)
    raise CoreError("snapshots.damaged", "{path} is not a snapshot file: {reason}", path=path, reason=reason)


class _DamagedFile(Exception):
    """Description of what is wrong with a file."""


def _read(file: zipfile.ZipFile) -> Snapshots:
    if sum(entry.file_size for entry in file.infolist()) > _MAX_ARRAYS:
        raise _DamagedFile(f"unpacked it would have more than {_MAX_ARRAYS >> 20} MB")
    about = json.loads(_array(file, "about", _MAX_ABOUT).tobytes())
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise _DamagedFile("its format is unknown")
    sentences = tuple(_sentence(values) for values in _list(about, "sentences", MAX_SENTENCES))
    steps = _list(about, "snapshots", MAX_SNAPSHOTS)
    weights = [_weights(file, number, sentence, len(steps)) for number, sentence in enumerate(sentences)]
    if len({array.shape[1:3] for kinds in weights for array in kinds.values()}) != 1:
        raise _DamagedFile("its arrays disagree about layers and heads")
    found = tuple(_snapshot(values, at, sentences, weights) for at, values in enumerate(steps))
    if any(later.step <= earlier.step for earlier, later in pairwise(found)):
        raise _DamagedFile("its steps do not rise")
    return Snapshots(sentences, found)


def _array(file: zipfile.ZipFile, name: str, limit: int) -> np.ndarray:
    """Read one array; check its header and size before anything is unpacked."""
    try:
        entry = file.getinfo(f"{name}.npy")
    except KeyError:
        raise _DamagedFile(f"{name} is missing") from None
    if entry.file_size > limit + 4096:
        raise _DamagedFile(f"{name} is too large")
    with file.open(entry) as stream:
        if np.lib.format.read_magic(stream) != (1, 0):
            raise _DamagedFile(f"{name} is of another version")
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream, max_header_size=4096)
        size = math.prod(shape)
        if dtype != np.uint8 or fortran or size > limit or min(shape, default=0) < 1:
            raise _DamagedFile(f"{name} has the shape {shape} of {dtype}")
        data = stream.read(size + 1)
    if len(data) != size:
        raise _DamagedFile(f"{name} does not have the length in its header")
    return np.frombuffer(data, dtype=np.uint8).reshape(shape)


def _weights(file: zipfile.ZipFile, number: int, sentence: FixedSentence, count: int) -> dict[str, np.ndarray]:
    """Read the weights of one sentence, kind -> uint8 [N, L, H, Q, K]."""
    source, target = len(sentence.src_tokens), len(sentence.predicted_tokens)
    sizes = attention_sizes(source, target)
    found: dict[str, np.ndarray] = {}
    for kind, size in sizes.items():
        array = _array(file, f"{kind}-{number}", _MAX_ARRAYS)
        if array.ndim != 5 or (array.shape[0], *array.shape[3:]) != (count, *size):
            raise _DamagedFile(f"{kind}-{number} has the shape {array.shape} for {count} snapshots of {size} tokens")
        found[kind] = np.cumsum(array, axis=0, dtype=np.uint8)
    return found


def _sentence(values: Any) -> FixedSentence:
    tokens = [
        tuple(_text(token) for token in _list(values, name, MAX_TOKENS))
        for name in ("src_tokens", "tgt_tokens", "predicted_tokens")
    ]
    if len(tokens[1]) != len(tokens[2]):
        raise _DamagedFile("a sentence has different numbers of read and predicted tokens")
    return FixedSentence(_text(values["source"]), _text(values["reference"]), *tokens)


def _snapshot(
    values: Any, at: int, sentences: Sequence[FixedSentence], weights: Sequence[Mapping[str, np.ndarray]]
) -> Snapshot:
    states = _list(values, "states", MAX_SENTENCES)
    if len(states) != len(sentences):
        raise _DamagedFile("a snapshot does not have all sentences")
    step = values["step"]
    if type(step) is not int or not 0 <= step <= 1 << 53:
        raise _DamagedFile("a step must be a whole number of at least 0")
    made = []
    for state, sentence, kinds in zip(states, sentences, weights, strict=True):
        log_probs = tuple(_number(value) for value in _list(state, "reference_log_probs", MAX_TOKENS))
        if len(log_probs) != len(sentence.predicted_tokens):
            raise _DamagedFile("a snapshot lacks probabilities of reference tokens")
        arrays = {kind: array[at] for kind, array in kinds.items()}
        made.append(SentenceState(_text(state["translation"]), _number(state["log_prob"]), log_probs, arrays))
    loss, bleu = (None if values[name] is None else _number(values[name]) for name in ("loss", "bleu"))
    return Snapshot(step, loss, bleu, tuple(made))


def _list(values: Any, name: str, most: int) -> list[Any]:
    found = values[name]
    if not isinstance(found, list) or not 1 <= len(found) <= most:
        raise _DamagedFile(f"{name} must have 1 to {most} entries")
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 20_000:
        raise _DamagedFile("a text must be a string of at most 20,000 characters")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise _DamagedFile("a number must be finite")
    return float(value)


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
