"""Evaluations and preflights as jobs: their folder, their progress, their turn, and how they are stopped."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.cli import recording
from core.cli.parser import build_parser, main
from core.cli.recording import recorded_command
from core.data.tasks import task
from core.jobs.job import Job, new_job
from core.jobs.work import carry_out
from core.preflight.result import Preflight
from core.training.run import Run
from core.training.runs import enqueue, queue
from glassformer.command import command_parser
from tests.core.cli.command import COPY, TINY, refused


@pytest.fixture
def evaluation(miniature, tmp_path) -> list[str]:
    """An evaluation on 23 unseen pairs of the numbers task."""
    text = task("numbers").pairs(23, 3, split="test")
    for name, lines in (("a.en", text.source), ("a.zh", text.target)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = ["--src", str(tmp_path / "a.en"), "--tgt", str(tmp_path / "a.zh")]
    return ["evaluate", "--checkpoint", str(miniature), *files, "--beam", "1", "--batch-size", "7"]


@pytest.fixture
def spawned(monkeypatch) -> list[str]:
    """Names of the jobs that were started; each counts as running."""
    names: list[str] = []

    def spawn(job: Job) -> int:
        names.append(job.name)
        job.set_status("running", 0)
        return os.getpid()

    monkeypatch.setattr(Job, "spawn", spawn)
    return names


def test_evaluation_job_records_progress_and_scores(evaluation, tmp_path, capsys):
    assert main([*evaluation, "--json", "--job", str(tmp_path / "runs" / "scores")]) == 0
    printed = json.loads(capsys.readouterr().out)
    job = Job(tmp_path / "runs" / "scores")
    start, *progress, scores = job.events()
    assert start["event"] == "start"
    assert [(event["done"], event["total"]) for event in progress] == [(n, 23) for n in (7, 14, 21, 23)]
    assert scores.pop("event") == "scores" and scores.pop("time") and scores == printed
    assert job.status()[:3] == ("finished", 23, "")


def test_preflight_job_records_its_result(tmp_path, capsys):
    run, job = tmp_path / "runs" / "first", Job(tmp_path / "runs" / "look")
    given = ["train", "--run", str(run), *COPY, *TINY, "--preflight", "--json", "--job", str(job.folder)]
    assert main(given) == 0
    printed = Preflight.from_json(capsys.readouterr().out)
    assert Preflight.from_values(job.events()[-1]["result"]) == printed
    assert job.status()[:2] == ("finished", 4) and not run.exists()


def test_queued_job_runs_in_a_separate_process(evaluation, tmp_path):
    arguments = build_parser().parse_args(evaluation)
    job = new_job(tmp_path / "scores", recorded_command(arguments))
    job.spawn(low_priority=False)
    until = time.monotonic() + 120
    while job.status().state in ("starting", "running"):
        assert time.monotonic() < until, job.log_tail()
        time.sleep(0.1)
    assert job.status().state == "finished", job.log_tail()
    assert job.events()[-1]["event"] == "scores" and "error" not in job.log_tail()


@pytest.mark.parametrize("parser", [build_parser, command_parser])
def test_recorded_command_gives_the_same_arguments_anywhere(tmp_path, monkeypatch, parser):
    monkeypatch.chdir(tmp_path)
    given = ["train", "--resume", "first", "--src", "a.en", "--compile", "false", "--preflight", "--max-steps", "7"]
    words = recorded_command(parser().parse_args([*given, "--job", "look", "--queue"]))
    assert words[0] == "train" and sorted(words[1:]) == sorted(
        [f"--resume={tmp_path}/first", f"--src={tmp_path}/a.en", "--compile=false", "--preflight", "--max-steps=7"]
    )
    again = build_parser().parse_args(words)
    assert recorded_command(again) == words and again.compile is False and again.job is None


def test_queued_evaluation_waits_for_a_training(evaluation, tmp_path, capsys, spawned):
    folder = tmp_path / "runs"
    assert main(["train", "--run", str(folder / "first"), *COPY, *TINY, "--queue"]) == 0
    assert main([*evaluation, "--job", str(folder / "scores"), "--queue"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "scores: waits, 1 of 1 in the queue"
    assert spawned == ["first"] and [job.name for job in queue(folder).waiting] == ["scores"]
    Run(folder / "first").set_status("finished", 2, "max_steps")
    assert main(["runs", "list", "--runs", str(folder)]) == 0
    assert spawned == ["first", "scores"] and Job(folder / "scores").events() == []


def test_job_that_ends_starts_the_next(evaluation, tmp_path, spawned):
    folder = tmp_path / "runs"
    enqueue(new_job(folder / "later", recorded_command(build_parser().parse_args(evaluation))))
    Job(folder / "later").set_status("queued", 0)
    del spawned[:]
    assert main([*evaluation, "--job", str(folder / "now")]) == 0
    assert spawned == ["later"]


def test_jobs_run_repeats_a_job_that_was_stopped(evaluation, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "scores"

    def stopped(job, work, last_event):
        def request_stop_first(report):
            job.request_stop()
            return work(report)

        return carry_out(job, request_stop_first, last_event)

    monkeypatch.setattr(recording, "carry_out", stopped)
    assert main([*evaluation, "--job", str(folder)]) == 0
    assert capsys.readouterr().out == "" and Job(folder).status()[:3] == ("stopped", 7, "stopped")
    monkeypatch.undo()
    assert main(["jobs", "run", str(folder)]) == 0
    assert Job(folder).status()[:2] == ("finished", 23) and "BLEU" in capsys.readouterr().out


def test_jobs_list_show_and_stop(evaluation, tmp_path, capsys):
    folder = tmp_path / "runs"
    assert main(["jobs", "list", "--jobs", str(folder)]) == 0
    assert capsys.readouterr().out == f"no job in {folder}\n"
    job = new_job(folder / "scores", ["evaluate", "--checkpoint=/models/en-de"])
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    job.set_status("running", 7, process=child.pid)
    job.append({"event": "progress", "done": 7, "total": 23})
    assert main(["jobs", "stop", str(job.folder)]) == 0 and job.stop_requested()
    assert main(["jobs", "list", "--jobs", str(folder)]) == 0
    assert main(["jobs", "show", str(job.folder)]) == 0
    child.kill()
    child.wait()
    out = capsys.readouterr().out
    assert "scores: ends at its next report of progress" in out
    assert "scores  evaluate  stopping     7" in out
    assert "python -m core evaluate --checkpoint=/models/en-de" in out and '"done": 7' in out


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("train", "--run", "x", "--task", "copy", "--job", "y"), "--job needs --preflight"),
        (("train", "--run", "x", "--task", "copy", "--preflight", "--queue"), "--queue needs --job"),
        (("jobs", "run", "nowhere"), "no job found in nowhere"),
        (("jobs", "stop", "nowhere"), "no job found in nowhere"),
    ],
)
def test_wrong_use_of_jobs_is_refused(tmp_path, monkeypatch, capsys, given, words):
    monkeypatch.chdir(tmp_path)
    assert words in refused(capsys, *given)
    assert not list(Path().iterdir())


def test_existing_job_is_refused(evaluation, tmp_path, capsys):
    new_job(tmp_path / "scores", ["evaluate"])
    assert "already exists" in refused(capsys, *evaluation, "--job", tmp_path / "scores")


def test_command_that_is_not_a_job_is_refused(tmp_path, capsys):
    new_job(tmp_path / "odd", ["runs", "delete", "first", "--yes"])
    assert "cannot be the command of a job" in refused(capsys, "jobs", "run", tmp_path / "odd")


def test_job_with_missing_files_is_recorded_as_failed(evaluation, tmp_path, capsys):
    (tmp_path / "a.zh").unlink()
    assert "a.zh" in refused(capsys, *evaluation, "--job", tmp_path / "scores")
    assert Job(tmp_path / "scores").status().state == "failed"
    assert "a.zh" in Job(tmp_path / "scores").status().message


def test_wrong_arguments_create_no_job(miniature, tmp_path, capsys):
    given = ("evaluate", "--checkpoint", miniature, "--job", tmp_path / "scores")
    assert "either --src and --tgt" in refused(capsys, *given, "--src", "a.en")
    assert not list(tmp_path.iterdir())
