"""The events of a run as the page reads them: dictionaries from a file, in which any key may be missing."""

import math
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from core.training.run import Run

Event = Mapping[str, Any]
Events = tuple[Event, ...]

_KEPT = 12  # runs whose events are kept in memory


def events_named(events: Sequence[Event], name: str) -> list[Event]:
    """Return the events of that name which have a step."""
    return [event for event in events if event.get("event") == name and isinstance(event.get("step"), int)]


def latest(events: Sequence[Event], name: str) -> Event | None:
    """Return the last event of that name."""
    return next(iter(events_named(events, name)[-1:]), None)


def number(value: object) -> float:
    """Return the value, NaN for anything that is not a number."""
    return float(value) if isinstance(value, int | float) else math.nan


class _Reader:
    """Events of the runs that were read last; a file is read again only where it has changed."""

    def __init__(self) -> None:
        self._read: LRUCache[Path, tuple[tuple[int, ...], Events]] = LRUCache(_KEPT)
        self._lock = threading.Lock()

    def __call__(self, run: Run) -> Events:
        """Return the run's events; () before the first."""
        try:
            found = run.events_path.stat()
        except FileNotFoundError:
            return ()
        stamp = (found.st_size, found.st_mtime_ns, found.st_ino)
        with self._lock:
            kept = self._read.get(run.folder)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        events = tuple(run.events())
        with self._lock:
            self._read[run.folder] = (stamp, events)
        return events


read_events = _Reader()
