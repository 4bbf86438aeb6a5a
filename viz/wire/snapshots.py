"""Snapshots of a training as one JSON string: what the model attended to at each recorded step."""

import base64
import csv
import json
import math
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from core.attention_kinds import KINDS, attention_sizes
from core.errors import CoreError
from core.library import CheckpointLibrary
from core.training.snapshots import FILE_NAME, Snapshot, read_snapshots

MOST_BYTES = 8 << 20  # weights of all snapshots as the browser holds them


class Sentence(Protocol):
    """A sentence that is recorded at every step; see `core.training.snapshots.FixedSentence`."""

    @property
    def source(self) -> str: ...
    @property
    def reference(self) -> str: ...
    @property
    def src_tokens(self) -> Sequence[str]: ...
    @property
    def tgt_tokens(self) -> Sequence[str]: ...
    @property
    def predicted_tokens(self) -> Sequence[str]: ...


class State(Protocol):
    """Results of the model for one sentence at one step."""

    @property
    def translation(self) -> str: ...
    @property
    def log_prob(self) -> float: ...
    @property
    def reference_log_probs(self) -> Sequence[float]: ...
    @property
    def weights(self) -> Mapping[str, np.ndarray]:
        """Kind -> uint8 [L, H, Q, K], 255 = 1."""
        ...


class Moment(Protocol):
    """One step of a training."""

    @property
    def step(self) -> int: ...
    @property
    def loss(self) -> float | None: ...
    @property
    def bleu(self) -> float | None: ...
    @property
    def states(self) -> Sequence[State]: ...


def pack_snapshots(
    sentences: Sequence[Sentence],
    moments: Sequence[Moment],
    *,
    name: str,
    curve: Sequence[tuple[int, float]] = (),
    averaged: int = 1,
) -> str | None:
    """Pack snapshots for the component: one JSON string, weights compressed in base64; None for none.

    Args:
        sentences: the sentences of every moment.
        moments: by rising step; some are omitted if all would exceed `MOST_BYTES`.
        name: of the run or checkpoint; a new value of the same name keeps the visitor's choices.
        curve: (step, validation loss) of every validation; only that of the moments when empty.
        averaged: number of saved weights whose average is the model; 1 if the model has the last weights.

    Raises:
        ValueError: a moment lacks weights of a sentence.
    """
    if not moments or not sentences:
        return None
    for moment in moments:
        _require_shapes(sentences, moment, moments[0])
    size = sum(array.nbytes for state in moments[0].states for array in state.weights.values())
    kept = _spread(moments, max(2, MOST_BYTES // max(1, size)))
    sizes = {kind: kept[0].states[0].weights[kind].shape for kind in KINDS}
    payload = {
        "version": 1,
        "name": name,
        "averaged": averaged,
        "layers": {kind: size[0] for kind, size in sizes.items()},
        "heads": sizes["cross"][1],
        "sentences": [_sentence(sentence, kept, number) for number, sentence in enumerate(sentences)],
        "moments": [
            {
                "step": moment.step,
                "loss": _finite(moment.loss),
                "bleu": _finite(moment.bleu),
                "states": [
                    {
                        "translation": state.translation,
                        "log_prob": _finite(state.log_prob),
                        "reference_log_probs": [_finite(value) for value in state.reference_log_probs],
                    }
                    for state in moment.states
                ],
            }
            for moment in kept
        ],
        "curve": [(int(step), float(loss)) for step, loss in curve if math.isfinite(loss)],
    }
    # ASCII only, without "<": the string is embedded in a page, and a lone surrogate must not break it.
    return json.dumps(payload, allow_nan=False).replace("<", "\\u003c")


def _sentence(sentence: Sentence, moments: Sequence[Moment], number: int) -> dict[str, Any]:
    return {
        "source": sentence.source,
        "reference": sentence.reference,
        "src_tokens": list(sentence.src_tokens),
        "tgt_tokens": list(sentence.tgt_tokens),
        "predicted_tokens": list(sentence.predicted_tokens),
        "weights": {kind: _packed([moment.states[number].weights[kind] for moment in moments]) for kind in KINDS},
    }


def _packed(arrays: Sequence[np.ndarray]) -> str:
    """Pack N uint8 arrays, each but the first as its difference from the previous one (modulo 256), in base64."""
    stacked = np.stack(arrays)
    changes = np.diff(stacked, axis=0, prepend=np.zeros_like(stacked[:1]))
    return base64.b64encode(zlib.compress(changes.tobytes(), 6)).decode("ascii")


def _require_shapes(sentences: Sequence[Sentence], moment: Moment, first: Moment) -> None:
    if len(moment.states) != len(sentences):
        raise ValueError(f"step {moment.step} has {len(moment.states)} states for {len(sentences)} sentences")
    shapes = {kind: first.states[0].weights[kind].shape[:2] for kind in KINDS}
    for sentence, state in zip(sentences, moment.states, strict=True):
        source, target = len(sentence.src_tokens), len(sentence.predicted_tokens)
        for kind, size in attention_sizes(source, target).items():
            array = state.weights[kind]
            if array.dtype != np.uint8 or array.shape != (*shapes[kind], *size):
                raise ValueError(f"{kind} of step {moment.step} is {array.dtype} {array.shape} for {size} tokens")
        if len(sentence.tgt_tokens) != target or len(state.reference_log_probs) != target:
            raise ValueError(f"step {moment.step} must have a probability for each of the {target} tokens")


def _spread(moments: Sequence[Moment], count: int) -> list[Moment]:
    """Choose at most `count` of them, evenly spread, the first and the last included."""
    if len(moments) <= count:
        return list(moments)
    return [moments[place] for place in np.linspace(0, len(moments) - 1, count).round().astype(int)]


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and math.isfinite(value) else None


_LONGEST_HISTORY = 8 << 20  # bytes of history.csv
_ROUNDING = 1e-3  # relative; history.csv has six digits


def has_snapshots(library: CheckpointLibrary, name: str | None) -> bool:
    """Return whether a checkpoint's folder holds snapshots."""
    try:
        return bool(name) and (library.folder(str(name)) / FILE_NAME).is_file()
    except CoreError as error:
        if error.code != "library.unknown":
            raise
        return False  # the folder was removed; translating with it reports that


def packed_history(library: CheckpointLibrary, name: str | None) -> str | None:
    """Pack the snapshots of a checkpoint for the component; None if it has none.

    Raises:
        CoreError: the file is damaged, or of another model.
    """
    if not has_snapshots(library, name):
        return None
    folder, card = library.folder(str(name)), library.card(str(name))
    taken = read_snapshots(folder / FILE_NAME)
    found = taken.snapshots[0].states[0].weights["cross"].shape[:2]
    if found != (card.model.decoder_layers, card.model.num_heads):
        raise CoreError("snapshots.other_model", "{path} is of another model", path=folder / FILE_NAME)
    found_losses = validation_losses(folder / "history.csv")
    losses = list(found_losses.items()) if _is_of_one_run(found_losses, taken.snapshots) else []
    averaged = card.details.get("averaged")
    count = len(averaged) if isinstance(averaged, list) else 1
    return pack_snapshots(taken.sentences, taken.snapshots, name=str(name), curve=losses, averaged=count)


def _is_of_one_run(losses: Mapping[int, float], snapshots: Sequence[Snapshot]) -> bool:
    """Return whether a history agrees with the losses that the snapshots have: a second run counts its steps anew."""
    common = [(losses[one.step], one.loss) for one in snapshots if one.step in losses and one.loss is not None]
    return all(math.isclose(loss, own, rel_tol=_ROUNDING) for loss, own in common)


def validation_losses(path: Path) -> Mapping[int, float]:
    """Return step -> validation loss from a checkpoint's history.csv; empty if it cannot be read."""
    found: dict[int, float] = {}
    try:
        if path.stat().st_size > _LONGEST_HISTORY:
            return {}
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row.get("validation_loss"):
                    loss = float(row["validation_loss"])
                    found.update({int(row["step"]): loss} if math.isfinite(loss) else {})
    except (OSError, ValueError, KeyError, TypeError, csv.Error):
        return {}
    return found
