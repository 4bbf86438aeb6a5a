"""`python -m core snapshots`: snapshots of kept weights, for the run's own pairs or given ones."""

from pathlib import Path

import pytest

from core.cli.parser import main
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.training.execution import execute
from core.training.run import Run, RunConfig
from core.training.snapshots import read_snapshots

MODEL = {"vocab_size": 283, "d_model": 14, "num_layers": 1, "num_heads": 7, "d_ff": 11}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of 4 steps that recorded no snapshots; read-only."""
    run = Run(tmp_path_factory.mktemp("runs") / "run")
    training = TrainingConfig(
        max_steps=4, tokens_per_batch=131, checkpoint_every=2, validate_every=2, snapshot_sentences=0, device="cpu"
    )
    run.create(RunConfig(ModelConfig(**MODEL), DataConfig(task="copy", task_pairs=61, valid_pairs=5), training))
    execute(run)
    return run


def test_snapshots_are_made_of_kept_weights_after_the_training(run, tmp_path):
    out = tmp_path / "snapshots.npz"
    assert main(["snapshots", "--run", str(run.folder), "--out", str(out), "--sentences", "2"]) == 0
    found = read_snapshots(out)
    assert [snapshot.step for snapshot in found.snapshots] == [2, 4]
    assert len(found.sentences) == 2
    losses = [event["loss"] for event in run.events() if event["event"] == "validation"]
    assert [snapshot.loss for snapshot in found.snapshots] == pytest.approx(losses)


def test_given_pairs_replace_the_defaults(run, tmp_path):
    (tmp_path / "a.src").write_text("a b c d e f g h\n", encoding="utf-8")
    (tmp_path / "a.tgt").write_text("h g f e d c b a\n", encoding="utf-8")
    out = tmp_path / "snapshots.npz"
    pairs = ["--src", str(tmp_path / "a.src"), "--tgt", str(tmp_path / "a.tgt")]
    assert main(["snapshots", "--run", str(run.folder), "--out", str(out), *pairs]) == 0
    (sentence,) = read_snapshots(out).sentences
    assert sentence.source == "a b c d e f g h"
    assert sentence.reference == "h g f e d c b a"


def test_one_side_of_a_pair_is_not_enough(run, tmp_path, capsys):
    arguments = ["snapshots", "--run", str(run.folder), "--out", str(tmp_path / "out"), "--src", str(Path("a.src"))]
    assert main(arguments) == 2
    assert "give both --src and --tgt, or neither" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
