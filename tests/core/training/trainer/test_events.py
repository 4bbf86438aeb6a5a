"""Events of the loop: their content and their steps."""

import dataclasses
import json
import math

import pytest
import torch

from core.data.batching import BatchSampler, FixedPairs
from core.evaluation.scores import token_scores
from core.training.events import CheckpointDue, Ended, Progress, Sample, Validated
from core.training.schedule import learning_rate
from tests.core.training.trainer.loop import WIDTH, run


def test_the_learning_rate_that_is_reported_is_equation_3(make):
    events = run(make(max_steps=13, report_every=1, rate_factor=0.75))
    for event in (event for event in events if isinstance(event, Progress)):
        assert event.learning_rate == learning_rate(event.step, WIDTH, 5, 0.75)
        assert event.learning_rate == pytest.approx(0.75 * WIDTH**-0.5 * min(event.step**-0.5, event.step * 5**-1.5))


def test_progress_event_reports_its_steps(make, pairs):
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
    assert events[-1].seconds == trainer.state.seconds


def test_first_plain_loss_is_that_of_untrained_model(make, pairs):
    trainer = make(max_steps=1, report_every=1)
    batch = BatchSampler(FixedPairs(pairs), 131, 1).next()
    with torch.inference_mode():
        logits = trainer.model(batch.source, batch.target_read).flatten(0, 1)
    expected = torch.nn.functional.cross_entropy(logits, batch.target_predicted.flatten(), ignore_index=0)
    progress = run(trainer)[0]
    assert progress.plain_loss == pytest.approx(expected.item(), rel=1e-5)


def test_validation_reports_all_scores_and_samples(make, pairs, text):
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


def test_bleu_is_none_without_sentences_to_translate(make):
    events = run(make(validated=True, max_steps=1, validate_every=1, validation_sentences=0, sample_sentences=0))
    validated = next(event for event in events if isinstance(event, Validated))
    assert (validated.bleu, validated.bleu_signature) == (None, None)
    assert not any(isinstance(event, Sample) for event in events)


def test_every_event_is_one_json_line_starting_with_kind(make):
    events = run(make(validated=True, validate_every=2, report_every=2, checkpoint_every=3))
    assert {type(event) for event in events} == {Progress, Validated, Sample, CheckpointDue, Ended}
    for event in events:
        values = json.loads(json.dumps(event.to_dict(), allow_nan=False))
        assert next(iter(values)) == "event"
        assert {name: values[name] for name in values if name != "event"} == dataclasses.asdict(event)


def test_events_occur_at_their_steps(make):
    events = run(make(validated=True, max_steps=12, validate_every=4, report_every=3, checkpoint_every=5))
    steps = {
        kind: [event.step for event in events if isinstance(event, kind)]
        for kind in (Progress, Validated, CheckpointDue, Ended)
    }
    assert steps == {Progress: [3, 6, 9, 12], Validated: [4, 8, 12], CheckpointDue: [5, 10], Ended: [12]}
