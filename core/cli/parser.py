"""The table of commands; each is a module that adds its own arguments, imported when its command is asked for."""

import argparse
import importlib
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from core.cli.ending import exit_status
from core.places import as_typed


class Command(NamedTuple):
    """A command: its name, its module in this package, and its one-line help.

    The module has `add_arguments(parser)` and `run(arguments)`, which returns the exit status.
    """

    name: str
    module: str
    help: str


COMMANDS = (
    Command("train", "training", "Train a model in a run folder, or resume one."),
    Command("translate", "translating", "Translate standard input line by line."),
    Command("evaluate", "evaluating", "Score a checkpoint on source and reference files."),
    Command("compare", "comparing", "Score checkpoints on the same test sets, side by side."),
    Command("inspect", "inspecting", "Write every attention weight of one translation."),
    Command("heads", "heads", "Measure every attention head."),
    Command("ablate", "ablating", "Measure loss and BLEU on a set with some heads switched off."),
    Command("ask", "asking", "Ask one question about a translation; answers with one JSON object."),
    Command("distil", "distilling", "Translate a text with a teacher, as pairs to train a student on."),
    Command("average", "averaging", "Average the last checkpoints of a run."),
    Command("snapshots", "snapshots", "Record attention over training from a run's step weights."),
    Command("import", "importing", "Make a checkpoint of a MarianMT (OPUS-MT) or Pegasus folder."),
    Command("export", "exporting", "Write a checkpoint for transformers, CTranslate2 or ONNX Runtime."),
    Command("data", "data", "List, fetch and show public corpora."),
    Command("runs", "runs", "List, show, stop, resume, rename, delete, export and queue runs."),
    Command("jobs", "jobs", "Run, list, show and stop what was given a folder (--job), such as evaluations."),
)


class CommandParser(argparse.ArgumentParser):
    """Reports an error in one line and exits with status 2; a command's own parser loads its module when used."""

    def __init__(self, *, module: str | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._module = module

    def load(self) -> None:
        """Import the command's module, which may load torch, and add its arguments; only the first call does."""
        if self._module is not None:
            module = importlib.import_module(self._module)
            self._module = None
            self.set_defaults(command=module.run, prog=self.prog)
            module.add_arguments(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the words of this command, as argparse does."""
        self.load()
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        """Return the help, with commands as they are typed."""
        return as_typed(super().format_help())

    def error(self, message: str) -> NoReturn:
        """Exit with one line and status 2."""
        self.exit(2, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status: 0, or 2 after one line about invalid input."""
    return run(build_parser(), arguments)


def run(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run one command of a parser; return the exit status."""
    try:
        parsed = parser.parse_args(arguments)
    except KeyboardInterrupt:  # while the command's module loads torch
        return 130
    return exit_status(parsed)


def build_parser() -> CommandParser:
    """Return the parser of all commands; builds no model and loads no torch."""
    words = "Train and use the Transformer of arXiv 1706.03762."
    parser = CommandParser(prog=as_typed("python -m core"), description=words)
    add_commands(parser.add_subparsers(title="commands", required=True, metavar="COMMAND"))
    return parser


def add_commands(commands: Any) -> None:
    """Add every command to what `add_subparsers` of a `CommandParser` returned."""
    for name, module, words in COMMANDS:
        commands.add_parser(name, help=words, description=words, module=f"{__package__}.{module}")
