"""End of the loop: last step or epoch, time limit, stop request, or no patience left."""

import math
from types import SimpleNamespace

from core.data.batching import BatchSampler, FixedPairs
from core.evaluation.scores import TokenScore
from core.training import trainer as trainer_module
from core.training.events import CheckpointDue, Ended, Sample, Validated
from tests.core.training.trainer.loop import run


def test_training_ends_at_the_last_step(make):
    trainer = make(max_steps=5)
    assert run(trainer)[-1] == Ended(5, "max_steps")
    assert run(trainer) == [Ended(5, "max_steps")]


def test_training_ends_after_the_last_epoch(make, pairs):
    batches = BatchSampler(FixedPairs(pairs), 131, 1)
    first = batches.batches_per_epoch
    for _ in range(first):
        batches.next()
    second = batches.batches_per_epoch
    assert run(make(max_steps=10_000, max_epochs=2))[-1] == Ended(first + second, "max_epochs")


def test_training_ends_at_its_time_limit_across_resumes(make, tmp_path):
    trainer = make(max_steps=10_000, max_minutes=30.0)
    trainer.state.elapsed = 1700.0  # a stall of a busy machine does not reach the limit
    events = run(trainer, lambda: trainer.state.step >= 2)
    assert events[-1] == Ended(2, "stopped") and trainer.state.elapsed > 1700.0
    trainer.state.elapsed = 1800.0
    trainer.save(tmp_path / "step-2")
    resumed = make(max_steps=10_000, max_minutes=30.0)
    resumed.restore(tmp_path / "step-2")
    assert run(resumed) == [Ended(2, "max_minutes")]
    longer = make(max_steps=3, max_minutes=31.0)
    longer.restore(tmp_path / "step-2")
    assert run(longer)[-1] == Ended(3, "max_steps")


def test_time_limit_includes_saving(make, monkeypatch):
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(trainer_module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    trainer = make(max_steps=10_000, max_minutes=0.01, checkpoint_every=1)
    steps = []
    for event in trainer.train():
        if isinstance(event, CheckpointDue):
            steps.append(event.step)
            clock.now += 0.7  # longer than the run may take
    assert steps == [1] and event == Ended(1, "max_minutes")


def test_a_stop_ends_training_at_the_next_step(make):
    trainer = make(max_steps=10_000)
    assert run(trainer, lambda: trainer.state.step >= 4)[-1] == Ended(4, "stopped")


def test_patience_counts_validations_without_a_better_loss(make, monkeypatch):
    losses = iter([5.0, 4.0, 4.5, 4.0, 3.0, 3.5, 3.25, 3.0, 1.0])
    monkeypatch.setattr(trainer_module, "token_scores", lambda *_, **__: score(next(losses)))
    trainer = make(validated=True, max_steps=10_000, validate_every=2, patience=3, validation_sentences=0)
    events = run(trainer)
    best = [event.best for event in events if isinstance(event, Validated)]
    assert best == [True, True, False, False, True, False, False, False]
    assert events[-1] == Ended(16, "patience")
    assert trainer.state.best_loss == 3.0


def test_nan_loss_is_not_kept_as_best(make, monkeypatch):
    losses = iter([5.0, math.nan, 4.0, 4.5])
    monkeypatch.setattr(trainer_module, "token_scores", lambda *_, **__: score(next(losses)))
    trainer = make(validated=True, max_steps=8, validate_every=2, validation_sentences=0)
    assert [event.best for event in run(trainer) if isinstance(event, Validated)] == [True, False, True, False]
    assert trainer.state.best_loss == 4.0


def test_last_step_is_validated(make):
    """A run of 60 steps that validated every 250 ended without a score, a sample or a snapshot."""
    events = run(make(validated=True, max_steps=5, validate_every=3))
    assert [type(event) for event in events[-6:-1]] == [CheckpointDue, Sample, Sample, Sample, Validated]
    assert [event.step for event in events if isinstance(event, Validated)] == [3, 5]


def test_stopped_step_is_validated_without_counting(make):
    trainer = make(validated=True, max_steps=10_000)
    events = run(trainer, lambda: trainer.state.step >= 2)
    assert [(event.step, event.best) for event in events if isinstance(event, Validated)] == [(2, False)]
    assert trainer.state.best_loss == math.inf and trainer.state.validations_since_best == 0


def test_interrupted_training_ends_without_validation(make):
    trainer = make(validated=True, max_steps=10_000)
    events = list(trainer.train(lambda: trainer.state.step >= 2, lambda: True))
    assert events == [Ended(2, "stopped")]


def test_training_without_a_step_is_not_validated(make):
    assert run(make(validated=True), lambda: True) == [Ended(0, "stopped")]


def score(loss: float) -> TokenScore:
    return TokenScore(loss, loss, 0.5)
