"""The command `train`: start or resume a run, or only look at what it will need."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.checkpoint_config import checkpoint_file, read_checkpoint_config, read_model_config
from core.cli.options import add_data_dir, add_settings, given_settings, job_folder
from core.cli.preflight import preflight_report
from core.cli.recording import add_job, as_job, queue_status
from core.cli.reporting import Reporter
from core.config import DEFAULT_PRESET, PRESETS, RECIPES, DataConfig, ModelConfig, TrainingConfig
from core.data.vocabulary import Vocabularies
from core.data.vocabulary_files import load_vocabularies
from core.errors import CoreError
from core.jobs.status import ACTIVE
from core.jobs.work import Report
from core.places import checkpoint_path
from core.preflight.result import Preflight
from core.settings import offered_settings
from core.training.record import described_start, languages_of_checkpoint, start_languages
from core.training.run import DATA_FILES, Run, RunConfig, chosen_config, data_settings
from core.training.runs import enqueue
from core.training.schedule import recorded_peak

if TYPE_CHECKING:
    from core.training.processes import Processes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command, and every setting that a form offers."""
    parser.add_argument(  # torchrun treats --run as an abbreviation of its own option
        "--run", "--run-folder", type=Path, help="New run folder, such as runs/first (--run-folder under torchrun)."
    )
    parser.add_argument("--resume", type=job_folder, metavar="RUN", help="Run folder to resume; it keeps its settings.")
    parser.add_argument(
        "--init-from",
        type=checkpoint_path,
        metavar="CHECKPOINT",
        help="Begin a new run with the weights, shape and vocabulary of this checkpoint.",
    )
    parser.add_argument(
        "--new-vocabulary",
        action="store_true",
        help="With --init-from: learn a new vocabulary from the training text (--vocab-size); each token begins as the "
        "mean of the tokens that it replaces.",
    )
    parser.add_argument(
        "--preset",
        choices=[*PRESETS, *RECIPES],
        help=f"{', '.join(PRESETS)}: size of the model (default {DEFAULT_PRESET}); "
        f"{', '.join(RECIPES)}: settings of model, data and training.",
    )
    add_data_dir(parser)
    add_job(parser, "Train in the background, when its turn comes (see runs); with --preflight: as --job, likewise.")
    parser.add_argument("--verbose", action="store_true", help="Print each validation, also without a terminal.")
    parser.add_argument(
        "--preflight",
        action="store_true",
        help="Do not start: print what it will need and how it may fail, from the data and a few real steps.",
    )
    parser.add_argument("--json", action="store_true", help="With --preflight: print one JSON object.")
    for title, config in (("data", DataConfig), ("model", ModelConfig), ("training", TrainingConfig)):
        group = parser.add_argument_group(f"{title} settings")
        add_settings(group, offered_settings(config), show_defaults=config is not ModelConfig)


def run(arguments: argparse.Namespace) -> int:
    """Start or resume a run; under `torchrun` as one of the processes that train it."""
    from core.training.execution import execute
    from core.training.processes import join_processes

    if arguments.preflight:
        return preflight(arguments)
    if arguments.job is not None:
        raise CoreError("cli.job_training", "--job needs --preflight: a training is a job itself, in its run folder")
    with join_processes() as processes:
        if processes.first:
            return _train(arguments, processes)
        execute(Run(arguments.resume or arguments.run), processes=processes)
        return 0


def _train(arguments: argparse.Namespace, processes: Processes) -> int:
    from core.training.beginning import train_in_turn

    if (arguments.run is None) == (arguments.resume is None):
        raise CoreError("cli.run", "give either --run (a new run folder) or --resume (an existing one)")
    run = _new_run(arguments) if arguments.resume is None else _run_to_resume(arguments)
    if arguments.queue:
        enqueue(run)
        print(queue_status(run))
        return 0
    with Reporter(run.read_config().training.max_steps, arguments.verbose) as report:
        train_in_turn(run, report, new=arguments.resume is None, processes=processes)
    _note_end(run)
    return 0


def _note_end(run: Run) -> None:
    """Print where the finished model is, or how to resume a run that was stopped."""
    status = run.status()
    if status.state == "finished":
        print(f"{run.checkpoint}: finished at step {status.step:,}")
    else:
        print(f"{run.folder}: {status.state} at step {status.step:,}; resume it with --resume {run.folder}")


def _new_run(arguments: argparse.Namespace) -> Run:
    from core.training.beginning import begin
    from core.training.text import check_run

    run, config = Run(arguments.run), _new_configurations(arguments)
    learns = arguments.init_from is None or arguments.new_vocabulary
    check_run(config, learns=learns)  # invalid input is refused before anything is written
    _note_text(config)
    begin(run, config, arguments.init_from, new_vocabulary=arguments.new_vocabulary)
    return run


def _note_text(config: RunConfig) -> None:
    """Print what is held out of a text, and rows that may have been read otherwise than meant."""
    from core.training.text import read_corpus

    corpus = read_corpus(config.data)
    if corpus.training is None:
        return
    if config.data.hold_out and corpus.validation is not None:
        print(f"held out for validation: {len(corpus.validation):,} pairs", file=sys.stderr)
    found, where = corpus.training.odd_rows(), corpus.training.where
    for rows, line, words in (
        (found.wide, found.first_wide, "have more columns than the first: a separator within a sentence may cut it"),
        (found.spanning, found.first_spanning, "span several lines: a quotation mark may be missing"),
    ):
        if rows:
            print(f"{where}: {rows:,} rows, first in line {line:,}, {words}", file=sys.stderr)


def _run_to_resume(arguments: argparse.Namespace) -> Run:
    """Return the run to resume, with its limits changed as requested."""
    limits, run = _new_limits(arguments), Run(arguments.resume)
    if run.status().state not in ACTIVE:
        run.clear_stop()  # from before
    config = run.read_config()
    if limits:
        with run.held():
            run.replace_config(_limited(config, limits))
    return run


def _new_limits(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the limits to be changed in the run to resume.

    Raises:
        CoreError: a setting that it keeps is given.
    """
    given = [item.name for kind in (DataConfig, ModelConfig, TrainingConfig) for item in offered_settings(kind)]
    extending = {"max_steps", "max_epochs", "max_minutes", "cooldown_steps"}
    changed = {name for name in ("preset", "init_from", *given) if getattr(arguments, name) is not None}
    if arguments.new_vocabulary:
        changed.add("new_vocabulary")
    if changed - extending:
        raise CoreError(
            "cli.resume",
            "--resume keeps the run's settings: {names} cannot be changed, only {limits} can",
            names=", ".join(sorted(changed - extending)),
            limits=", ".join(sorted(extending)),
        )
    return {name: getattr(arguments, name) for name in changed}


def _limited(config: RunConfig, limits: dict[str, Any]) -> RunConfig:
    return config._replace(training=dataclasses.replace(config.training, **limits))


def preflight(arguments: argparse.Namespace) -> int:
    """Print what a training of these settings or of a run folder will need and how it may fail; start nothing."""
    from core.preflight.run import run_preflight

    run = arguments.resume or arguments.run
    new = _new_configurations(arguments) if arguments.resume is None else None
    limits = _new_limits(arguments) if new is None else {}

    def work(report: Report) -> Preflight:
        config = new or _limited(Run(arguments.resume).read_config(), limits)
        place = run if run is not None else Path("runs")
        given, peak, languages = _given_vocabularies(arguments), _start_peak(arguments), _start_languages(arguments)
        return run_preflight(
            config, place, vocabularies=given, start_peak=peak, start_languages=languages, progress=report
        )

    found = as_job(arguments, work, lambda found: {"event": "preflight", "result": json.loads(found.to_json())})
    if found is not None:
        print(found.to_json() if arguments.json else preflight_report(found))
    return 0


def _given_vocabularies(arguments: argparse.Namespace) -> Vocabularies | None:
    """Return the vocabularies of the checkpoint that a training starts from; None if it learns its own."""
    if arguments.init_from is not None:
        return None if arguments.new_vocabulary else load_vocabularies(partial(checkpoint_file, arguments.init_from))
    run = Run(arguments.resume) if arguments.resume is not None else None
    return load_vocabularies(run.folder.joinpath) if run is not None and run.initial.is_dir() else None


def _start_peak(arguments: argparse.Namespace) -> float | None:
    """Return the highest rate of the training of the checkpoint to start from; None if it is not recorded."""
    if arguments.init_from is not None:
        return recorded_peak(read_model_config(arguments.init_from), read_checkpoint_config(arguments.init_from))
    found = described_start(Run(arguments.resume), ("peak_rate",)) if arguments.resume is not None else {}
    peak = found.get("peak_rate")
    return peak if isinstance(peak, float) else None


def _start_languages(arguments: argparse.Namespace) -> tuple[str, str]:
    """Return the languages of the checkpoint to start from; "" without one."""
    if arguments.init_from is not None:
        return languages_of_checkpoint(read_checkpoint_config(arguments.init_from))
    return start_languages(Run(arguments.resume)) if arguments.resume is not None else ("", "")


def _configurations(arguments: argparse.Namespace) -> RunConfig:
    if arguments.new_vocabulary and arguments.init_from is None:
        raise CoreError("cli.new_vocabulary", "--new-vocabulary needs --init-from; other runs learn their own")
    start = None
    if arguments.init_from is not None:
        if arguments.preset is not None:
            raise CoreError("cli.preset_and_start", "--init-from takes its model's shape: leave --preset out")
        start = read_model_config(arguments.init_from)
    return chosen_config(
        arguments.preset,
        start,
        given_settings(arguments, ModelConfig),
        _data_settings(arguments),
        given_settings(arguments, TrainingConfig),
    )


def _new_configurations(arguments: argparse.Namespace) -> RunConfig:
    """Return the configurations with the languages that are not given filled in, and print which and why."""
    from core.training.text import find_languages

    config = _configurations(arguments)
    start = _start_languages(arguments)
    given = (arguments.src_lang is not None, arguments.tgt_lang is not None)
    found = find_languages(config.data, given, start)
    codes = (found.data.src_lang, found.data.tgt_lang)
    for option, code, origin in zip(("--src-lang", "--tgt-lang"), codes, found.origins, strict=True):
        if origin:
            print(f"{option} is not given: {code}, from {origin}", file=sys.stderr)
    return config._replace(data=found.data)


def _data_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the data settings on the command line.

    Raises:
        CoreError: a task and files.
    """
    given = given_settings(arguments, DataConfig)
    files = [name for name in DATA_FILES if name in given]
    if "task" in given and files:
        raise CoreError(
            "cli.task_and_files",
            "--task {task} generates its own data: {files} cannot be given with it",
            task=given["task"],
            files=", ".join(files),
        )
    return data_settings(given)
