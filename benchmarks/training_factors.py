"""What makes training faster than the tutorials' loop, one change at a time; and the loss of both against the clock.

    python -m benchmarks.training_factors [--src FILE --tgt FILE] [--rounds 5] [--seconds 15]
        [--learning SECONDS] [--kept PRESET]

Each arm differs from the one before it in one thing: batches of about equal length by tokens, this project's model,
loss and optimiser, bfloat16, and freed memory that is kept. A factor is the ratio of neighbouring runs. More tokens a
second are not more learning, so with --learning the two loops, each as it ships, also train for so many seconds of
steps, and print the loss (natural logarithm, without smoothing) of 1,000 pairs that neither has seen. With --kept only
the last factor is measured, in float32, for a preset of any size; a base model needs --seconds 45.
"""

import argparse
import functools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.alternating import Report, ratios, take_turns
from benchmarks.training import (
    MAX_TOKENS,
    ROOT,
    TUTORIAL_BATCH,
    Clock,
    plain_environment,
    read_pairs,
    train_ours,
    tutorial_step,
    write_pairs,
)
from core.config import PRESETS, DataConfig, TrainingConfig

HELD_OUT = 1000  # pairs
READINGS = 4  # of the loss
STEPS = {  # arm -> what it has that the arm before lacks
    "tutorial": "the tutorials' loop",
    "by tokens": "batches by tokens",
    "float32": "model, loss, optimiser",
    "bfloat16": "bfloat16",
    "kept": "freed memory kept",
}
RETURNED, KEPT = "returned", "kept"  # arms of a preset with --kept: "returned base"


def arm_speed(arm: str, pairs_file: Path, seconds: float) -> float:
    """Train one arm; target tokens per second."""
    way, _, preset = arm.partition(" ")
    if preset in PRESETS:
        return train_ours("float32", pairs_file, seconds, preset, keep=way == KEPT)
    if arm in ("float32", "bfloat16", "kept"):
        return train_ours("float32" if arm == "float32" else "bfloat16", pairs_file, seconds, keep=arm == "kept")
    pairs, config = read_pairs(pairs_file)
    step = tutorial_step(config, tied=True)
    clock = Clock(seconds)
    for source, target in tutorial_batches(pairs) if arm == "tutorial" else batches_by_tokens(pairs):
        if clock.step_begins():
            break
        step(source, target)
        clock.add(int((target[:, 1:] != 0).sum()))
    return clock.tokens_per_second


def tutorial_batches(pairs: "EncodedPairs") -> Iterator[tuple["Tensor", "Tensor"]]:  # noqa: F821 -- loads no torch
    """Batches of so many shuffled sentences, epoch after epoch."""
    from benchmarks.tutorial import shuffled_batches

    while True:
        yield from shuffled_batches(pairs, TUTORIAL_BATCH)


def batches_by_tokens(pairs: "EncodedPairs") -> Iterator[tuple["Tensor", "Tensor"]]:  # noqa: F821
    """Batches of this project's sampler as the tutorials' model reads them: the target from start to end symbol."""
    import torch

    from core.data.batching import BatchSampler, FixedPairs

    config = TrainingConfig()
    sampler = BatchSampler(FixedPairs(pairs), config.tokens_per_batch, config.seed)
    while True:
        batch = sampler.next()
        yield batch.source, torch.cat([batch.target_read[:, :1], batch.target_predicted], dim=1)


def without_last(pairs: "EncodedPairs", count: int) -> tuple["EncodedPairs", "EncodedPairs"]:  # noqa: F821
    """Split off the last pairs; both parts."""
    parts = []
    for chosen in (slice(0, len(pairs) - count), slice(len(pairs) - count, len(pairs))):
        sides = []
        for flat, starts in ((pairs.source, pairs.source_starts), (pairs.target, pairs.target_starts)):
            bounds = starts[chosen.start : chosen.stop + 1]
            sides += [flat[bounds[0] : bounds[-1]], bounds - bounds[0]]
        parts.append(type(pairs)(*sides))
    return parts[0], parts[1]


def held_out_loss(logits_of, pairs: "EncodedPairs") -> float:  # noqa: F821
    """Mean of -ln p per target token."""
    import torch

    total, tokens = 0.0, 0
    with torch.inference_mode():
        for chosen in np.array_split(np.arange(len(pairs)), len(pairs) // 50):
            batch = pairs.batch(chosen)
            logits = logits_of(batch.source, batch.target_read).float().flatten(0, 1)[batch.predicted]
            wanted = batch.target_predicted.flatten()[batch.predicted]
            total += float(torch.nn.functional.cross_entropy(logits, wanted, reduction="sum"))
            tokens += len(wanted)
    return total / tokens


def learn(arm: str, pairs_file: Path, seconds: float) -> list[float]:
    """Train one loop as it ships; the loss of the held-out pairs at equal parts of the time."""
    import torch

    from core.data.batching import BatchSampler, FixedPairs
    from core.model.transformer import Transformer
    from core.training.run import RunConfig
    from core.training.text import buckets_of
    from core.training.trainer import Trainer
    from core.tuning.allocator import keep_freed_memory

    every, config = read_pairs(pairs_file)
    pairs, unseen = without_last(every, HELD_OUT)
    losses: list[float] = []
    trained, resumed = 0.0, time.perf_counter()

    def is_over(model: torch.nn.Module) -> bool:
        """Read the loss where a part of the time is over; what the reading takes does not count."""
        nonlocal trained, resumed
        now = time.perf_counter()
        trained, resumed = trained + now - resumed, now
        if trained >= seconds * (len(losses) + 1) / READINGS:
            model.eval()
            losses.append(held_out_loss(model, unseen))
            model.train()
            resumed = time.perf_counter()
        return len(losses) == READINGS

    if arm == "tutorial":
        step = tutorial_step(config, tied=True)
        for source, target in tutorial_batches(pairs):
            if is_over(step.model):
                return losses
            step(source, target)
    keep_freed_memory()
    training = TrainingConfig(precision="auto", device="cpu")
    torch.manual_seed(training.seed)
    model = Transformer(config)
    buckets = buckets_of(RunConfig(config, DataConfig(max_tokens=MAX_TOKENS), training))
    sampler = BatchSampler(FixedPairs(pairs), training.tokens_per_batch, training.seed, buckets)
    for _ in Trainer(model, sampler, training).train(lambda: is_over(model)):
        pass
    return losses


def in_own_process(work: str, arm: str, seconds: float, pairs_file: Path) -> list[float]:
    """Run one arm in a process of its own; what it printed."""
    command = [sys.executable, "-m", "benchmarks.training_factors", "--work", work, "--arm", arm]
    command += ["--seconds", str(seconds), "--pairs-file", str(pairs_file)]
    environment = plain_environment(peer=arm in ("tutorial", "by tokens"))
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> int:
    """Measure and print; there is no budget."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--src", type=Path, help="Source sentences (Multi30k: train.en.gz); made up if left out.")
    parser.add_argument("--tgt", type=Path, help="Target sentences.")
    parser.add_argument("--pairs", type=int, default=29_000, help="Sentence pairs, at most.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15.0, help="Measured time of one run.")
    parser.add_argument("--kept", choices=PRESETS, help="Measure only what kept memory is worth, for this preset.")
    parser.add_argument("--learning", type=float, default=0.0, help="Seconds of each loop for the loss; 0: none.")
    for hidden in ("--work", "--arm", "--pairs-file"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        run = learn if arguments.work == "learn" else lambda *given: [arm_speed(*given)]
        print(json.dumps(run(arguments.arm, Path(arguments.pairs_file), arguments.seconds)))
        return 0
    report = Report()
    report.title("Training: what each difference from the tutorials' loop is worth")
    with tempfile.TemporaryDirectory() as folder:
        pairs_file = Path(folder) / "pairs.npz"
        print(write_pairs(pairs_file, arguments.src, arguments.tgt, arguments.pairs))
        if arguments.kept:
            measure_kept(report, arguments, pairs_file)
            return report.status
        measure_factors(report, arguments, pairs_file)
        if arguments.learning:
            measure_learning(arguments, pairs_file)
    return report.status


def measure_factors(report: Report, arguments: argparse.Namespace, pairs_file: Path) -> None:
    """Print tokens a second of every arm and the ratio to the arm before it."""
    runs = {arm: functools.partial(in_own_process, "speed", arm, arguments.seconds, pairs_file) for arm in STEPS}
    speeds = take_turns({arm: lambda run=run: run()[0] for arm, run in runs.items()}, arguments.rounds)
    for arm, words in STEPS.items():
        report.value(words, speeds[arm], " tokens/s")
    for before, after in pairwise(STEPS):
        report.value(f"factor: {STEPS[after]}", ratios(speeds[after], speeds[before]), "x")


def measure_kept(report: Report, arguments: argparse.Namespace, pairs_file: Path) -> None:
    """Print tokens a second of a preset in float32 with and without kept memory, and their ratio."""
    arms = [f"{way} {arguments.kept}" for way in (RETURNED, KEPT)]
    runs = {arm: functools.partial(in_own_process, "speed", arm, arguments.seconds, pairs_file) for arm in arms}
    speeds = take_turns({arm: lambda run=run: run()[0] for arm, run in runs.items()}, arguments.rounds)
    for arm in arms:
        report.value(f"memory {arm}, float32", speeds[arm], " tokens/s")
    report.value(f"factor: freed memory kept, {arguments.kept}", ratios(speeds[arms[1]], speeds[arms[0]]), "x")


def measure_learning(arguments: argparse.Namespace, pairs_file: Path) -> None:
    """Print the loss of both loops at the same times."""
    print(f"\nloss of {HELD_OUT:,} held-out pairs after so many seconds of steps")
    times = [arguments.learning * (part + 1) / READINGS for part in range(READINGS)]
    print(f"{'':<28}" + "".join(f"{time:>9.0f} s" for time in times))
    for arm, words in (("tutorial", "the tutorials' loop"), ("kept", "ours")):
        losses = in_own_process("learn", arm, arguments.learning, pairs_file)
        print(f"{words:<28}" + "".join(f"{loss:>11.3f}" for loss in losses), flush=True)


if __name__ == "__main__":
    sys.exit(main())
