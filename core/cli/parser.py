"""Arguments of every command, from the same field descriptions that the page uses."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from core.config import (
    DEFAULT_PRESET,
    PRESETS,
    RECIPES,
    DataConfig,
    DecodingConfig,
    ModelConfig,
    Setting,
    TrainingConfig,
    describe,
)
from core.data.corpora.reading import DATA_VARIABLE, DOWNLOADS
from core.errors import CoreError


class _Parser(argparse.ArgumentParser):
    """Says what was wrong in one line and exits with status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, or 2 after one line about wrong input."""
    parsed = build_parser().parse_args(arguments)
    if getattr(parsed, "data_dir", None) is not None:
        os.environ[DATA_VARIABLE] = str(parsed.data_dir.resolve())  # processes that a command starts see it too
    try:
        return parsed.command(parsed)
    except CoreError as error:
        print(f"{parsed.prog}: error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()  # downstream pipe closed
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

    train = _command(commands, "train", "Train a model in a new run folder, or resume a run.", _train)
    train.add_argument(  # torchrun takes --run for an option of its own, whose beginning it is
        "--run", "--run-folder", type=Path, help="Run folder to make, such as runs/first (--run-folder under torchrun)."
    )
    train.add_argument("--resume", type=Path, metavar="RUN", help="Run folder to resume; it keeps its settings.")
    train.add_argument(
        "--preset",
        choices=[*PRESETS, *RECIPES],
        help=f"Size of the model (default {DEFAULT_PRESET}); a corpus's name stands for its whole configuration.",
    )
    _add_data_dir(train)
    train.add_argument("--queue", action="store_true", help="Train in the background, when its turn comes (see runs).")
    train.add_argument("--verbose", action="store_true", help="Print each validation, without a terminal too.")
    train.add_argument(
        "--preflight",
        action="store_true",
        help="Do not start: read the data, time a few real steps, and print what it will need and how it may fail.",
    )
    train.add_argument("--json", action="store_true", help="With --preflight: print one JSON object.")
    for title, config in (("data", DataConfig), ("model", ModelConfig), ("training", TrainingConfig)):
        group = train.add_argument_group(f"{title} settings")
        _add_settings(group, describe(config), show_defaults=config is not ModelConfig)

    translate = _command(commands, "translate", "Translate standard input line by line.", _translate)
    _add_checkpoint(translate)
    _add_settings(translate, _decoding_settings())

    evaluate = _command(commands, "evaluate", "Score a checkpoint on source and reference files.", _evaluate)
    _add_checkpoint(evaluate)
    evaluate.add_argument("--src", type=Path, help="Source sentences, plain or gzip.")
    evaluate.add_argument("--tgt", type=Path, help="Reference translations, plain or gzip.")
    evaluate.add_argument("--corpus", help="A known corpus instead of files (see python -m core data list).")
    evaluate.add_argument("--split", help="Which part of the corpus (default test).")
    _add_data_dir(evaluate)
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

    _add_data(commands)
    _add_runs(commands)

    snapshots = _command(commands, "snapshots", "Keep how attention formed, from a run's step weights.", _snapshots)
    snapshots.add_argument("--run", type=Path, required=True, help="Run folder whose step weights were kept.")
    snapshots.add_argument("--sentences", type=int, choices=range(1, 9), metavar="INT", help="Sentences (default 3).")
    snapshots.add_argument("--src", type=Path, help="Sentences to look at; short validation pairs if left out.")
    snapshots.add_argument("--tgt", type=Path, help="Their translations, line by line.")
    snapshots.add_argument("--out", type=Path, required=True, help="File to write: snapshots.npz in a checkpoint.")
    snapshots.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="Where to compute.")
    return parser


def _add_data(commands: Any) -> None:
    """`data list | get | show`: corpora that are known by name."""
    words = "List, fetch and look at public corpora."
    actions = commands.add_parser("data", help=words, description=words).add_subparsers(
        title="actions", required=True, metavar="ACTION"
    )

    def command(name: str, description: str) -> argparse.ArgumentParser:
        chosen = _command(actions, name, description, _data)
        _add_data_dir(chosen)
        chosen.set_defaults(action=name, prog=f"python -m core data {name}")
        return chosen

    command("list", "Every known corpus: pairs, size, licence, and whether it is here.")
    get = command("get", "Fetch a corpus; an interrupted download is resumed, and everything is verified.")
    show = command("show", "Counts, lengths, licence and a few pairs of a corpus that is here.")
    for parser in (get, show):
        parser.add_argument("name", help="Its name, or hub:OWNER/NAME[/CONFIGURATION] for the Hugging Face Hub.")
    get.add_argument("--to", type=Path, default=DOWNLOADS, metavar="DIR", help="Folder of corpora (default data).")
    get.add_argument("--src-column", help="Hub only: column of the source; a dot leads inside, as translation.en.")
    get.add_argument("--tgt-column", help="Hub only: column of the target.")
    get.add_argument("--splits", nargs="+", help="Hub only: splits to copy (default train, validation and test).")
    get.add_argument("--limit", type=int, help="Hub only: pairs a split, at most.")


def _add_data_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help=f"Folder of corpora to look into first (or {DATA_VARIABLE})."
    )


def _add_runs(commands: Any) -> None:
    """`runs` with its own commands."""
    words = "List, show, stop, resume, rename, delete and queue runs."
    actions = commands.add_parser("runs", help=words, description=words).add_subparsers(
        title="commands", required=True, metavar="COMMAND"
    )

    def command(name: str, description: str) -> argparse.ArgumentParser:
        chosen = _command(actions, name, description, _runs)
        chosen.add_argument(
            "--runs", type=Path, default=Path("runs"), metavar="DIR", help="Folder of runs (default runs)."
        )
        chosen.set_defaults(action=name, prog=f"python -m core runs {name}")
        return chosen

    command("list", "List the runs, newest first.")
    show = command("show", "Show the state of a run, and how it ended.")
    show.add_argument("name", metavar="NAME", help="Run.")
    show.add_argument("--log", type=int, metavar="LINES", help="Print the last LINES lines of its log.")
    stop = command("stop", "End runs at their next step with a checkpoint saved, or take them out of the queue.")
    stop.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    stop.add_argument("--wait", action="store_true", help="Wait until they have ended.")
    resume = command("resume", "Resume runs in the background, now or when their turn comes.")
    resume.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    rename = command("rename", "Give a run another name.")
    rename.add_argument("name", metavar="NAME", help="Run.")
    rename.add_argument("new_name", metavar="NEW", help="Its new name.")
    delete = command("delete", "Remove runs with all their files.")
    delete.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    delete.add_argument("--yes", action="store_true", help="Do not ask.")
    waiting = command("queue", "Show which runs train and wait, and start those whose turn it is.")
    waiting.add_argument("--at-once", type=int, metavar="INT", help="Runs that may train at a time from now on.")


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


def _runs(arguments: argparse.Namespace) -> int:
    from core.cli import runs

    actions: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": runs.list_,
        "show": runs.show,
        "stop": runs.stop,
        "resume": runs.resume,
        "rename": runs.rename,
        "delete": runs.delete,
        "queue": runs.show_queue,
    }
    return actions[arguments.action](arguments)


def _data(arguments: argparse.Namespace) -> int:
    from core.cli import data

    return {"list": data.list_corpora, "get": data.get_corpus, "show": data.show_corpus}[arguments.action](arguments)


def _average(arguments: argparse.Namespace) -> int:
    from core.cli.training import average

    return average(arguments)


def _snapshots(arguments: argparse.Namespace) -> int:
    from core.cli.snapshots import snapshots

    return snapshots(arguments)


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
