"""Guided alignment: the alignment error rate of the taught head with and without it, and how it forms.

    python -m benchmarks.guided [--task reverse] [--steps 400] [--seed 1]

Trains the same small model twice on a task whose links are known, once with `--guided-alignment`, and measures every
cross-attention head on fresh pairs, as `python -m core heads --align` does; then prints the taught head's error rate in
each snapshot of the guided run, and the processor time of a step with and without the option.
"""

import argparse
import dataclasses
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from core.checkpoint import load_checkpoint
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.corpus import ParallelText
from core.data.pharaoh import parse_pharaoh
from core.data.tasks import task
from core.inspection.catalogue import Catalogue, head_catalogue
from core.training.execution import execute
from core.training.run import Run, RunConfig
from core.training.snapshots import SnapshotFolder

LAYER, HEAD = 1, 3  # of the taught head, from 1: neither the first nor the one that a run would choose by itself
PAIRS, MEASURED = 8000, 300
MODEL = ModelConfig(vocab_size=400, d_model=64, num_layers=2, num_heads=4, d_ff=256, dropout=0.0)


def main() -> int:
    """Train twice and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", choices=("copy", "reverse"), default="reverse")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        data = written(place, arguments.task)
        runs = {}
        for name, links in (("without", None), ("guided", str(place / "links"))):
            training = TrainingConfig(
                max_steps=arguments.steps, seed=arguments.seed, tokens_per_batch=1024, warmup_steps=200,
                rate_factor=0.4, label_smoothing=0.0, validate_every=max(1, arguments.steps // 8), average_last=1,
                validation_sentences=100, precision="float32", guided_layer=LAYER, guided_head=HEAD,
            )  # fmt: skip
            run = runs[name] = Run(place / name)
            run.create(RunConfig(MODEL, dataclasses.replace(data, guided_alignment=links), training))
            started = time.process_time()
            execute(run)
            print(f"{name}: {1000 * (time.process_time() - started) / arguments.steps:.0f} ms of processor time a step")
        test = task(arguments.task).pairs(MEASURED, 1, split="test")
        for name, run in runs.items():
            show(name, measured(run.checkpoint, test, arguments.task), run)
        show_forming(runs["guided"], arguments.task)
    return 0


def written(folder: Path, name: str) -> DataConfig:
    """Write a task's pairs and links to files."""
    text, valid = task(name).pairs(PAIRS, 1, split="train"), task(name).pairs(200, 1, split="valid")
    content = {"src": text.source, "tgt": text.target, "valid_src": valid.source, "valid_tgt": valid.target}
    for stem, lines in {**content, "links": [links_of(name, line) for line in text.source]}.items():
        (folder / stem).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return DataConfig(**{stem: str(folder / stem) for stem in content})


def links_of(name: str, source: str) -> str:
    """Return the links of a sequence and its copy or reversal."""
    words = len(source.split())
    return " ".join(f"{words - 1 - place if name == 'reverse' else place}-{place}" for place in range(words))


def measured(checkpoint: Path, text: ParallelText, name: str) -> Catalogue:
    """Measure all heads against the links."""
    found = load_checkpoint(checkpoint)
    gold = [parse_pharaoh(links_of(name, line)) for line in text.source]
    return head_catalogue(found.model, found.vocabularies, text, gold=gold)


def show(name: str, found: Catalogue, run: Run) -> None:
    """Print the error rates of a run's heads, rows as the words that they predict."""
    cross = [row for row in found.rows if row.kind == "cross"]
    rates = {(row.layer + 1, row.head + 1): 100 * row.alignment["predicted"].error_rate for row in cross}
    last = [event for event in run.events() if event["event"] == "validation"][-1]
    print(f"\n{name}: validation perplexity {last['perplexity']:.3f}, BLEU {last['bleu']:.1f}")
    print(f"  AER of the head c.{LAYER}.{HEAD}: {rates[LAYER, HEAD]:.1f} %")
    print("  all: " + "  ".join(f"c.{layer}.{head} {rate:.1f}" for (layer, head), rate in rates.items()))


def show_forming(run: Run, name: str) -> None:
    """Print the share of target tokens whose row of the taught head is largest at its link, in each snapshot."""
    taken = SnapshotFolder(run.folder / "snapshots").read(64)
    assert taken is not None
    print(f"\ntime travel of the guided run, {len(taken.sentences)} sentences:")
    for snapshot in taken.snapshots:
        right = []
        for sentence, state in zip(taken.sentences, snapshot.states, strict=True):
            links = parse_pharaoh(links_of(name, sentence.source)).sure
            rows = state.weights["cross"][LAYER - 1, HEAD - 1].argmax(axis=-1)
            if len(rows) == len(sentence.source.split()) + 1:  # one token for each word
                right += [(int(rows[target]), target) in links for target in range(len(rows) - 1)]
        print(f"  step {snapshot.step:5d}: {100 * np.mean(right):5.1f} % of {len(right)} rows at their link")


if __name__ == "__main__":
    sys.exit(main())
