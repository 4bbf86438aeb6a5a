"""Order of computations: at most a few at once, fair turns among visitors, one batch for waiting searches."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, NamedTuple

from core.errors import CoreError

_EXPENSIVE = 8.0  # turns that an expensive request counts as


class Visit(NamedTuple):
    """The sender of a request."""

    visitor: str = ""  # any text that identifies a visitor, such as a session
    patience: float | None = None  # seconds that a request waits for its turn; None: the turnstile's default


_visit: ContextVar[Visit] = ContextVar("visit", default=Visit())  # noqa: B039 - it cannot be changed


@contextlib.contextmanager
def visiting(visitor: str, patience: float | None = None) -> Iterator[None]:
    """Attribute what this thread asks for to a visitor; without it, the visitor is unknown."""
    token = _visit.set(Visit(visitor, patience))
    try:
        yield
    finally:
        _visit.reset(token)


def current_visitor() -> str:
    """Return the visitor to whom this thread's requests are attributed; "" if unknown."""
    return _visit.get().visitor


@dataclass(eq=False)
class _Ticket:
    """A thread that waits for its turn, or for the answer of a batch that its item is in."""

    visit: Visit
    expensive: bool
    place: tuple[float, int]  # in the queue: the smallest is next
    key: Hashable = None  # items with the same key may be computed together; None: alone
    item: Any = None
    state: Literal["waiting", "inside", "joined", "done", "dismissed"] = "waiting"
    answer: Any = None
    error: BaseException | None = None


@dataclass
class _Visitor:
    in_flight: int = 0  # tickets, waiting ones included
    served_until: float = 0.0  # virtual time up to which the visitor has used its share


class Turnstile:
    """Let a few threads compute at a time; a thread that is inside may enter again.

    Turns are fair (start-time fair queueing, Goyal, Vin and Cheng 1997): a visitor with fifty requests gets as many
    turns as one with a few, and an expensive request counts as several. Expensive requests never take the last place,
    so that cheap ones do not wait for them. Server functions of a page bypass Gradio's queue, so this bounds them.
    """

    def __init__(
        self,
        at_once: int,
        patience: float,
        tidy: Callable[[], object] = lambda: None,
        every: int = 1,
        *,
        per_visitor: int | None = None,
        batch: int = 1,
    ) -> None:
        """Set the bounds.

        Args:
            at_once: threads that may be inside at a time.
            patience: seconds that a thread waits before it is refused.
            tidy: called, outside the turnstile, each time `every` more threads have left.
            every: see `tidy`.
            per_visitor: requests that one visitor may have in flight, waiting ones included; None: any number.
            batch: greatest number of items that are computed together.
        """
        self._tidy, self._every, self._left = tidy, every, 0
        self._at_once, self._patience, self._per_visitor, self._batch = at_once, patience, per_visitor, batch
        self._changed = threading.Condition()
        self._inside: list[_Ticket] = []
        self._waiting: list[_Ticket] = []
        self._visitors: dict[str, _Visitor] = {}
        self._now = 0.0  # virtual time: turns
        self._arrivals = itertools.count()
        self._own = threading.local()  # depth, ticket of the thread that is inside

    def __enter__(self) -> None:
        self._enter(expensive=False)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._own.depth -= 1
        if not self._own.depth:
            self._exit(self._own.ticket)

    @contextlib.contextmanager
    def expensive(self) -> Iterator[None]:
        """Enter with a request that takes seconds."""
        self._enter(expensive=True)
        with contextlib.ExitStack() as stack:
            stack.push(self.__exit__)
            yield

    def together(self, key: Hashable, item: Any, compute: Callable[[Sequence[Any]], Sequence[Any]]) -> Any:
        """Compute an item, in one batch with items of the same key that wait.

        A thread whose turn it is begins at once with the items that wait at that moment; it does not wait for more.

        Args:
            key: items of the same key may be computed together.
            item: what to compute.
            compute: from items to their answers, in order; it must not depend on which items are together.

        Returns:
            The answer to the item.

        Raises:
            CoreError: no turn within the patience, or too many requests of one visitor.
            BaseException: whatever `compute` raises for this item alone.
        """
        if getattr(self._own, "depth", 0):
            return compute([item])[0]
        ticket = self._queue(expensive=False, key=key, item=item)
        if ticket.state == "inside":
            self._own.depth, self._own.ticket = 1, ticket
            try:
                self._compute(ticket, compute)
            finally:
                self._own.depth = 0
                self._exit(ticket)
        if ticket.error is not None:
            raise ticket.error
        return ticket.answer

    def dismiss(self, visitor: str) -> None:
        """Drop the waiting requests of a visitor who has left."""
        with self._changed:
            for ticket in self._waiting:
                if ticket.visit.visitor == visitor:
                    ticket.state = "dismissed"
            self._changed.notify_all()

    def _enter(self, *, expensive: bool) -> None:
        depth = getattr(self._own, "depth", 0)
        if not depth:
            self._own.ticket = self._queue(expensive=expensive)
        self._own.depth = depth + 1

    def _queue(self, *, expensive: bool, key: Hashable = None, item: Any = None) -> _Ticket:
        """Wait until a ticket is inside, or its item is computed in another thread's batch."""
        visit = _visit.get()
        with self._changed:
            ticket = self._issue(visit, expensive, key, item)
            self._grant()
            patience = self._patience if visit.patience is None else visit.patience
            self._changed.wait_for(lambda: ticket.state != "waiting", patience)
            if ticket.state == "joined":  # its batch has begun, so the answer is near
                self._changed.wait_for(lambda: ticket.state == "done")
            if ticket.state in ("inside", "done"):
                return ticket
            self._waiting.remove(ticket)
            self._forget(ticket)
        raise CoreError("explorer.busy", "the server is busy with other requests; try again in a moment")

    def _issue(self, visit: Visit, expensive: bool, key: Hashable, item: Any) -> _Ticket:
        """Append a new ticket to the queue; the lock is held."""
        visitor = self._visitors.setdefault(visit.visitor, _Visitor())
        known = bool(visit.visitor)  # requests without a visitor may be of many
        if known and self._per_visitor is not None and visitor.in_flight >= self._per_visitor:
            raise CoreError(
                "explorer.too_many",
                "{count} of your requests are being answered; wait for one of them",
                count=visitor.in_flight,
            )
        start = max(self._now, visitor.served_until)
        visitor.served_until = start + (_EXPENSIVE if expensive else 1.0)
        visitor.in_flight += 1
        ticket = _Ticket(visit, expensive, (start, next(self._arrivals)), key, item)
        self._waiting.append(ticket)
        return ticket

    def _grant(self) -> None:
        """Let tickets in while there are places; the lock is held."""
        while len(self._inside) < self._at_once:
            expensive_inside = sum(ticket.expensive for ticket in self._inside)
            too_expensive = expensive_inside >= max(1, self._at_once - 1)
            eligible = [t for t in self._waiting if t.state == "waiting" and not (t.expensive and too_expensive)]
            if not eligible:
                return
            ticket = min(eligible, key=lambda waiting: waiting.place)
            self._waiting.remove(ticket)
            self._inside.append(ticket)
            self._now = max(self._now, ticket.place[0])
            ticket.state = "inside"
            self._changed.notify_all()

    def _compute(self, leader: _Ticket, compute: Callable[[Sequence[Any]], Sequence[Any]]) -> None:
        """Compute the leader's item and those that wait with the same key."""
        with self._changed:
            same = [ticket for ticket in self._waiting if ticket.state == "waiting" and ticket.key == leader.key]
            joined = sorted(same, key=lambda ticket: ticket.place)[: self._batch - 1]
            for ticket in joined:
                self._waiting.remove(ticket)
                ticket.state = "joined"
        tickets = [leader, *joined]
        try:
            _answer(tickets, compute)
        finally:
            with self._changed:
                for ticket in joined:
                    ticket.state = "done"
                    self._forget(ticket)
                self._changed.notify_all()

    def _exit(self, ticket: _Ticket) -> None:
        with self._changed:
            self._inside.remove(ticket)
            self._forget(ticket)
            self._grant()
            self._left += 1
            due = self._left % self._every == 0
        if due:
            self._tidy()

    def _forget(self, ticket: _Ticket) -> None:
        """Take a ticket off its visitor's account; the lock is held."""
        self._visitors[ticket.visit.visitor].in_flight -= 1
        idle = not self._inside and not self._waiting
        for name, visitor in list(self._visitors.items()):
            if not visitor.in_flight and (idle or visitor.served_until <= self._now):
                del self._visitors[name]


def _answer(tickets: list[_Ticket], compute: Callable[[Sequence[Any]], Sequence[Any]]) -> None:
    """Give each ticket its answer or its error; an item that fails does not affect the others."""
    try:
        for ticket, answer in zip(tickets, compute([ticket.item for ticket in tickets]), strict=True):
            ticket.answer = answer
    except Exception as error:
        if len(tickets) == 1:
            tickets[0].error = error
            return
        for ticket in tickets:
            _answer([ticket], compute)
