"""Runs that a page shows: the followed one, those compared with it, and a fingerprint of all that is shown."""

import json
from pathlib import Path
from typing import NamedTuple

from core.jobs.status import ACTIVE
from core.training.run import Run
from core.training.runs import list_runs, queue
from core.training.snapshots import SnapshotFolder

MOST_COMPARED = 5  # runs besides the followed one: as many as there are other colours


class Viewing(NamedTuple):
    """Runs that one page shows: the followed one, and others whose lines are drawn over its own."""

    name: str = ""
    compared: tuple[str, ...] = ()


class RunSummary(NamedTuple):
    """The state of one run."""

    name: str
    state: str
    step: int = 0


class Fingerprint(NamedTuple):
    """State of the run folders when they were last shown; an equal fingerprint needs no new drawing.

    The page keeps the fingerprint of what it shows, packed, and sends it with each request: answers may overtake each
    other, and a server that assumed its newest answer to be on the page would never correct an older one.
    """

    name: str = ""  # of the followed run
    events: int = 0  # bytes
    log: int = 0  # bytes
    stopping: bool = False
    snapshot: int = -1  # step of the newest
    full: bool = False  # whether a new run would wait for its turn, behind an evaluation too
    compared: tuple[tuple[str, int], ...] = ()  # (run, bytes of its events)
    runs: tuple[RunSummary, ...] = ()  # newest first

    @property
    def running(self) -> tuple[str, ...]:
        """Return the runs that a process is working on."""
        return tuple(run.name for run in self.runs if run.state in ACTIVE)

    @property
    def waiting(self) -> bool:
        """Return whether a run waits for its turn."""
        return any(run.state == "queued" for run in self.runs)

    @property
    def busy(self) -> bool:
        """Return whether something will change without a request: a run trains or waits."""
        return bool(self.running) or self.waiting

    @property
    def state(self) -> str:
        """Return the state of the followed run; "" without one."""
        return next((run.state for run in self.runs if run.name == self.name), "")

    def without_figures(self) -> "Fingerprint":
        """Return the fingerprint of a page whose figures were not drawn."""
        return self._replace(events=-1)


def take_fingerprint(runs: Path, viewing: Viewing) -> Fingerprint:
    """Return the fingerprint of the run folders; an unknown run is left out."""
    found = {run.name: run for run in list_runs(runs)}
    statuses = [(name, run.status()) for name, run in found.items()]
    summaries = tuple(RunSummary(name, status.state, status.step) for name, status in statuses)
    compared = tuple((name, _size(found[name].events_path)) for name in viewing.compared if name in found)
    turns = queue(runs)
    full = bool(turns.waiting) or len(turns.active) >= turns.at_once
    run = found.get(viewing.name)
    if run is None:
        return Fingerprint(full=full, runs=summaries)
    events, log = _size(run.events_path), _size(run.log_path)
    snapshot = max(SnapshotFolder(run.folder / "snapshots").steps(), default=-1)
    return Fingerprint(run.name, events, log, run.stop_requested(), snapshot, full, compared, summaries)


def pack_fingerprint(fingerprint: Fingerprint) -> str:
    """Return a fingerprint as the page keeps it."""
    return json.dumps(fingerprint, separators=(",", ":"))


def unpack_fingerprint(packed: object) -> Fingerprint | None:
    """Return the fingerprint that a page sends; None for anything else, after which everything is drawn."""
    try:
        *values, compared, runs = json.loads(str(packed))
        others = tuple((name, size) for name, size in compared)
        found = Fingerprint(*values, compared=others, runs=tuple(RunSummary(*run) for run in runs))
    except (ValueError, TypeError, RecursionError):
        return None
    sound = (
        isinstance(found.name, str)
        and isinstance(found.events, int)
        and all(isinstance(run.name, str) and isinstance(run.state, str) for run in found.runs)
    )
    return found if sound else None


def viewing_of(viewing: Viewing, before: Fingerprint | None) -> Viewing | None:
    """Return what a page shows, even if the server has forgotten it; None for a new page."""
    if viewing.name:
        return viewing
    return Viewing(before.name, tuple(name for name, _ in before.compared)) if before is not None else None


def existing(now: Fingerprint, viewing: Viewing) -> Viewing:
    """Return what can be shown: the chosen run, else the one that is being trained, else the newest."""
    names = [run.name for run in now.runs]
    name = viewing.name if viewing.name in names else next(iter([*now.running, *names]), "")
    others = [other for other in dict.fromkeys(viewing.compared) if other in names and other != name]
    return Viewing(name, tuple(others[:MOST_COMPARED]))


def toggle_compared(viewing: Viewing, name: str) -> Viewing:
    """Compare a run with the followed one, or stop comparing it."""
    if name in viewing.compared:
        return viewing._replace(compared=tuple(other for other in viewing.compared if other != name))
    return viewing._replace(compared=(*viewing.compared, name))


def follow(viewing: Viewing, name: str) -> Viewing:
    """Follow a run in place of the followed one; compared runs stay."""
    return Viewing(name, tuple(other for other in viewing.compared if other != name))


def read_stored(stored: object) -> Viewing:
    """Return what a browser stored before a reload; an empty viewing for anything else that a client may send."""
    try:
        values = json.loads(str(stored))
        name, compared = values["name"], values["compared"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return Viewing()
    if not isinstance(name, str) or not isinstance(compared, list):
        return Viewing()
    return Viewing(name, tuple(other for other in compared[:MOST_COMPARED] if isinstance(other, str)))


def ended_since(stored: object, now: Fingerprint) -> tuple[str, ...]:
    """Return the runs that were being trained when the browser stored them and are no longer."""
    try:
        running = json.loads(str(stored))["running"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()
    if not isinstance(running, list):
        return ()
    return tuple(run.name for run in now.runs if run.name in running and run.name not in now.running)


def ended_runs(before: Fingerprint | None, now: Fingerprint) -> tuple[str, ...]:
    """Return the runs that were being trained and are no longer."""
    return tuple(name for name in before.running if name not in now.running) if before else ()


def known_run(runs: Path, name: object) -> Run | None:
    """Return the run of that name in the folder; None for any other name that a client may send."""
    return next((run for run in list_runs(runs) if run.name == name), None)


def viewed_runs(runs: Path, viewing: Viewing) -> list[Run]:
    """Return the followed run and those compared with it; none if the followed one no longer exists."""
    known = {run.name: run for run in list_runs(runs)}
    return [known[name] for name in (viewing.name, *viewing.compared) if name in known] if viewing.name in known else []


def _size(path: Path) -> int:
    """Return the bytes of a file; 0 for a missing one."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
