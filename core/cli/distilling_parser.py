"""Arguments of the command that translates a text for a student; loads no torch."""

import argparse
from collections.abc import Callable
from pathlib import Path

_Command = Callable[[argparse.Namespace], int]
_Add = Callable[[argparse.ArgumentParser], None]


def add_distil(
    command: Callable[[str, str, _Command], argparse.ArgumentParser],
    add_data_dir: _Add,
    add_checkpoint: _Add,
    add_search: _Add,
) -> None:
    """Add `distil`.

    Args:
        command: makes a parser from a name, a description and what the command does.
        add_data_dir: adds the option of corpora's folder.
        add_checkpoint: adds the checkpoint and how it computes.
        add_search: adds the settings of search.
    """
    parser = command("distil", "Translate a text with a teacher, as pairs to train a student on.", _distil)
    add_checkpoint(parser)
    parser.add_argument("--corpus", help="A known corpus instead of files (see python -m core data list).")
    parser.add_argument("--split", help="Split of the corpus (default train).")
    add_data_dir(parser)
    parser.add_argument("--src", type=Path, help="Source sentences, or a table of pairs; plain or gzip.")
    parser.add_argument("--tgt", type=Path, help="Their references, line by line.")
    parser.add_argument(
        "--more", type=Path, nargs="+", action="extend", default=[], metavar="FILE", help="More source sentences."
    )
    parser.add_argument("--out", type=Path, required=True, help="Table to write, .tsv or .tsv.gz.")
    parser.add_argument("--keep-references", action="store_true", help="Write the pairs of the text as well.")
    parser.add_argument("--limit", type=int, metavar="INT", help="Read only this many lines that are not blank.")
    parser.add_argument(
        "--replace", action="store_true", help="Replace an existing table, and a partial one of other settings."
    )
    add_search(parser)


def _distil(arguments: argparse.Namespace) -> int:
    from core.cli.distilling import distil

    return distil(arguments)
