"""Training feed: the same batches in the same order, with and without prefetching."""

import dataclasses
import threading
import time

import numpy as np
import pytest
import torch

from core.config import ModelConfig, TrainingConfig
from core.data.batching import BatchSampler, EncodedPairs, FixedPairs, Position, encode_pairs
from core.data.tasks import task
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.model.transformer import Transformer
from core.training.events import Progress
from core.training.feed import Feed, prefetch
from core.training.processes import ALONE, Processes
from core.training.trainer import Trainer

CPU = torch.device("cpu")
AHEAD = pytest.mark.parametrize("ahead", [0, 1, 5])
BUDGET = 131


@pytest.fixture(scope="module")
def pairs() -> EncodedPairs:
    text = task("reverse").pairs(101, 1, split="train")
    return encode_pairs(Vocabularies.joint(Tokenizer.train(text.source, 283)), text, 64)


def sampler(pairs: EncodedPairs) -> BatchSampler:
    return BatchSampler(FixedPairs(pairs), BUDGET, 7)


def trainer(pairs: EncodedPairs, ahead: int, **options: object) -> Trainer:
    config = TrainingConfig(
        max_steps=11, tokens_per_batch=BUDGET, warmup_steps=5, report_every=1, device="cpu", checkpoint_every=1000
    )
    torch.manual_seed(1)
    model = ModelConfig(vocab_size=283, d_model=14, num_layers=1, num_heads=7, d_ff=11, dropout=0.3, max_positions=97)
    return Trainer(Transformer(model), sampler(pairs), dataclasses.replace(config, **options), ahead=ahead)


def threads() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("feed")}


def weights(one: Trainer) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in one.model.state_dict().items()}


# Making ahead


@AHEAD
def test_results_keep_the_order_of_the_calls(ahead):
    numbers = iter(range(1000))
    with prefetch(lambda: next(numbers), ahead) as next_one:
        assert [next_one() for _ in range(37)] == list(range(37))


def test_prefetch_runs_the_requested_number_ahead():
    made: list[int] = []
    with prefetch(lambda: made.append(len(made)), 3) as next_one:
        next_one()
        deadline = time.monotonic() + 60
        while len(made) < 4 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(made) == 4  # the one that was taken, and three more


@AHEAD
def test_error_reaches_its_own_call_unchanged(ahead):
    error, numbers = CoreError("data.test", "the file has gone"), iter(range(3))

    def make() -> int:
        for number in numbers:
            return number
        raise error

    with pytest.raises(CoreError) as raised, prefetch(make, ahead) as next_one:
        assert [next_one() for _ in range(3)] == [0, 1, 2]
        next_one()
    assert raised.value is error
    assert not threads()


def test_thread_ends_with_context_after_callers_error():
    with pytest.raises(ZeroDivisionError), prefetch(lambda: 1, 2):
        assert threads()
        raise ZeroDivisionError
    assert not threads()


# The data of a step


@AHEAD
@pytest.mark.parametrize("accumulate", [1, 3])
def test_step_gets_next_batches_and_sampler_state(pairs, ahead, accumulate):
    plain = sampler(pairs)
    with Feed(sampler(pairs), accumulate, ALONE, CPU, ahead).begin(Position(0, 0)) as next_data:
        for _ in range(2 * plain.batches_per_epoch):  # into later epochs
            data = next_data()
            expected = [plain.next() for _ in range(accumulate)]
            assert [b.source.tolist() for b in data.batches] == [b.source.tolist() for b in expected]
            assert data.tokens == sum(batch.tokens for batch in expected)
            assert data.position == plain.position
            assert (data.epoch.number, len(data.epoch.batches)) == (plain.epoch.number, plain.batches_per_epoch)
            assert data.epoch.padding_share == plain.epoch.padding_share


def test_a_process_gets_its_share_and_the_tokens_of_all(pairs):
    whole = sampler(pairs).next()
    for rank in range(3):
        with Feed(sampler(pairs), 1, Processes(rank, 3), CPU, 2).begin(Position(0, 0)) as next_data:
            data = next_data()
        assert data.tokens == whole.tokens
        assert data.batches[0].source.tolist() == whole.source[rank::3].tolist()


@AHEAD
def test_feed_begins_at_given_state_despite_prefetch(pairs, ahead):
    feed = Feed(sampler(pairs), 1, ALONE, CPU, ahead)
    with feed.begin(Position(0, 0)) as next_data:
        first = [next_data() for _ in range(4)]
    with feed.begin(first[1].position) as next_data:
        assert next_data().batches[0].source.tolist() == first[2].batches[0].source.tolist()
    with pytest.raises(CoreError, match="batch 999 of epoch 0"), feed.begin(Position(0, 999)):
        pass


# Training


def test_training_is_bit_identical_with_a_thread_and_without(pairs):
    runs, recorded = [], []
    for ahead in (0, 3):
        runs.append(trainer(pairs, ahead, accumulate=2))  # sets the seed of the dropout as well
        recorded.append([event for event in runs[-1].train() if isinstance(event, Progress)])
    assert not threads()
    values = [[(e.step, e.epoch, e.loss, e.plain_loss, e.gradient_norm, e.padding) for e in run] for run in recorded]
    assert values[0] == values[1] and len(values[0]) == 11
    assert runs[0].state.position == runs[1].state.position
    a, b = map(weights, runs)
    assert all(torch.equal(a[name], b[name]) for name in a)


def test_run_saves_trained_state_not_prefetched_one(pairs, tmp_path):
    whole = trainer(pairs, 0)
    list(whole.train())
    stopped = trainer(pairs, 5, max_steps=4)
    list(stopped.train())
    stopped.save(tmp_path / "step-4")
    resumed = trainer(pairs, 5)
    resumed.restore(tmp_path / "step-4")
    list(resumed.train())
    a, b = weights(whole), weights(resumed)
    assert all(torch.equal(a[name], b[name]) for name in a)


def test_training_resumes_after_its_thread_has_ended(pairs):
    whole = trainer(pairs, 0)
    list(whole.train())
    twice = trainer(pairs, 5)
    steps = iter(range(1000))
    list(twice.train(lambda: next(steps) >= 5))
    assert (twice.state.step, threads()) == (5, set())
    list(twice.train())
    a, b = weights(whole), weights(twice)
    assert all(torch.equal(a[name], b[name]) for name in a)


def test_error_in_prefetch_ends_the_training_unchanged(pairs, monkeypatch):
    one, error = trainer(pairs, 2), OSError("the token files have gone")
    given = one._sampler.next
    left = iter(range(4))

    def failing() -> object:
        if next(left, None) is None:
            raise error
        return given()

    monkeypatch.setattr(one._sampler, "next", failing)
    with pytest.raises(OSError) as raised:
        list(one.train())
    assert raised.value is error
    assert not threads()


def test_abandoned_training_leaves_no_thread(pairs):
    events = trainer(pairs, 2).train()
    next(events)
    assert threads()
    events.close()
    assert not threads()


def test_bucketed_padding_changes_neither_loss_nor_gradients(pairs):
    batch = pairs.batch(np.arange(13))
    results = []
    for given in (batch, batch.filled(17, 80)):
        one = trainer(pairs, 0)
        one.model.eval()  # no dropout, which draws for padding too
        smoothed, plain = one._losses(given)
        smoothed.backward()
        results.append((smoothed, plain, {name: p.grad for name, p in one.model.named_parameters()}))
    (smoothed, plain, gradients), (wide_smoothed, wide_plain, wide_gradients) = results
    torch.testing.assert_close(wide_smoothed, smoothed, rtol=1e-6, atol=0)
    torch.testing.assert_close(wide_plain, plain, rtol=1e-6, atol=0)
    for name, gradient in gradients.items():
        torch.testing.assert_close(wide_gradients[name], gradient, rtol=1e-4, atol=1e-5)
