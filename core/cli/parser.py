"""Arguments of every command, from the same field descriptions that the page uses."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from core.config import (
    DEFAULT_PRESET,
    PRESETS,
    DataConfig,
    DecodingConfig,
    ModelConfig,
    Setting,
    TrainingConfig,
    describe,
)
from core.errors import CoreError


class _Parser(argparse.ArgumentParser):
    """Says what was wrong in one line and exits with status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, or 2 after one line about wrong input."""
    parsed = build_parser().parse_args(arguments)
    try:
        return parsed.command(parsed)
    except CoreError as error:
        print(f"{parsed.prog}: error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone
        return 1
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"{parsed.prog}: error: {place}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; builds no model and loads no torch."""
    parser = _Parser(prog="python -m core", description="Train and use the Transformer of arXiv 1706.03762.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    train = _command(commands, "train", "Train a model in a run folder, or go on with one.", _train)
    train.add_argument("--run", type=Path, help="Run folder to make, such as runs/first.")
    train.add_argument("--resume", type=Path, metavar="RUN", help="Run folder to go on with; it keeps its settings.")
    train.add_argument("--preset", choices=sorted(PRESETS), help=f"Size of the model (default {DEFAULT_PRESET}).")
    train.add_argument("--verbose", action="store_true", help="Print each validation, without a terminal too.")
    for title, config in (("data", DataConfig), ("model", ModelConfig), ("training", TrainingConfig)):
        group = train.add_argument_group(f"{title} settings")
        _add_settings(group, describe(config), show_defaults=config is not ModelConfig)

    translate = _command(commands, "translate", "Translate standard input line by line.", _translate)
    _add_checkpoint(translate)
    _add_settings(translate, _decoding_settings())

    evaluate = _command(commands, "evaluate", "Score a checkpoint on source and reference files.", _evaluate)
    _add_checkpoint(evaluate)
    evaluate.add_argument("--src", type=Path, required=True, help="Source sentences, plain or gzip.")
    evaluate.add_argument("--tgt", type=Path, required=True, help="Reference translations, plain or gzip.")
    evaluate.add_argument("--json", action="store_true", help="Print one JSON object.")
    _add_settings(evaluate, [s for s in _decoding_settings() if s.name != "nbest"])

    inspect = _command(commands, "inspect", "Write every attention weight of one translation.", _inspect)
    _add_checkpoint(inspect)
    inspect.add_argument("--text", required=True, help="Source sentence.")
    inspect.add_argument("--target", help="Target to look at instead of the translation.")
    inspect.add_argument("--out", type=Path, required=True, help="NPZ file to write.")
    _add_settings(inspect, [s for s in _decoding_settings() if s.name != "nbest"])

    heads = _command(commands, "heads", "Measure what every attention head does.", _heads)
    _add_checkpoint(heads)
    heads.add_argument("--src", type=Path, help="Source sentences; examples or fresh pairs of its task if left out.")
    heads.add_argument("--tgt", type=Path, help="Translations to read; the model translates if left out.")
    heads.add_argument("--align", type=Path, help="Gold word alignments in Pharaoh format, for alignment error rates.")
    heads.add_argument("--one-based", action="store_true", help="Words of the alignments count from 1, not from 0.")
    heads.add_argument("--align-swapped", action="store_true", help="First number of a link counts target words.")
    heads.add_argument("--segmented", action="store_true", help="Chinese or Japanese with blanks: read without them.")
    heads.add_argument("--out", type=Path, help="CSV file to write.")
    _add_settings(heads, [s for s in _decoding_settings() if s.name != "nbest"])

    average = _command(commands, "average", "Average the last checkpoints of a run.", _average)
    average.add_argument("--run", type=Path, required=True, help="Run folder.")
    last = TrainingConfig().average_last
    average.add_argument("--last", type=int, default=last, help=f"How many checkpoints (default {last}).")
    average.add_argument("--out", type=Path, required=True, help="Checkpoint folder to write.")
    return parser


def _command(
    commands: Any, name: str, description: str, command: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=description, description=description)
    parser.set_defaults(command=command, prog=f"python -m core {name}")
    return parser


def _add_checkpoint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--checkpoint", type=Path, required=True, help="Checkpoint folder.")
    parser.add_argument("--batch-size", type=int, default=64, help="Sentences at a time (default 64).")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="Where to compute.")


def _decoding_settings() -> list[Setting]:
    return describe(DecodingConfig)


def _add_settings(group: Any, settings: Iterable[Setting], *, show_defaults: bool = True) -> None:
    for item in settings:
        flags = [f"--{item.name.replace('_', '-')}"] + (["--beam"] if item.name == "beam_size" else [])
        shown = show_defaults and item.default is not None
        group.add_argument(
            *flags,
            dest=item.name,
            type=_boolean if item.type is bool else item.type,
            choices=item.choices,
            default=None,
            metavar=item.type.__name__.upper() if item.choices is None else None,
            help=item.help + (f" (default {item.default})" if shown else ""),
        )


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither true nor false")
    return text.lower() == "true"


# The commands load torch, so they are imported only when one of them runs.


def _train(arguments: argparse.Namespace) -> int:
    from core.cli.training import train

    return train(arguments)


def _average(arguments: argparse.Namespace) -> int:
    from core.cli.training import average

    return average(arguments)


def _translate(arguments: argparse.Namespace) -> int:
    from core.cli.translating import translate

    return translate(arguments)


def _evaluate(arguments: argparse.Namespace) -> int:
    from core.cli.translating import evaluate

    return evaluate(arguments)


def _inspect(arguments: argparse.Namespace) -> int:
    from core.cli.translating import inspect

    return inspect(arguments)


def _heads(arguments: argparse.Namespace) -> int:
    from core.cli.heads import heads

    return heads(arguments)
