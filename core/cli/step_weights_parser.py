"""Arguments of the commands that read the step checkpoints of a run: average and snapshots; loads no torch."""

import argparse
from collections.abc import Callable
from pathlib import Path

from core.cli.writing import add_replace
from core.config import TrainingConfig

_Command = Callable[[argparse.Namespace], int]


def add_step_weights(command: Callable[[str, str, _Command], argparse.ArgumentParser]) -> None:
    """Add `average` and `snapshots`; `command` makes a parser from a name, a description and what the command does."""
    average = command("average", "Average the last checkpoints of a run.", _average)
    average.add_argument("--run", type=Path, required=True, help="Run folder.")
    last = TrainingConfig().average_last
    average.add_argument("--last", type=int, default=last, help=f"Number of checkpoints (default {last}).")
    average.add_argument("--out", type=Path, required=True, help="Checkpoint folder to write.")
    add_replace(average)

    snapshots = command("snapshots", "Record attention over training from a run's step weights.", _snapshots)
    snapshots.add_argument("--run", type=Path, required=True, help="Run folder whose step weights were kept.")
    snapshots.add_argument("--sentences", type=int, choices=range(1, 9), metavar="INT", help="Sentences (default 3).")
    snapshots.add_argument("--src", type=Path, help="Sentences to record; short validation pairs if left out.")
    snapshots.add_argument("--tgt", type=Path, help="Their translations, line by line.")
    snapshots.add_argument("--out", type=Path, required=True, help="File to write: snapshots.npz in a checkpoint.")
    add_replace(snapshots)
    snapshots.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="Where to compute.")


def _average(arguments: argparse.Namespace) -> int:
    from core.cli.training import average

    return average(arguments)


def _snapshots(arguments: argparse.Namespace) -> int:
    from core.cli.snapshots import snapshots

    return snapshots(arguments)
