"""The events of a training run: one small record each, and as one line of JSON."""

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class _Event:
    kind: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a line of JSON, the kind first."""
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
    blank_pairs: int = 0  # left out, because a side was blank; told at the first start
    long_pairs: int = 0  # left out, because a side had more than max_tokens


@dataclass(frozen=True)
class Encoding(_Event):
    """The training text is being encoded; reported meanwhile, and not recorded."""

    kind: ClassVar[str] = "encoding"
    pairs: int  # encoded so far
    total: int


@dataclass(frozen=True)
class Resumed(_Event):
    """The run is resumed from a checkpoint; events of later steps written before this one are superseded."""

    kind: ClassVar[str] = "resume"
    step: int
    damaged: tuple[str, ...] = ()  # newer checkpoints that could not be read and were set aside


@dataclass(frozen=True)
class Progress(_Event):
    """Means over the steps since the last such event."""

    kind: ClassVar[str] = "progress"
    step: int
    epoch: float  # passes over the data so far
    loss: float  # label-smoothed, nats a target token
    plain_loss: float  # without smoothing, nats a target token
    learning_rate: float  # of the last step
    gradient_norm: float  # before clipping
    tokens_per_second: float  # target tokens, padding not counted
    padding: float  # share of positions in the epoch at hand
    skipped: int  # steps left out so far because they were not finite
    seconds: float  # of training so far, over all resumptions


@dataclass(frozen=True)
class Skipped(_Event):
    """A step was not taken, because its loss or gradient was not finite."""

    kind: ClassVar[str] = "skipped"
    step: int
    gradient_norm: str  # inf or nan, which JSON has no number for
    skipped: int  # such steps so far


@dataclass(frozen=True)
class Validated(_Event):
    """Scores on the validation pairs."""

    kind: ClassVar[str] = "validation"
    step: int
    loss: float  # without smoothing, nats a target token
    smoothed_loss: float  # with label smoothing, as in training
    perplexity: float
    accuracy: float  # share of target tokens that are the most probable one
    bleu: float | None  # greedy, on the first validation sentences
    bleu_signature: str | None
    best: bool  # the lowest validation loss so far


@dataclass(frozen=True)
class Sample(_Event):
    """One validation sentence and its translation now."""

    kind: ClassVar[str] = "sample"
    step: int
    index: int
    source: str
    reference: str
    translation: str


@dataclass(frozen=True)
class CheckpointDue(_Event):
    """The configuration asks for a checkpoint now; whoever runs the trainer saves it."""

    kind: ClassVar[str] = "checkpoint_due"
    step: int


@dataclass(frozen=True)
class Saved(_Event):
    """A checkpoint from which the run can be resumed."""

    kind: ClassVar[str] = "checkpoint"
    step: int
    folder: str


@dataclass(frozen=True)
class Ended(_Event):
    """The run is over."""

    kind: ClassVar[str] = "end"
    step: int
    reason: str  # max_steps, max_epochs, max_minutes, patience or stopped


Event = Started | Encoding | Resumed | Progress | Skipped | Validated | Sample | CheckpointDue | Saved | Ended
