"""The share of one core that the page takes without visitors, against a bare Gradio page.

python -m benchmarks.idle [--seconds 60] [--rounds 3]
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from benchmarks.alternating import Report, at_most, take_turns
from benchmarks.page import BARE_PAGE, ROOT, app_command, served

SETTLING = 20.0  # seconds after the first answer: the first model is loaded meanwhile


def share_of_a_core(command: Sequence[str], seconds: float) -> float:
    """Start a server and leave it alone; the percentage of one core that it takes."""
    with served(command):
        time.sleep(SETTLING)
        before = processor_seconds()
        time.sleep(seconds)
        return 100 * (processor_seconds() - before) / seconds


def processor_seconds() -> float:
    """Processor time of the server and of its own processes."""
    return sum(sum(process.cpu_times()[:2]) for process in psutil.Process().children(recursive=True))


def main() -> int:
    """Measure, print, and say whether the budget was kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    report = Report()
    report.title("A server without visitors")
    with tempfile.TemporaryDirectory() as folder:
        page = app_command(ROOT / "checkpoints", Path(folder) / "runs")
        bare = [sys.executable, "-c", BARE_PAGE]
        arms = {
            "page": lambda: share_of_a_core(page, arguments.seconds),
            "bare": lambda: share_of_a_core(bare, arguments.seconds),
        }
        shares = take_turns(arms, arguments.rounds)
    report.value("python app.py, share of a core", shares["page"], " %", at_most(2))
    report.value("a bare Gradio page, share of a core", shares["bare"], " %")
    return report.status


if __name__ == "__main__":
    sys.exit(main())
