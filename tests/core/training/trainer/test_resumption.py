"""Seeds and exact resumption: contents of a checkpoint, restoration, and refusals."""

import json
from pathlib import Path

import pytest
import torch

from core.errors import CoreError
from core.training.events import CheckpointDue
from tests.core.training.trainer.loop import run, same, weights


def test_seed_determines_weights(make):
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
    torch.manual_seed(999)  # a new process has another random state
    resumed.restore(tmp_path / "step-11")
    assert resumed.state.position == half.state.position
    assert resumed.state.position.epoch >= 1 or accumulate == 1
    run(resumed)
    assert same(weights(whole), weights(resumed))
    for p, q in zip(whole.model.parameters(), resumed.model.parameters(), strict=True):
        ours, theirs = whole._optimizer.state[p], resumed._optimizer.state[q]
        assert ours.keys() == theirs.keys()
        assert all(torch.equal(ours[key], theirs[key]) for key in ours)
    assert (whole.state.step, whole.state.position) == (resumed.state.step, resumed.state.position)
    assert whole.state.best_loss == resumed.state.best_loss


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


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "{}",
        '{"step": 1, "unknown": 2, "position": [0, 1]}',
        '{"position": 3}',
        '{"position": [0, 1], "window": 3}',
    ]
    + [json.dumps({"step": step, "position": [0, 1]}) for step in (-1, 1.5, None, True, "1", 10**400)]
    + ['{"step": 1, "position": [-1, 0]}', '{"step": 1, "position": [0, null]}', "[" * 100_000],
)
def test_state_of_another_shape_is_refused(make, tmp_path, content):
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


def test_step_checkpoint_has_all_documented_files(make, tmp_path: Path):
    trainer = make(max_steps=2)
    run(trainer)
    trainer.save(tmp_path / "step-2")
    assert sorted(path.name for path in (tmp_path / "step-2").iterdir()) == [
        "model.safetensors",
        "optimizer.safetensors",
        "standing.json",
    ]
