"""Commands for a folder of runs: list, show, stop, resume, rename, delete, export, queue."""

import argparse
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from core.cli.writing import refuse_existing
from core.durable import write_beside
from core.errors import CoreError
from core.jobs.job import Job
from core.jobs.status import ACTIVE
from core.settings import to_dict
from core.training.export import runs_csv, write_event_files
from core.training.run import Run
from core.training.runs import (
    delete_run,
    enqueue,
    extend_run,
    list_runs,
    named_run,
    queue,
    rename_run,
    set_at_once,
    start_waiting,
    stop_job,
)

_CRASH_LINES = 20  # of the log, under a run that failed or crashed
_POLL_SECONDS = 0.2  # between two polls while waiting


def list_(arguments: argparse.Namespace) -> int:
    """Print a line for each run, newest first."""
    start_waiting(arguments.runs)
    rows = [("name", "state", "step", "of", "saved", "updated")]
    rows += [_row(run) for run in list_runs(arguments.runs)]
    if len(rows) == 1:
        print(f"no run in {arguments.runs}")
    else:
        print("\n".join(align_columns(rows, numbers=(2, 3, 4))))
    return 0


def show(arguments: argparse.Namespace) -> int:
    """Print a description of one run."""
    start_waiting(arguments.runs)
    run = named_run(arguments.runs, arguments.name)
    print("\n".join(_describe(run)))
    report = run.crash_report(_CRASH_LINES)
    log = run.log_tail(arguments.log) if arguments.log else report.log if report else ""
    if log:
        print(f"\nend of {run.log_path}:\n{log}")
    return 0


def stop(arguments: argparse.Namespace) -> int:
    """End runs at their next step with a checkpoint saved, or take them out of the queue."""
    chosen = [named_run(arguments.runs, name) for name in arguments.names]
    for run in chosen:
        state = run.status().state
        if state not in (*ACTIVE, "queued"):
            raise CoreError(
                "cli.runs_idle", "run {name} is not being trained: it is {state}", name=run.name, state=state
            )
    for run in chosen:
        waited = run.status().state == "queued"
        stop_job(run)
        print(f"{run.name}: {'removed from the queue' if waited else 'ends at its next step, with a checkpoint saved'}")
    while arguments.wait and any(run.status().state in ACTIVE for run in chosen):
        time.sleep(_POLL_SECONDS)
    return 0


def resume(arguments: argparse.Namespace) -> int:
    """Resume runs in the background, now or when their turn comes."""
    for run in [named_run(arguments.runs, name) for name in arguments.names]:
        if arguments.max_steps is not None:
            extend_run(run, arguments.max_steps)
        enqueue(run)
        print(queue_status(run))
    return 0


def rename(arguments: argparse.Namespace) -> int:
    """Rename a run."""
    rename_run(named_run(arguments.runs, arguments.name), arguments.new_name)
    print(f"{arguments.name}: renamed to {arguments.new_name}")
    return 0


def delete(arguments: argparse.Namespace) -> int:
    """Remove runs with all their files."""
    chosen = [named_run(arguments.runs, name) for name in arguments.names]
    if not arguments.yes:
        if not sys.stdin.isatty():
            raise CoreError("cli.runs_unsure", "deleting cannot be undone: without a terminal, confirm with --yes")
        answer = input(f"Delete {', '.join(run.name for run in chosen)} with all checkpoints? [y/N] ")
        if answer.strip().lower() not in ("y", "yes"):
            return 1
    for run in chosen:
        delete_run(run)
    return 0


def export(arguments: argparse.Namespace) -> int:
    """Write the measurements of all or the named runs as one CSV, or as event files of TensorBoard, or both."""
    if arguments.csv is None and arguments.tensorboard is None:
        raise CoreError("cli.runs_export", "give --csv FILE, --tensorboard FOLDER or both")
    names = arguments.names
    for path in (arguments.csv, arguments.tensorboard):
        if path is not None:
            refuse_existing(path, arguments)
    chosen = [named_run(arguments.runs, name) for name in names] if names else list_runs(arguments.runs)
    if arguments.csv is not None:
        write_beside(arguments.csv, runs_csv(chosen))
        print(f"{arguments.csv}: {len(chosen)} runs")
    if arguments.tensorboard is not None:
        write_event_files(chosen, arguments.tensorboard)
        print(f"{arguments.tensorboard}: {len(chosen)} runs; tensorboard --logdir {arguments.tensorboard}")
    return 0


def show_queue(arguments: argparse.Namespace) -> int:
    """Print which runs train and which wait; start the next ones."""
    if arguments.at_once is not None:
        set_at_once(arguments.runs, arguments.at_once)
    start_waiting(arguments.runs)
    active, waiting, at_once = queue(arguments.runs)
    print(f"at a time  {at_once}")
    for run in active:
        status = run.status()
        print(f"{'training' if isinstance(run, Run) else 'running':10} {run.name}, step {status.step:,}")
    for place, run in enumerate(waiting, start=1):
        print(f"{'waiting':10} {place}. {run.name}")
    return 0


def queue_status(run: Job) -> str:
    """Describe in one line whether a queued run or another job waits or is being worked on."""
    waiting = [other.name for other in queue(run.folder.parent).waiting]
    if run.name in waiting:
        return f"{run.name}: waits, {waiting.index(run.name) + 1} of {len(waiting)} in the queue"
    status = run.status()
    return f"{run.name}: {status.state}" + (f", process {status.process}" if status.state in ACTIVE else "")


def _row(run: Run) -> tuple[str, ...]:
    status = run.status()
    try:
        steps = f"{run.read_config().training.max_steps:,}"
    except CoreError:
        steps = "?"
    state = "stopping" if status.state in ACTIVE and run.stop_requested() else status.state
    return run.name, state, f"{status.step:,}", steps, f"{run.saved_step:,}", format_time(status.updated)


def align_columns(rows: Sequence[Sequence[str]], *, numbers: Collection[int]) -> Iterator[str]:
    """Yield a line for each row; columns of these indices are right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if k in numbers else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def _describe(run: Run) -> Iterator[str]:
    """Yield lines with a name and its value."""
    model, data, training = run.read_config()
    status, events = run.status(), run.events()
    message = f": {status.message}" if status.message else ""
    yield f"run          {run.folder}"
    yield f"state        {status.state} at step {status.step:,} of {training.max_steps:,}{message}"
    if status.state in ACTIVE:
        yield f"process      {status.process}"
    named = {name: value for name, value in to_dict(data).items() if value is not None}
    files = [str(named[name]) for name in ("src", "tgt") if name in named]
    yield f"data         {' and '.join(files) or named.get('task', '')}"
    yield (
        f"model        {model.num_layers} + {model.decoder_layers} layers, {model.num_heads} heads, "
        f"d_model {model.d_model}, d_ff {model.d_ff}, vocabulary at most {model.vocab_size:,}"
    )
    for kind, words in (("progress", "training"), ("validation", "validation")):
        last = next((event for event in reversed(events) if event["event"] == kind), None)
        if last is not None:
            yield f"{words:12} {_scores(last)} at step {last['step']:,}"
    saved = [path.name for path in run.checkpoints()]
    yield f"checkpoints  {', '.join(saved) or 'none yet'}"
    if run.checkpoint.is_dir():
        yield f"finished     {run.checkpoint}"


def _scores(event: dict[str, object]) -> str:
    """Format the main numbers of a progress or validation event."""
    named = (
        ("loss", "loss", ".3f"),
        ("perplexity", "perplexity", ".2f"),
        ("bleu", "BLEU", ".1f"),
        ("tokens_per_second", "tokens per second", ",.0f"),
    )
    found = [(words, event.get(name), form) for name, words, form in named]
    return ", ".join(f"{words} {value:{form}}" for words, value, form in found if isinstance(value, int | float))


def format_time(seconds: float) -> str:
    """Return a local date and time for seconds since the epoch; "never" for 0."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M:%S") if seconds else "never"
