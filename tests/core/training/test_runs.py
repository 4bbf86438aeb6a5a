"""Folder of runs: names, renaming, deleting, and the queue; no model is trained here."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.jobs.job import new_job
from core.jobs.queue import JobQueue
from core.training.run import Run, RunConfig
from core.training.runs import (
    delete_run,
    enqueue,
    list_runs,
    named_run,
    queue,
    rename_run,
    set_at_once,
    start_waiting,
    stop_job,
)

CONFIG = RunConfig(ModelConfig(d_model=14, num_heads=7), DataConfig(task="copy"), TrainingConfig(seed=5, max_steps=7))
ROOT = Path(__file__).parents[3]


def created(folder: Path, name: str) -> Run:
    run = Run(folder / name)
    run.create(CONFIG)
    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the runs a, b, c and d."""
    for name in "abcd":
        created(tmp_path / "runs", name)
    return tmp_path / "runs"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the runs that were started; each counts as running until its status is something else."""
    names: list[str] = []

    def spawn(run: Run) -> int:
        names.append(run.name)
        run.set_status("running", 0)
        return os.getpid()

    monkeypatch.setattr(Run, "spawn", spawn)
    return names


@pytest.fixture
def busy(folder: Path):
    """A process that trains run a, as far as anyone can see."""
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    Run(folder / "a").set_status("running", 3, process=child.pid)
    yield Run(folder / "a")
    child.kill()
    child.wait()


def refused(code: str, function, *arguments) -> str:
    with pytest.raises(CoreError) as caught:
        function(*arguments)
    assert caught.value.code == code
    return str(caught.value)


def names(found: list[Run]) -> list[str]:
    return [run.name for run in found]


# Names


def test_list_runs_is_newest_first_and_skips_other_folders(tmp_path):
    for age, name in ((30, "old"), (10, "new"), (20, "middle")):
        created(tmp_path, name)
        os.utime(tmp_path / name / "config.json", (time.time() - age,) * 2)
    (tmp_path / "no-run").mkdir()
    (tmp_path / "file").write_text("x")
    (tmp_path / ".gone.removed").mkdir()
    (tmp_path / ".gone.removed" / "config.json").write_text("{}")
    assert names(list_runs(tmp_path)) == ["new", "middle", "old"]


def test_missing_runs_folder_is_empty(tmp_path):
    assert list_runs(tmp_path / "nowhere") == []
    assert start_waiting(tmp_path / "nowhere") == []
    assert list(tmp_path.iterdir()) == []


def test_run_is_found_by_name_only(folder):
    assert named_run(folder, "a").folder == folder / "a"
    (folder.parent / "x").mkdir()
    (folder.parent / "x" / "config.json").write_text("{}")
    for name in ("../x", "..", ".", "", "a/", "a/../b", str(folder / "a"), "a\0", "-a"):
        refused("run.name", named_run, folder, name)
    refused("run.missing", named_run, folder, "nowhere")


# Renaming and deleting


def test_a_renamed_run_keeps_all_it_has(folder):
    run = Run(folder / "a")
    run.set_status("stopped", 3, "stopped")
    run.append({"event": "progress", "step": 3})
    renamed = rename_run(run, "first")
    assert not run.folder.exists()
    assert (renamed.name, renamed.status()[:3], len(renamed.events())) == ("first", ("stopped", 3, "stopped"), 1)


def test_a_renamed_run_keeps_its_place_among_the_runs(folder):
    for age, name in enumerate(("new", "old")):
        run = Run(folder / name)
        if not run.config_path.exists():
            run.create(Run(folder / "a").read_config())
        os.utime(run.config_path, (10_000 - age, 10_000 - age))
    before = [run.name for run in list_runs(folder)]
    rename_run(Run(folder / "old"), "older")
    assert [run.name for run in list_runs(folder)] == [{"old": "older"}.get(name, name) for name in before]


def test_renamed_run_finds_its_own_data(folder):
    own = folder / "a" / "data" / "train.tsv"
    own.parent.mkdir()
    own.write_text("a\tb\n")
    values = json.loads((folder / "a" / "config.json").read_text())
    values["data"].update(task=None, src=str(own.resolve()))  # as an older version wrote it
    (folder / "a" / "config.json").write_text(json.dumps(values))
    data = rename_run(Run(folder / "a"), "first").read_config().data
    assert Path(data.src).read_text() == "a\tb\n"


def test_a_name_that_is_taken_or_bad_is_refused(folder):
    (folder / "nothing").mkdir()
    (folder / "dangling").symlink_to("nowhere")
    for taken in ("b", "a", "nothing", "dangling"):
        refused("run.taken", rename_run, Run(folder / "a"), taken)
    for bad in ("../x", "x/y", "", ".x", "-x", "x" * 65):
        refused("run.name", rename_run, Run(folder / "a"), bad)
    assert names(sorted(list_runs(folder), key=lambda run: run.name)) == ["a", "b", "c", "d"]


def test_deleted_run_removes_only_its_files(folder, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "a.txt").write_text("three years")
    (folder / "a" / "link").symlink_to(tmp_path / "thesis")
    delete_run(Run(folder / "a"))
    assert sorted(path.name for path in folder.iterdir()) == [".queue.lock", "b", "c", "d"]
    assert (tmp_path / "thesis" / "a.txt").read_text() == "three years"


def test_next_deletion_removes_leftovers_of_a_killed_one(folder):
    (folder / "a").rename(folder / ".a.removed")
    (folder / ".not a name.removed").mkdir()
    delete_run(Run(folder / "b"))
    assert sorted(path.name for path in folder.iterdir()) == [".not a name.removed", ".queue.lock", "c", "d"]


def test_link_to_other_run_is_not_deleted_or_renamed(folder, tmp_path):
    run = created(tmp_path / "elsewhere", "x")
    (folder / "link").symlink_to(run.folder)
    refused("run.link", delete_run, Run(folder / "link"))
    refused("run.link", rename_run, Run(folder / "link"), "y")
    assert run.config_path.is_file() and (folder / "link").is_symlink()


def test_folder_without_a_run_is_not_deleted(folder):
    (folder / "thesis").mkdir()
    refused("run.missing", delete_run, Run(folder / "thesis"))
    refused("run.missing", rename_run, Run(folder / "thesis"), "y")
    assert (folder / "thesis").is_dir()


def test_running_run_is_not_deleted_or_renamed(busy):
    refused("run.busy", delete_run, busy)
    refused("run.busy", rename_run, busy, "y")
    assert busy.status()[:2] == ("running", 3)


def test_run_that_a_waiting_job_reads_is_not_deleted_or_renamed(folder):
    """An evaluation that waited behind a training lost its model, and failed when its turn came."""
    run = Run(folder / "a")
    words = ["evaluate", f"--checkpoint={run.checkpoint.resolve()}", f"--src={folder.resolve()}/a.en"]
    job = new_job(folder / "scores", words)
    job.set_status("queued", 0)
    assert "scores" in refused("run.needed", delete_run, run) and run.config_path.is_file()
    refused("run.needed", rename_run, run, "y")
    assert rename_run(Run(folder / "b"), "y").folder.is_dir()
    job.set_status("stopped", 0)
    delete_run(run)
    assert not run.folder.exists()


def test_starting_run_is_not_deleted(folder):
    """Its lock is held before its status is written."""
    script = f"""
from pathlib import Path
from core.training.run import Run
with Run(Path({str(folder / "a")!r})).held():
    print("held", flush=True)
    input()
"""
    child = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == b"held\n"
    refused("run.busy", delete_run, Run(folder / "a"))
    child.kill()
    child.wait()
    delete_run(Run(folder / "a"))


# The queue


def test_runs_train_one_at_a_time_in_order(folder, started):
    for name in "bca":
        enqueue(Run(folder / name))
    assert started == ["b"]
    assert [names(part) for part in queue(folder)[:2]] == [["b"], ["c", "a"]]
    assert start_waiting(folder) == []
    Run(folder / "b").set_status("finished", 7, "max_steps")
    assert names(start_waiting(folder)) == ["c"]
    Run(folder / "c").set_status("failed", 2, "no memory")
    assert names(start_waiting(folder)) == ["a"]
    assert started == ["b", "c", "a"]


def test_queue_is_stored_in_the_folder(folder, started, busy):
    for name in "bdc":
        enqueue(Run(folder / name))
    script = f"""
from pathlib import Path
from core.training.runs import queue
print([run.name for run in queue(Path({str(folder)!r})).waiting])
"""
    found = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == "['b', 'd', 'c']\n"
    assert started == []


def test_crashed_run_frees_its_place_and_is_not_retried(folder, started, busy):
    enqueue(Run(folder / "b"))
    os.kill(busy.status().process, 9)
    deadline = time.monotonic() + 60
    while not start_waiting(folder) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert started == ["b"]
    assert busy.status().state == "crashed"


def test_folder_setting_allows_more_parallel_runs(folder, started):
    for name in "abcd":
        enqueue(Run(folder / name))
    set_at_once(folder, 3)
    assert started == ["a", "b", "c"]
    set_at_once(folder, 1)
    assert names(queue(folder).active) == sorted(started, key=names(list_runs(folder)).index)
    for count in (0, -1, 65):
        refused("run.at_once", set_at_once, folder, count)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"at_once": 0}', '{"at_once": "many"}', '{"at_once": 1e9}'])
def test_invalid_queue_setting_means_one_at_a_time(folder, content):
    (folder / ".queue.json").write_text(content)
    assert queue(folder).at_once == 1


def test_a_run_that_waits_already_keeps_its_place(folder, started, busy):
    for name in "bcb":
        enqueue(Run(folder / name))
    assert names(queue(folder).waiting) == ["b", "c"]


def test_queue_follows_renamed_and_deleted_runs(folder, started, busy):
    for name in "bcd":
        enqueue(Run(folder / name))
    rename_run(Run(folder / "b"), "z")
    delete_run(Run(folder / "c"))
    assert names(queue(folder).waiting) == ["z", "d"]


def test_dequeued_run_keeps_its_former_status(folder, started, busy):
    saved = folder / "c" / "checkpoints" / "step-5"
    saved.mkdir(parents=True)
    (saved / "standing.json").write_text("{}")
    for name in "bc":
        enqueue(Run(folder / name))
        stop_job(Run(folder / name))
    assert Run(folder / "b").status()[:3] == ("new", 0, "")
    assert Run(folder / "c").status()[:3] == ("stopped", 5, "stopped")
    assert queue(folder).waiting == []
    stop_job(busy)
    assert busy.stop_requested()


def test_run_that_cannot_resume_is_not_queued(folder, started, busy):
    refused("run.busy", enqueue, busy)
    Run(folder / "b").set_status("finished", 7, "max_steps")
    assert "max_steps" in refused("run.over", enqueue, Run(folder / "b"))
    Run(folder / "b").replace_config(CONFIG._replace(training=TrainingConfig(seed=5, max_steps=11)))
    enqueue(Run(folder / "b"))
    assert names(queue(folder).waiting) == ["b"]


def test_run_that_cannot_start_fails_and_next_starts(folder, monkeypatch):
    started: list[str] = []

    def spawn(run: Run) -> int:
        if run.name == "b":
            raise OSError("no log")
        started.append(run.name)
        return os.getpid()

    monkeypatch.setattr(Run, "spawn", spawn)
    monkeypatch.setattr(JobQueue, "start_waiting", lambda queue: [])
    for name in "bc":
        enqueue(Run(folder / name))
    monkeypatch.undo()
    monkeypatch.setattr(Run, "spawn", spawn)
    start_waiting(folder)
    start_waiting(folder)
    assert Run(folder / "b").status()[:3] == ("failed", 0, "no log")
    assert started == ["c"]


def test_concurrent_starters_start_each_run_once(folder, monkeypatch):
    """Threads of a page, and other processes."""
    for name in "abcd":
        Run(folder / name).set_status("queued", 0)
    set_at_once_file = folder / ".queue.json"
    set_at_once_file.write_text('{"at_once": 2}')
    script = f"""
import os, time
from pathlib import Path
from core.training.run import Run
from core.training.runs import start_waiting
def spawn(run):
    with (run.folder / "spawned").open("a") as file:
        file.write("x")
    time.sleep(0.05)
    run.set_status("running", 0, process={os.getpid()})
Run.spawn = spawn
start_waiting(Path({str(folder)!r}))
"""
    children = [subprocess.Popen([sys.executable, "-c", script], cwd=ROOT) for _ in range(4)]

    def spawn(run: Run) -> None:
        with (run.folder / "spawned").open("a") as file:
            file.write("x")
        time.sleep(0.05)
        run.set_status("running", 0)

    monkeypatch.setattr(Run, "spawn", spawn)
    threads = [threading.Thread(target=start_waiting, args=(folder,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [child.wait() for child in children] == [0] * 4
    spawned = {name: (folder / name / "spawned").read_text() for name in "abcd" if (folder / name / "spawned").exists()}
    assert list(spawned.values()) == ["x", "x"]
