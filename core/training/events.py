"""Events of a training run: small records, each written as one line of JSON."""

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class _Event:
    kind: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for a line of JSON, the kind first."""
        return {"event": self.kind, **dataclasses.asdict(self)}


@dataclass(frozen=True)
class Started(_Event):
    """The run has read its data and built its model."""

    kind: ClassVar[str] = "start"
    step: int
    parameters: int
    training_pairs: int
    batches_per_epoch: int
    device: str
    blank_pairs: int = 0  # left out because a side was blank; reported at the first start
    long_pairs: int = 0  # left out because a side had more than max_tokens
    warnings: tuple[str, ...] = ()  # about its languages


@dataclass(frozen=True)
class Encoding(_Event):
    """The training text is being encoded; reported as progress, and not recorded."""

    kind: ClassVar[str] = "encoding"
    pairs: int  # encoded so far
    total: int


@dataclass(frozen=True)
class Resumed(_Event):
    """The run resumes from a checkpoint; events of later steps written before this one are superseded."""

    kind: ClassVar[str] = "resume"
    step: int
    damaged: tuple[str, ...] = ()  # newer checkpoints that could not be read and were set aside


@dataclass(frozen=True)
class Progress(_Event):
    """Means over the steps since the last such event."""

    kind: ClassVar[str] = "progress"
    step: int
    epoch: float  # passes over the data so far
    loss: float  # label-smoothed, nats per target token
    plain_loss: float  # without smoothing, nats per target token
    learning_rate: float  # of the last step
    gradient_norm: float  # before clipping
    tokens_per_second: float  # target tokens, padding not counted
    padding: float  # share of padded positions in the current epoch
    skipped: int  # steps skipped so far because they were not finite
    seconds: float  # of training so far, over all resumptions
    guided_loss: float | None = None  # of the head that learns word links, nats per linked target token


@dataclass(frozen=True)
class Skipped(_Event):
    """A step was skipped because its loss or gradient was not finite."""

    kind: ClassVar[str] = "skipped"
    step: int
    gradient_norm: str  # inf or nan, which JSON numbers cannot express
    skipped: int  # such steps so far


@dataclass(frozen=True)
class Validated(_Event):
    """Scores on the validation pairs."""

    kind: ClassVar[str] = "validation"
    step: int
    loss: float  # without smoothing, nats per target token
    smoothed_loss: float  # with label smoothing, as in training
    perplexity: float
    accuracy: float  # share of target tokens that are predicted as most probable
    bleu: float | None  # greedy, on the first validation sentences
    bleu_signature: str | None
    best: bool  # the lowest validation loss so far


@dataclass(frozen=True)
class Sample(_Event):
    """One validation sentence and its current translation."""

    kind: ClassVar[str] = "sample"
    step: int
    index: int
    source: str
    reference: str
    translation: str


@dataclass(frozen=True)
class CheckpointDue(_Event):
    """A checkpoint is due now; the caller of the trainer saves it."""

    kind: ClassVar[str] = "checkpoint_due"
    step: int


@dataclass(frozen=True)
class Saved(_Event):
    """A checkpoint from which the run can be resumed."""

    kind: ClassVar[str] = "checkpoint"
    step: int
    folder: str


@dataclass(frozen=True)
class Compared(_Event):
    """A finished run that started from a checkpoint: scores of both on one test set, greedy."""

    kind: ClassVar[str] = "compared"
    step: int
    set: str  # name of the pairs; "validation" for the run's own, "sample" for this project's sentences
    sentences: int
    bleu_before: float
    bleu_after: float
    bleu_low: float | None  # ends of the 95 % interval of the difference, by a paired bootstrap
    bleu_high: float | None
    bleu_signature: str
    chrf_before: float
    chrf_after: float
    perplexity_before: float
    perplexity_after: float


@dataclass(frozen=True)
class Ended(_Event):
    """The run has ended."""

    kind: ClassVar[str] = "end"
    step: int
    reason: str  # max_steps, max_epochs, max_minutes, patience or stopped


TrainerEvent = Progress | Skipped | Validated | Sample | CheckpointDue | Saved | Ended
Event = Started | Encoding | Resumed | Compared | TrainerEvent

_NEEDED = {
    "sample": ("source", "translation"),
    "compared": ("set", "sentences", "bleu_before", "bleu_after"),
}  # besides the step; earlier versions did not write all the others
_MOST_STEPS = 10**12


def is_sound(event: Mapping[str, Any]) -> bool:
    """Return whether a recorded event has what readers rely on, since its file may have been edited or damaged.

    Args:
        event: one line of the events, parsed.

    Returns:
        False if its kind is unknown, its step is not a number of steps, a needed field is missing, or a field is of
        another type than this version writes.
    """
    kind = event.get("event")
    declared = _FIELDS.get(kind) if isinstance(kind, str) else None
    if declared is None or any(name not in event for name in _NEEDED.get(str(kind), ())):
        return False
    step = event.get("step")
    if type(step) is not int or not 0 <= step <= _MOST_STEPS:
        return False
    fields = {**declared, "time": (float,)}
    return all(_fits(event[name], allowed) for name, allowed in fields.items() if name in event)


def _fits(value: Any, allowed: tuple[type, ...]) -> bool:
    if isinstance(value, bool):
        return bool in allowed
    if isinstance(value, int) and float in allowed:
        return abs(value) < 10**300
    return isinstance(value, list if allowed[0] is tuple else allowed)


def _field_types(event: type[_Event]) -> dict[str, tuple[type, ...]]:
    """Return the types that each field may have in JSON: a number that is not finite is written as null."""
    found: dict[str, tuple[type, ...]] = {}
    for name, hint in typing.get_type_hints(event).items():
        if typing.get_origin(hint) is ClassVar:
            continue
        options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (typing.get_origin(hint) or hint,)
        found[name] = (*options, types.NoneType) if float in options else options
    return found


_FIELDS = {event.kind: _field_types(event) for event in (Started, Resumed, Compared, *typing.get_args(TrainerEvent))}
