"""The command `glassformer`: without words it opens the page; else it runs a command of the core or of the drawing."""

import argparse
import sys
from collections.abc import Iterable, Sequence

from core import VERSION
from core.cli import parser as core
from core.cli.parser import CommandParser, run
from core.extras import require_extra
from core.tuning.collector import COMMAND, PAGE, collect_late
from core.tuning.openmp import wait_asleep
from viz.cli import parser as viz
from viz.serving import add_options, prepare_gradio

_NAME = "glassformer"
_USAGE = f"""{_NAME} [options of the page]
       {_NAME} COMMAND ... (options of a command: {_NAME} COMMAND --help)"""
_DESCRIPTION = """Open the page of the Transformer that one can see through, or run a command.

train, translate and measure:
{measuring}

draw, for papers, lessons and sites:
{drawing}"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the page or run one command; return the exit status: 0, or 2 after one line about invalid input."""
    words = sys.argv[1:] if arguments is None else arguments
    return run(parser_for(words), words)


def parser_for(words: Sequence[str]) -> CommandParser:
    """Return the parser of a command line: that of all commands, or that of the page for options alone."""
    return command_parser() if words and not words[0].startswith("-") else page_parser()


def page_parser() -> CommandParser:
    """Return the parser of the page's options; its help lists the commands, too."""
    listed = {"measuring": _lines((name, words) for name, _, words in core.COMMANDS)}
    listed["drawing"] = _lines(viz.COMMANDS.items())
    parser = CommandParser(
        prog=_NAME,
        usage=_USAGE,
        description=_DESCRIPTION.format(**listed),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{_NAME} {VERSION}")
    add_options(parser.add_argument_group("options of the page"))
    parser.set_defaults(command=_open_page, prog=parser.prog)
    return parser


def command_parser() -> CommandParser:
    """Return the parser of all commands; builds no model and loads no torch."""
    wait_asleep()  # both before a command loads torch
    collect_late(COMMAND)
    parser = CommandParser(prog=_NAME)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    core.add_commands(commands)
    viz.add_commands(commands)
    return parser


def _lines(commands: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"  {name:10}  {words}" for name, words in commands)


def _open_page(arguments: argparse.Namespace) -> int:
    require_extra("page")
    collect_late(PAGE)  # both before Gradio is imported
    prepare_gradio()
    from app import serve

    return serve(arguments, arguments.prog)
