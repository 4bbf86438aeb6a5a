"""Training speed against the loop that tutorials show: target tokens per second, padding not counted.

    python -m benchmarks.training [--src FILE --tgt FILE] [--rounds 5] [--seconds 20]

Both train the tiny preset's sizes on the same encoded text, each run in a process of its own. The tutorials' loop is
`nn.Transformer`, shuffled batches of 64 sentences padded, plain `torch.optim.Adam` and `CrossEntropyLoss` on all
positions. It is spared the tokenising inside the loop that tutorials also show, and by default it ties its three
embedding matrices as ours does (tutorials leave them apart, which is slower: --untied).
"""

import argparse
import functools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.alternating import Report, at_least, ratios, take_turns
from benchmarks.sentences import joint_tokenizer, training_text
from core.config import PRESETS, DataConfig, ModelConfig, TrainingConfig

ROOT = Path(__file__).resolve().parents[1]
TUTORIAL_BATCH = 64  # sentences
MAX_TOKENS = 256
WARM_UP = 5  # steps that are not measured
KEEP_MEMORY = {  # the settings of core.tuning.allocator, as environment variables
    "MALLOC_MMAP_THRESHOLD_": str(1 << 30),
    "MALLOC_TRIM_THRESHOLD_": str((1 << 31) - 1),
    "MALLOC_TOP_PAD_": str(64 << 20),
}
OPENMP_DEFAULT = {"GOMP_SPINCOUNT": "300000"}  # for peers: they come without this project's setting
ARMS = ("tutorial", "float32", "bfloat16")


class Clock:
    """Counts the target tokens of whole steps from the end of the warm-up on."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._steps, self._tokens, self._started = seconds, 0, 0, 0.0

    def step_begins(self) -> bool:
        """Return whether the time is over; call it before each step."""
        if self._steps == WARM_UP:
            self._started, self._tokens = time.perf_counter(), 0
        self._steps += 1
        return self._steps > WARM_UP + 1 and self.elapsed >= self._seconds

    def add(self, tokens: int) -> None:
        """The target tokens of one step."""
        self._tokens += tokens

    @property
    def elapsed(self) -> float:
        """Seconds since the warm-up."""
        return time.perf_counter() - self._started

    @property
    def tokens_per_second(self) -> float:
        """Result; read it right after `step_begins` returned True."""
        return self._tokens / self.elapsed


def train_ours(precision: str, pairs_file: Path, seconds: float, preset: str = "tiny", *, keep: bool = True) -> float:
    """Train as `python -m core train` does, or without its settings of the allocator; target tokens per second."""
    import torch

    from core.data.batching import Batch, BatchSampler, FixedPairs
    from core.model.transformer import Transformer
    from core.training.run import RunConfig
    from core.training.text import buckets_of
    from core.training.trainer import Trainer
    from core.tuning.allocator import keep_freed_memory

    if keep:
        keep_freed_memory()
    clock = Clock(seconds)

    class CountingSampler(BatchSampler):
        def next(self) -> Batch:
            batch = super().next()
            clock.add(batch.tokens)
            return batch

    pairs, model_config = read_pairs(pairs_file, preset)
    config = TrainingConfig(precision=precision, device="cpu")
    torch.manual_seed(config.seed)
    buckets = buckets_of(RunConfig(model_config, DataConfig(max_tokens=MAX_TOKENS), config))
    sampler = CountingSampler(FixedPairs(pairs), config.tokens_per_batch, config.seed, buckets)
    for _ in Trainer(Transformer(model_config), sampler, config).train(clock.step_begins):
        pass
    return clock.tokens_per_second


def train_as_tutorials_do(tied: bool, pairs_file: Path, seconds: float) -> float:
    """`nn.Transformer` in the usual loop; target tokens per second."""
    from benchmarks.tutorial import shuffled_batches

    pairs, config = read_pairs(pairs_file)
    step, clock = tutorial_step(config, tied=tied), Clock(seconds)
    while True:
        for source, target in shuffled_batches(pairs, TUTORIAL_BATCH):
            if clock.step_begins():
                return clock.tokens_per_second
            step(source, target)
            clock.add(int((target[:, 1:] != 0).sum()))


def tutorial_step(config: ModelConfig, *, tied: bool) -> "TutorialStep":  # noqa: F821 -- loads torch when called
    """The tutorials' model with its optimiser, as a function that takes one step."""
    from benchmarks.tutorial import TutorialStep

    return TutorialStep(config, tied=tied)


def write_pairs(path: Path, source: Path | None, target: Path | None, count: int) -> str:
    """Encode the text once for all runs; returns a line that describes it."""
    from core.data.batching import encode_pairs
    from core.data.vocabulary import Vocabularies

    text = training_text(source, target, count)
    tokenizer = joint_tokenizer(text)
    pairs = encode_pairs(Vocabularies.joint(tokenizer), text, MAX_TOKENS)
    arrays = {name: getattr(pairs, name) for name in ("source", "source_starts", "target", "target_starts")}
    np.savez(path, vocabulary=tokenizer.vocab_size, **arrays)
    lengths = f"{pairs.source_lengths.mean():.1f} and {pairs.target_lengths.mean():.1f} tokens on average"
    where = "made up" if source is None else source.name
    return f"text: {where}, {len(pairs):,} pairs of {lengths}, vocabulary {tokenizer.vocab_size:,}"


def read_pairs(path: Path, preset: str = "tiny") -> tuple["EncodedPairs", ModelConfig]:  # noqa: F821 -- loads no torch
    """The encoded text, and the preset; the tiny one with the text's vocabulary, the others with their own size."""
    from core.data.batching import EncodedPairs

    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    vocabulary = int(arrays.pop("vocabulary"))
    sizes = PRESETS[preset]
    return EncodedPairs(**arrays), replace(sizes, vocab_size=vocabulary) if preset == "tiny" else sizes


def in_own_process(arm: str, pairs_file: Path, seconds: float, *, untied: bool, keep_memory: bool) -> float:
    """One run of one arm; target tokens per second."""
    command = [sys.executable, "-m", "benchmarks.training", "--arm", arm, "--pairs-file", str(pairs_file)]
    command += ["--seconds", str(seconds)] + (["--untied"] if untied else [])
    environment = {**plain_environment(peer=arm == "tutorial"), **(KEEP_MEMORY if keep_memory else {})}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1])["tokens_per_second"])


def plain_environment(*, peer: bool) -> dict[str, str]:
    """This process's environment without settings of the allocator; a peer's has OpenMP as it comes."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    return {**plain, **(OPENMP_DEFAULT if peer else {})}


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    arguments = _arguments()
    if arguments.arm:
        speed = _arm(arguments)(arguments.pairs_file, arguments.seconds)
        print(json.dumps({"tokens_per_second": speed}))
        return 0
    report = Report()
    report.title("Training: target tokens per second against the loop that tutorials show")
    with tempfile.TemporaryDirectory() as folder:
        pairs_file = Path(folder) / "pairs.npz"
        print(write_pairs(pairs_file, arguments.src, arguments.tgt, arguments.pairs))
        for keep_memory, budget in ((False, at_least(4)), (True, at_least(2))):
            runs = {
                arm: functools.partial(
                    in_own_process,
                    arm,
                    pairs_file,
                    arguments.seconds,
                    untied=arguments.untied,
                    keep_memory=keep_memory,
                )
                for arm in ARMS
            }
            speeds = take_turns(runs, arguments.rounds)
            print("\nwith the same allocator settings" if keep_memory else "\nwith default settings")
            for arm in ARMS:
                report.value(arm if arm == "tutorial" else f"ours, {arm}", speeds[arm], " tokens/s")
            for arm in ARMS[1:]:
                report.value(f"ours, {arm} / tutorial", ratios(speeds[arm], speeds["tutorial"]), "x", budget)
    return report.status


def _arm(arguments: argparse.Namespace) -> Callable[[Path, float], float]:
    if arguments.arm == "tutorial":
        return functools.partial(train_as_tutorials_do, not arguments.untied)
    return functools.partial(train_ours, arguments.arm)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--src", type=Path, help="Source sentences (Multi30k: train.en.gz); made up if left out.")
    parser.add_argument("--tgt", type=Path, help="Target sentences.")
    parser.add_argument("--pairs", type=int, default=29_000, help="Sentence pairs, at most.")
    parser.add_argument("--rounds", type=int, default=5, help="Runs of each arm.")
    parser.add_argument("--seconds", type=float, default=20.0, help="Measured time of one run.")
    parser.add_argument("--untied", action="store_true", help="Three embedding matrices in the tutorials' model.")
    parser.add_argument("--arm", choices=ARMS, help=argparse.SUPPRESS)
    parser.add_argument("--pairs-file", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if (arguments.src is None) != (arguments.tgt is None):
        parser.error("give both --src and --tgt, or neither")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
