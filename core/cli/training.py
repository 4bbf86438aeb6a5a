"""The commands that train: train and average."""

import argparse
import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tqdm import tqdm

from core.config import DEFAULT_PRESET, PRESETS, DataConfig, ModelConfig, TrainingConfig, describe
from core.errors import CoreError
from core.training.events import Event, Progress, Resumed, Sample, Skipped, Validated
from core.training.execution import average_run, check_run, execute, refuse_busy
from core.training.run import Run, RunConfig

_FILES = ("src", "tgt", "valid_src", "valid_tgt")


def train(arguments: argparse.Namespace) -> int:
    """Start a run, or go on with one."""
    if (arguments.run is None) == (arguments.resume is None):
        raise CoreError("cli.run", "give either --run (a new run folder) or --resume (one to go on with)")
    new = False
    if arguments.resume is not None:
        given = [item.name for kind in (DataConfig, ModelConfig, TrainingConfig) for item in describe(kind)]
        extending = {"max_steps", "max_epochs"}
        changed = {name for name in ("preset", *given) if getattr(arguments, name) is not None}
        if changed - extending:
            raise CoreError(
                "cli.resume",
                "--resume keeps the run's settings: {names} cannot be changed, only max_steps and max_epochs can",
                names=", ".join(sorted(changed - extending)),
            )
        run = Run(arguments.resume)
        if run.status().state not in ("starting", "running"):
            run.clear_stop()  # of an earlier time
        config = run.read_config()
        if changed:
            refuse_busy(run)  # before its configuration is written anew
            limits = {name: getattr(arguments, name) for name in changed}
            run.replace_config(config._replace(training=dataclasses.replace(config.training, **limits)))
    else:
        run, config = Run(arguments.run), _configurations(arguments)
        check_run(config)  # wrong input is refused before anything is written
        run.create(config)
        new = True
    try:
        with _Reporter(run.read_config().training.max_steps, arguments.verbose) as report:
            execute(run, report)
    except CoreError:
        if new and not run.events():  # refused before it began: nothing half-written stays
            run.discard()
        raise
    return 0


def average(arguments: argparse.Namespace) -> int:
    """Average the last checkpoints of a run."""
    average_run(Run(arguments.run), arguments.last, arguments.out)
    return 0


def _configurations(arguments: argparse.Namespace) -> RunConfig:
    return RunConfig(
        dataclasses.replace(PRESETS[arguments.preset or DEFAULT_PRESET], **_given(arguments, ModelConfig)),
        _data(arguments),
        TrainingConfig(**_given(arguments, TrainingConfig)),
    )


def _data(arguments: argparse.Namespace) -> DataConfig:
    """The data settings; paths become absolute, so that the run can be resumed from any folder."""
    given = _given(arguments, DataConfig)
    files = [name for name in _FILES if name in given]
    if "task" in given and files:
        raise CoreError(
            "cli.task_and_files",
            "--task {task} generates its own data: {files} cannot be given beside it",
            task=given["task"],
            files=", ".join(files),
        )
    return DataConfig(**{**given, **{name: str(Path(given[name]).resolve()) for name in files}})


def _given(arguments: argparse.Namespace, config: type) -> dict[str, Any]:
    """The settings that stand on the command line."""
    values = {item.name: getattr(arguments, item.name) for item in describe(config)}
    return {name: value for name, value in values.items() if value is not None}


class _Reporter:
    """A progress bar and validations on a terminal; elsewhere quiet, or validations alone where asked for."""

    def __init__(self, steps: int, verbose: bool) -> None:
        self._verbose = verbose
        self._bar = tqdm(total=steps, unit="step", disable=not sys.stderr.isatty(), dynamic_ncols=True)

    def __enter__(self) -> Callable[[Event], None]:
        return self.report

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def report(self, event: Event) -> None:
        """Say one event, if it is worth a word."""
        if isinstance(event, Progress | Resumed):
            self._bar.update(event.step - self._bar.n)
        if isinstance(event, Progress):
            self._bar.set_postfix(loss=f"{event.loss:.3f}", tokens_per_s=f"{event.tokens_per_second:.0f}")
        elif isinstance(event, Validated):
            bleu = f", BLEU {event.bleu:.1f}" if event.bleu is not None else ""
            self._say(f"step {event.step}: validation perplexity {event.perplexity:.2f}{bleu}")
        elif isinstance(event, Sample) and sys.stderr.isatty():
            self._say(f"  {event.source}\n  → {event.translation}")
        elif isinstance(event, Skipped):
            self._say(f"step {event.step} skipped: gradient norm {event.gradient_norm} ({event.skipped} so far)")

    def _say(self, text: str) -> None:
        if sys.stderr.isatty():
            self._bar.write(text, file=sys.stderr)
        elif self._verbose:
            print(text, file=sys.stderr, flush=True)
