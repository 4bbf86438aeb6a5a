"""Training on the CPU against the rate of this machine's own matrix products, and its memory.

    python -m benchmarks.training_rate [--presets tiny base] [--precisions bfloat16 float32] [--seconds 30]
        [--src FILE --tgt FILE] [--rounds 3]

Each round measures the rate of a product of two square matrices, then trains; each in a process of its own, begun as
the commands begin. The share is the arithmetic that the model needs (core/training/flops.py: no padding, nothing
recomputed) over that rate. The text has a joint vocabulary of 8,000, while base and big keep an output of 37,000.
"""

import argparse
import functools
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.alternating import Report, at_least, ratios, take_turns
from benchmarks.training import ROOT, read_pairs, train_ours, write_pairs
from core.config import PRESETS
from core.training.flops import training_flops

SIDE = 2048  # rows and columns of the two matrices
PRODUCT_SECONDS = 4.0
FLOORS = {("tiny", "bfloat16"): 0.50, ("base", "bfloat16"): 0.65}  # of the measured rate


def product_rate(precision: str) -> float:
    """Multiply two square matrices for some seconds; floating-point operations a second of the fastest product."""
    import torch

    left, right = (torch.randn(SIDE, SIDE).to(getattr(torch, precision)) for _ in range(2))
    best, end = float("inf"), time.perf_counter() + PRODUCT_SECONDS
    while (began := time.perf_counter()) < end:
        torch.matmul(left, right)
        best = min(best, time.perf_counter() - began)
    return 2 * SIDE**3 / best


def in_own_process(work: str, precision: str, arguments: argparse.Namespace, pairs_file: Path) -> dict[str, float]:
    """Run `work`, which is "product" or a preset, in a process of its own; what it printed."""
    command = [sys.executable, "-m", "benchmarks.training_rate", "--work", work, "--precisions", precision]
    command += ["--seconds", str(arguments.seconds), "--pairs-file", str(pairs_file)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def work_here(arguments: argparse.Namespace) -> None:
    """The process's side: print what was measured."""
    precision = arguments.precisions[0]
    if arguments.work == "product":
        print(json.dumps({"rate": product_rate(precision)}))
        return
    speed = train_ours(precision, arguments.pairs_file, arguments.seconds, arguments.work)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # Linux counts in KiB
    print(json.dumps({"speed": speed, "memory": memory}))


def measure(report: Report, preset: str, precision: str, arguments: argparse.Namespace, pairs_file: Path) -> None:
    """Print rate, share and memory of one preset in one precision."""
    pairs, model = read_pairs(pairs_file, preset)
    operations = training_flops(model, pairs.source_lengths, pairs.target_lengths) / int(pairs.target_lengths.sum())
    found: list[dict[str, float]] = []

    def train() -> float:
        found.append(in_own_process(preset, precision, arguments, pairs_file))
        return found[-1]["speed"] * operations

    products = functools.partial(in_own_process, "product", precision, arguments, pairs_file)
    rates = take_turns({"product": lambda: products()["rate"], "training": train}, arguments.rounds)
    name, floor = f"{preset}, {precision}", FLOORS.get((preset, precision))
    report.value(f"{name}: a product of matrices", [rate / 1e9 for rate in rates["product"]], " GFLOP/s")
    report.value(f"{name}: target tokens", [one["speed"] for one in found], " tokens/s")
    report.value(f"{name}: training", [rate / 1e9 for rate in rates["training"]], " GFLOP/s")
    shares = ratios(rates["training"], rates["product"])
    report.value(f"{name}: share", shares, "", None if floor is None else at_least(floor))
    report.value(f"{name}: the most memory", [one["memory"] / 2**20 for one in found], " MiB")


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=["tiny", "base"])
    parser.add_argument("--precisions", nargs="+", choices=("bfloat16", "float32"), default=["bfloat16"])
    parser.add_argument("--src", type=Path)
    parser.add_argument("--tgt", type=Path)
    parser.add_argument("--pairs", type=int, default=29_000, help="sentence pairs, at most")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=30.0, help="measured time of one training")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--pairs-file", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        work_here(arguments)
        return 0
    report = Report()
    report.title("Training against the rate of a product of matrices")
    with tempfile.TemporaryDirectory() as folder:
        pairs_file = Path(folder) / "pairs.npz"
        print(write_pairs(pairs_file, arguments.src, arguments.tgt, arguments.pairs))
        for preset in arguments.presets:
            for precision in arguments.precisions:
                measure(report, preset, precision, arguments, pairs_file)
    return report.status


if __name__ == "__main__":
    sys.exit(main())
