"""The command `average`: the mean of the last step checkpoints of a run."""

import argparse
from pathlib import Path

from core.cli.options import job_folder
from core.cli.writing import add_replace, refuse_existing
from core.config import TrainingConfig
from core.training.run import Run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--run", type=job_folder, required=True, help="Run folder.")
    last = TrainingConfig().average_last
    parser.add_argument("--last", type=int, default=last, help=f"Number of checkpoints (default {last}).")
    parser.add_argument("--out", type=Path, required=True, help="Checkpoint folder to write.")
    add_replace(parser)


def run(arguments: argparse.Namespace) -> int:
    """Average the last checkpoints of a run, and name what was written."""
    from core.training.execution import average_run

    refuse_existing(arguments.out, arguments)
    average_run(Run(arguments.run), arguments.last, arguments.out)
    print(f"{arguments.out}: the average of the last {arguments.last} checkpoints of {arguments.run}")
    return 0
