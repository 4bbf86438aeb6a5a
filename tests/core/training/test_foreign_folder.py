"""A run folder from elsewhere: links in it lead nowhere, and pipes do not stop a reader."""

import os
import signal

import pytest

from core.errors import CoreError
from core.jobs.job import Job, new_job
from core.training.execution import execute
from core.training.run import Run
from core.training.runs import enqueue, list_runs
from tests.core.training.small_run import Killed, at_step, created, die


@pytest.fixture
def half(tmp_path) -> Run:
    """A run of eight steps that was killed after its checkpoint of step 4."""
    run = created(tmp_path / "half")
    with pytest.raises(Killed):
        execute(run, at_step(6, die))
    return run


def contents(folder) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", ["checkpoints/step-8", "checkpoint", "best", "snapshots", "tokens", "stop"])
@pytest.mark.parametrize("act", [execute, Run.spawn])
def test_links_in_a_run_folder_are_refused(half, tmp_path, name, act):
    """A resume replaced the checkpoint outside to which `checkpoints/step-8` led."""
    precious = tmp_path / "precious"
    precious.mkdir()
    for file in ("config.json", "model.safetensors", "README.md"):
        (precious / file).write_text(f"my {file}")
    before = contents(precious)
    place = half.folder / name
    if place.exists():
        place.rename(tmp_path / "moved")
    place.symlink_to(precious)
    with pytest.raises(CoreError, match="is a symbolic link; replace it"):
        act(half)
    assert contents(precious) == before


@pytest.mark.parametrize("name", ["log.txt", ".lock", "events.jsonl"])
def test_nothing_is_written_through_a_link(half, tmp_path, name):
    (half.folder / name).unlink(missing_ok=True)
    (half.folder / name).symlink_to(tmp_path / "elsewhere")
    for act in (execute, Run.spawn):
        with pytest.raises(CoreError, match="symbolic link"):
            act(half)
    assert not (tmp_path / "elsewhere").exists()


def test_waiting_run_with_a_link_fails_in_its_turn(half, tmp_path):
    (half.folder / "log.txt").symlink_to(tmp_path / "elsewhere")
    enqueue(half)
    assert half.status().state == "failed" and "symbolic link" in half.status().message


def test_link_to_a_whole_run_is_followed(half, tmp_path):
    (tmp_path / "link").symlink_to(half.folder)
    execute(Run(tmp_path / "link"))
    assert half.status().state == "finished"


@pytest.fixture
def pipe_limit():
    """End a test that waits for a pipe."""

    def too_long(*_: object) -> None:
        raise AssertionError("it waits for a pipe")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def as_pipe(path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def test_pipes_in_place_of_files_are_not_read(half, pipe_limit):
    as_pipe(half.folder / "status.json")
    assert half.status().state == "crashed" and "not an ordinary file" in half.status().message
    as_pipe(half.config_path)
    with pytest.raises(CoreError, match=r"cannot be read: not an ordinary file$"):
        half.read_config()
    list_runs(half.folder.parent)


def test_pipe_in_place_of_a_job_is_not_read(tmp_path, pipe_limit):
    job = new_job(tmp_path / "first", ["evaluate"])
    as_pipe(job.folder / Job.marker)
    with pytest.raises(CoreError, match="not an ordinary file"):
        job.recorded_command()


@pytest.mark.parametrize("name", ["step-²", "step-٣", "step-" + "9" * 5000, "step--1", "step-"])
def test_odd_names_of_step_checkpoints_are_ignored(half, name):
    folder = half.folder / "checkpoints" / name[:250]
    folder.mkdir()
    (folder / "standing.json").write_text("{}")
    assert [path.name for path in half.checkpoints()] == ["step-4"] and half.saved_step == 4
