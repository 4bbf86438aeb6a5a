"""Commands for jobs: run, list, show, stop; and how another command becomes a job."""

import argparse
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from core.cli.runs import align_columns, format_time, queue_status
from core.config import DataConfig, DecodingConfig, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.jobs.job import Job, new_job
from core.jobs.queue import list_jobs
from core.jobs.status import ACTIVE
from core.jobs.work import Report, carry_out
from core.settings import describe
from core.training.run import DATA_FILES
from core.training.runs import enqueue, start_waiting, stop_job

Result = TypeVar("Result")

_SETTINGS = (DataConfig, ModelConfig, TrainingConfig, DecodingConfig)
_NOT_RECORDED = ("command", "prog", "action", "job", "queue", "recorded")  # these belong to the job
_CRASH_LINES = 20  # of the log, under a job that failed or crashed


def run(arguments: argparse.Namespace, parse: Callable[[Sequence[str]], argparse.Namespace]) -> int:
    """Work on a job that was created before: here, or in the background when its turn comes.

    Args:
        arguments: the job's folder, and whether it waited in the queue.
        parse: reads the words of the command that the job recorded.
    """
    job = Job(arguments.folder)
    words = job.recorded_command()
    parsed = parse(words)
    if getattr(parsed, "job", job.folder) is not None:
        raise CoreError("cli.job_command", "{command!r} cannot be the command of a job", command=words[0])
    parsed.job, parsed.queue, parsed.recorded = job.folder, arguments.queue, True
    return parsed.command(parsed)


def list_(arguments: argparse.Namespace) -> int:
    """Print a line for each job of a folder, newest first."""
    rows = [("name", "command", "state", "step", "updated")]
    for job in list_jobs(arguments.jobs, Job):
        status = job.status()
        rows.append((job.name, _command_name(job), _state(job), f"{status.step:,}", format_time(status.updated)))
    print("\n".join(align_columns(rows, numbers=(3,))) if len(rows) > 1 else f"no job in {arguments.jobs}")
    return 0


def show(arguments: argparse.Namespace) -> int:
    """Print the state of a job and its last event."""
    job = Job(arguments.folder)
    command, status, events = job.recorded_command(), job.status(), job.events()
    message = f": {status.message}" if status.message else ""
    print(f"job         {job.folder}")
    print(f"command     {shlex.join(['python', '-m', 'core', *command])}")
    print(f"state       {_state(job)} at step {status.step:,}{message}")
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


def as_job(
    arguments: argparse.Namespace, work: Callable[[Report], Result], last_event: Callable[[Result], Mapping[str, Any]]
) -> Result | None:
    """Do the work of a command: as a job with --job, without a record otherwise.

    Args:
        arguments: of the command.
        work: takes a function that reports progress.
        last_event: returns the event that records the result.

    Returns:
        What `work` returns; None if the job waits for its turn, or was stopped.

    Raises:
        CoreError: see `core.jobs.work.carry_out`; or there already is such a job.
    """
    if arguments.job is None:
        if arguments.queue:
            raise CoreError("cli.job_queue", "--queue needs --job, the folder of the job")
        return work(lambda done, total: None)
    job = Job(arguments.job) if arguments.recorded else new_job(arguments.job, recorded_command(arguments))
    if arguments.queue:
        enqueue(job)
        print(queue_status(job))
        return None
    try:
        result = carry_out(job, work, last_event)
    except CoreError as error:
        if error.code != "job.disk_full":  # the next job would fail in the same way
            start_waiting(job.folder.resolve().parent)
        raise
    start_waiting(job.folder.resolve().parent)
    return result


def recorded_command(arguments: argparse.Namespace) -> list[str]:
    """Return the words that give these arguments again from any working directory; defaults are omitted."""
    switches = {item.name for config in _SETTINGS for item in describe(config) if item.type is bool}
    words = arguments.prog.split()[3:]
    for name, value in vars(arguments).items():
        if name in _NOT_RECORDED or value is None:
            continue
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, bool) and name not in switches:
            words += [option] if value else []
        else:
            words.append(f"{option}={_word(name, value)}")
    return words


def _word(name: str, value: object) -> str:
    if isinstance(value, Path) or name in DATA_FILES:
        return str(Path(str(value)).resolve())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _command_name(job: Job) -> str:
    try:
        return job.recorded_command()[0]
    except CoreError:
        return "?"


def _state(job: Job) -> str:
    state = job.status().state
    return "stopping" if state in ACTIVE and job.stop_requested() else state
