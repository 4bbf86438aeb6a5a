"""Helpers for tests of the loop: its width, quiet options, one call of it, and its weights."""

from collections.abc import Callable

import torch

from core.training.events import Event
from core.training.trainer import Trainer

WIDTH = 14
QUIET = {"validate_every": 10_000, "checkpoint_every": 10_000, "report_every": 10_000}


def weights(trainer: Trainer) -> dict[str, torch.Tensor]:
    return {name: tensor.detach().clone() for name, tensor in trainer.model.state_dict().items()}


def same(a: dict[str, torch.Tensor], b: dict[str, torch.Tensor]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def run(trainer: Trainer, stop: Callable[[], bool] = lambda: False) -> list[Event]:
    return list(trainer.train(stop))
