"""The work of a job in this process: progress, results, stop requests, signals and failures."""

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from core.errors import CoreError
from core.jobs.job import Job, new_job
from core.jobs.work import Report, carry_out, stop_signals

ROOT = Path(__file__).parents[3]


@pytest.fixture
def job(tmp_path) -> Job:
    return new_job(tmp_path / "first", ["evaluate"])


def scores(result: object) -> dict[str, object]:
    return {"event": "scores", "bleu": result}


def events(job: Job) -> list[tuple]:
    return [tuple(value for name, value in event.items() if name != "time") for event in job.events()]


def test_carry_out_records_progress_and_result(job):
    def work(report: Report) -> float:
        report(3, 7)
        assert job.status()[:2] == ("running", 3) and job.status().process == os.getpid()
        report(7, 7)
        return 39.1

    assert carry_out(job, work, scores) == 39.1
    assert events(job) == [("start",), ("progress", 3, 7), ("progress", 7, 7), ("scores", 39.1)]
    assert job.status()[:3] == ("finished", 7, "")


def test_stop_request_ends_the_work_at_a_report(job):
    def work(report: Report) -> None:
        job.request_stop()
        report(3, 7)
        raise AssertionError("the report ends the work")

    assert carry_out(job, work, scores) is None
    assert job.status()[:3] == ("stopped", 3, "stopped") and not job.stop_requested()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signal_ends_the_work_at_once(job, number):
    given = signal.signal(number, signal.SIG_DFL)  # under nohup a hang-up is ignored

    def work(report: Report) -> None:
        os.kill(os.getpid(), number)
        while True:
            pass

    try:
        with pytest.raises(KeyboardInterrupt):
            carry_out(job, work, scores)
        assert job.status()[:3] == ("stopped", 0, "stopped")
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, given)


def test_refusal_is_recorded_without_a_traceback(job):
    def work(report: Report) -> None:
        raise CoreError("corpus.empty", "no pairs")

    with pytest.raises(CoreError, match="no pairs"):
        carry_out(job, work, scores)
    assert job.status()[:3] == ("failed", 0, "no pairs") and job.log_tail() == ""


def test_unknown_error_is_logged_with_its_traceback(job):
    def work(report: Report) -> None:
        raise RuntimeError("the sky falls")

    with pytest.raises(RuntimeError):
        carry_out(job, work, scores)
    assert job.status().message == "the sky falls"
    assert job.log_tail().endswith("RuntimeError: the sky falls")


def test_full_disk_is_reported_in_one_sentence(job):
    def work(report: Report) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(CoreError, match="the disk is full, so job first ended"):
        carry_out(job, work, scores)


def test_failed_job_runs_again_from_its_start(job):
    def refuse(report: Report) -> None:
        report(3, 7)
        raise CoreError("corpus.empty", "no pairs")

    with pytest.raises(CoreError):
        carry_out(job, refuse, scores)
    carry_out(job, lambda report: report(7, 7), scores)
    assert events(job) == [("start",), ("progress", 7, 7), ("scores", None)]


def test_closed_terminal_ends_the_work_without_an_error(tmp_path):
    """SIGHUP ended a training without a checkpoint, and each line for the closed terminal was an error."""
    script = (
        "import os, signal, sys\n"
        "from core.jobs.work import stop_signals\n"
        "with stop_signals(lambda: None):\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "    print('a line of progress', flush=True)\n"
        f"open({str(tmp_path / 'saved')!r}, 'w').close()\n"
    )
    ours, theirs = os.openpty()
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.close(ours)
    assert process.wait(60) == 0 and (tmp_path / "saved").exists()


def test_nohup_stays_in_force():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stop_signals(lambda: None):
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError("[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: x"),
        type("OutOfMemoryError", (RuntimeError,), {})("CUDA out of memory. Tried to allocate 2.00 GiB"),
    ],
)
def test_full_memory_is_recorded_in_one_sentence(job, error):
    def work(report: Report) -> None:
        raise error

    with pytest.raises(CoreError, match="the memory is full; smaller batches"):
        carry_out(job, work, scores)
    assert job.status()[:3] == ("failed", 0, "the memory is full; smaller batches or a smaller model need less")
    assert job.log_tail() == ""


def test_work_in_another_thread_leaves_signals_alone(job):
    """A notebook may run a cell in a thread, where Python refuses handlers: the training failed."""
    before, found = signal.getsignal(signal.SIGINT), []

    def work() -> None:
        with stop_signals(lambda: None):
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [before]
