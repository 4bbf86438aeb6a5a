"""A job folder: its command, status, events, stop requests, and its process."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.errors import CoreError
from core.jobs.job import Job, new_job

COMMAND = ["evaluate", "--checkpoint=/models/en-de", "--json"]


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A job that was created and never started."""
    return new_job(tmp_path / "first", COMMAND)


def test_status_is_read_as_it_was_written(job):
    before = time.time()
    job.set_status("running", 17, "a word")
    status = job.status()
    assert status[:4] == ("running", 17, "a word", os.getpid())
    assert before - 1 <= status.updated <= time.time() + 1


def test_job_without_its_process_has_crashed(job):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    job.set_status("running", 17, process=child.pid)
    assert job.status().state == "running"
    child.kill()
    child.wait()
    assert job.status().state == "crashed"
    assert job.status().step == 17


def test_unreaped_killed_child_has_crashed(job):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    job.set_status("running", 17, process=child.pid)
    child.kill()
    deadline = time.monotonic() + 60
    while job.status().state == "running" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert job.status().state == "crashed"
    child.wait()


def test_process_that_ends_before_recording_has_crashed(job):
    """It was taken for running for ever: its start was not known then, and is not known now."""
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    job.set_status("starting", 17, process=child.pid)
    assert job.status().state == "crashed"


def test_reused_process_id_is_not_the_job(job):
    job.set_status("running", 17)
    path = job.folder / "status.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "process_started": "1"}))
    assert job.status().state == "crashed"


def test_job_from_before_a_reboot_has_crashed(job):
    """After a reboot another process may well have the id, and by chance the start time too."""
    job.set_status("running", 17)
    path = job.folder / "status.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "boot": "another"}))
    assert job.status()[:2] == ("crashed", 17)


@pytest.mark.parametrize("state", ["stopped", "finished", "failed", "queued"])
def test_ended_job_keeps_its_state(job, state):
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    job.set_status(state, 17, "why", process=child.pid)
    child.wait()
    assert job.status()[:3] == (state, 17, "why")


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "{}", '{"state": "running"}', "\x00"])
def test_unreadable_status_is_a_crash_without_traceback(job, content):
    (job.folder / "status.json").write_text(content)
    assert job.status().state == "crashed"


def test_events_are_read_as_appended_with_their_time(job):
    job.append({"event": "progress", "step": 3, "loss": 1.5, "text": "猫 \u2028 \n"})
    job.append({"event": "end", "step": 5})
    first, second = job.events()
    assert first.pop("time") <= second.pop("time")
    assert first == {"event": "progress", "step": 3, "loss": 1.5, "text": "猫 \u2028 \n"}
    assert second == {"event": "end", "step": 5}


def test_nan_and_infinity_are_never_written_to_json(job):
    job.append({"event": "validation", "step": 3, "perplexity": float("inf"), "loss": float("nan")})

    def no_such_constant(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    line = job.events_path.read_text()
    json.loads(line, parse_constant=no_such_constant)
    assert "Infinity" not in line


def test_torn_last_line_is_skipped_and_removed_by_repair(job):
    job.append({"event": "progress", "step": 3})
    whole = job.events_path.read_bytes()
    with job.events_path.open("ab") as file:
        file.write(b'{"event": "progress", "step": 4, "loss": 1.\xe7')
    assert [event["step"] for event in job.events()] == [3]
    job.repair_events()
    assert job.events_path.read_bytes() == whole
    job.append({"event": "progress", "step": 5})
    assert [event["step"] for event in job.events()] == [3, 5]


def test_repair_keeps_complete_and_missing_files(job):
    job.repair_events()
    assert not job.events_path.exists()
    job.append({"event": "progress", "step": 3})
    whole = job.events_path.read_bytes()
    job.repair_events()
    assert job.events_path.read_bytes() == whole


def test_repair_empties_a_file_of_one_torn_line(job):
    job.events_path.write_bytes(b'{"event"')
    job.repair_events()
    assert job.events_path.read_bytes() == b""


@pytest.mark.parametrize("torn", [b"\0\0\0\n", b'{"event": "pro\n\0\0', b"\n\n", b'{"step": 4}\n{"eve'])
def test_repair_cuts_all_that_follows_the_last_event(job, torn):
    """A power cut can leave zeros, and line ends among them."""
    job.append({"event": "progress", "step": 3})
    whole = job.events_path.read_bytes()
    job.events_path.write_bytes(whole + torn)
    job.repair_events()
    assert job.events_path.read_bytes() == whole


@pytest.mark.parametrize("line", ["[]", "7", "null", "{}", '{"step": 3}', "not JSON", ""])
def test_events_skip_invalid_lines(job, line):
    job.events_path.write_text(line + "\n")
    assert job.events() == []


def test_new_job_starts_without_events(job):
    assert job.events() == []


def test_stop_request_can_be_withdrawn(job):
    job.set_status("running", 3)
    assert not job.stop_requested()
    job.request_stop()
    assert job.stop_requested()
    job.clear_stop()
    job.clear_stop()
    assert not job.stop_requested()


@pytest.mark.parametrize("state", ["finished", "failed", "stopped"])
def test_ended_job_ignores_a_stop_request(job, state):
    job.set_status(state, 3)
    job.request_stop()
    assert not job.stop_requested()


def test_log_tail_returns_the_last_lines(job):
    assert job.log_tail() == ""
    job.log_path.write_bytes(b"".join(b"line %d\n" % n for n in range(50_000)) + b"\xff torn")
    assert job.log_tail(3) == "line 49998\nline 49999\n\ufffd torn"


def test_new_job_records_its_command(job):
    assert [path.name for path in job.folder.iterdir()] == ["job.json"]
    assert job.recorded_command() == COMMAND and job.status().state == "new"
    assert job.command == ["jobs", "run", str(job.folder)]


@pytest.mark.parametrize("name", ["a b", "-x", ".hidden", "über", "x" * 65, "$(x)"])
def test_new_job_refuses_a_bad_name(tmp_path, name):
    with pytest.raises(CoreError) as caught:
        new_job(tmp_path / name, COMMAND)
    assert caught.value.code == "job.name" and not list(tmp_path.iterdir())


def test_new_job_refuses_an_existing_folder(job):
    with pytest.raises(CoreError) as caught:
        new_job(job.folder, ["train"])
    assert caught.value.code == "job.exists" and job.recorded_command() == COMMAND


@pytest.mark.parametrize("file", ["config.json", "status.json"])
def test_new_job_refuses_the_folder_of_a_run(tmp_path, file):
    """An evaluation in the folder of a stopped training replaced the status of that."""
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / file).write_text("{}")
    with pytest.raises(CoreError, match="the name first is already taken"):
        new_job(tmp_path / "first", COMMAND)
    assert [path.name for path in (tmp_path / "first").iterdir()] == [file]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "job.missing"),
        ("{", "job.unreadable"),
        ("[]", "job.format"),
        ('{"format": 2, "command": ["evaluate"]}', "job.format"),
        ('{"format": 1, "command": []}', "job.format"),
        ('{"format": 1, "command": ["evaluate", 7]}', "job.format"),
    ],
)
def test_recorded_command_refuses_other_files(tmp_path, content, code):
    if content is not None:
        (tmp_path / "job.json").write_text(content)
    with pytest.raises(CoreError) as caught:
        Job(tmp_path).recorded_command()
    assert caught.value.code == code


def test_new_start_supersedes_earlier_events(job):
    for event in ("start", "progress", "start", "progress", "scores"):
        job.append({"event": event})
    assert [event["event"] for event in job.events()] == ["start", "progress", "scores"]


def test_held_job_is_busy_for_others(job):
    with pytest.raises(CoreError, match="another process works on job first"):
        job.set_status("running", 0, process=os.getppid())
        with job.held():
            pass


def test_held_job_is_busy_for_the_same_process(job):
    with job.held():
        with pytest.raises(CoreError, match="another process works on job first"), job.held():
            pass
    with job.held():
        pass


def test_kill_ends_the_process_at_once(job):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    job.set_status("running", 3, process=child.pid)
    job.kill()
    assert child.wait() == -9 and job.status().state == "crashed"
    job.kill()  # nothing is left to end
