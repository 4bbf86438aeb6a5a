"""Training on a CUDA GPU: target tokens per second, peak memory, and the share of the device's peak rate.

    python -m benchmarks.gpu_training [--presets tiny base big] [--tokens-per-batch 25000] [--seconds 20]
        [--src FILE --tgt FILE] [--pairs 20000] [--peak-tflops NUMBER]

Every preset trains uncompiled and compiled, by this project's Trainer as `python -m core train` sets it up, each in a
process of its own; measuring begins after two passes over the text, when every shape of batch has been compiled. The
share is arithmetic that the model needs (core/training/flops.py: no padding, nothing recomputed) over the device's peak
in bfloat16 without sparsity. The text has a joint vocabulary of 8,000, while base and big keep an output of 37,000.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch

from benchmarks.alternating import machine
from benchmarks.sentences import joint_tokenizer, training_text
from core.config import PRESETS, DataConfig, TrainingConfig
from core.data.batching import BatchSampler, EncodedPairs, FixedPairs, encode_pairs
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.model.transformer import Transformer
from core.training.devices import choose_precision
from core.training.events import Progress
from core.training.flops import training_flops
from core.training.run import RunConfig
from core.training.text import buckets_of
from core.training.trainer import Trainer

ROOT = Path(__file__).resolve().parents[1]
MAX_TOKENS = 256
WARM_UP_EPOCHS = 2
NEVER = 100_000_000
# Dense bfloat16 TFLOP/s with sums in float32, from NVIDIA's data sheets of each product (there with sparsity, which is
# twice as much); the first name that the device's contains holds.
PEAK_TFLOPS = {
    "H200": 989.0,
    "H100 PCIe": 756.0,
    "H100": 989.0,
    "A100": 312.0,
    "L40S": 362.0,
    "L4": 121.0,
    "RTX 4090": 165.0,
}


@dataclass(frozen=True)
class Measured:
    """What one training showed."""

    tokens_per_second: float  # target tokens, padding not counted
    padding: float  # share of the batches' positions
    first_seconds: float  # until measuring began, compiling included
    memory: int  # bytes of tensors at the most
    precision: str


def known_peak(device: str) -> float | None:
    """Peak TFLOP/s of a device by its name; None where it is not in the table."""
    words = f" {device} ".replace("-", " ")  # such as "NVIDIA H100 PCIe" or "NVIDIA A100-SXM4-80GB"
    return next((peak for name, peak in PEAK_TFLOPS.items() if f" {name} " in words), None)


def train(preset: str, compiled: bool, pairs: EncodedPairs, tokens_per_batch: int, seconds: float) -> Measured:
    """Train for some seconds on the GPU."""
    device = torch.device("cuda")
    precision = choose_precision(device)
    training = TrainingConfig(
        device="cuda",
        precision=precision,
        compile=compiled,
        tokens_per_batch=tokens_per_batch,
        max_steps=NEVER,
        report_every=10,
        validate_every=NEVER,
        checkpoint_every=NEVER,
    )
    torch.manual_seed(training.seed)
    model = Transformer(PRESETS[preset]).to(device)
    buckets = buckets_of(RunConfig(PRESETS[preset], DataConfig(max_tokens=MAX_TOKENS), training))
    sampler = BatchSampler(FixedPairs(pairs), tokens_per_batch, training.seed, buckets)
    begun, measuring, tokens, padding = time.monotonic(), None, 0.0, 0.0
    for event in Trainer(model, sampler, training).train():
        if not isinstance(event, Progress):
            continue
        now = time.monotonic()
        if measuring is None:
            if event.epoch >= WARM_UP_EPOCHS:
                measuring, before = now, now
                torch.cuda.reset_peak_memory_stats()
            continue
        tokens += event.tokens_per_second * (now - before)
        before, padding = now, event.padding
        if now - measuring >= seconds:
            break
    if measuring is None:
        raise RuntimeError("training ended before it was measured: its steps were not finite")
    memory = torch.cuda.max_memory_allocated()
    return Measured(tokens / (before - measuring), padding, measuring - begun, memory, precision)


def in_a_process(arguments: argparse.Namespace, preset: str, compiled: bool, pairs_file: Path) -> Measured:
    """`train` in a process of its own, so that neither memory nor compiled code is shared."""
    command = [sys.executable, "-m", "benchmarks.gpu_training", "--worker", preset, str(int(compiled))]
    command += [str(pairs_file), str(arguments.tokens_per_batch), str(arguments.seconds)]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Measured(**json.loads(output.splitlines()[-1]))


def work(preset: str, compiled: str, pairs_file: str, tokens_per_batch: str, seconds: str) -> None:
    """The process's side: prints what was measured."""
    arrays = np.load(pairs_file)
    pairs = EncodedPairs(*(arrays[name] for name in ("source", "source_starts", "target", "target_starts")))
    found = train(preset, compiled == "1", pairs, int(tokens_per_batch), float(seconds))
    print(json.dumps(asdict(found)))


def line(preset: str, compiled: bool, found: Measured, flops_per_token: float, peak: float | None) -> str:
    """One row of the table."""
    rate = found.tokens_per_second * flops_per_token / 1e12
    share = f"{100 * rate / peak:5.1f} %" if peak is not None and found.precision == "bfloat16" else "      –"
    return (
        f"{preset:<6}{'compiled' if compiled else 'plain':<10}{found.precision:<10}{found.tokens_per_second:>12,.0f}"
        f"{rate:>10.1f}{share:>9}{found.memory / 2**30:>9.2f}{100 * found.padding:>9.1f} %{found.first_seconds:>9.0f}"
    )


def main(given: list[str] | None = None) -> int:
    """Print the table; exit status 1 where there is no GPU."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=["tiny", "base", "big"])
    parser.add_argument("--src", type=Path)
    parser.add_argument("--tgt", type=Path)
    parser.add_argument("--pairs", type=int, default=20_000, help="sentence pairs, at most")
    parser.add_argument("--tokens-per-batch", type=int, default=25_000)  # 5.1
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--peak-tflops", type=float, help="dense bfloat16 peak of a device that is not in the table")
    parser.add_argument("--worker", nargs=5, help=argparse.SUPPRESS)
    arguments = parser.parse_args(given)
    if not torch.cuda.is_available():
        print("This benchmark needs a CUDA GPU, and torch finds none here.", file=sys.stderr)
        return 1
    if arguments.worker:
        work(*arguments.worker)
        return 0
    try:
        text = training_text(arguments.src, arguments.tgt, arguments.pairs)
    except CoreError as error:
        print(error, file=sys.stderr)
        return 1
    device = torch.cuda.get_device_name()
    peak = arguments.peak_tflops or known_peak(device)
    pairs = encode_pairs(Vocabularies.joint(joint_tokenizer(text)), text, MAX_TOKENS)
    source, target = pairs.source_lengths, pairs.target_lengths
    print(machine())
    print(f"{device}, peak {f'{peak:g} TFLOP/s in bfloat16' if peak else 'unknown: give --peak-tflops'}")
    print(f"{len(pairs):,} pairs of {source.mean():.1f} and {target.mean():.1f} tokens\n")
    print(f"{'':<26}{'tokens/s':>12}{'TFLOP/s':>10}{'of peak':>9}{'GiB':>9}{'padding':>11}{'first s':>9}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        pairs_file = Path(folder) / "pairs.npz"
        np.savez(pairs_file, **vars(pairs))
        for preset in arguments.presets:
            flops_per_token = training_flops(PRESETS[preset], source, target) / int(target.sum())
            for compiled in (False, True):
                found = in_a_process(arguments, preset, compiled, pairs_file)
                print(line(preset, compiled, found, flops_per_token, peak), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
