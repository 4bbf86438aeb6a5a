"""Helpers for tests of whole runs: a run of eight steps, ways to end it early, and its results."""

from collections.abc import Callable
from pathlib import Path

import torch
from safetensors.torch import load_file

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.training.events import Event, Progress
from core.training.run import Run, RunConfig

MODEL = {"vocab_size": 283, "d_model": 14, "num_layers": 1, "num_heads": 7, "d_ff": 11, "dropout": 0.2}
TRAINING = {
    "max_steps": 8,
    "tokens_per_batch": 131,
    "warmup_steps": 5,
    "report_every": 1,
    "device": "cpu",
    "seed": 3,
    "validate_every": 4,
    "checkpoint_every": 4,
    "validation_sentences": 3,
    "sample_sentences": 1,
    "snapshot_sentences": 0,
}


def created(folder: Path, *, data: dict[str, object] | None = None, **training: object) -> Run:
    run = Run(folder)
    chosen = data or {"task": "copy", "task_pairs": 61, "valid_pairs": 5}
    run.create(RunConfig(ModelConfig(**MODEL), DataConfig(**chosen), TrainingConfig(**{**TRAINING, **training})))
    return run


def weights(run: Run, step: int) -> dict[str, torch.Tensor]:
    return load_file(run.folder / "checkpoints" / f"step-{step}" / "model.safetensors")


def same_weights(a: dict[str, torch.Tensor], b: dict[str, torch.Tensor]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def steps(run: Run, kind: str) -> list[int]:
    return [event["step"] for event in run.events() if event["event"] == kind]


def at_step(step: int, act: Callable[[], None]) -> Callable[[Event], None]:
    """Return a listener that acts when a step is reported."""

    def notify(event: Event) -> None:
        if isinstance(event, Progress) and event.step == step:
            act()

    return notify


class Killed(BaseException):
    """The process dies here."""


def die() -> None:
    raise Killed
