"""The results of finished evaluations, read from their folders and kept while their files stay as they are."""

import json
import threading
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path, PurePath
from typing import Any, TypeVar

from cachetools import LRUCache

from core.errors import CoreError
from core.evaluation.job import RESULT, read_result
from core.evaluation.table import Result, Scores
from core.jobs.job import Job
from viz.tabs.evaluate.record import Asked, read_asked

Made = TypeVar("Made")
MOST_SYSTEMS = 2
_KEPT, _KEPT_SMALL = 6, 512
_made: LRUCache[Hashable, Any] = LRUCache(_KEPT)
_small: LRUCache[Hashable, Any] = LRUCache(_KEPT_SMALL)
_lock = threading.Lock()


def outcome(job: Job) -> Result:
    """Return the result of a finished evaluation of one or two systems.

    Raises:
        CoreError: it cannot be read, or has more systems, which a command may compare.
    """

    def read() -> Result:
        result = read_result(job.folder)
        if len(result.systems) > MOST_SYSTEMS:
            raise CoreError(
                "evaluate.systems",
                "this page shows one or two systems, and {name} compares {count}",
                name=job.name,
                count=len(result.systems),
            )
        return named_as_asked(result, read_asked(job))

    return kept(job, "result", read)


def named_as_asked(result: Result, asked: Asked | None) -> Result:
    """Return a result with the names that a visitor chose: the command knows only folders and files of the server."""
    if asked is None or len(asked.systems) != len(result.systems):
        names = [PurePath(system.name).name for system in result.systems]
        return result._replace(systems=_renamed(result, names))
    known = {code for code, _ in result.notes}
    notes = (*result.notes, *(note for note in asked.notes if note[0] not in known))
    return result._replace(set=asked.set, notes=notes, systems=_renamed(result, asked.systems))


def _renamed(result: Result, names: Sequence[str]) -> tuple[Scores, ...]:
    return tuple(system._replace(name=name) for system, name in zip(result.systems, names, strict=True))


def kept(job: Job, what: Hashable, make: Callable[[], Made]) -> Made:
    """Return what was made of an evaluation before, as long as its result is the same; else make it."""
    return _cached(_made, (job.folder, what, _stamp(job)), make)


def has_result(job: Job) -> bool:
    """Return whether an evaluation has a result."""
    return (job.folder / RESULT).is_file()


def brief_scores(job: Job) -> str:
    """Return the BLEU of each system of a finished evaluation; "" where its result cannot be read."""
    return _cached(_small, (job.folder, _stamp(job)), lambda: _bleu(job.folder / RESULT))


def _bleu(path: Path) -> str:
    try:
        systems = json.loads(path.read_text(encoding="utf-8"))["systems"]
        return " · ".join(f"{float(one['bleu']['value']):.1f}" for one in systems)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return ""


def _cached(cache: LRUCache[Hashable, Any], key: Hashable, make: Callable[[], Made]) -> Made:
    with _lock:
        if key in cache:
            return cache[key]
    made = make()
    with _lock:
        cache[key] = made
    return made


def _stamp(job: Job) -> tuple[int, ...]:
    try:
        found = (job.folder / RESULT).stat()
    except OSError:
        return ()
    return found.st_size, found.st_mtime_ns, found.st_ino
