"""What the labs with small trainings of their own say of many seeds, measured again.

    python -m benchmarks.trained_labs [--seeds 20]

Prints the figures in the words of "Why several heads, trained", "What label smoothing is for" and "What warm-up is
for" (viz/labs/*/words.py). The trainings are small; all of them take some minutes.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import torch

from core.labs import label_smoothing_trained, several_heads_trained, why_warmup
from core.labs.shared.setting import Setting
from core.translator import Translator

HEADS = (1, 2, 4, 8)
TOGETHER = 3  # trainings of label smoothing that the lab shows together, with successive seeds
WAYS = {"warm-up": (20, True), "the peak held": (20, False), "from the peak": (1, True)}  # steps, ramp
FACTOR, LAST = 0.3, 10  # the lab's first factor, and the last steps whose mean loss is compared


def heads(setting: Setting, seeds: Sequence[int]) -> None:
    """Print the share of tokens found by number of heads, after the lab's steps and after twice as many."""
    lab = several_heads_trained
    for steps in (lab.STEPS, 2 * lab.STEPS):
        with patch.object(lab, "STEPS", steps):
            right = np.array(
                [[lab.compute(setting, lab.Values(heads=n, seed=seed))["right"] for n in HEADS] for seed in seeds]
            )  # [seeds, HEADS]
        shares = ", ".join(f"{n}: {share:.1%}" for n, share in zip(HEADS, right.mean(axis=0), strict=True))
        behind, stuck = int((right[:, 0] < right[:, 1]).sum()), int((right[:, 0] < 0.2).sum())
        print(f"heads, {steps} steps: {shares}; one behind two in {behind} of {len(seeds)}, below 20 % in {stuck}")


def smoothing(setting: Setting, seeds: Sequence[int]) -> None:
    """Print confidence and share of right tokens with and without smoothing, means of three successive seeds."""
    lab = label_smoothing_trained
    means: dict[float, np.ndarray] = {}
    for epsilon in (0.0, 0.1):
        every = [
            lab.compute(setting, lab.Values(epsilon=epsilon, seed=seed))
            for seed in range(seeds[0], seeds[-1] + TOGETHER)
        ]
        pairs = np.array([[one["confidence"], one["right"]] for one in every])
        means[epsilon] = np.array([pairs[at : at + TOGETHER].mean(axis=0) for at in range(len(seeds))])  # [seeds, 2]
        sure, right = means[epsilon].mean(axis=0)
        print(f"smoothing {epsilon}: {sure:.1%} sure, {right:.1%} right")
    closer = np.abs(np.diff(means[0.1])) < np.abs(np.diff(means[0.0]))
    fewer = means[0.1][:, 1] < means[0.0][:, 1]
    print(f"closer with smoothing in {int(closer.sum())} of {len(seeds)} seeds, fewer right in {int(fewer.sum())}")


def warmup(setting: Setting, seeds: Sequence[int]) -> None:
    """Print for how many seeds warm-up ends with the least loss, by the place of the norm."""
    for norm in ("post", "pre"):
        ends: Mapping[str, list[float]] = {
            name: [
                float(_losses(setting, norm=norm, warmup=steps, ramp=ramp, seed=seed)[-LAST:].mean()) for seed in seeds
            ]
            for name, (steps, ramp) in WAYS.items()
        }
        others = np.minimum(ends["the peak held"], ends["from the peak"])
        gaps = others - np.array(ends["warm-up"])
        print(
            f"warm-up, {norm}-norm: best in {int((gaps > 0).sum())} of {len(seeds)}, by at least {gaps.min():.2f} nats"
        )


def _losses(setting: Setting, **values: Any) -> np.ndarray:
    return np.asarray(why_warmup.compute(setting, why_warmup.Values(factor=FACTOR, **values))["losses"])


def main() -> int:
    """Train and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, choices=range(1, 21), metavar="1..20")
    seeds = range(1, parser.parse_args().seeds + 1)
    torch.set_num_threads(1)
    translator = Translator.load(Path("checkpoints/numbers"))
    setting = Setting(translator, "", (), ())  # these labs do not look at the loaded model
    for measure in (heads, smoothing, warmup):
        measure(setting, seeds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
