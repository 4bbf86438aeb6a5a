"""Commands for jobs: run, list, show, stop."""

import argparse
import json
import shlex
from pathlib import Path

from core.cli.columns import align_columns, format_time
from core.cli.options import add_action, job_folder
from core.cli.parser import build_parser
from core.cli.recording import shown_state
from core.errors import CoreError
from core.jobs.job import Job
from core.jobs.queue import list_jobs
from core.jobs.status import ACTIVE
from core.places import as_typed
from core.training.runs import stop_job

_CRASH_LINES = 20  # of the log, under a job that failed or crashed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions on evaluations and preflights that were given a folder."""
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    repeated = add_action(actions, "run", "Work on a job again; an evaluation goes on where it was.", run_again)
    repeated.add_argument("--queue", action="store_true", help="In the background, when its turn comes.")
    listed = add_action(actions, "list", "List the jobs of a folder, newest first.", list_)
    listed.add_argument("--jobs", type=Path, default=Path("runs"), metavar="DIR", help="Folder of jobs (default runs).")
    shown = add_action(actions, "show", "Show the state of a job and its last event.", show)
    stopped = add_action(
        actions, "stop", "End a job at its next report of progress, or take it out of the queue.", stop
    )
    for action in (repeated, shown, stopped):
        action.add_argument("folder", type=job_folder, metavar="DIR", help="Folder of the job.")


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    return arguments.action(arguments)


def run_again(arguments: argparse.Namespace) -> int:
    """Work on a job that was created before: here, or in the background when its turn comes."""
    job = Job(arguments.folder)
    words = job.recorded_command()
    parsed = build_parser().parse_args(words)
    if getattr(parsed, "job", job.folder) is not None:
        raise CoreError("cli.job_command", "{command!r} cannot be the command of a job", command=words[0])
    parsed.job, parsed.queue, parsed.recorded = job.folder, arguments.queue, True
    return parsed.command(parsed)


def list_(arguments: argparse.Namespace) -> int:
    """Print a line for each job of a folder, newest first."""
    rows = [("name", "command", "state", "step", "updated")]
    for job in list_jobs(arguments.jobs, Job):
        status = job.status()
        rows.append((job.name, _command_name(job), shown_state(job), f"{status.step:,}", format_time(status.updated)))
    print("\n".join(align_columns(rows, numbers=(3,))) if len(rows) > 1 else f"no job in {arguments.jobs}")
    return 0


def show(arguments: argparse.Namespace) -> int:
    """Print the state of a job and its last event."""
    job = Job(arguments.folder)
    command, status, events = job.recorded_command(), job.status(), job.events()
    message = f": {status.message}" if status.message else ""
    print(f"job         {job.folder}")
    print(f"command     {as_typed('python -m core')} {shlex.join(command)}")
    print(f"state       {shown_state(job)} at step {status.step:,}{message}")
    if events:
        print(f"last event  {json.dumps(events[-1], ensure_ascii=False)}")
    if status.state in ("failed", "crashed") and (log := job.log_tail(_CRASH_LINES)):
        print(f"\nend of {job.log_path}:\n{log}")
    return 0


def stop(arguments: argparse.Namespace) -> int:
    """End a job at its next report of progress, or take it out of the queue."""
    job = Job(arguments.folder)
    job.recorded_command()
    state = job.status().state
    if state not in (*ACTIVE, "queued"):
        raise CoreError("cli.job_idle", "job {name} is not running: it is {state}", name=job.name, state=state)
    stop_job(job)
    print(f"{job.name}: {'removed from the queue' if state == 'queued' else 'ends at its next report of progress'}")
    return 0


def _command_name(job: Job) -> str:
    try:
        return job.recorded_command()[0]
    except CoreError:
        return "?"
