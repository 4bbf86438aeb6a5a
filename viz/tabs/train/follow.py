"""What a page looks at among the run folders: which run it follows, which lie over it, and what has changed."""

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.training.run import Run
from core.training.runs import list_runs, queue
from core.training.snapshots import SHIPPED, SnapshotFolder
from core.training.status import ACTIVE
from viz.components.time_travel import pack_snapshots
from viz.tabs.train.history import Event, Events, kind, number

MOST_COMPARED = 5  # runs over the followed one: as many as there are further colours
_KEPT = 12  # runs whose events are kept as they were read


class Viewing(NamedTuple):
    """What one page shows: a run, and others whose lines lie over its own."""

    name: str = ""
    compared: tuple[str, ...] = ()


class Standing(NamedTuple):
    """Where one run stands."""

    name: str
    state: str
    step: int = 0


class Look(NamedTuple):
    """What the run folders looked like when they were last shown; equal looks need no new drawing.

    The page itself keeps the look that it shows, `packed`, and sends it with the next one: answers may overtake each
    other, and a server that believed its newest one to be drawn would never draw it again.
    """

    name: str = ""  # of the followed run
    events: int = 0  # bytes
    log: int = 0  # bytes
    stopping: bool = False
    snapshot: int = -1  # step of the newest
    compared: tuple[tuple[str, int], ...] = ()  # (run, bytes of its events)
    runs: tuple[Standing, ...] = ()  # newest first

    @property
    def running(self) -> tuple[str, ...]:
        """Runs that a process is working on."""
        return tuple(run.name for run in self.runs if run.state in ACTIVE)

    @property
    def waiting(self) -> bool:
        """Whether a run waits for its turn."""
        return any(run.state == "queued" for run in self.runs)

    @property
    def busy(self) -> bool:
        """Whether something will change by itself: a run trains, or waits for its turn."""
        return bool(self.running) or self.waiting


def look(runs: Path, viewing: Viewing) -> Look:
    """How the runs stand, and how much those that are looked at have written; an unknown one is left out."""
    found = {run.name: run for run in list_runs(runs)}
    standing = tuple(Standing(name, status.state, status.step) for name, status in _statuses(found))
    compared = tuple((name, _size(found[name].events_path)) for name in viewing.compared if name in found)
    run = found.get(viewing.name)
    if run is None:
        return Look(runs=standing)
    sizes = [_size(path) for path in (run.events_path, run.log_path)]
    snapshot = max(_snapshots(run).steps(), default=-1)
    return Look(run.name, *sizes, run.stop_requested(), snapshot, compared, standing)


def packed(now: Look) -> str:
    """A look as the page keeps it."""
    return json.dumps(now, separators=(",", ":"))


def unpacked(kept: object) -> Look | None:
    """The look that a page shows; None for anything else that a client may send, after which everything is drawn."""
    try:
        *values, compared, runs = json.loads(str(kept))
        others = tuple((name, size) for name, size in compared)
        found = Look(*values, compared=others, runs=tuple(Standing(*run) for run in runs))
    except (ValueError, TypeError, RecursionError):
        return None
    sound = (
        isinstance(found.name, str)
        and isinstance(found.events, int)
        and all(isinstance(run.name, str) and isinstance(run.state, str) for run in found.runs)
    )
    return found if sound else None


def known(viewing: Viewing, before: Look | None) -> Viewing | None:
    """What is looked at, also where only the page still knows it; None on a new page, before that is remembered."""
    if viewing.name:
        return viewing
    return Viewing(before.name, tuple(name for name, _ in before.compared)) if before is not None else None


def settled(now: Look, viewing: Viewing) -> Viewing:
    """What can be looked at: the run that was chosen, else the one that is being trained, else the newest."""
    names = [run.name for run in now.runs]
    name = viewing.name if viewing.name in names else next(iter([*now.running, *names]), "")
    others = [other for other in dict.fromkeys(viewing.compared) if other in names and other != name]
    return Viewing(name, tuple(others[:MOST_COMPARED]))


def toggled(viewing: Viewing, name: str) -> Viewing:
    """With that run laid over the followed one, or taken away where it was."""
    if name in viewing.compared:
        return viewing._replace(compared=tuple(other for other in viewing.compared if other != name))
    return viewing._replace(compared=(*viewing.compared, name))


def following(viewing: Viewing, name: str) -> Viewing:
    """With that run followed; the one that was so makes way, and runs over it stay."""
    return Viewing(name, tuple(other for other in viewing.compared if other != name))


def remembered(stored: object) -> Viewing:
    """What a browser has kept of an earlier look; an empty one for anything else that a client may send."""
    try:
        values = json.loads(str(stored))
        name, compared = values["name"], values["compared"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return Viewing()
    if not isinstance(name, str) or not isinstance(compared, list):
        return Viewing()
    return Viewing(name, tuple(other for other in compared[:MOST_COMPARED] if isinstance(other, str)))


def ended(before: Look | None, now: Look) -> tuple[str, ...]:
    """Runs that were being trained and are no longer."""
    return tuple(name for name in before.running if name not in now.running) if before else ()


def place_in_queue(runs: Path, name: str) -> tuple[int, str]:
    """Which one a waiting run is, from 1, and the run that trains before it, if any; 0 for one that does not wait."""
    standing = queue(runs)
    waiting = [run.name for run in standing.waiting]
    trains = next((run.name for run in standing.active), "")
    return (waiting.index(name) + 1, trains) if name in waiting else (0, trains)


def known_run(runs: Path, name: object) -> Run | None:
    """The run of that name among those in the folder; nothing else that a client might name."""
    return next((run for run in list_runs(runs) if run.name == name), None)


def attention_history(run: Run, events: Sequence[Event]) -> str | None:
    """How attention has formed in a run so far, packed; None before the first snapshot."""
    taken = _snapshots(run).read(SHIPPED)
    if taken is None:
        return None
    losses = [(event["step"], number(event.get("loss"))) for event in kind(events, "validation")]
    return pack_snapshots(taken.sentences, taken.snapshots, name=run.name, curve=losses)


class _Reader:
    """Events of the runs that were looked at last, read again only where a file has changed."""

    def __init__(self) -> None:
        self._read: OrderedDict[Path, tuple[tuple[int, ...], Events]] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, run: Run) -> Events:
        """The run's events; () before the first."""
        try:
            found = run.events_path.stat()
        except FileNotFoundError:
            return ()
        stamp = (found.st_size, found.st_mtime_ns, found.st_ino)
        with self._lock:
            known = self._read.get(run.folder)
        if known is not None and known[0] == stamp:
            return known[1]
        events = tuple(run.events())
        with self._lock:
            self._read[run.folder] = (stamp, events)
            self._read.move_to_end(run.folder)
            while len(self._read) > _KEPT:
                self._read.popitem(last=False)
        return events


read_events = _Reader()


def _statuses(runs: dict[str, Run]) -> list[tuple[str, Any]]:
    return [(name, run.status()) for name, run in runs.items()]


def _snapshots(run: Run) -> SnapshotFolder:
    return SnapshotFolder(run.folder / "snapshots")


def _size(path: Path) -> int:
    """Bytes of a file; 0 for one that is not there yet, or no longer."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
