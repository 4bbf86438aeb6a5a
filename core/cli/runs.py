"""Commands for a folder of runs: list, show, stop, resume, rename, delete, export, queue."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from core.cli.columns import align_columns, format_time
from core.cli.options import add_action
from core.cli.recording import queue_status, shown_state
from core.cli.writing import add_replace, refuse_existing
from core.durable import output_file
from core.errors import CoreError
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions on runs."""
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, description: str, action: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        added = add_action(actions, name, description, action)
        added.add_argument(
            "--runs", type=Path, default=Path("runs"), metavar="DIR", help="Folder of runs (default runs)."
        )
        return added

    add("list", "List the runs, newest first.", list_)
    shown = add("show", "Show the state of a run, and why it ended.", show)
    shown.add_argument("name", metavar="NAME", help="Run.")
    shown.add_argument("--log", type=int, metavar="LINES", help="Print this many last lines of its log.")
    stopped = add("stop", "End runs at their next step with a checkpoint saved, or take them out of the queue.", stop)
    stopped.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    stopped.add_argument("--wait", action="store_true", help="Wait until they have ended.")
    resumed = add("resume", "Resume runs in the background, now or when their turn comes.", resume)
    resumed.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    resumed.add_argument("--max-steps", type=int, metavar="INT", help="New last step, also of a finished run.")
    renamed = add("rename", "Rename a run.", rename)
    renamed.add_argument("name", metavar="NAME", help="Run.")
    renamed.add_argument("new_name", metavar="NEW", help="Its new name.")
    deleted = add("delete", "Remove runs with all their files.", delete)
    deleted.add_argument("names", nargs="+", metavar="NAME", help="Run.")
    deleted.add_argument("--yes", action="store_true", help="Do not ask.")
    exported = add("export", "Write the measurements of runs as one CSV or for TensorBoard.", export)
    exported.add_argument("names", nargs="*", metavar="NAME", help="Run (default all).")
    exported.add_argument("--csv", type=Path, metavar="FILE", help="A row for each run and step.")
    exported.add_argument("--tensorboard", type=Path, metavar="FOLDER", help="Event files, in a folder for each run.")
    add_replace(exported)
    queued = add("queue", "Show which runs train and which wait, and start the next ones.", show_queue)
    queued.add_argument("--at-once", type=int, metavar="INT", help="Number of runs to train at a time from now on.")


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    return arguments.action(arguments)


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
    elif arguments.log:
        print("\nno log: a run in the foreground writes to its terminal, --queue writes to a log")
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
        with output_file(arguments.csv) as file:
            file.write_text(runs_csv(chosen), encoding="utf-8")
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


def _row(run: Run) -> tuple[str, ...]:
    status = run.status()
    try:
        steps = f"{run.read_config().training.max_steps:,}"
    except CoreError:
        steps = "?"
    return run.name, shown_state(run), f"{status.step:,}", steps, f"{run.saved_step:,}", format_time(status.updated)


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
    yield f"data         {' and '.join(files) or named.get('task') or named.get('corpus', '')}"
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
