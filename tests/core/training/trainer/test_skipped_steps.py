"""Steps that are not finite: skipped whole, counted, and never part of a reported loss."""

import math

import pytest
import torch

from core.training import trainer as trainer_module
from core.training.events import Ended, Progress, Skipped
from tests.core.training.trainer.loop import run, same, weights


def poisoned(monkeypatch: pytest.MonkeyPatch, at: int, value: float) -> None:
    """The loss of the batch number `at` (from 1) becomes `value`."""
    real, calls = trainer_module.smoothed_cross_entropy, iter(range(1, 10_000))

    def loss(*arguments: object) -> object:
        sums = real(*arguments)
        return sums._replace(smoothed=sums.smoothed * value) if next(calls) == at else sums

    monkeypatch.setattr(trainer_module, "smoothed_cross_entropy", loss)


@pytest.mark.parametrize("value", [math.inf, math.nan])
def test_a_step_that_is_not_finite_is_skipped_and_counted(make, monkeypatch, value):
    poisoned(monkeypatch, 4, value)
    trainer = make(max_steps=4)
    before: dict[str, torch.Tensor] = {}
    events = []
    for event in trainer.train(lambda: bool(trainer.state.step == 3 and before.update(weights(trainer)))):
        events.append(event)
    assert same(before, weights(trainer))
    assert [(type(event), event.step) for event in events] == [(Skipped, 4), (Ended, 4)]
    assert events[0].skipped == trainer.state.skipped == 1
    assert events[0].gradient_norm in ("inf", "nan")
    moments = [state["exp_avg"] for state in trainer._optimizer.state.values()]
    assert all(bool(torch.isfinite(moment).all()) for moment in moments)


def test_step_with_one_nonfinite_batch_is_skipped_whole(make, monkeypatch):
    poisoned(monkeypatch, 2, math.inf)
    trainer = make(max_steps=1, accumulate=3)
    before = weights(trainer)
    assert isinstance(run(trainer)[0], Skipped)
    assert same(before, weights(trainer))


def test_training_continues_after_a_skipped_step(make, monkeypatch):
    poisoned(monkeypatch, 3, math.nan)
    trainer = make(max_steps=6, report_every=2)
    events = run(trainer)
    progress = [event for event in events if isinstance(event, Progress)]
    assert [event.skipped for event in progress] == [0, 1, 1]
    assert all(math.isfinite(event.loss) and math.isfinite(event.gradient_norm) for event in progress)


def test_extreme_rate_skips_steps_and_keeps_weights_finite(make):
    trainer = make(max_steps=23, rate_factor=1e3, warmup_steps=1, adam_eps=1e-16)
    for parameter in trainer.model.parameters():
        torch.nn.init.normal_(parameter, std=1e18)
    events = run(trainer)
    assert sum(isinstance(event, Skipped) for event in events) == trainer.state.skipped > 0
    assert all(bool(torch.isfinite(tensor).all()) for tensor in weights(trainer).values())


def test_no_loss_is_reported_for_a_window_without_a_step(make, monkeypatch):
    monkeypatch.setattr(
        trainer_module,
        "smoothed_cross_entropy",
        (lambda real: lambda *a: (s := real(*a))._replace(smoothed=s.smoothed * math.nan))(
            trainer_module.smoothed_cross_entropy
        ),
    )
    events = run(make(max_steps=4, report_every=2))
    reported = [event.loss for event in events if isinstance(event, Progress)]
    assert reported == []  # a loss of nothing is not nought
    assert sum(isinstance(event, Skipped) for event in events) == 4
