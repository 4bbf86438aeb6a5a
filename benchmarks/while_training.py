"""Translations over the page's endpoint while a training runs, against the same ones while it is paused.

    python -m benchmarks.while_training [--checkpoint en-de] [--sentences 12] [--rounds 10] [--preset tiny]

The page runs as a person runs it, and starts the training as its tab does: a process of its own with low priority.
Between the turns that process is stopped by a signal and set going again, so both arms meet the same page, the same
memory and the same sentences. A turn is the sum of its translations, one after another.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks.alternating import Report, at_most, ratios
from benchmarks.page import ROOT, app_command, served
from benchmarks.sentences import made_up_text
from core.config import PRESETS, DataConfig, DecodingConfig, TrainingConfig
from core.training.run import Run, RunConfig
from core.training.runs import enqueue

BEAM, ALPHA = DecodingConfig().beam_size, DecodingConfig().alpha
BUDGET = 1.5  # times as long
FIRST_STEPS = 20  # that the training takes before anything is measured
SETTLE = 1.0  # seconds after a change


def translate(address: str, sentence: str, checkpoint: str) -> float:
    """Seconds of one translation over the endpoint, from the call to its answer."""
    call = f"{address}gradio_api/call/translate"
    body = json.dumps({"data": [sentence, checkpoint, BEAM, ALPHA]}).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    started = time.perf_counter()
    asked = urllib.request.Request(call, body, {"Content-Type": "application/json"})
    with opener.open(asked, timeout=60) as answer:
        event = json.load(answer)["event_id"]
    with opener.open(f"{call}/{event}", timeout=60) as stream:
        answer = stream.read().decode()
    if "event: complete" not in answer:
        raise RuntimeError(f"no translation: {answer[:200]}")
    return time.perf_counter() - started


@contextmanager
def training(runs: Path, preset: str) -> Iterator[Run]:
    """A training on the numbers task that has taken its first steps, as the page starts one; killed in the end."""
    run = Run(runs / "while-training")
    settings = TrainingConfig(max_steps=1_000_000, tokens_per_batch=2048, validate_every=1_000_000, report_every=5)
    run.create(
        RunConfig(
            PRESETS[preset], DataConfig(task="numbers", valid_pairs=50), replace(settings, checkpoint_every=1_000_000)
        )
    )
    enqueue(run)
    until = time.monotonic() + 300
    try:
        while run.status().step < FIRST_STEPS:
            if time.monotonic() > until or run.status().state not in ("starting", "running"):
                raise RuntimeError(f"{run.status()}\n{run.log_tail()}")
            time.sleep(0.2)
        yield run
    finally:
        process = run.status().process
        if process and process != os.getpid():
            os.kill(process, signal.SIGKILL)


def measure(
    report: Report, address: str, run: Run, sentences: Sequence[str], checkpoint: str, rounds: int
) -> tuple[list[float], list[float]]:
    """Seconds of each turn: while the training is paused, and while it runs."""
    process = run.status().process
    if process is None:
        raise RuntimeError("the training does not have a process")
    resting: list[float] = []
    going: list[float] = []
    for turn in range(rounds):
        # The order alternates between rounds, so that a drift of the machine affects both equally.
        for arm, sent in sorted(((resting, signal.SIGSTOP), (going, signal.SIGCONT)), key=lambda one: one[1])[
            :: 1 if turn % 2 else -1
        ]:
            os.kill(process, sent)
            time.sleep(SETTLE)
            arm.append(sum(translate(address, sentence, checkpoint) for sentence in sentences))
    os.kill(process, signal.SIGCONT)
    return resting, going


def main() -> int:
    """Read the command line, measure, print; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", default="en-de")
    parser.add_argument("--sentences", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--preset", choices=tuple(PRESETS), default="tiny")
    arguments = parser.parse_args()
    report = Report()
    report.title(f"Translations of {arguments.checkpoint} while a training ({arguments.preset}) runs")
    sentences = made_up_text(arguments.sentences, seed=7).source
    with tempfile.TemporaryDirectory() as folder:
        runs = Path(folder) / "runs"
        with served(app_command(ROOT / "checkpoints", runs)) as (address, _):
            for sentence in sentences:  # the model is loaded, the first calls are made
                translate(address, sentence, arguments.checkpoint)
            with training(runs, arguments.preset) as run:
                before = run.status().step
                resting, going = measure(report, address, run, sentences, arguments.checkpoint, arguments.rounds)
                taken = run.status().step - before
                report.condition("the training went on", taken > 0, f"{taken} steps")
    per_sentence = [[1000 * seconds / len(sentences) for seconds in arm] for arm in (resting, going)]
    report.value("a translation while the training rests", per_sentence[0], " ms")
    report.value("a translation while the training runs", per_sentence[1], " ms")
    report.value("going on / resting, time", ratios(going, resting), "x", at_most(BUDGET))
    return report.status


if __name__ == "__main__":
    sys.exit(main())
