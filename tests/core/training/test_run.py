"""Run folder for readers: names, status, events, stop requests, lists."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.training.run import CrashReport, Run, RunConfig, modified_time

CONFIG = RunConfig(ModelConfig(d_model=14, num_heads=7), DataConfig(task="copy"), TrainingConfig(seed=5, max_steps=7))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A run that has been made and never started."""
    made = Run(tmp_path / "first")
    made.create(CONFIG)
    return made


def refused(code: str, function, *arguments) -> str:
    """The message of the CoreError that must be raised with this code."""
    with pytest.raises(CoreError) as caught:
        function(*arguments)
    assert caught.value.code == code
    return str(caught.value)


def events_file(run: Run) -> Path:
    return run.folder / "events.jsonl"


# Making one


def test_a_new_run_holds_its_configuration_and_nothing_else(run):
    assert [path.name for path in run.folder.iterdir()] == ["config.json"]
    assert run.read_config() == CONFIG
    assert run.status().state == "new"


@pytest.mark.parametrize("name", ["a b", "-x", ".hidden", "a\\b", "über", "a\nb", "x" * 65, "a;rm", "$(x)"])
def test_name_must_be_a_plain_folder_name(tmp_path, name):
    refused("run.name", Run(tmp_path / name).create, CONFIG)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("folder", [".", "..", "/"])
def test_folder_without_a_name_is_refused(tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    refused("run.name", Run(Path(folder)).create, CONFIG)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a", "0", "en-de.2", "A_b", "x" * 64])
def test_plain_names_are_taken(tmp_path, name):
    Run(tmp_path / "not" / "there" / name).create(CONFIG)
    assert Run(tmp_path / "not" / "there" / name).read_config() == CONFIG


def test_existing_run_is_refused_and_unchanged(run):
    before = run.config_path.read_bytes()
    refused("run.exists", run.create, CONFIG._replace(training=TrainingConfig(seed=6)))
    assert run.config_path.read_bytes() == before


@pytest.mark.parametrize(
    "content, code",
    [
        (None, "run.missing"),
        ("", "run.bad_config"),
        ("{", "run.bad_config"),
        ("[]", "run.format"),
        ("{}", "run.format"),
        ('{"format": 2}', "run.format"),
        ('{"format": 1, "model": []}', "config.not_an_object"),
        ('{"format": 1, "model": {"layers": 3}}', "config.unknown_field"),
        ('{"format": 1, "model": {"d_model": 1e9}}', "config.type"),
        ('{"format": 1, "model": {}, "data": {}, "training": {"seed": -1}}', "config.range"),
    ],
)
def test_a_configuration_that_cannot_be_read_is_refused(tmp_path, content, code):
    folder = tmp_path / "spoilt"
    folder.mkdir()
    if content is not None:
        (folder / "config.json").write_text(content)
    refused(code, Run(folder).read_config)


# Status


def test_a_status_is_read_as_it_was_written(run):
    before = time.time()
    run.set_status("running", 17, "a word")
    status = run.status()
    assert status[:4] == ("running", 17, "a word", os.getpid())
    assert before - 1 <= status.updated <= time.time() + 1


def test_a_running_process_that_is_gone_has_crashed(run):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    run.set_status("running", 17, process=child.pid)
    assert run.status().state == "running"
    child.kill()
    child.wait()
    assert run.status().state == "crashed"
    assert run.status().step == 17


def test_unreaped_killed_child_has_crashed(run):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    run.set_status("running", 17, process=child.pid)
    child.kill()
    deadline = time.monotonic() + 60
    while run.status().state == "running" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert run.status().state == "crashed"
    child.wait()


def test_process_gone_before_being_recorded_has_crashed(run):
    """It was taken for running for ever: its start was not known then, and is not known now."""
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    run.set_status("starting", 17, process=child.pid)
    assert run.status().state == "crashed"


def test_reused_process_id_is_not_the_run(run):
    run.set_status("running", 17)
    path = run.folder / "status.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "process_started": "1"}))
    assert run.status().state == "crashed"


def test_run_from_before_a_reboot_has_crashed(run):
    """After a reboot another process may well have the id, and by chance the start time too."""
    run.set_status("running", 17)
    path = run.folder / "status.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "boot": "another"}))
    assert run.status()[:2] == ("crashed", 17)


@pytest.mark.parametrize("state", ["failed", "crashed"])
def test_failed_run_reports_error_and_end_of_log(run, state):
    checkpoint(run, "step-11")
    run.log_path.write_text("".join(f"line {n}\n" for n in range(30)))
    run.set_status("failed" if state == "failed" else "running", 17, "no memory")
    if state == "crashed":
        path = run.folder / "status.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "process_started": "1"}))
    assert run.crash_report(lines=2) == CrashReport("no memory", "line 28\nline 29", 17, 11)


def test_run_without_failure_reports_no_crash(run):
    assert run.crash_report() is None
    run.set_status("finished", 17)
    assert run.crash_report() is None


@pytest.mark.parametrize("state", ["stopped", "finished", "failed", "queued"])
def test_an_ended_run_keeps_its_state_without_its_process(run, state):
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    run.set_status(state, 17, "why", process=child.pid)
    child.wait()
    assert run.status()[:3] == (state, 17, "why")


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "{}", '{"state": "running"}', "\x00"])
def test_unreadable_status_is_a_crash_without_traceback(run, content):
    (run.folder / "status.json").write_text(content)
    assert run.status().state == "crashed"


# Events


def test_events_are_read_as_they_were_appended_with_their_time(run):
    run.append({"event": "progress", "step": 3, "loss": 1.5, "text": "猫 \u2028 \n"})
    run.append({"event": "end", "step": 5})
    first, second = run.events()
    assert first.pop("time") <= second.pop("time")
    assert first == {"event": "progress", "step": 3, "loss": 1.5, "text": "猫 \u2028 \n"}
    assert second == {"event": "end", "step": 5}


def test_nan_and_infinity_are_never_written_to_json(run):
    run.append({"event": "validation", "step": 3, "perplexity": float("inf"), "loss": float("nan")})

    def no_such_constant(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    line = events_file(run).read_text()
    json.loads(line, parse_constant=no_such_constant)
    assert "Infinity" not in line


def test_torn_last_line_is_skipped_and_removed_by_repair(run):
    run.append({"event": "progress", "step": 3})
    whole = events_file(run).read_bytes()
    with events_file(run).open("ab") as file:
        file.write(b'{"event": "progress", "step": 4, "loss": 1.\xe7')
    assert [event["step"] for event in run.events()] == [3]
    run.repair_events()
    assert events_file(run).read_bytes() == whole
    run.append({"event": "progress", "step": 5})
    assert [event["step"] for event in run.events()] == [3, 5]


def test_repair_keeps_complete_and_missing_files(run):
    run.repair_events()
    assert not events_file(run).exists()
    run.append({"event": "progress", "step": 3})
    whole = events_file(run).read_bytes()
    run.repair_events()
    assert events_file(run).read_bytes() == whole


def test_a_file_that_is_one_torn_line_is_emptied(run):
    events_file(run).write_bytes(b'{"event"')
    run.repair_events()
    assert events_file(run).read_bytes() == b""


@pytest.mark.parametrize("torn", [b"\0\0\0\n", b'{"event": "pro\n\0\0', b"\n\n", b'{"step": 4}\n{"eve'])
def test_repair_cuts_all_that_follows_the_last_event(run, torn):
    """A power cut can leave zeros, and line ends among them."""
    run.append({"event": "progress", "step": 3})
    whole = events_file(run).read_bytes()
    events_file(run).write_bytes(whole + torn)
    run.repair_events()
    assert events_file(run).read_bytes() == whole


@pytest.mark.parametrize("line", ["[]", "7", "null", "{}", '{"step": 3}', "not JSON", ""])
def test_lines_that_are_no_events_are_left_out(run, line):
    events_file(run).write_text(line + "\n")
    assert run.events() == []


def test_a_resume_supersedes_the_events_of_later_steps(run):
    for step in (10, 20, 30):
        run.append({"event": "progress", "step": step, "loss": float(step)})
    run.append({"event": "resume", "step": 20})
    run.append({"event": "progress", "step": 30, "loss": 7.0})
    found = [(event["event"], event["step"], event.get("loss")) for event in run.events()]
    assert found == [("progress", 10, 10.0), ("progress", 20, 20.0), ("resume", 20, None), ("progress", 30, 7.0)]


def test_an_end_does_not_outlive_a_resume(run):
    run.append({"event": "progress", "step": 10})
    run.append({"event": "end", "step": 10})
    run.append({"event": "resume", "step": 10})
    assert [event["event"] for event in run.events()] == ["progress", "resume"]


def test_a_run_without_events_has_none(run):
    assert run.events() == []


# Stopping


def test_a_stop_is_asked_for_and_forgotten(run):
    run.set_status("running", 3)
    assert not run.stop_requested()
    run.request_stop()
    assert run.stop_requested()
    run.clear_stop()
    run.clear_stop()
    assert not run.stop_requested()


@pytest.mark.parametrize("state", ["finished", "failed", "stopped"])
def test_a_run_that_has_ended_takes_no_stop(run, state):
    run.set_status(state, 3)
    run.request_stop()
    assert not run.stop_requested()


# Files


def checkpoint(run: Run, name: str, *, whole: bool = True) -> Path:
    folder = run.folder / "checkpoints" / name
    folder.mkdir(parents=True)
    (folder / "model.safetensors").write_bytes(b"weights")
    if whole:
        (folder / "standing.json").write_text("{}")
    return folder


def test_only_complete_checkpoints_are_listed_by_step(run):
    for name in ("step-9", "step-10", "step-100", ".step-200.partial", ".step-7.old", "step-", "step-x", "other"):
        checkpoint(run, name)
    checkpoint(run, "step-300", whole=False)
    assert [path.name for path in run.checkpoints()] == ["step-9", "step-10", "step-100"]
    assert run.saved_step == 100


def test_repair_removes_only_half_written_checkpoints(run):
    for name in ("step-9", "other", "damaged-step-4"):
        checkpoint(run, name)
    for name in (".step-11.partial", ".step-3.removed", "step-10"):
        checkpoint(run, name, whole=False)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    (run.folder / f".status.json.{gone.pid}-7.partial").write_text("{")
    (run.folder / f".status.json.{os.getpid()}-7.partial").write_text("{")
    (run.folder / "owner").write_text("x")
    run.repair()
    assert {path.name for path in (run.folder / "checkpoints").iterdir()} == {"step-9", "other", "damaged-step-4"}
    left = {path.name for path in run.folder.iterdir()}
    assert left == {"config.json", "checkpoints", "owner", f".status.json.{os.getpid()}-7.partial"}


def test_repair_does_not_follow_links(run, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "a.txt").write_text("three years")
    (run.folder / "checkpoints").mkdir()
    (run.folder / "checkpoints" / "step-4").symlink_to(tmp_path / "thesis")
    run.repair()
    assert (tmp_path / "thesis" / "a.txt").read_text() == "three years"


@pytest.mark.parametrize("torn", ["partial", "old"])
def test_finished_model_survives_a_kill_during_replacement(run, torn):
    (run.folder / f".checkpoint.{torn}").mkdir()
    (run.folder / f".checkpoint.{torn}" / "model.safetensors").write_text(torn)
    run.repair()
    assert run.checkpoint.is_dir() == (torn == "old")  # half a new one is none
    assert not list(run.folder.glob(".checkpoint*"))


def test_only_the_newest_checkpoints_stay(run):
    for step in (3, 11, 7):
        checkpoint(run, f"step-{step}")
    run.remove_checkpoints(kept=2)
    assert sorted(path.name for path in (run.folder / "checkpoints").iterdir()) == ["step-11", "step-7"]


def test_files_of_the_run_itself_are_named_relative_to_it(run, tmp_path):
    own, other = str(run.folder.resolve() / "data" / "train.src"), str(tmp_path / "elsewhere.tgt")
    config = CONFIG._replace(data=DataConfig(src=own, tgt=other))
    run.replace_config(config)
    assert run.read_config() == config
    assert json.loads(run.config_path.read_text())["data"]["src"] == "data/train.src"
    moved = Run(run.folder.rename(tmp_path / "moved"))
    assert moved.read_config().data.src == str(tmp_path.resolve() / "moved" / "data" / "train.src")
    assert moved.read_config().data.tgt == other


def test_the_log_tail_is_the_last_lines(run):
    assert run.log_tail() == ""
    run.log_path.write_bytes(b"".join(b"line %d\n" % n for n in range(50_000)) + b"\xff torn")
    assert run.log_tail(3) == "line 49998\nline 49999\n\ufffd torn"


def test_following_a_run_loads_no_torch():
    script = "import sys, core.training.run, core.config, core.training.schedule; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[3]).returncode == 0


def test_run_that_vanishes_while_listing_is_skipped(tmp_path):
    assert modified_time(tmp_path / "gone" / "config.json") == 0.0
    (tmp_path / "there").touch()
    assert modified_time(tmp_path / "there") == (tmp_path / "there").stat().st_mtime
