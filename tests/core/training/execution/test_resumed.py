"""A run that is stopped, killed or damaged and then resumed ends with the same bits as an uninterrupted one."""

import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file

from core.checkpoint import load_checkpoint
from core.config import TrainingConfig
from core.errors import CoreError
from core.training.events import Saved
from core.training.execution import average_run, execute
from core.training.run import Run
from core.training.runs import extend_run
from tests.core.training.small_run import TRAINING, Killed, at_step, created, die, same_weights, steps, weights
from tests.kill_twenty import differences, killed_again_and_again


def test_a_resumed_run_ends_with_the_same_bits(finished, tmp_path):
    run = created(tmp_path / "half")
    with pytest.raises(Killed):
        execute(run, at_step(6, die))  # two steps after its checkpoint
    torch.manual_seed(999)
    execute(Run(run.folder))
    assert same_weights(weights(run, 8), weights(finished, 8))
    ours, theirs = (load_file(r.folder / "checkpoints/step-8/optimizer.safetensors") for r in (run, finished))
    assert same_weights(ours, theirs)
    assert (run.checkpoint / "model.safetensors").read_bytes() == (
        finished.checkpoint / "model.safetensors"
    ).read_bytes()


def test_resumed_run_reports_each_step_once(finished, tmp_path):
    run = created(tmp_path / "half")
    with pytest.raises(Killed):
        execute(run, at_step(6, die))
    execute(run)
    assert steps(run, "resume") == [4]
    assert steps(run, "progress") == list(range(1, 9))
    losses = [[event["loss"] for event in r.events() if event["event"] == "progress"] for r in (run, finished)]
    assert losses[0] == losses[1]
    raw = (run.folder / "events.jsonl").read_text().count('"event": "progress"')
    assert raw == 6 + 4  # nothing was erased


def test_run_killed_after_its_last_step_is_validated_once(tmp_path):
    """The last step is validated although it is not due; a run killed then was validated there again."""
    run = created(tmp_path / "ended", max_steps=7, validate_every=4, checkpoint_every=7)
    with pytest.raises(Killed):
        execute(run, lambda event: die() if event.kind == "end" else None)
    assert steps(run, "validation") == [4, 7]
    execute(run)
    assert steps(run, "validation") == [4, 7]


def test_run_killed_before_first_checkpoint_restarts(finished, tmp_path):
    run = created(tmp_path / "early")
    with pytest.raises(Killed):
        execute(run, at_step(3, die))
    assert run.checkpoints() == []
    execute(run)
    assert steps(run, "progress") == list(range(1, 9))
    assert same_weights(weights(run, 8), weights(finished, 8))


def test_a_torn_last_event_is_repaired_on_resume(tmp_path):
    run = created(tmp_path / "torn")
    with pytest.raises(Killed):
        execute(run, at_step(6, die))
    with (run.folder / "events.jsonl").open("ab") as file:
        file.write(b'{"event": "progress", "step": 7, "lo')
    execute(run)
    lines = (run.folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["event"] for line in lines)
    assert steps(run, "progress") == list(range(1, 9))


def test_a_half_written_checkpoint_is_not_resumed_from(finished, tmp_path):
    run = created(tmp_path / "partial")
    with pytest.raises(Killed):
        execute(run, at_step(6, die))
    partial = run.folder / "checkpoints" / ".step-8.partial"
    partial.mkdir()
    (partial / "model.safetensors").write_bytes(b"torn")
    execute(run)
    assert same_weights(weights(run, 8), weights(finished, 8))
    assert not partial.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_run_after_step_with_checkpoint(finished, tmp_path, number):
    run = created(tmp_path / "stopped")
    before = signal.getsignal(number)
    execute(run, at_step(3, lambda: os.kill(os.getpid(), number)))
    assert signal.getsignal(number) is before
    assert run.status()[:3] == ("stopped", 3, "stopped")
    assert [path.name for path in run.checkpoints()] == ["step-3"]
    assert run.events()[-1]["reason"] == "stopped"
    assert load_checkpoint(run.checkpoint).details["step"] == 3
    execute(run)
    assert same_weights(weights(run, 8), weights(finished, 8))


def test_a_stop_request_ends_the_run_and_is_forgotten(tmp_path):
    run = created(tmp_path / "stopped")
    execute(run, at_step(3, run.request_stop))
    assert run.status()[:3] == ("stopped", 3, "stopped")
    assert not run.stop_requested()
    assert [path.name for path in run.checkpoints()] == ["step-3"]


@pytest.mark.parametrize("stopped", [3, 5, 7])
def test_finished_models_do_not_depend_on_where_a_run_was_stopped(tmp_path, stopped):
    """The checkpoint of a stop entered the average of the resumed run, and its validation the best model."""
    whole, run = (created(tmp_path / name, checkpoint_every=2, average_last=3) for name in ("whole", "stopped"))
    execute(whole)
    execute(run, at_step(stopped, run.request_stop))
    assert run.status().step == stopped
    assert load_checkpoint(run.checkpoint).details["averaged"][-1] == f"step-{stopped}"
    execute(run)
    assert load_checkpoint(run.checkpoint).details["averaged"] == ["step-4", "step-6", "step-8"]
    for folder in ("checkpoint", "best"):
        ours, theirs = ((r.folder / folder / "model.safetensors").read_bytes() for r in (run, whole))
        assert ours == theirs
    average_run(run, 2, tmp_path / "average")
    assert load_checkpoint(tmp_path / "average").details["averaged"] == ["step-6", "step-8"]


def test_stop_removes_no_checkpoint_that_the_end_averages(tmp_path):
    run = created(tmp_path / "run", checkpoint_every=2, average_last=2, keep_checkpoints=2)
    execute(run, at_step(5, run.request_stop))
    assert [path.name for path in run.checkpoints()] == ["step-4", "step-5"]
    execute(run, at_step(7, run.request_stop))
    assert [path.name for path in run.checkpoints()] == ["step-6", "step-7"]
    execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-6", "step-8"]


def test_a_finished_run_that_is_resumed_changes_nothing(tmp_path):
    run = created(tmp_path / "again", max_steps=4)
    execute(run)
    before = weights(run, 4)
    execute(run)
    assert run.status()[:3] == ("finished", 4, "max_steps")
    assert same_weights(weights(run, 4), before)
    assert [event["event"] for event in run.events()].count("end") == 1


def test_finished_run_with_more_steps_resumes_exactly(finished, tmp_path):
    run = created(tmp_path / "longer", max_steps=4)
    execute(run)
    config = run.read_config()
    run.replace_config(config._replace(training=TrainingConfig(**TRAINING)))
    execute(run)
    assert same_weights(weights(run, 8), weights(finished, 8))


def test_extended_run_follows_the_schedule_at_each_step(tmp_path):
    """Each rate is Eq. 3 of its step, with the cool-down before the last step that was then set."""
    run = created(tmp_path / "longer", max_steps=7, cooldown_steps=3, report_every=1)
    execute(run)
    first = run.read_config().training
    extend_run(run, 14)
    assert run.read_config().training == replace(first, max_steps=14)
    execute(run)
    taken = {event["step"]: event["learning_rate"] for event in run.events() if event["event"] == "progress"}
    width, warmup, factor = run.read_config().model.d_model, first.warmup_steps, first.rate_factor
    for step in range(1, 15):
        last = 7 if step <= 7 else 14
        eq3 = factor * width**-0.5 * min(step**-0.5, step * warmup**-1.5)
        assert taken.pop(step) == pytest.approx(eq3 * min(1, (last + 1 - step) / 4), rel=1e-12)
    assert not taken and run.status()[:3] == ("finished", 14, "max_steps")


def test_run_is_extended_only_beyond_its_last_step(tmp_path):
    run = created(tmp_path / "ended", max_steps=4)
    execute(run)
    for last in (4, 3, 0, -1):
        with pytest.raises(CoreError, match="must be above 4"):
            extend_run(run, last)
    run.set_status("finished", 4, "patience")
    with pytest.raises(CoreError, match="has ended"):
        extend_run(run, 9)
    assert run.read_config().training.max_steps == 4


def test_patience_is_not_forgotten_over_a_resume(tmp_path):
    # at such a rate every validation soon is worse than the best one: the four that end the run are counted over a kill
    options = {"rate_factor": 50.0, "validate_every": 1, "checkpoint_every": 1, "max_steps": 40, "patience": 4}
    whole, killed = created(tmp_path / "whole", **options), created(tmp_path / "killed", **options)
    execute(whole)
    assert whole.status().message == "patience"
    with pytest.raises(Killed):
        execute(killed, at_step(whole.status().step - 1, die))
    execute(killed)
    assert killed.status()[:3] == whole.status()[:3]


def test_a_run_that_is_being_trained_is_not_trained_twice(tmp_path):
    run = created(tmp_path / "busy")
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        run.set_status("running", 3, process=child.pid)
        with pytest.raises(CoreError, match="another process"):
            execute(run)
        assert run.status()[:4] == ("running", 3, "", child.pid)
    finally:
        child.kill()
        child.wait()


def test_repeatedly_killed_training_ends_with_same_bits(tmp_path):
    """SIGKILL while it validates, while it saves and in the midst of steps; `tests.kill_twenty` does twenty."""
    moments = ["validation", "saving", "a step"]
    kills = list(killed_again_and_again(tmp_path, moments, random.Random(5), max_steps=50, train=execute))
    assert [kill.moment for kill in kills] == moments
    assert all(kill.events_intact and kill.same_weights for kill in kills), kills
    assert differences(Run(tmp_path / "killed"), Run(tmp_path / "whole")) == []


def test_reported_mean_is_unchanged_by_a_resume(tmp_path):
    whole, killed = (created(tmp_path / name, report_every=7, max_steps=14) for name in ("whole", "killed"))
    execute(whole)
    checkpoint = iter([4, 8, 12])
    with pytest.raises(Killed):
        execute(killed, lambda event: die() if isinstance(event, Saved) and event.step == next(checkpoint) else None)
    execute(killed)
    timed = ("time", "seconds", "tokens_per_second")
    recorded = [
        [{k: v for k, v in event.items() if k not in timed} for event in run.events() if event["event"] == "progress"]
        for run in (killed, whole)
    ]
    assert recorded[0] == recorded[1]
    assert [event["step"] for event in recorded[0]] == [7, 14]


def test_checkpoint_event_lost_in_kill_is_reported_on_resume(tmp_path):
    run = created(tmp_path / "mute")
    with pytest.raises(Killed):
        execute(run, at_step(6, die))
    lines = run.events_path.read_text().splitlines(keepends=True)
    run.events_path.write_text("".join(line for line in lines if '"event": "checkpoint"' not in line))
    execute(run)
    assert steps(run, "checkpoint") == [4, 8]


@pytest.mark.parametrize("name", ["model.safetensors", "optimizer.safetensors", "standing.json"])
def test_damaged_checkpoint_is_set_aside_and_previous_used(finished, tmp_path, name):
    run = created(tmp_path / "damaged")
    with pytest.raises(Killed):
        execute(run, lambda event: die() if isinstance(event, Saved) and event.step == 8 else None)
    path = run.folder / "checkpoints" / "step-8" / name
    path.write_bytes(path.read_bytes()[:-7])
    execute(run)
    assert next(event for event in run.events() if event["event"] == "resume")["damaged"] == ["step-8"]
    assert (run.folder / "checkpoints" / "damaged-step-8" / name).is_file()
    assert same_weights(weights(run, 8), weights(finished, 8))


@pytest.mark.parametrize(("text", "words"), [("{", "Expecting property name"), ("{}", "'position' is missing$")])
def test_damage_is_described_in_words(tmp_path, text, words):
    run = created(tmp_path / "damaged")
    with pytest.raises(Killed):
        execute(run, lambda event: die() if isinstance(event, Saved) and event.step == 4 else None)
    (run.folder / "checkpoints" / "step-4" / "standing.json").write_text(text)
    with pytest.raises(CoreError, match=f"not a complete checkpoint: {words}"):
        execute(run)


def test_checkpoints_that_are_all_damaged_are_left_as_they_are(tmp_path):
    run = created(tmp_path / "damaged")
    with pytest.raises(Killed):
        execute(run, lambda event: die() if isinstance(event, Saved) and event.step == 8 else None)
    for step in (4, 8):
        (run.folder / "checkpoints" / f"step-{step}" / "optimizer.safetensors").write_bytes(b"")
    with pytest.raises(CoreError, match="step-8 is not a complete checkpoint"):
        execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-4", "step-8"]
