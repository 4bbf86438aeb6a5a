"""The loop: accumulation, exact resume, skipped steps, early stopping, and what its events say."""

import dataclasses
import json
import math
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from core.config import ModelConfig, TrainingConfig
from core.data.batching import Batch, BatchSampler, EncodedPairs, Epoch, FixedPairs, Position, encode_pairs
from core.data.corpus import ParallelText
from core.data.tasks import task
from core.data.tokenizer import Tokenizer
from core.errors import CoreError
from core.evaluation import token_scores
from core.model.dropout import Dropout, dropout_scale
from core.model.transformer import Transformer
from core.training import trainer as trainer_module
from core.training.events import CheckpointDue, Ended, Event, Progress, Sample, Skipped, Validated
from core.training.feed import StepData
from core.training.schedule import learning_rate
from core.training.trainer import Trainer, Validation

WIDTH = 14
QUIET = {"validate_every": 10_000, "checkpoint_every": 10_000, "report_every": 10_000}


@pytest.fixture(scope="module")
def text() -> ParallelText:
    return task("reverse").pairs(101, 1, split="train")


@pytest.fixture(scope="module")
def tokenizer(text: ParallelText) -> Tokenizer:
    return Tokenizer.train(text.source, 283)


@pytest.fixture(scope="module")
def pairs(text: ParallelText, tokenizer: Tokenizer) -> EncodedPairs:
    return encode_pairs(tokenizer, text, 64)


Make = Callable[..., Trainer]


@pytest.fixture
def make(pairs: EncodedPairs, text: ParallelText, tokenizer: Tokenizer) -> Make:
    """Trainers that differ only in what a test says."""

    def trainer(*, dropout: float = 0.0, validated: bool = False, **options: object) -> Trainer:
        values = {"max_steps": 7, "tokens_per_batch": 131, "warmup_steps": 5, **QUIET, **options}
        config = TrainingConfig(device="cpu", **values)
        torch.manual_seed(config.seed)
        model = Transformer(
            ModelConfig(
                vocab_size=283, d_model=WIDTH, num_layers=2, num_heads=7, d_ff=11, dropout=dropout, max_positions=97
            )
        )
        sampler = BatchSampler(FixedPairs(pairs), config.tokens_per_batch, config.seed)
        validation = Validation(text, pairs, tokenizer, "letters") if validated else None
        return Trainer(model, sampler, config, validation)

    return trainer


def data(batches: list[Batch]) -> StepData:
    """One step's, wherever it stands."""
    epoch = Epoch(0, None, [], None)
    return StepData(tuple(batches), sum(batch.tokens for batch in batches), Position(0, 0), epoch)


def weights(trainer: Trainer) -> dict[str, torch.Tensor]:
    return {name: tensor.detach().clone() for name, tensor in trainer.model.state_dict().items()}


def same(a: dict[str, torch.Tensor], b: dict[str, torch.Tensor]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def run(trainer: Trainer, stop: Callable[[], bool] = lambda: False) -> list[Event]:
    return list(trainer.train(stop))


# One step


def test_accumulation_equals_one_large_batch(pairs):
    # one trainer takes three batches a step, the other the same sentences as one batch; the batches differ in their
    # tokens, so a mean of means would differ
    # (Adam divides by the gradient's size: one of nought, such as that of a key's bias, needs a larger epsilon)
    config = TrainingConfig(warmup_steps=3, tokens_per_batch=64, device="cpu", adam_eps=1e-3, **QUIET)
    parts = [pairs.batch(np.arange(0, 5)), pairs.batch(np.arange(5, 7)), pairs.batch(np.arange(7, 23))]
    assert len({part.tokens for part in parts}) == 3
    results = []
    for batches in (parts, [pairs.batch(np.arange(23))]):
        torch.manual_seed(1)
        model = Transformer(ModelConfig(vocab_size=283, d_model=WIDTH, num_layers=2, num_heads=7, d_ff=11, dropout=0.0))
        trainer = Trainer(model, BatchSampler(FixedPairs(pairs), 64, 1), config)
        norm = trainer._step(data(batches), rate=1e-3)
        gradients = {name: parameter.grad.clone() for name, parameter in model.named_parameters()}
        results.append((norm, gradients, weights(trainer)))
    (norm, gradients, after), (one_norm, one_gradients, one_after) = results
    assert norm == pytest.approx(one_norm, rel=1e-5)
    for name, gradient in gradients.items():
        torch.testing.assert_close(gradient, one_gradients[name], rtol=1e-4, atol=1e-6)
    assert all((tensor - one_after[name]).abs().max() < 1e-6 for name, tensor in after.items())


def test_the_gradient_is_that_of_the_mean_over_the_windows_tokens(pairs):
    torch.manual_seed(1)
    model = Transformer(ModelConfig(vocab_size=283, d_model=WIDTH, num_layers=1, num_heads=7, d_ff=11, dropout=0.0))
    config = TrainingConfig(label_smoothing=0.2, device="cpu", **QUIET)
    trainer = Trainer(model, BatchSampler(FixedPairs(pairs), 64, 1), config)
    batch = pairs.batch(np.arange(11))
    model.zero_grad()
    loss = torch.nn.functional.cross_entropy(
        model(batch.source, batch.target_read).flatten(0, 1),
        batch.target_predicted.flatten(),
        ignore_index=0,
        label_smoothing=0.2,
    )
    loss.backward()
    expected = {name: parameter.grad.clone() for name, parameter in model.named_parameters()}
    trainer._step(data([batch]), rate=1e-9)
    for name, parameter in model.named_parameters():
        torch.testing.assert_close(parameter.grad, expected[name], rtol=1e-4, atol=1e-6)


def test_a_step_is_adams_with_the_rate_of_equation_3(make, pairs):
    trainer, other = make(max_steps=3, rate_factor=0.5, adam_eps=1e-3), make()
    optimizer = torch.optim.Adam(other.model.parameters(), betas=(0.9, 0.98), eps=1e-3)
    sampler = BatchSampler(FixedPairs(pairs), 131, 1)
    run(trainer)
    for step in (1, 2, 3):
        batch = sampler.next()
        for group in optimizer.param_groups:
            group["lr"] = 0.5 * WIDTH**-0.5 * min(step**-0.5, step * 5**-1.5)
        logits = other.model(batch.source, batch.target_read).flatten(0, 1)
        targets = batch.target_predicted.flatten()
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(logits, targets, ignore_index=0, label_smoothing=0.1).backward()
        optimizer.step()
    for name, tensor in weights(other).items():
        torch.testing.assert_close(trainer.model.state_dict()[name], tensor, rtol=1e-4, atol=1e-6)


def test_clipping_bounds_the_gradient_and_reports_its_norm_before(make, pairs):
    trainer = make(clip_norm=0.125)
    norm = trainer._step(data([pairs.batch(np.arange(13))]), rate=1e-3)
    clipped = math.sqrt(sum(float(p.grad.double().square().sum()) for p in trainer.model.parameters()))
    assert norm > 0.25
    assert clipped == pytest.approx(0.125, rel=1e-3)


def test_loss_falls_on_a_task_that_can_be_learnt(make):
    events = run(make(max_steps=60, report_every=20, rate_factor=0.3, warmup_steps=20))
    losses = [event.loss for event in events if isinstance(event, Progress)]
    assert len(losses) == 3
    assert losses[-1] < losses[0] - 0.5


def test_bfloat16_trains_float32_weights(make):
    trainer = make(precision="bfloat16", max_steps=3)
    before = weights(trainer)
    run(trainer)
    assert {tensor.dtype for tensor in weights(trainer).values()} == {torch.float32}
    assert not same(before, weights(trainer))


# Seeds and resumption


def test_the_same_seed_gives_the_same_weights_and_another_seed_others(make):
    first, again, other = make(dropout=0.3), make(dropout=0.3), make(dropout=0.3, seed=2)
    results = []
    for trainer in (first, again, other):
        torch.manual_seed(trainer._config.seed)
        run(trainer)
        results.append(weights(trainer))
    assert same(results[0], results[1])
    assert not same(results[0], results[2])


@pytest.mark.parametrize("accumulate", [1, 3])
def test_a_resumed_run_ends_with_bit_identical_weights(make, tmp_path, accumulate):
    options = {"dropout": 0.3, "accumulate": accumulate, "validated": True, "validate_every": 5, "clip_norm": 0.5}
    whole = make(max_steps=22, **options)
    torch.manual_seed(11)
    run(whole)
    half = make(max_steps=11, **options)
    torch.manual_seed(11)
    run(half)
    half.save(tmp_path / "step-11")
    resumed = make(max_steps=22, seed=1, **options)
    torch.manual_seed(999)  # a new process stands anywhere
    resumed.restore(tmp_path / "step-11")
    assert resumed.standing.position == half.standing.position
    assert resumed.standing.position.epoch >= 1 or accumulate == 1
    run(resumed)
    assert same(weights(whole), weights(resumed))
    for p, q in zip(whole.model.parameters(), resumed.model.parameters(), strict=True):
        ours, theirs = whole._optimizer.state[p], resumed._optimizer.state[q]
        assert ours.keys() == theirs.keys()
        assert all(torch.equal(ours[key], theirs[key]) for key in ours)
    assert (whole.standing.step, whole.standing.position) == (resumed.standing.step, resumed.standing.position)
    assert whole.standing.best_loss == resumed.standing.best_loss


def test_saving_changes_nothing(make, tmp_path):
    saving, plain = make(dropout=0.3, max_steps=6, checkpoint_every=2), make(dropout=0.3, max_steps=6)
    for trainer in (saving, plain):
        torch.manual_seed(5)
        for event in trainer.train():
            if isinstance(event, CheckpointDue):
                trainer.save(tmp_path / f"step-{event.step}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["step-2", "step-4", "step-6"]
    assert same(weights(saving), weights(plain))


def test_validation_changes_no_weight(make):
    validating, plain = make(dropout=0.3, validated=True, validate_every=2), make(dropout=0.3)
    for trainer in (validating, plain):
        torch.manual_seed(5)
        run(trainer)
    assert same(weights(validating), weights(plain))
    assert validating.model.training


@pytest.mark.parametrize("spoilt", ["model.safetensors", "optimizer.safetensors", "standing.json"])
def test_an_incomplete_checkpoint_is_refused(make, tmp_path, spoilt):
    trainer = make(max_steps=1)
    run(trainer)
    trainer.save(tmp_path / "step-1")
    (tmp_path / "step-1" / spoilt).write_bytes(b"torn")
    with pytest.raises(CoreError, match="step-1"):
        make().restore(tmp_path / "step-1")


@pytest.mark.parametrize("content", ["[]", "{}", '{"step": 1, "unknown": 2, "position": [0, 1]}', '{"position": 3}'])
def test_a_standing_of_another_shape_is_refused(make, tmp_path, content):
    trainer = make(max_steps=1)
    run(trainer)
    trainer.save(tmp_path / "step-1")
    (tmp_path / "step-1" / "standing.json").write_text(content)
    with pytest.raises(CoreError, match="step-1"):
        make().restore(tmp_path / "step-1")


def test_a_position_beyond_the_data_is_refused(make, tmp_path):
    # the files have shrunk since: an exact resume is impossible, and the run must say so
    trainer = make(max_steps=1)
    run(trainer)
    trainer.save(tmp_path / "step-1")
    path = tmp_path / "step-1" / "standing.json"
    standing = json.loads(path.read_text())
    path.write_text(json.dumps({**standing, "position": [0, 10_007]}))
    resumed = make()
    with pytest.raises(CoreError):
        resumed.restore(tmp_path / "step-1")
        run(resumed)


# Steps that are not finite


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
    for event in trainer.train(lambda: bool(trainer.standing.step == 3 and before.update(weights(trainer)))):
        events.append(event)
    assert same(before, weights(trainer))
    assert [(type(event), event.step) for event in events] == [(Skipped, 4), (Ended, 4)]
    assert events[0].skipped == trainer.standing.skipped == 1
    assert events[0].gradient_norm in ("inf", "nan")
    moments = [state["exp_avg"] for state in trainer._optimizer.state.values()]
    assert all(bool(torch.isfinite(moment).all()) for moment in moments)


def test_a_step_is_skipped_whole_when_one_of_its_batches_is_not_finite(make, monkeypatch):
    poisoned(monkeypatch, 2, math.inf)
    trainer = make(max_steps=1, accumulate=3)
    before = weights(trainer)
    assert isinstance(run(trainer)[0], Skipped)
    assert same(before, weights(trainer))


def test_training_goes_on_after_a_skipped_step(make, monkeypatch):
    poisoned(monkeypatch, 3, math.nan)
    trainer = make(max_steps=6, report_every=2)
    events = run(trainer)
    progress = [event for event in events if isinstance(event, Progress)]
    assert [event.skipped for event in progress] == [0, 1, 1]
    assert all(math.isfinite(event.loss) and math.isfinite(event.gradient_norm) for event in progress)


def test_a_rate_beyond_all_reason_leads_to_skipped_steps_and_finite_weights(make):
    trainer = make(max_steps=23, rate_factor=1e3, warmup_steps=1, adam_eps=1e-16)
    for parameter in trainer.model.parameters():
        torch.nn.init.normal_(parameter, std=1e18)
    events = run(trainer)
    assert sum(isinstance(event, Skipped) for event in events) == trainer.standing.skipped > 0
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
    assert 0.0 not in reported  # a loss of nothing is not nought
    assert sum(isinstance(event, Skipped) for event in events) == 4


# What is said


def test_the_learning_rate_that_is_reported_is_equation_3(make):
    events = run(make(max_steps=13, report_every=1, rate_factor=0.75))
    for event in (event for event in events if isinstance(event, Progress)):
        assert event.learning_rate == learning_rate(event.step, WIDTH, 5, 0.75)
        assert event.learning_rate == pytest.approx(0.75 * WIDTH**-0.5 * min(event.step**-0.5, event.step * 5**-1.5))


def test_progress_says_what_happened(make, pairs):
    trainer = make(max_steps=30, report_every=10)
    events = [event for event in run(trainer) if isinstance(event, Progress)]
    assert [event.step for event in events] == [10, 20, 30]
    batches = BatchSampler(FixedPairs(pairs), 131, 1).batches_per_epoch
    epochs = [event.epoch for event in events]
    assert epochs[0] == pytest.approx(10 / batches)
    assert epochs == sorted(epochs)
    for event in events:
        assert 0 < event.loss < 10
        assert 0 < event.plain_loss < 10
        assert event.gradient_norm > 0
        assert event.tokens_per_second > 0
        assert 0 <= event.padding < 0.5
        assert event.skipped == 0
    assert [event.seconds for event in events] == sorted(event.seconds for event in events)
    assert events[-1].seconds == trainer.standing.seconds


def test_the_plain_loss_of_the_first_step_is_that_of_the_untrained_model(make, pairs):
    trainer = make(max_steps=1, report_every=1)
    batch = BatchSampler(FixedPairs(pairs), 131, 1).next()
    with torch.inference_mode():
        logits = trainer.model(batch.source, batch.target_read).flatten(0, 1)
    expected = torch.nn.functional.cross_entropy(logits, batch.target_predicted.flatten(), ignore_index=0)
    progress = run(trainer)[0]
    assert progress.plain_loss == pytest.approx(expected.item(), rel=1e-5)


def test_validation_says_loss_perplexity_accuracy_bleu_and_samples(make, pairs, text):
    trainer = make(validated=True, max_steps=3, validate_every=3, validation_sentences=5, sample_sentences=2)
    events = run(trainer)
    validated = next(event for event in events if isinstance(event, Validated))
    scores = token_scores(trainer.model, pairs, label_smoothing=0.1)  # the settings' own
    assert (validated.loss, validated.smoothed_loss, validated.accuracy) == scores
    assert validated.smoothed_loss != validated.loss
    assert validated.perplexity == pytest.approx(math.exp(scores.loss))
    assert 0 <= validated.bleu <= 100
    assert "tok:13a" in validated.bleu_signature
    samples = [event for event in events if isinstance(event, Sample)]
    assert [(s.index, s.source, s.reference) for s in samples] == [
        (n, text.source[n], text.target[n]) for n in range(2)
    ]


def test_without_sentences_to_translate_there_is_no_bleu(make):
    events = run(make(validated=True, max_steps=1, validate_every=1, validation_sentences=0, sample_sentences=0))
    validated = next(event for event in events if isinstance(event, Validated))
    assert (validated.bleu, validated.bleu_signature) == (None, None)
    assert not any(isinstance(event, Sample) for event in events)


def test_every_event_is_one_line_of_json_that_begins_with_its_kind(make):
    events = run(make(validated=True, validate_every=2, report_every=2, checkpoint_every=3))
    assert {type(event) for event in events} == {Progress, Validated, Sample, CheckpointDue, Ended}
    for event in events:
        values = json.loads(json.dumps(event.to_dict(), allow_nan=False))
        assert next(iter(values)) == "event"
        assert {name: values[name] for name in values if name != "event"} == dataclasses.asdict(event)


def test_events_come_at_their_steps(make):
    events = run(make(validated=True, max_steps=12, validate_every=4, report_every=3, checkpoint_every=5))
    steps = {
        kind: [event.step for event in events if isinstance(event, kind)]
        for kind in (Progress, Validated, CheckpointDue, Ended)
    }
    assert steps == {Progress: [3, 6, 9, 12], Validated: [4, 8, 12], CheckpointDue: [5, 10], Ended: [12]}


# When it ends


def test_training_ends_at_the_last_step(make):
    trainer = make(max_steps=5)
    assert run(trainer)[-1] == Ended(5, "max_steps")
    assert run(trainer) == [Ended(5, "max_steps")]


def test_training_ends_after_the_last_epoch(make, pairs):
    batches = BatchSampler(FixedPairs(pairs), 131, 1)
    first, second = batches.batches_per_epoch, None
    for _ in range(first):
        batches.next()
    second = batches.batches_per_epoch
    assert run(make(max_steps=10_000, max_epochs=2))[-1] == Ended(first + second, "max_epochs")


def test_training_ends_when_its_minutes_are_over_and_a_resume_counts_on(make, tmp_path):
    trainer = make(max_steps=10_000, max_minutes=30.0)
    trainer.standing.elapsed = 1799.0
    events = run(trainer, lambda: trainer.standing.step >= 2)
    assert events[-1] == Ended(2, "stopped") and trainer.standing.elapsed > 1799.0
    trainer.standing.elapsed = 1800.0
    trainer.save(tmp_path / "step-2")
    resumed = make(max_steps=10_000, max_minutes=30.0)
    resumed.restore(tmp_path / "step-2")
    assert run(resumed) == [Ended(2, "max_minutes")]
    longer = make(max_steps=3, max_minutes=31.0)
    longer.restore(tmp_path / "step-2")
    assert run(longer)[-1] == Ended(3, "max_steps")


def test_validations_and_all_else_between_the_steps_count_as_minutes(make):
    trainer = make(max_steps=10_000, max_minutes=0.01, checkpoint_every=1)
    steps = []
    for event in trainer.train():
        if isinstance(event, CheckpointDue):
            steps.append(event.step)
            time.sleep(0.7)  # who saves takes longer than the run has
    assert steps == [1] and event == Ended(1, "max_minutes")


def test_a_stop_ends_training_at_the_next_step(make):
    trainer = make(max_steps=10_000)
    assert run(trainer, lambda: trainer.standing.step >= 4)[-1] == Ended(4, "stopped")


def test_patience_counts_validations_without_a_better_loss(make, monkeypatch):
    losses = iter([5.0, 4.0, 4.5, 4.0, 3.0, 3.5, 3.25, 3.0, 1.0])
    monkeypatch.setattr(trainer_module, "token_scores", lambda *_, **__: trainer_module_score(next(losses)))
    trainer = make(validated=True, max_steps=10_000, validate_every=2, patience=3, validation_sentences=0)
    events = run(trainer)
    best = [event.best for event in events if isinstance(event, Validated)]
    assert best == [True, True, False, False, True, False, False, False]
    assert events[-1] == Ended(16, "patience")
    assert trainer.standing.best_loss == 3.0


def test_a_loss_that_is_no_number_is_not_the_best_for_ever(make, monkeypatch):
    losses = iter([5.0, math.nan, 4.0, 4.5])
    monkeypatch.setattr(trainer_module, "token_scores", lambda *_, **__: trainer_module_score(next(losses)))
    trainer = make(validated=True, max_steps=8, validate_every=2, validation_sentences=0)
    assert [event.best for event in run(trainer) if isinstance(event, Validated)] == [True, False, True, False]
    assert trainer.standing.best_loss == 4.0


def trainer_module_score(loss: float) -> object:
    from core.evaluation import TokenScore

    return TokenScore(loss, loss, 0.5)


# Dropout


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5, 0.95])
def test_dropout_honours_its_rate_and_keeps_the_mean(rate):
    torch.manual_seed(3)
    scale = dropout_scale(torch.empty(1009, 997), rate)
    dropped = (scale == 0).double().mean().item()
    deviation = math.sqrt(rate * (1 - rate) / scale.numel())
    assert abs(dropped - rate) < 5 * deviation + 1 / 65_536
    assert scale.double().mean().item() == pytest.approx(1.0, abs=5 * deviation / (1 - rate))
    assert scale.unique().tolist() == pytest.approx([0.0, 1 / (1 - rate)], rel=2e-3)


def test_the_four_elements_that_share_a_number_are_dropped_independently():
    torch.manual_seed(3)
    rate, count = 0.3, 400_000
    lanes = (dropout_scale(torch.empty(count, 4), rate) == 0).double()  # [count, 4]
    centred = lanes - lanes.mean(dim=0)
    covariance = centred.T @ centred / count
    variance = rate * (1 - rate)
    bound = 5 * variance / math.sqrt(count)
    assert (lanes.mean(dim=0) - rate).abs().max() < 5 * math.sqrt(variance / count)
    assert (covariance - variance * torch.eye(4, dtype=torch.float64)).abs().max() < bound * 2
    following = (centred[:-1].T @ centred[1:] / count).abs().max()  # one number and the next
    assert following < bound


def test_all_four_dropped_at_once_is_as_frequent_as_chance_says():
    torch.manual_seed(7)
    patterns = (dropout_scale(torch.empty(400_000, 4), 0.5) == 0).long() @ torch.tensor([1, 2, 4, 8])
    shares = patterns.bincount(minlength=16) / len(patterns)
    assert (shares - 1 / 16).abs().max() < 5 * math.sqrt(1 / 16 * 15 / 16 / len(patterns))


@pytest.mark.parametrize("shape", [(1,), (3,), (5, 7), (2, 3, 11), (0,), (4, 0)])
def test_dropout_takes_any_shape(shape):
    assert dropout_scale(torch.empty(shape), 0.5).shape == shape


def test_the_same_seed_drops_the_same_elements():
    module, states = Dropout(0.4), torch.randn(13, 17)
    masks = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        masks.append(module(states))
    assert torch.equal(masks[0], masks[1])
    assert not torch.equal(masks[0], masks[2])


def test_two_calls_drop_different_elements():
    module, states = Dropout(0.4), torch.ones(13, 17)
    assert not torch.equal(module(states), module(states))


def test_dropout_is_the_identity_in_eval_mode_and_at_rate_zero():
    states = torch.randn(5, 7)
    assert Dropout(0.4).eval()(states) is states
    assert Dropout(0.0)(states) is states


def test_gradients_pass_where_the_element_was_kept():
    torch.manual_seed(1)
    states = torch.ones(29, 31, requires_grad=True)
    output = Dropout(0.25)(states)
    output.sum().backward()
    assert torch.equal(states.grad, output.detach())


def test_a_checkpoint_holds_what_the_run_folder_promises(make, tmp_path: Path):
    trainer = make(max_steps=2)
    run(trainer)
    trainer.save(tmp_path / "step-2")
    assert sorted(path.name for path in (tmp_path / "step-2").iterdir()) == [
        "model.safetensors",
        "optimizer.safetensors",
        "standing.json",
    ]
