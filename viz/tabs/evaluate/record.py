"""Evaluations in a folder of runs: job folders, with what a visitor asked for in `asked.json`."""

import json
from pathlib import Path
from typing import NamedTuple

from core.durable import read_ordinary, write_beside
from core.errors import CoreError
from core.jobs.job import Job
from core.jobs.queue import list_jobs

COMMANDS = ("evaluate", "compare")
_ASKED = "asked.json"


class Asked(NamedTuple):
    """A visitor's choices, as the page shows them before there is a result."""

    set: str
    systems: tuple[str, ...]
    checkpoints: tuple[str, ...]  # names in the library; "" for a file of translations
    language: str  # of the references
    sentences: int
    beam: int
    alpha: float
    notes: tuple[tuple[str, int], ...] = ()  # oddities of the set: code and count
    steps: tuple[int, ...] = ()  # of training of each checkpoint; 0 where unknown


def write_asked(job: Job, asked: Asked) -> None:
    """Write what was asked for into a job's folder."""
    write_beside(job.folder / _ASKED, json.dumps(asked._asdict(), ensure_ascii=False) + "\n")


def read_asked(job: Job) -> Asked | None:
    """Return what a visitor asked for; None for a job of a command, or a damaged file."""
    try:
        values = json.loads(read_ordinary(job.folder / _ASKED))
        found = Asked(**values)
        names = (*found.systems, *found.checkpoints, found.set, found.language)
        if not all(isinstance(name, str) for name in names) or not isinstance(found.sentences, int):
            return None
        notes = tuple((str(code), int(count)) for code, count in found.notes)
        steps = tuple(int(step) for step in found.steps)
        lists = {"systems": tuple(found.systems), "checkpoints": tuple(found.checkpoints)}
        return found._replace(**lists, notes=notes, steps=steps)
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def list_evaluations(runs: Path) -> list[Job]:
    """Return the evaluations in a folder of runs, newest first."""
    return [job for job in list_jobs(runs, Job) if _command(job) in COMMANDS]


def known_evaluation(runs: Path, name: object) -> Job | None:
    """Return the evaluation of that name; None for any other name that a client may send."""
    return next((job for job in list_evaluations(runs) if job.name == name), None)


def _command(job: Job) -> str:
    try:
        return job.recorded_command()[0]
    except CoreError:
        return ""
