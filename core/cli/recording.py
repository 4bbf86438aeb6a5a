"""A command as a job: its options, the words that are recorded, its record and its turn."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from core.config import DataConfig, DecodingConfig, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.jobs.job import Job, new_job
from core.jobs.status import ACTIVE
from core.jobs.work import Report, carry_out
from core.settings import describe
from core.training.run import DATA_FILES
from core.training.runs import enqueue, queue, start_waiting

Result = TypeVar("Result")

_SETTINGS = (DataConfig, ModelConfig, TrainingConfig, DecodingConfig)
_NOT_RECORDED = ("command", "prog", "action", "job", "queue", "recorded")  # these belong to the job
_QUEUE_HELP = "With --job: work in the background, when its turn comes among the jobs of the same folder."


def add_job(parser: argparse.ArgumentParser, queue_help: str = _QUEUE_HELP) -> None:
    """Add the options of a command that may be a job."""
    parser.add_argument(
        "--job", type=Path, metavar="DIR", help="New folder, such as runs/scores, for state, progress and result."
    )
    parser.add_argument("--queue", action="store_true", help=queue_help)
    parser.set_defaults(recorded=False)


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


def queue_status(run: Job) -> str:
    """Describe in one line whether a queued run or another job waits or is being worked on."""
    waiting = [other.name for other in queue(run.folder.parent).waiting]
    if run.name in waiting:
        return f"{run.name}: waits, {waiting.index(run.name) + 1} of {len(waiting)} in the queue"
    status = run.status()
    return f"{run.name}: {status.state}" + (f", process {status.process}" if status.state in ACTIVE else "")


def shown_state(job: Job) -> str:
    """Return the state of a run or another job, `stopping` if it was asked to stop and works until it can."""
    state = job.status().state
    return "stopping" if state in ACTIVE and job.stop_requested() else state


def recorded_command(arguments: argparse.Namespace) -> list[str]:
    """Return the words that give these arguments again from any working directory; defaults are omitted."""
    switches = {item.name for config in _SETTINGS for item in describe(config) if item.type is bool}
    words = [arguments.prog.rpartition(" ")[2]]  # after the name of the program, one word or three
    for name, value in vars(arguments).items():
        if name in _NOT_RECORDED or value is None:
            continue
        if name == "systems":
            words += [f"--{'checkpoint' if one.checkpoint else 'hyp'}={_word(name, Path(one.name))}" for one in value]
            continue
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, bool) and name not in switches:
            words += [option] if value else []
        elif isinstance(value, list):
            words += [f"{option}={_word(name, one)}" for one in value]
        else:
            words.append(f"{option}={_word(name, value)}")
    return words


def _word(name: str, value: object) -> str:
    if isinstance(value, Path) or name in DATA_FILES:
        return str(Path(str(value)).resolve())
    return str(value).lower() if isinstance(value, bool) else str(value)
