"""Work that continues between requests: started by a visitor, followed, stopped, and ended where nobody follows it.

Each work has a thread of this process. It waits for its turns like every other computation, so this module bounds only
how many there are.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from core.errors import CoreError
from core.service.turnstile import Visit, current_visit, visiting

_log = logging.getLogger(__name__)

MAX_WORKS = 8  # under way, of all visitors
MAX_OF_ADDRESS = MAX_WORKS // 2  # of all visitors of one address
_MAX_KEPT = 64  # that have ended
_UNWATCHED = 90.0  # seconds without a question about it, after which a work ends; a hidden page asks once a minute
_PATIENCE = 60.0  # seconds that a part of a work waits for its turn before it asks again

State = Literal["running", "finished", "stopped", "failed"]


class Stopped(BaseException):
    """Ends a work; nothing that catches errors may catch it."""


class Progress(NamedTuple):
    """Progress of a work, with its result or error once it has ended."""

    id: str
    state: State
    done: int
    total: int
    result: Any = None  # of a finished work
    error: Exception | None = None  # of a failed one


@dataclass(eq=False)
class Work:
    """One work; its thread reports through it."""

    id: str
    visit: Visit
    total: int
    done: int = 0
    state: State = "running"
    result: Any = None
    error: Exception | None = None
    watched: float = field(default_factory=time.monotonic)
    _stop: threading.Event = field(default_factory=threading.Event)

    def advance(self, more: int) -> None:
        """Report progress.

        Raises:
            Stopped: the work is to end.
        """
        self.done += more
        self.check()

    def check(self, pause: float = 0.0) -> None:
        """Wait for a moment.

        Args:
            pause: seconds to wait.

        Raises:
            Stopped: the work is to end.
        """
        if self._stop.wait(pause) or time.monotonic() - self.watched > _UNWATCHED:
            raise Stopped

    def stop(self) -> None:
        """Ask the work to end at its next report."""
        self._stop.set()


class Background:
    """The works of a service: one per visitor and a few in all; the last ones that ended are kept."""

    def __init__(self) -> None:
        self._works: OrderedDict[str, Work] = OrderedDict()
        self._lock = threading.Lock()

    def start(self, total: int, work: Callable[[Work], Any]) -> Progress:
        """Begin a work of the present visitor.

        Args:
            total: number of its steps.
            work: returns the result; it calls `Work.advance` after each part.

        Raises:
            CoreError: another work of the visitor is under way, or too many of the address or of all visitors.
        """
        own = Work(secrets.token_urlsafe(16), current_visit(), total)
        with self._lock:
            running = [other for other in self._works.values() if other.state == "running"]
            visitor, _, address = own.visit
            if visitor and any(other.visit.visitor == visitor for other in running):
                raise CoreError("work.one", "another measurement of yours is under way: stop it first")
            near = sum(other.visit.address == address for other in running) if address else 0
            if len(running) >= MAX_WORKS or near >= MAX_OF_ADDRESS:
                raise CoreError(
                    "work.many", "{count} measurements are under way; try again in a minute", count=len(running)
                )
            self._works[own.id] = own
            ended = [id for id, other in self._works.items() if other.state != "running"]
            for id in ended[: max(0, len(ended) - _MAX_KEPT)]:
                del self._works[id]
        threading.Thread(target=_carry_out, args=(own, work), daemon=True, name=f"work-{own.id}").start()
        return _progress(own)

    def progress(self, id: str, *, stop: bool = False) -> Progress:
        """Return how far a work is; it continues as long as a page asks.

        Args:
            id: that `start` returned.
            stop: end it.

        Raises:
            CoreError: there is no such work any more.
        """
        with self._lock:
            own = self._works.get(id)
        if own is None:
            raise CoreError("work.forgotten", "this measurement is no longer kept; start it again")
        own.watched = time.monotonic()
        if stop:
            own.stop()
        return _progress(own)

    def leave(self, visitor: str) -> None:
        """End the works of a visitor who has left."""
        with self._lock:
            for own in self._works.values():
                if own.visit.visitor == visitor:
                    own.stop()


def _progress(own: Work) -> Progress:
    return Progress(own.id, own.state, own.done, own.total, own.result, own.error)


def _carry_out(own: Work, work: Callable[[Work], Any]) -> None:
    state: State = "failed"
    try:
        with visiting(own.visit.visitor, _PATIENCE, own.visit.address):
            own.result = work(own)
        state = "finished"
    except Stopped:
        state = "stopped"
    except CoreError as error:
        own.error = error
    except Exception as error:
        _log.exception("a measurement failed")
        own.error = error
    finally:
        own.state = state  # last: a reader that sees the end finds the result
