"""Argument parser of every command, from the same field descriptions as the page."""

import argparse
import importlib
import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from core.cli.comparing_parser import add_compare
from core.cli.distilling_parser import add_distil
from core.cli.ending import exit_status
from core.cli.interchange_parser import add_interchange
from core.cli.step_weights_parser import add_step_weights
from core.cli.writing import add_replace
from core.config import DEFAULT_PRESET, PRESETS, RECIPES, DataConfig, DecodingConfig, ModelConfig, TrainingConfig
from core.data.corpora.reading import DATA_VARIABLE, DOWNLOADS
from core.settings import Setting, describe, offered_settings


class _Parser(argparse.ArgumentParser):
    """Reports an error in one line and exits with status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status: 0, or 2 after one line about invalid input."""
    return exit_status(_parse(arguments))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the words; search the folder of corpora that they name first, also in processes that the command starts."""
    parsed = build_parser().parse_args(arguments)
    if getattr(parsed, "data_dir", None) is not None:
        os.environ[DATA_VARIABLE] = str(parsed.data_dir.resolve())
    return parsed


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; builds no model and loads no torch."""
    parser = _Parser(prog="python -m core", description="Train and use the Transformer of arXiv 1706.03762.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    _add_train(commands)

    translate = _command(commands, "translate", "Translate standard input line by line.", _translate)
    _add_checkpoint(translate)
    translate.add_argument(
        "--unescape", type=_boolean, default=True, metavar="BOOL", help="Resolve HTML entities as &amp; (default true)."
    )
    _add_settings(translate, _decoding_settings())

    evaluate = _command(commands, "evaluate", "Score a checkpoint on source and reference files.", _evaluate)
    _add_checkpoint(evaluate)
    evaluate.add_argument("--src", type=Path, help="Source sentences, plain or gzip.")
    evaluate.add_argument("--tgt", type=Path, help="Reference translations, plain or gzip.")
    evaluate.add_argument("--corpus", help="A known corpus instead of files (see python -m core data list).")
    evaluate.add_argument("--split", help="Split of the corpus (default test).")
    evaluate.add_argument(
        "--doubt-share",
        type=float,
        metavar="SHARE",
        help="Choose the mean log-probability that marks this share of the translations as doubtful, and measure it; "
        "if left out, that of the checkpoint is measured.",
    )
    evaluate.add_argument(
        "--tgt-lang",
        metavar="CODE",
        help="Language of the references, such as de, for BLEU; the checkpoint's when left out.",
    )
    _add_data_dir(evaluate)
    _add_job(evaluate, "With --job: work in the background, when its turn comes among the jobs of the same folder.")
    evaluate.add_argument("--json", action="store_true", help="Print one JSON object.")
    _add_search(evaluate)
    add_compare(partial(_command, commands), _add_data_dir, _add_search)

    _add_inspect(commands)
    _add_heads(commands)
    _add_ablate(commands)
    _add_ask(commands)
    add_distil(partial(_command, commands), _add_data_dir, _add_checkpoint, _add_search)
    add_step_weights(partial(_command, commands))
    add_interchange(partial(_command, commands))
    _add_data(commands)
    _add_runs(commands)
    _add_jobs(commands)
    return parser


def _add_train(commands: Any) -> None:
    """Add the command that trains."""
    train = _command(commands, "train", "Train a model in a run folder, or resume one.", _train)
    train.add_argument(  # torchrun treats --run as an abbreviation of its own option
        "--run", "--run-folder", type=Path, help="New run folder, such as runs/first (--run-folder under torchrun)."
    )
    train.add_argument("--resume", type=Path, metavar="RUN", help="Run folder to resume; it keeps its settings.")
    train.add_argument(
        "--init-from",
        type=Path,
        metavar="CHECKPOINT",
        help="Begin a new run with the weights, shape and vocabulary of this checkpoint folder.",
    )
    train.add_argument(
        "--new-vocabulary",
        action="store_true",
        help="With --init-from: learn a new vocabulary from the training text (--vocab-size); each token begins as the "
        "mean of the tokens that it replaces.",
    )
    train.add_argument(
        "--preset",
        choices=[*PRESETS, *RECIPES],
        help=f"Size of the model (default {DEFAULT_PRESET}); a corpus name selects its whole configuration.",
    )
    _add_data_dir(train)
    _add_job(train, "Train in the background, when its turn comes (see runs); with --preflight: as --job, likewise.")
    train.add_argument("--verbose", action="store_true", help="Print each validation, also without a terminal.")
    train.add_argument(
        "--preflight",
        action="store_true",
        help="Do not start: print what it will need and how it may fail, from the data and a few real steps.",
    )
    train.add_argument("--json", action="store_true", help="With --preflight: print one JSON object.")
    for title, config in (("data", DataConfig), ("model", ModelConfig), ("training", TrainingConfig)):
        group = train.add_argument_group(f"{title} settings")
        _add_settings(group, offered_settings(config), show_defaults=config is not ModelConfig)


def _add_data(commands: Any) -> None:
    """Add `data list | get | show`, the commands for corpora known by name."""
    words = "List, fetch and show public corpora."
    actions = commands.add_parser("data", help=words, description=words).add_subparsers(
        title="actions", required=True, metavar="ACTION"
    )

    def command(name: str, description: str) -> argparse.ArgumentParser:
        chosen = _command(actions, name, description, _data)
        _add_data_dir(chosen)
        chosen.set_defaults(action=name, prog=f"python -m core data {name}")
        return chosen

    command("list", "List every known corpus: pairs, size, licence, and whether it is downloaded.")
    get = command("get", "Fetch a corpus; interrupted downloads are continued, and everything is verified.")
    show = command("show", "Show counts, lengths, licence and a few pairs of a downloaded corpus.")
    for parser in (get, show):
        parser.add_argument("name", help="Its name, or hub:OWNER/NAME[/CONFIGURATION] for the Hugging Face Hub.")
    get.add_argument("--to", type=Path, default=DOWNLOADS, metavar="DIR", help="Folder of corpora (default data).")
    get.add_argument("--src-column", help="Hub only: column of the source; a dot for a nested one, as translation.en.")
    get.add_argument("--tgt-column", help="Hub only: column of the target.")
    get.add_argument("--splits", nargs="+", help="Hub only: splits to copy (default train, validation and test).")
    get.add_argument("--limit", type=int, help="Hub only: most pairs per split.")
    get.add_argument("--replace", action="store_true", help="Hub only: replace a copy that is already there.")


def _add_data_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help=f"Folder of corpora to search first (or {DATA_VARIABLE})."
    )


def _add_job(parser: argparse.ArgumentParser, queue: str) -> None:
    parser.add_argument(
        "--job", type=Path, metavar="DIR", help="New folder, such as runs/scores, for state, progress and result."
    )
    parser.add_argument("--queue", action="store_true", help=queue)
    parser.set_defaults(recorded=False)


def _add_jobs(commands: Any) -> None:
    """Add `jobs run | list | show | stop`, the commands for evaluations and preflights that were given a folder."""
    words = "Run, list, show and stop evaluations and preflights that were given a folder (--job)."
    actions = commands.add_parser("jobs", help=words, description=words).add_subparsers(
        title="commands", required=True, metavar="COMMAND"
    )

    def command(name: str, description: str) -> argparse.ArgumentParser:
        chosen = _command(actions, name, description, _jobs)
        chosen.set_defaults(action=name, prog=f"python -m core jobs {name}")
        return chosen

    run = command("run", "Do the work of a job again, from its start.")
    run.add_argument("--queue", action="store_true", help="In the background, when its turn comes.")
    listed = command("list", "List the jobs of a folder, newest first.")
    listed.add_argument("--jobs", type=Path, default=Path("runs"), metavar="DIR", help="Folder of jobs (default runs).")
    show = command("show", "Show the state of a job and its last event.")
    stop = command("stop", "End a job at its next report of progress, or take it out of the queue.")
    for parser in (run, show, stop):
        parser.add_argument("folder", type=Path, metavar="DIR", help="Folder of the job.")


def _add_inspect(commands: Any) -> None:
    """Add `inspect`, the attention of one translation."""
    inspect = _command(commands, "inspect", "Write every attention weight of one translation.", _inspect)
    _add_checkpoint(inspect)
    inspect.add_argument("--text", required=True, help="Source sentence.")
    inspect.add_argument("--target", help="Target to inspect instead of the translation.")
    inspect.add_argument("--out", type=Path, required=True, help="NPZ file to write.")
    add_replace(inspect)
    _add_search(inspect)


def _add_heads(commands: Any) -> None:
    """Add `heads`, the head catalogue."""
    heads = _command(commands, "heads", "Measure every attention head.", _heads)
    _add_checkpoint(heads)
    heads.add_argument("--src", type=Path, help="Source sentences; examples or fresh pairs of its task if left out.")
    heads.add_argument("--tgt", type=Path, help="Translations to read; the model translates if left out.")
    heads.add_argument("--align", type=Path, help="Gold word alignments in Pharaoh format, for alignment error rates.")
    heads.add_argument("--one-based", action="store_true", help="Words of the alignments count from 1, not from 0.")
    heads.add_argument("--align-swapped", action="store_true", help="First number of a link counts target words.")
    reading = heads.add_mutually_exclusive_group()
    reading.add_argument("--segmented", action="store_true", help="Tokenised text: read joined as ordinary text is.")
    reading.add_argument("--as-written", action="store_true", help="With --align: read blanks before marks as well.")
    heads.add_argument("--out", type=Path, help="CSV file to write.")
    add_replace(heads)
    _add_search(heads)


def _add_ablate(commands: Any) -> None:
    """Add `ablate`, the effect of a group of heads on a set of sentences."""
    ablate = _command(commands, "ablate", "Measure loss and BLEU on a set with some heads switched off.", _ablate)
    _add_checkpoint(ablate)
    form = "as c.3.1 (layer 3, head 1 of cross-attention), c.3 (its layer), c (its kind), c.1-2.1-4 or all"
    ablate.add_argument("--off", default="", metavar="HEADS", help=f"Heads to switch off, separated by commas: {form}.")
    ablate.add_argument("--uniform", default="", metavar="HEADS", help="Heads to make uniform, in the same form.")
    ablate.add_argument("--src", type=Path, help="Source sentences; a sample with references if left out.")
    ablate.add_argument("--tgt", type=Path, help="Reference translations; the model's own, unchanged, if left out.")
    _add_job(ablate, "With --job: work in the background, when its turn comes among the jobs of the same folder.")
    ablate.add_argument("--csv", action="store_true", help="Print the table as CSV, with every digit.")
    ablate.add_argument("--json", action="store_true", help="Print one JSON object.")
    _add_search(ablate)


def _add_ask(commands: Any) -> None:
    """Add `ask`, every question of the page about a translation."""
    ask = _command(commands, "ask", "Ask one question about a translation; answers with one JSON object.", _ask)
    ask.add_argument("question", metavar="QUESTION", help="Its name, such as head_values; any other word lists them.")
    ask.add_argument("--checkpoint", type=Path, required=True, help="Checkpoint folder.")
    ask.add_argument("--text", help="Source sentence (default: the first example of the checkpoint).")
    ask.add_argument("--rank", type=int, default=1, help="Hypothesis to ask about, from 1, best first (default 1).")
    ask.add_argument("--request", default="{}", metavar="JSON", help="Fields of the question; - reads standard input.")
    _add_settings(ask, [s for s in _decoding_settings() if s.name in ("beam_size", "alpha")])


def _add_runs(commands: Any) -> None:
    """Add `runs` with its own commands."""
    words = "List, show, stop, resume, rename, delete, export and queue runs."
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
    show = command("show", "Show the state of a run, and why it ended.")
    show.add_argument("name", metavar="NAME", help="Run.")
    show.add_argument("--log", type=int, metavar="LINES", help="Print this many last lines of its log.")
    stop = command("stop", "End runs at their next step with a checkpoint saved, or take them out of the queue.")
    stop.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    stop.add_argument("--wait", action="store_true", help="Wait until they have ended.")
    resume = command("resume", "Resume runs in the background, now or when their turn comes.")
    resume.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    resume.add_argument("--max-steps", type=int, metavar="INT", help="New last step, also of a finished run.")
    rename = command("rename", "Rename a run.")
    rename.add_argument("name", metavar="NAME", help="Run.")
    rename.add_argument("new_name", metavar="NEW", help="Its new name.")
    delete = command("delete", "Remove runs with all their files.")
    delete.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    delete.add_argument("--yes", action="store_true", help="Do not ask.")
    export = command("export", "Write the measurements of runs as one CSV or for TensorBoard.")
    export.add_argument("names", nargs="*", metavar="NAME", help="Run (default all).")
    export.add_argument("--csv", type=Path, metavar="FILE", help="A row for each run and step.")
    export.add_argument("--tensorboard", type=Path, metavar="FOLDER", help="Event files, in a folder for each run.")
    add_replace(export)
    waiting = command("queue", "Show which runs train and which wait, and start the next ones.")
    waiting.add_argument("--at-once", type=int, metavar="INT", help="Number of runs to train at a time from now on.")


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


def _add_search(parser: argparse.ArgumentParser) -> None:
    _add_settings(parser, [setting for setting in _decoding_settings() if setting.name != "nbest"])


def _add_settings(group: Any, items: Iterable[Setting], *, show_defaults: bool = True) -> None:
    for item in items:
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


def _lazy(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    """Return the command of a module, which loads torch and is imported only when it runs."""
    return lambda arguments: getattr(importlib.import_module(f"core.cli.{module}"), name)(arguments)


_train, _ask = _lazy("training", "train"), _lazy("asking", "ask")
_translate, _evaluate, _inspect = (_lazy("translating", name) for name in ("translate", "evaluate", "inspect"))
_heads, _ablate = _lazy("heads", "heads"), _lazy("ablating", "ablate")


def _runs(arguments: argparse.Namespace) -> int:
    from core.cli import runs

    actions: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": runs.list_,
        "show": runs.show,
        "stop": runs.stop,
        "resume": runs.resume,
        "rename": runs.rename,
        "delete": runs.delete,
        "export": runs.export,
        "queue": runs.show_queue,
    }
    return actions[arguments.action](arguments)


def _jobs(arguments: argparse.Namespace) -> int:
    from core.cli import jobs

    if arguments.action == "run":
        return jobs.run(arguments, _parse)
    return {"list": jobs.list_, "show": jobs.show, "stop": jobs.stop}[arguments.action](arguments)


def _data(arguments: argparse.Namespace) -> int:
    from core.cli import data

    return {"list": data.list_corpora, "get": data.get_corpus, "show": data.show_corpus}[arguments.action](arguments)
