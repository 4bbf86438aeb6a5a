"""Background processes: their priority, their end, and how they are identified."""

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from core.jobs.process import kill_process, lower_priority, process_started, start_process


def test_start_process_lowers_the_priority(tmp_path):
    command = [sys.executable, "-c", "import os, time; time.sleep(1); print(os.nice(0))"]
    for low, expected in ((True, 10), (False, os.nice(0))):
        log = tmp_path / f"{low}.txt"
        psutil.Process(start_process(command, log, folder=tmp_path, low_priority=low)).wait(60)
        assert int(log.read_text()) == expected


def test_lower_priority_ignores_an_ended_process():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    lower_priority(ended.pid)


def test_process_started_distinguishes_processes():
    own = process_started(os.getpid())
    assert own is not None and own == process_started(os.getpid())
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert process_started(ended.pid) is None


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux has /proc")
def test_process_started_equals_the_kernel_count():
    """A change of the clock moves psutil's times, but not this count; runs record it."""
    ticks = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    assert process_started(os.getpid()) == str(round(100 * int(ticks) / os.sysconf("SC_CLK_TCK")))


def test_process_started_is_none_for_a_zombie():
    child = subprocess.Popen([sys.executable, "-c", ""])
    while psutil.Process(child.pid).status() != psutil.STATUS_ZOMBIE:
        pass
    assert process_started(child.pid) is None
    child.wait()


def test_kill_process_ignores_an_ended_process():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    kill_process(ended.pid)
