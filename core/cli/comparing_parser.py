"""Arguments of the command that compares checkpoints; loads no torch."""

import argparse
from collections.abc import Callable
from pathlib import Path

_Command = Callable[[argparse.Namespace], int]


def add_compare(
    command: Callable[[str, str, _Command], argparse.ArgumentParser],
    add_data_dir: Callable[[argparse.ArgumentParser], None],
    add_decoding: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add `compare`.

    Args:
        command: makes a parser from a name, a description and what the command does.
        add_data_dir: adds the option of corpora's folder.
        add_decoding: adds the settings of search.
    """
    parser = command("compare", "Score checkpoints on the same test sets, side by side.", _compare)
    parser.add_argument(
        "--checkpoint", type=Path, action="append", required=True, help="Checkpoint folder; give it once for each."
    )
    parser.add_argument("--src", type=Path, action="append", help="Sources of a test set; once for each set.")
    parser.add_argument("--tgt", type=Path, action="append", help="Its references, in the same order.")
    parser.add_argument(
        "--corpus", action="append", metavar="NAME[@SPLIT]", help="A known corpus as a test set (default split test)."
    )
    parser.add_argument(
        "--tgt-lang",
        metavar="CODE",
        help="Language of the references, such as de, for BLEU; the checkpoint's when left out.",
    )
    add_data_dir(parser)
    parser.add_argument("--batch-size", type=int, default=64, help="Sentences at a time (default 64).")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="Where to compute.")
    parser.add_argument("--json", action="store_true", help="Print one JSON object.")
    add_decoding(parser)


def _compare(arguments: argparse.Namespace) -> int:
    from core.cli.comparing import compare

    return compare(arguments)
