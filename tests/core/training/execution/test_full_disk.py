"""A run on a disk that fills up: it ends in words, tears nothing, and resumes when there is space again."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core import durable
from core.errors import CoreError
from core.training.execution import execute
from core.training.run import Run
from tests.core.training.small_run import Killed, at_step, created, die, same_weights, steps, weights

ROOT = Path(__file__).parents[4]


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
    words = "the disk is full, so run full ended at step 8; free some space and resume it: it resumes from step 4"
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
    """Not even status.json can be written: the sentence is told all the same."""
    run = created(tmp_path / "full")

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(durable, "sync", full)
    with pytest.raises(CoreError, match="the disk is full"):
        execute(run)
