"""Seconds of whole commands, from the start of the process to its end: one sentence translated, 1,000 scored.

    python -m benchmarks.commands [--checkpoint checkpoints/en-de]
        [--corpus tatoeba-multi30k-en-de --split multi30k_test]

Without the corpus on this machine only the first is measured. Commands run as a person types them, in turns.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.alternating import Report, at_most, take_turns
from benchmarks.page import ROOT
from core.data.corpora.reading import corpus_stream, data_folders
from core.errors import CoreError

SENTENCE = "A dog runs through the snow.\n"


def seconds_of(words: Sequence[str], given: str = "") -> float:
    """Run `python -m core` with these words; what it writes is dropped."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GOMP_")}
    started = time.perf_counter()
    command = [sys.executable, "-m", "core", *words]
    subprocess.run(command, cwd=ROOT, env=environment, input=given, text=True, check=True, capture_output=True)
    return time.perf_counter() - started


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", default="checkpoints/en-de")
    parser.add_argument("--corpus", default="tatoeba-multi30k-en-de")
    parser.add_argument("--split", default="multi30k_test")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    translate = ["translate", "--checkpoint", arguments.checkpoint]
    score = ["evaluate", "--checkpoint", arguments.checkpoint, "--corpus", arguments.corpus, "--split", arguments.split]
    arms = {"translate": lambda: seconds_of(translate, SENTENCE)}
    report = Report()
    report.title("Whole commands")
    try:
        pairs = len(corpus_stream(arguments.corpus, arguments.split, data_folders()).read())
        arms["evaluate"] = lambda: seconds_of(score)
    except CoreError as error:
        print(f"evaluate is not measured: {error}")
    seconds = take_turns(arms, arguments.rounds)
    report.value("python -m core translate, one sentence", seconds["translate"], " s", at_most(2.3))
    if "evaluate" in seconds:
        report.value(f"python -m core evaluate, {pairs:,} sentences, beam 4", seconds["evaluate"], " s", at_most(10))
    return report.status


if __name__ == "__main__":
    sys.exit(main())
