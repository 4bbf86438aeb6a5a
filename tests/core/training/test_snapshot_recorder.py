"""Taking snapshots: choice of sentences, agreement with the model, and no effect on training."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.checkpoint import load_checkpoint
from core.cli.parser import main
from core.config import DecodingConfig
from core.data.corpus import ParallelText
from core.model.transformer import Transformer
from core.training.execution import execute
from core.training.run import Run
from core.training.snapshot_recorder import SnapshotRecorder
from core.training.snapshots import FILE_NAME, SnapshotFolder, read_snapshots
from tests.core.training import small_run


def created(folder: Path, **training: object) -> Run:
    return small_run.created(folder, **{"seed": 1, "validate_every": 2, "snapshot_sentences": 3, **training})


def last_weights(run: Run) -> bytes:
    return (run.folder / "checkpoints" / "step-8" / "model.safetensors").read_bytes()


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Run:
    """A run of 8 steps with snapshots; read-only."""
    run = created(tmp_path_factory.mktemp("runs") / "whole")
    execute(run)
    return run


# One snapshot


def test_snapshot_is_trace_of_reference_and_greedy_translation(translator):
    text = ParallelText(["three thousand four hundred and eighty-one"], ["三千四百八十一"])
    found = SnapshotRecorder(translator.model, translator.vocabularies, text, 3).take(7, 1.5, 2.5)
    (snapshot,), (sentence,) = found.snapshots, found.sentences
    trace = translator.trace_target(text.source[0], text.target[0])
    (state,) = snapshot.states
    assert (snapshot.step, snapshot.loss, snapshot.bleu) == (7, 1.5, 2.5)
    assert sentence.src_tokens == tuple(trace.src_tokens) and sentence.tgt_tokens == tuple(trace.tgt_tokens)
    assert sentence.predicted_tokens == tuple(trace.predicted_tokens)
    for kind in ("encoder", "decoder", "cross"):
        assert np.abs(state.weights[kind] / 255 - trace.weights(kind)).max() <= 0.5 / 255 + 1e-6
    greedy = translator.translate(text.source, DecodingConfig(beam_size=1))[0]
    assert state.translation == greedy.text
    assert state.log_prob == pytest.approx(greedy.hypotheses[0].log_prob)
    assert state.reference_log_probs == pytest.approx(tuple(trace.log_probs.tolist()))


def test_recorder_prefers_moderate_lengths_and_unique_sources(translator):
    number = "three thousand four hundred and eighty-one"
    texts = ["one", number, number, " ".join([number] * 9), "six thousand and seven hundred and nine"]
    recorder = SnapshotRecorder(translator.model, translator.vocabularies, ParallelText(texts, texts), 2)
    assert [sentence.source for sentence in recorder.sentences] == [number, texts[4]]
    assert SnapshotRecorder(translator.model, translator.vocabularies, ParallelText(texts, texts), 0).sentences == ()
    long = ParallelText(texts[3:4], texts[3:4])
    recorder = SnapshotRecorder(translator.model, translator.vocabularies, long, 2)
    assert recorder.sentences == () and recorder.take(1) is None


def test_fitting_pair_is_chosen_among_equal_sources(translator):
    short, long = "one", " ".join(["three thousand four hundred"] * 12)
    text = ParallelText([short, short], [long, "two thousand"])
    (sentence,) = SnapshotRecorder(translator.model, translator.vocabularies, text, 2).sentences
    assert sentence.reference == "two thousand"


def test_pair_beyond_the_models_positions_is_skipped(translator):
    config = replace(translator.model.config, max_positions=8)
    model = Transformer(config)
    texts = ["one", "three thousand four hundred and eighty-one"]
    recorder = SnapshotRecorder(model, translator.vocabularies, ParallelText(texts, texts), 2)
    assert [sentence.source for sentence in recorder.sentences] == texts[:1] and recorder.take(1) is not None


def test_weights_that_are_no_longer_finite_leave_no_snapshot(miniature):
    checkpoint = load_checkpoint(miniature)
    text = ParallelText(["three thousand four hundred and one"], ["三千四百零一"])
    recorder = SnapshotRecorder(checkpoint.model, checkpoint.vocabularies, text, 1)
    assert recorder.take(1) is not None
    checkpoint.model.output_weight.data[0, 0] = float("nan")
    assert recorder.take(2) is None
    assert not checkpoint.model.training


# A training with them


def test_run_keeps_snapshots_from_step_zero_and_ships_them(finished):
    assert SnapshotFolder(finished.folder / "snapshots").steps() == [0, 2, 4, 6, 8]
    shipped = read_snapshots(finished.checkpoint / FILE_NAME)
    assert [snapshot.step for snapshot in shipped.snapshots] == [0, 2, 4, 6, 8]
    losses = {event["step"]: event["loss"] for event in finished.events() if event["event"] == "validation"}
    assert {snapshot.step: snapshot.loss for snapshot in shipped.snapshots[1:]} == pytest.approx(losses)
    assert shipped.snapshots[0].bleu is None and shipped.snapshots[0].loss > max(losses.values()) - 1
    load_checkpoint(finished.checkpoint)


def test_snapshots_do_not_change_a_single_bit_of_the_weights(finished, tmp_path):
    without = created(tmp_path / "without", snapshot_sentences=0)
    execute(without)
    assert not (without.folder / "snapshots").exists() and not (without.checkpoint / FILE_NAME).exists()
    assert last_weights(without) == last_weights(finished)


def test_killed_run_ends_with_same_weights_and_snapshots(finished, tmp_path):
    class Killed(BaseException):
        """The process dies here."""

    def kill_at_7(event):
        if getattr(event, "step", 0) == 7:
            raise Killed

    killed = created(tmp_path / "killed")
    with pytest.raises(Killed):
        execute(killed, kill_at_7)
    assert SnapshotFolder(killed.folder / "snapshots").steps() == [0, 2, 4, 6]
    killed.set_status("crashed", 7)
    execute(killed)
    assert last_weights(killed) == last_weights(finished)
    assert (killed.checkpoint / FILE_NAME).read_bytes() == (finished.checkpoint / FILE_NAME).read_bytes()


def test_failed_snapshot_write_does_not_end_training(finished, tmp_path):
    run = created(tmp_path / "full")
    (run.folder / "snapshots").write_text("a file where the folder should be", encoding="utf-8")
    execute(run)
    assert run.status().state == "finished" and last_weights(run) == last_weights(finished)


# After the fact


def test_the_command_makes_a_file_from_kept_step_weights(finished, tmp_path, capsys):
    out = tmp_path / "snapshots.npz"
    assert main(["snapshots", "--run", str(finished.folder), "--out", str(out), "--device", "cpu"]) == 0
    made, taken = read_snapshots(out), read_snapshots(finished.checkpoint / FILE_NAME)
    assert [snapshot.step for snapshot in made.snapshots] == [4, 8]
    assert made.sentences == taken.sentences
    for after, live in zip(made.snapshots, (taken.snapshots[2], taken.snapshots[4]), strict=True):
        assert after.loss == pytest.approx(live.loss)
        assert all(np.array_equal(after.states[0].weights[kind], live.states[0].weights[kind]) for kind in ("cross",))


def test_command_reports_missing_input_in_one_line(finished, tmp_path, capsys):
    copy = tmp_path / "copy"
    shutil.copytree(finished.folder, copy)
    shutil.rmtree(copy / "checkpoints")
    assert main(["snapshots", "--run", str(copy), "--out", str(tmp_path / "x.npz"), "--device", "cpu"]) == 2
    assert "snapshots need kept" in capsys.readouterr().err
    config = json.loads((copy / "config.json").read_text("utf-8"))
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("a\tb\n", "utf-8")
    config["data"].update(task=None, src=str(pairs))
    (copy / "config.json").write_text(json.dumps(config), "utf-8")
    assert main(["snapshots", "--run", str(copy), "--out", str(tmp_path / "x.npz"), "--device", "cpu"]) == 2
    assert "validation pairs" in capsys.readouterr().err
