"""Training speed against JoeyNMT 2.3: target tokens per second, padding not counted.

    python -m benchmarks.joeynmt --joeynmt-python ENVIRONMENT/bin/python [--src FILE --tgt FILE] [--rounds 5]

JoeyNMT needs its own environment (`pip install joeynmt==2.3.0 importlib_metadata`). Both train the tiny
preset's sizes on the same encoded text with batches of as many tokens, each run in a process of its own, as they come
out of the box. JoeyNMT reads the text as words that are token ids, so neither spends time on tokenising; its batches
are not sorted by length, which is how it comes. Its speed is what its own log says, less the first report.
"""

import argparse
import functools
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.alternating import Report, at_least, ratios, take_turns
from benchmarks.training import OPENMP_DEFAULT, in_own_process, read_pairs, write_pairs
from core.config import ModelConfig, TrainingConfig

_REPORT_STEPS = 10  # steps between two lines of JoeyNMT's log
_SPEED = re.compile(r"Tokens per Sec:\s*(\d+)")
_SPECIAL = ("<unk>", "<pad>", "<s>", "</s>")  # in JoeyNMT's order


def write_joeynmt(folder: Path, pairs_file: Path, updates: int) -> Path:
    """The same text and sizes as JoeyNMT wants them; returns its configuration, JSON being YAML."""
    pairs, model = read_pairs(pairs_file)
    for language, ids, starts in (
        ("src", pairs.source, pairs.source_starts),
        ("tgt", pairs.target, pairs.target_starts),
    ):
        lines = [
            " ".join(f"t{token}" for token in ids[start : end - 1])  # without the end symbol: JoeyNMT adds its own
            for start, end in itertools.pairwise(starts)
        ]
        (folder / f"train.{language}").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / f"dev.{language}").write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")
    vocabulary = [*_SPECIAL, *(f"t{token}" for token in range(3, model.vocab_size))]
    (folder / "vocabulary.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    path = folder / "config.yaml"
    text = json.dumps(_configuration(folder, model, TrainingConfig(), updates), indent=2)
    path.write_text(text.replace("1e-12", "1.0e-12"), encoding="utf-8")  # a number to YAML 1.1 only with its point
    return path


def train_joeynmt(python: Path, pairs_file: Path, updates: int) -> float:
    """One run of JoeyNMT; target tokens per second as its log has them, the first report left out."""
    with tempfile.TemporaryDirectory() as folder:
        config = write_joeynmt(Path(folder), pairs_file, updates)
        command = [str(python), "-m", "joeynmt", "train", str(config), "--skip-test"]
        environment = {**os.environ, **OPENMP_DEFAULT}
        done = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        speeds = [int(found) for found in _SPEED.findall(done.stdout)]
    if len(speeds) < 2:
        raise SystemExit(f"JoeyNMT reported no speed:\n{done.stdout[-3000:]}")
    return statistics.harmonic_mean(speeds[1:])  # each report covers about as many tokens


def _configuration(folder: Path, model: ModelConfig, training: TrainingConfig, updates: int) -> dict[str, object]:
    side = {
        "max_length": 256,
        "level": "word",
        "voc_file": str(folder / "vocabulary.txt"),
        "tokenizer_type": "sacremoses",
        "tokenizer_cfg": {"pretokenizer": "none"},
    }
    half = {
        "type": "transformer",
        "num_layers": model.num_layers,
        "num_heads": model.num_heads,
        "embeddings": {"embedding_dim": model.d_model, "scale": True, "dropout": 0.0},
        "hidden_size": model.d_model,
        "ff_size": model.d_ff,
        "dropout": model.dropout,
        "layer_norm": "post",
    }
    return {
        "name": "benchmark",
        "joeynmt_version": "2.3.0",
        "model_dir": str(folder / "model"),
        "use_cuda": False,
        "fp16": False,
        "random_seed": training.seed,
        "data": {
            "train": str(folder / "train"),
            "dev": str(folder / "dev"),
            "dataset_type": "plain",
            "src": {"lang": "src", **side},
            "trg": {"lang": "tgt", **side},
            "special_symbols": dict(
                zip(("unk_token", "pad_token", "bos_token", "eos_token"), _SPECIAL, strict=True),
                unk_id=0,
                pad_id=1,
                bos_id=2,
                eos_id=3,
            ),
        },
        "testing": {"beam_size": 1, "eval_metrics": []},
        "training": {
            "optimizer": "adam",
            "adam_betas": [training.adam_beta1, training.adam_beta2],
            "scheduling": "warmupinversesquareroot",
            "learning_rate": 0.001,
            "learning_rate_min": 1e-12,  # its default is above the first rates of a warm-up and ends the training
            "learning_rate_warmup": training.warmup_steps,
            "loss": "crossentropy",
            "label_smoothing": training.label_smoothing,
            "normalization": "tokens",
            "batch_size": training.tokens_per_batch,
            "batch_type": "token",
            "epochs": 100,
            "updates": updates,
            "logging_freq": _REPORT_STEPS,
            "validation_freq": 100 * _REPORT_STEPS,
            "shuffle": True,
        },
        "model": {
            "initializer": "xavier_uniform",
            "embed_initializer": "xavier_uniform",
            "tied_embeddings": True,
            "tied_softmax": True,
            "encoder": half,
            "decoder": half,
        },
    }


def main() -> int:
    """Measure, print, and say whether the budget was kept."""
    arguments = _arguments()
    report = Report()
    report.title("Training: target tokens per second against JoeyNMT 2.3")
    with tempfile.TemporaryDirectory() as folder:
        pairs_file = Path(folder) / "pairs.npz"
        print(write_pairs(pairs_file, arguments.src, arguments.tgt, arguments.pairs))
        ours = functools.partial(
            in_own_process, pairs_file=pairs_file, seconds=arguments.seconds, untied=False, keep_memory=False
        )
        runs = {
            "JoeyNMT": functools.partial(train_joeynmt, arguments.joeynmt_python, pairs_file, arguments.updates),
            "float32": functools.partial(ours, "float32"),
            "bfloat16": functools.partial(ours, "bfloat16"),
        }
        speeds = take_turns(runs, arguments.rounds)
    report.value("JoeyNMT", speeds["JoeyNMT"], " tokens/s")
    for arm in ("float32", "bfloat16"):
        report.value(f"ours, {arm}", speeds[arm], " tokens/s")
        report.value(f"ours, {arm} / JoeyNMT", ratios(speeds[arm], speeds["JoeyNMT"]), "x", at_least(4.5))
    return report.status


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--joeynmt-python", type=Path, required=True, help="Python of JoeyNMT's own environment.")
    parser.add_argument("--src", type=Path, help="Source sentences (Multi30k: train.en.gz); made up if left out.")
    parser.add_argument("--tgt", type=Path, help="Target sentences.")
    parser.add_argument("--pairs", type=int, default=29_000, help="Sentence pairs, at most.")
    parser.add_argument("--rounds", type=int, default=5, help="Runs of each.")
    parser.add_argument("--seconds", type=float, default=20.0, help="Measured time of one run of ours.")
    parser.add_argument("--updates", type=int, default=6 * _REPORT_STEPS, help="Steps of one run of JoeyNMT.")
    arguments = parser.parse_args()
    if (arguments.src is None) != (arguments.tgt is None):
        parser.error("give both --src and --tgt, or neither")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
