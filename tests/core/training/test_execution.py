"""A run carried out, from its configuration to its finished checkpoint, also when it is stopped or killed."""

import csv
import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from core import durable
from core.checkpoint import average_weights, load_checkpoint
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.training.events import Event, Progress, Saved
from core.training.execution import average_run, execute
from core.training.record import model_card
from core.training.run import Run, RunConfig
from core.training.runs import enqueue
from core.translator import Translator
from tests.kill_twenty import differences, killed_again_and_again

ROOT = Path(__file__).parents[3]
MODEL = {"vocab_size": 283, "d_model": 14, "num_layers": 1, "num_heads": 7, "d_ff": 11, "dropout": 0.2}
TRAINING = {
    "max_steps": 8,
    "tokens_per_batch": 131,
    "warmup_steps": 5,
    "report_every": 1,
    "device": "cpu",
    "seed": 3,
    "validate_every": 4,
    "checkpoint_every": 4,
    "validation_sentences": 3,
    "sample_sentences": 1,
}


def created(folder: Path, *, data: dict[str, object] | None = None, **training: object) -> Run:
    run = Run(folder)
    chosen = data or {"task": "copy", "task_pairs": 61, "valid_pairs": 5}
    run.create(RunConfig(ModelConfig(**MODEL), DataConfig(**chosen), TrainingConfig(**{**TRAINING, **training})))
    return run


def weights(run: Run, step: int) -> dict[str, torch.Tensor]:
    return load_file(run.folder / "checkpoints" / f"step-{step}" / "model.safetensors")


def same_weights(a: dict[str, torch.Tensor], b: dict[str, torch.Tensor]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def steps(run: Run, kind: str) -> list[int]:
    return [event["step"] for event in run.events() if event["event"] == kind]


def at_step(step: int, act: Callable[[], None]) -> Callable[[Event], None]:
    """What a listener does when a step is reported."""

    def notify(event: Event) -> None:
        if isinstance(event, Progress) and event.step == step:
            act()

    return notify


class Killed(BaseException):
    """The process dies here."""


def die() -> None:
    raise Killed


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of 8 steps that ended by itself; read-only."""
    run = created(tmp_path_factory.mktemp("runs") / "whole")
    execute(run)
    return run


# What a run leaves


def test_the_model_card_says_what_the_run_recorded(finished):
    card = (finished.checkpoint / "README.md").read_text(encoding="utf-8")
    last = [event for event in finished.events() if event["event"] == "validation"][-1]
    assert f"perplexity {last['perplexity']:.2f} at step {last['step']:,}" in card
    assert "average of 2 checkpoints, step-4 to step-8" in card
    assert f"python -m core train --run runs/{finished.name} --vocab-size 283 --d-model 14" in card


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"task": "copy"}, ["the generated task `copy`", "--task copy"]),
        (
            {"corpus": "iwslt2017-en-zh"},
            ["`iwslt2017-en-zh`", "CC BY-NC-ND 3.0", "Cettolo", "--corpus iwslt2017-en-zh"],
        ),
        ({"corpus": "hub:some/talks"}, ["`some/talks` of the Hugging Face Hub", "--corpus hub:some/talks"]),
        ({"src": "/home/a/x.en", "tgt": "/home/a/x.de"}, ["parallel text in files", "--src x.en --tgt x.de"]),
    ],
)
def test_the_model_card_says_where_its_text_is_from_and_how_to_make_it_again(data, told):
    config = RunConfig(ModelConfig(**MODEL), DataConfig(**data), TrainingConfig())
    card = model_card("r", config, config.model, ("en", "de"), ["step-4"], [])
    assert all(words in card for words in told) and "/home" not in card


def test_a_run_leaves_what_it_promises(finished):
    names = {str(path.relative_to(finished.folder)) for path in finished.folder.rglob("*") if path.is_file()}
    assert names == {
        *("config.json", "events.jsonl", "status.json", "tokenizer.json", ".lock"),
        *(f"snapshots/step-{n}.npz" for n in (0, 4, 8)),
        *(
            f"checkpoints/step-{n}/{name}"
            for n in (4, 8)
            for name in ("model.safetensors", "optimizer.safetensors", "standing.json")
        ),
        *(
            f"checkpoint/{name}"
            for name in (
                *("config.json", "README.md", "history.csv"),
                *("model.safetensors", "tokenizer.json", "snapshots.npz"),
            )
        ),
    }
    assert finished.status()[:3] == ("finished", 8, "max_steps")


def test_events_tell_the_run_from_start_to_end(finished):
    events = finished.events()
    assert events[0]["event"] == "start"
    assert events[0]["training_pairs"] == 61
    assert events[0]["device"] == "cpu"
    assert events[-1]["event"] == "end"
    assert (events[-1]["step"], events[-1]["reason"]) == (8, "max_steps")
    assert steps(finished, "progress") == list(range(1, 9))
    assert steps(finished, "validation") == steps(finished, "sample") == steps(finished, "checkpoint") == [4, 8]
    times = [event["time"] for event in events]
    assert times == sorted(times)


def test_every_line_of_the_events_is_strict_json(finished):
    def no_such_constant(name: str) -> None:
        raise AssertionError(name)

    for line in (finished.folder / "events.jsonl").read_text(encoding="utf-8").splitlines():
        assert json.loads(line, parse_constant=no_such_constant)["event"]


def test_the_number_of_parameters_is_that_of_the_model_that_was_trained(finished):
    assert finished.events()[0]["parameters"] == load_checkpoint(finished.checkpoint).model.config.num_parameters


def test_the_finished_checkpoint_is_the_mean_of_the_last_in_half_precision(finished):
    loaded = load_checkpoint(finished.checkpoint).model
    mean = average_weights([path / "model.safetensors" for path in finished.checkpoints()], loaded.config)
    state = loaded.state_dict()
    assert all(torch.equal(state[name], tensor.half().float()) for name, tensor in mean.items())
    assert {t.dtype for t in load_file(finished.checkpoint / "model.safetensors").values()} == {torch.float16}


def test_the_finished_checkpoint_says_where_it_comes_from(finished):
    checkpoint = load_checkpoint(finished.checkpoint)
    assert (checkpoint.source_language, checkpoint.target_language) == ("letters", "letters")
    details = checkpoint.details
    assert (details["run"], details["step"]) == ("whole", 8)
    assert details["averaged"] == ["step-4", "step-8"]
    assert details["training"]["seed"] == 3
    assert details["data"]["task"] == "copy"
    assert not any(name.endswith(("src", "tgt")) for name in details["data"])  # no path of this machine


def test_the_finished_checkpoint_translates(finished):
    assert isinstance(Translator.load(finished.checkpoint).translate(["a b c"])[0].text, str)


def test_the_history_has_a_row_for_each_step_with_losses_and_scores(finished):
    with (finished.checkpoint / "history.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["step"]) for row in rows] == list(range(1, 9))
    assert all(0 < float(row["loss"]) < 10 for row in rows)
    assert [row["step"] for row in rows if row["validation_loss"] and row["validation_smoothed_loss"]] == ["4", "8"]
    validation = next(event for event in finished.events() if event["event"] == "validation")
    assert float(rows[3]["perplexity"]) == pytest.approx(validation["perplexity"], rel=1e-4)


def test_only_the_newest_checkpoints_are_kept(tmp_path):
    run = created(tmp_path / "r", max_steps=6, checkpoint_every=1, keep_checkpoints=2, average_last=1)
    execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-5", "step-6"]


def test_checkpoints_that_will_be_averaged_are_kept_too(tmp_path):
    run = created(tmp_path / "r", max_steps=6, checkpoint_every=1, keep_checkpoints=2, average_last=3)
    execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-4", "step-5", "step-6"]


def test_the_last_step_is_saved_even_between_two_checkpoints(tmp_path):
    run = created(tmp_path / "r", max_steps=7, checkpoint_every=5)
    execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-5", "step-7"]


def test_parallel_files_can_be_trained_on(tmp_path):
    (tmp_path / "a.en").write_text("a dog runs\nb cat\nc\n" * 7, encoding="utf-8")
    (tmp_path / "a.de").write_text("ein hund\nb katze\nc\n" * 7, encoding="utf-8")
    files = {"src": str(tmp_path / "a.en"), "tgt": str(tmp_path / "a.de"), "src_lang": "en", "tgt_lang": "de"}
    run = created(tmp_path / "r", data=files, max_steps=2)
    execute(run)
    checkpoint = load_checkpoint(run.checkpoint)
    assert (checkpoint.source_language, checkpoint.target_language) == ("en", "de")
    assert steps(run, "validation") == []
    assert run.events()[0]["training_pairs"] == 21


# Stopped, killed and resumed


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


def test_a_resumed_runs_events_tell_each_step_once_and_the_same_losses(finished, tmp_path):
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


def test_a_run_killed_before_its_first_checkpoint_begins_again_and_tells_each_step_once(finished, tmp_path):
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
def test_a_signal_ends_the_run_after_the_step_with_a_checkpoint(finished, tmp_path, number):
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


def test_a_finished_run_that_is_resumed_changes_nothing(tmp_path):
    run = created(tmp_path / "again", max_steps=4)
    execute(run)
    before = weights(run, 4)
    execute(run)
    assert run.status()[:3] == ("finished", 4, "max_steps")
    assert same_weights(weights(run, 4), before)
    assert [event["event"] for event in run.events()].count("end") == 1


def test_a_finished_run_that_is_given_more_steps_goes_on_as_if_it_had_never_ended(finished, tmp_path):
    run = created(tmp_path / "longer", max_steps=4)
    execute(run)
    config = run.read_config()
    run.replace_config(config._replace(training=TrainingConfig(**TRAINING)))
    execute(run)
    assert same_weights(weights(run, 8), weights(finished, 8))


def test_patience_is_not_forgotten_over_a_resume(tmp_path):
    # the rate is so small that no validation after the first few is better by more than a hair; with a rate that
    # makes it worse every time, two bad validations must end the run although it was killed between them
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


def test_a_training_that_is_killed_again_and_again_ends_with_the_same_bits(tmp_path):
    """SIGKILL while it validates, while it saves and in the midst of steps; `tests.kill_twenty` does twenty."""
    moments = ["validation", "saving", "a step"]
    kills = list(killed_again_and_again(tmp_path, moments, random.Random(5), max_steps=50, train=execute))
    assert [kill.moment for kill in kills] == moments
    assert all(kill.events_intact and kill.same_weights for kill in kills), kills
    assert differences(Run(tmp_path / "killed"), Run(tmp_path / "whole")) == []


def test_a_reported_mean_is_the_same_over_a_resume_in_the_midst_of_its_steps(finished, tmp_path):
    whole, killed = (created(tmp_path / name, report_every=7, max_steps=14) for name in ("whole", "killed"))
    execute(whole)
    checkpoint = iter([4, 8, 12])
    with pytest.raises(Killed):
        execute(killed, lambda event: die() if isinstance(event, Saved) and event.step == next(checkpoint) else None)
    execute(killed)
    timed = ("time", "seconds", "tokens_per_second")
    told = [
        [{k: v for k, v in event.items() if k not in timed} for event in run.events() if event["event"] == "progress"]
        for run in (killed, whole)
    ]
    assert told[0] == told[1]
    assert [event["step"] for event in told[0]] == [7, 14]


def test_a_checkpoint_that_could_not_say_so_before_the_kill_says_so_on_resume(tmp_path):
    run = created(tmp_path / "mute")
    with pytest.raises(Killed):
        execute(run, at_step(6, die))
    lines = run.events_path.read_text().splitlines(keepends=True)
    run.events_path.write_text("".join(line for line in lines if '"event": "checkpoint"' not in line))
    execute(run)
    assert steps(run, "checkpoint") == [4, 8]


@pytest.mark.parametrize("name", ["model.safetensors", "optimizer.safetensors", "standing.json"])
def test_a_damaged_checkpoint_is_set_aside_for_the_one_before(finished, tmp_path, name):
    run = created(tmp_path / "damaged")
    with pytest.raises(Killed):
        execute(run, lambda event: die() if isinstance(event, Saved) and event.step == 8 else None)
    path = run.folder / "checkpoints" / "step-8" / name
    path.write_bytes(path.read_bytes()[:-7])
    execute(run)
    assert next(event for event in run.events() if event["event"] == "resume")["damaged"] == ["step-8"]
    assert (run.folder / "checkpoints" / "damaged-step-8" / name).is_file()
    assert same_weights(weights(run, 8), weights(finished, 8))


def test_checkpoints_that_are_all_damaged_are_left_as_they_are(tmp_path):
    run = created(tmp_path / "damaged")
    with pytest.raises(Killed):
        execute(run, lambda event: die() if isinstance(event, Saved) and event.step == 8 else None)
    for step in (4, 8):
        (run.folder / "checkpoints" / f"step-{step}" / "optimizer.safetensors").write_bytes(b"")
    with pytest.raises(CoreError, match="step-8 is not a complete checkpoint"):
        execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-4", "step-8"]


# A full disk


def left_hidden(run: Run) -> list[str]:
    return [path.name for path in run.folder.rglob(".*") if path.name != ".lock"]


def test_a_disk_that_fills_up_while_saving_fails_the_run_and_keeps_the_checkpoint_before(finished, tmp_path):
    """A limit on the size of files is real: the kernel cuts the write short."""
    run = created(tmp_path / "full")
    with pytest.raises(Killed):
        execute(run, at_step(6, die))
    largest = (run.folder / "checkpoints" / "step-4" / "optimizer.safetensors").stat().st_size
    script = "import resource, sys; from core.cli.parser import main;" + (
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({largest - 1000}, resource.RLIM_INFINITY));"
        f"sys.exit(main(['train', '--resume', {str(run.folder)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    words = "the disk is full, so run full ended at step 8; free some space and resume it: it goes on from step 4"
    assert words in done.stderr
    assert run.status()[:3] == ("failed", 8, words)
    assert [path.name for path in (run.folder / "checkpoints").iterdir()] == ["step-4"]
    assert left_hidden(run) == []
    execute(run)
    assert same_weights(weights(run, 8), weights(finished, 8))


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_fills_up_while_an_event_is_written_tears_no_line(finished, tmp_path, monkeypatch, code):
    run, write = created(tmp_path / "full"), os.write

    def half(file: int, data: bytes) -> int:
        if b'"progress", "step": 6' in data:
            write(file, data[:17])
            raise OSError(code, os.strerror(code))
        return write(file, data)

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(CoreError, match="the disk is full, so run full ended at step 5"):
        execute(run)
    monkeypatch.undo()
    assert run.events_path.read_bytes().endswith(b"}\n")
    execute(run)
    assert steps(run, "progress") == list(range(1, 9))
    assert same_weights(weights(run, 8), weights(finished, 8))


def test_a_disk_that_stays_full_hides_no_error(tmp_path, monkeypatch):
    """Not even status.json can be written: the sentence is told all the same, and the dead run counts as crashed."""
    run = created(tmp_path / "full")

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(durable, "sync", full)
    with pytest.raises(CoreError, match="the disk is full"):
        execute(run)


def test_an_unknown_error_is_kept_in_the_log_with_its_traceback(tmp_path, monkeypatch):
    def broken(*_: object) -> None:
        raise RuntimeError("the sky falls")

    monkeypatch.setattr("core.training.execution.read_corpus", broken)
    run = created(tmp_path / "broken")
    with pytest.raises(RuntimeError):
        execute(run)
    report = run.crash_report(lines=1)
    assert report is not None
    assert (report.message, report.log) == ("the sky falls", "RuntimeError: the sky falls")
    assert "in broken" in run.log_tail()


# In the background


def test_a_run_from_the_queue_ends_when_its_minutes_are_over(tmp_path):
    """Nobody stands by to stop it: the limit is its own."""
    run = created(tmp_path / "bounded", max_steps=100_000_000, max_minutes=0.001, device="cpu")
    enqueue(run)
    until = time.monotonic() + 120
    while run.status().state != "finished":
        assert time.monotonic() < until, (run.status(), run.log_tail())
        time.sleep(0.1)
    assert run.status().message == "max_minutes" and 1 <= run.status().step < 100_000_000
    assert run.events()[-1]["reason"] == "max_minutes" and (run.checkpoint / "config.json").is_file()
    with pytest.raises(CoreError, match="max_minutes"):
        enqueue(run)


def test_a_process_that_gets_sigterm_saves_and_ends_well(tmp_path):
    run = created(tmp_path / "term", max_steps=100_000, checkpoint_every=100_000)
    run.spawn(low_priority=False)
    deadline = time.monotonic() + 60
    while not steps(run, "progress") and time.monotonic() < deadline:
        time.sleep(0.01)
    assert run.status().state == "running"
    run.terminate()
    while run.status().state == "running" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert run.status().state == "stopped"
    assert [int(path.name[5:]) for path in run.checkpoints()] == [run.status().step]
    assert load_checkpoint(run.checkpoint).details["step"] == run.status().step
    assert "Traceback" not in run.log_tail()


# What is refused


def test_a_failure_is_told_by_the_status_too(tmp_path):
    run = created(tmp_path / "bad", data={"src": "/nowhere/a.en", "tgt": "/nowhere/a.de"})
    with pytest.raises(CoreError):
        execute(run)
    assert run.status().state == "failed"
    assert "/nowhere/a.en" in run.status().message


# Pieces


@pytest.mark.parametrize("last", [0, -1, 3])
def test_averaging_more_checkpoints_than_there_are_is_refused(finished, tmp_path, last):
    with pytest.raises(CoreError, match=rf"2 checkpoints; last \({last}\)"):
        average_run(finished, last, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_last_one_averaged_is_the_last_one(finished, tmp_path):
    average_run(finished, 1, tmp_path / "out")
    loaded = load_checkpoint(tmp_path / "out")
    assert loaded.details["averaged"] == ["step-8"]
    state = loaded.model.state_dict()
    assert all(torch.equal(state[name], tensor.half().float()) for name, tensor in weights(finished, 8).items())
