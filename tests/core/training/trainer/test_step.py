"""One step of the loop: accumulation, gradient, rate, and that steps train a model."""

import math

import numpy as np
import pytest
import torch

from core.config import ModelConfig, TrainingConfig
from core.data.batching import Batch, BatchSampler, Epoch, FixedPairs, Position
from core.model.transformer import Transformer
from core.training.events import Progress
from core.training.feed import StepData
from core.training.trainer import Trainer
from tests.core.training.trainer.loop import QUIET, WIDTH, run, same, weights


def data(batches: list[Batch]) -> StepData:
    """Return the data of one step at an arbitrary position."""
    epoch = Epoch(0, None, [], None)
    return StepData(tuple(batches), sum(batch.tokens for batch in batches), Position(0, 0), epoch)


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


def test_gradient_is_mean_over_tokens_of_the_window(pairs):
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


def test_weight_decay_shrinks_each_weight_by_its_share(make, pairs):
    before, after = {}, {}
    for decay in (0.0, 0.5):
        trainer = make(weight_decay=decay)
        before = weights(trainer)
        trainer._step(data([pairs.batch(np.arange(9))]), rate=1e-2)
        after[decay] = weights(trainer)
    for name, weight in before.items():
        torch.testing.assert_close(after[0.0][name] - after[0.5][name], 0.5 * 1e-2 * weight, atol=1e-6, rtol=1e-3)


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
