"""Argument parser of `python -m viz`."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.attention_kinds import KINDS
from core.cli.parser import CommandParser, run
from core.cli.writing import add_replace
from core.config import DecodingConfig
from core.places import as_typed
from viz.cli import HANDOUTS, PUBLISHED
from viz.cli.options import TRACE, add_figure_options, add_homework_options, add_translation

COMMANDS = {  # name -> one-line help
    "figure": "Draw heads of a translation, or of a trace in an NPZ file, as a figure for a paper.",
    "handout": "Write one row of one head as a notebook in torch, a workbook of formulas, or a worksheet to print.",
    "homework": "Write sheets of exercises and rows by hand, one for each student, and their solutions.",
    "page": "Write the explorer with its model as one HTML file that translates without a server or a network.",
    "show": "Write attention in an NPZ file, of any model, as the explorer in one HTML file, and check it.",
    "publish": "Write or push what a Hugging Face Space or a Hub model needs: page, picture, metadata.",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status: 0, or 2 after one line about what is wrong."""
    return run(build_parser(), arguments)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser; loads no torch and no page."""
    parser = CommandParser(prog=as_typed("python -m viz"), description="Files without the page.")
    add_commands(parser.add_subparsers(title="commands", required=True, metavar="COMMAND"))
    return parser


def add_commands(commands: Any) -> None:
    """Add every command to what `add_subparsers` of a `CommandParser` returned."""
    _add_figure(commands)
    _add_handout(commands)
    _add_homework(commands)
    _add_page(commands)
    _add_show(commands)
    _add_publish(commands)


def _add_figure(commands: Any) -> None:
    """Add `figure`, heads as the page's dialog draws them."""
    words = COMMANDS["figure"]
    figure = commands.add_parser("figure", help=words, description=words)
    figure.set_defaults(prog=figure.prog, command=_figure)
    add_figure_options(figure)
    add_replace(figure)


def _add_handout(commands: Any) -> None:
    """Add `handout`, files to compute attention by hand."""
    words = COMMANDS["handout"]
    handout = commands.add_parser("handout", help=words, description=words)
    handout.set_defaults(prog=handout.prog, command=_handout)
    handout.add_argument("file", choices=HANDOUTS, help="What to write.")
    add_translation(handout.add_argument_group("translation"))
    row = handout.add_argument_group("row")
    row.add_argument("--kind", choices=KINDS, default="cross", help="Attention kind (default cross).")
    for name, words in (("layer", "Layer"), ("head", "Head"), ("position", "Position of the query")):
        row.add_argument(f"--{name}", type=int, default=1, help=f"{words}, from 1 (default 1).")
    handout.add_argument("--out", type=Path, help="File to write, or a folder (default: a name of what is inside).")
    add_replace(handout)


def _add_homework(commands: Any) -> None:
    """Add `homework`, sheets for a class."""
    words = COMMANDS["homework"]
    homework = commands.add_parser("homework", help=words, description=words)
    homework.set_defaults(prog=homework.prog, command=_homework)
    add_translation(homework.add_argument_group("translation"))
    add_homework_options(homework.add_argument_group("sheets"))
    add_replace(homework)


def _add_page(commands: Any) -> None:
    """Add `page`, the explorer with its model in one file."""
    words = COMMANDS["page"]
    page, default = commands.add_parser("page", help=words, description=words), DecodingConfig()
    page.set_defaults(prog=page.prog, command=_page)
    page.add_argument("--checkpoint", required=True, help="Checkpoint folder, or the name of one in checkpoints/.")
    page.add_argument("--text", help="Sentence to open with (default: the checkpoint's first example).")
    page.add_argument("--beam-size", "--beam", type=int, default=default.beam_size, help="Default %(default)s.")
    page.add_argument("--alpha", type=float, default=default.alpha, help="Length penalty (default %(default)s).")
    page.add_argument(
        "--out", type=Path, required=True, help="HTML file to write, or a folder for an index.html: a static site."
    )
    add_replace(page)


def _add_show(commands: Any) -> None:
    """Add `show`, attention of any model from a file."""
    words = COMMANDS["show"]
    show = commands.add_parser("show", help=words, description=words)
    show.set_defaults(prog=show.prog, command=_show)
    show.add_argument("trace", type=Path, help=TRACE)
    show.add_argument("--out", type=Path, help="HTML file (default: the name of the trace, opened in the browser).")
    add_replace(show)


def _add_publish(commands: Any) -> None:
    """Add `publish`, a model before the world."""
    words = COMMANDS["publish"]
    publish = commands.add_parser("publish", help=words, description=words)
    publish.set_defaults(prog=publish.prog, command=_publish)
    publish.add_argument("folder", metavar="FOLDER", help="Checkpoint folder, or the name of one in checkpoints/.")
    publish.add_argument(
        "--as",
        dest="form",
        choices=PUBLISHED,
        required=True,
        help="static: one page with the model, free for all; gradio: the whole page; model: the checkpoint.",
    )
    publish.add_argument("--to", metavar="OWNER/NAME", help="Push to this name, with your own token.")
    publish.add_argument("--out", type=Path, help="Folder to write the files to.")
    publish.add_argument("--license", metavar="NAME", help="Of the model, such as cc-by-4.0 (default: its own).")
    publish.add_argument("--yes", action="store_true", help="Push without a question.")
    add_replace(publish)


# The commands load the page's packages, so each is imported only when it runs.


def _figure(arguments: argparse.Namespace) -> int:
    from viz.cli.figure import figure

    return figure(arguments)


def _handout(arguments: argparse.Namespace) -> int:
    from viz.cli.handout import write_handout

    return write_handout(arguments)


def _homework(arguments: argparse.Namespace) -> int:
    from viz.cli.homework import write_homework

    return write_homework(arguments)


def _page(arguments: argparse.Namespace) -> int:
    from viz.cli.page import write_page

    return write_page(arguments)


def _show(arguments: argparse.Namespace) -> int:
    from viz.cli.show import show

    return show(arguments)


def _publish(arguments: argparse.Namespace) -> int:
    from viz.cli.publish import publish

    return publish(arguments)
