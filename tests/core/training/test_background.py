"""A run in a background process: it ends at its time limit, and cleanly at SIGTERM."""

import os
import signal
import time

import pytest

from core.checkpoint import load_checkpoint
from core.errors import CoreError
from core.training.runs import enqueue
from tests.core.training.small_run import created, steps


def test_queued_run_ends_at_its_time_limit(tmp_path):
    """No one stops it: the limit is the run's own."""
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


def test_sigterm_saves_and_ends_cleanly(tmp_path):
    run = created(tmp_path / "term", max_steps=100_000, checkpoint_every=100_000)
    run.spawn(low_priority=False)
    deadline = time.monotonic() + 60
    while not steps(run, "progress") and time.monotonic() < deadline:
        time.sleep(0.01)
    assert run.status().state == "running"
    os.kill(run.status().process, signal.SIGTERM)
    while run.status().state == "running" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert run.status().state == "stopped"
    assert [int(path.name[5:]) for path in run.checkpoints()] == [run.status().step]
    assert load_checkpoint(run.checkpoint).details["step"] == run.status().step
    assert "Traceback" not in run.log_tail()
