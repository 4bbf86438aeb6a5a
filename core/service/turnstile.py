"""Order of computations: at most a few at once, fair turns among visitors, one batch for waiting searches."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, NamedTuple, TypeVar

from core.errors import CoreError

Answer = TypeVar("Answer")

_CHEAP = 4.0  # turns; a request that counts as more never takes the last place
_EXPENSIVE = 8.0  # turns of a request that takes about half a second
_LONGER = (
    1.5  # times the turns of the first item of a batch: a longer one does not join, since all wait for the longest
)


class Visit(NamedTuple):
    """The sender of a request."""

    visitor: str = ""  # any text that identifies a visitor, such as a session
    patience: float | None = None  # seconds that a request waits for its turn; None: the turnstile's default
    address: str = ""  # of the network: a client can invent visitors, but not addresses


_visit: ContextVar[Visit] = ContextVar("visit", default=Visit())  # noqa: B039 - it cannot be changed


@contextlib.contextmanager
def visiting(visitor: str, patience: float | None = None, address: str = "") -> Iterator[None]:
    """Attribute what this thread asks for to a visitor; without it, the visitor is unknown."""
    token = _visit.set(Visit(visitor, patience, address))
    try:
        yield
    finally:
        _visit.reset(token)


def current_visit() -> Visit:
    """Return the sender to whom this thread's requests are attributed; its names are "" if unknown."""
    return _visit.get()


@dataclass(eq=False)
class _Ticket:
    """A thread that waits for its turn, or for the answer of a batch that its item is in."""

    visit: Visit
    turns: float  # that it counts as
    place: tuple[float, int]  # in the queue of its address: the smallest is next
    key: Hashable = None  # items with the same key may be computed together; None: alone
    item: Any = None
    state: Literal["waiting", "inside", "joined", "done", "dismissed"] = "waiting"
    answer: Any = None
    error: BaseException | None = None

    @property
    def expensive(self) -> bool:
        return self.turns > _CHEAP


@dataclass
class _Account:
    """Of a visitor, or of an address."""

    in_flight: int = 0  # tickets, waiting ones included
    served_until: float = 0.0  # virtual time up to which it has used its share


class Turnstile:
    """Let a few threads compute at a time; a thread that is inside may enter again.

    Turns are fair (start-time fair queueing, Goyal, Vin and Cheng 1997): a visitor with fifty requests gets as many
    turns as one with a few, and so does an address with fifty visitors; a request counts as many turns as it costs.
    Expensive requests never take the last place, so that cheap ones do not wait for them. Server functions of a page
    bypass Gradio's queue, so this bounds them.
    """

    def __init__(
        self,
        at_once: int,
        patience: float,
        tidy: Callable[[], object] = lambda: None,
        every: int = 1,
        *,
        per_visitor: int | None = None,
        per_address: int | None = None,
        batch: int = 1,
    ) -> None:
        """Set the bounds.

        Args:
            at_once: threads that may be inside at a time.
            patience: seconds that a thread waits before it is refused.
            tidy: called, outside the turnstile, each time `every` more threads have left.
            every: see `tidy`.
            per_visitor: requests that one visitor may have in flight, waiting ones included; None: any number.
            per_address: the same of one address.
            batch: greatest number of items that are computed together, and of turns that they count as.
        """
        self._tidy, self._every, self._left = tidy, every, 0
        self._at_once, self._patience, self._batch = at_once, patience, batch
        self._per_visitor, self._per_address = per_visitor, per_address
        self._changed = threading.Condition()
        self._inside: list[_Ticket] = []
        self._waiting: list[_Ticket] = []
        self._visitors: dict[str, _Account] = {}
        self._addresses: dict[str, _Account] = {}
        self._now = self._now_of_addresses = 0.0  # virtual times: turns
        self._arrivals = itertools.count()
        self._own = threading.local()  # depth, ticket of the thread that is inside
        # Each thread that multiplies matrices keeps some megabytes of MKL's buffers as long as it lives.
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="turnstile")

    def __enter__(self) -> None:
        self._enter(1.0)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._own.depth -= 1
        if not self._own.depth:
            self._exit(self._own.ticket)

    def expensive(self, count: float = _EXPENSIVE) -> contextlib.AbstractContextManager[None]:
        """Enter with a request that never takes the last place, whatever it counts as."""
        return self.turns(max(count, _EXPENSIVE))

    @contextlib.contextmanager
    def turns(self, count: float) -> Iterator[None]:
        """Enter with a request that counts as so many turns, at least one."""
        self._enter(count)
        with contextlib.ExitStack() as stack:
            stack.push(self.__exit__)
            yield

    def compute(self, turns: float, function: Callable[[], Answer]) -> Answer:
        """Return what a function returns, which is called in one of few threads when its turn has come.

        Args:
            turns: that it counts as, at least one.
            function: may enter the turnstile again.

        Raises:
            CoreError: no turn within the patience, or too many requests of one visitor or address.
            BaseException: whatever the function raises.
        """
        if getattr(self._own, "depth", 0):
            return function()
        ticket = self._queue(turns)
        try:
            return self._call(ticket, function)
        finally:
            self._exit(ticket)

    def _call(self, ticket: _Ticket, function: Callable[[], Answer]) -> Answer:
        """Call a function in a thread of the pool, which counts as inside."""

        def inside() -> Answer:
            self._own.depth, self._own.ticket = 1, ticket
            try:
                return function()
            finally:
                self._own.depth = 0

        return self._pool.submit(copy_context().run, inside).result()

    def together(
        self, key: Hashable, item: Any, compute: Callable[[Sequence[Any]], Sequence[Any]], turns: float = 1.0
    ) -> Any:
        """Compute an item, in one batch with items of the same key that wait.

        A thread whose turn it is begins at once with the items that wait at that moment; it does not wait for more.

        Args:
            key: items of the same key may be computed together.
            item: what to compute.
            compute: from items to their answers, in order; it must not depend on which items are together.
            turns: that the item counts as.

        Returns:
            The answer to the item.

        Raises:
            CoreError: no turn within the patience, or too many requests of one visitor or address.
            BaseException: whatever `compute` raises for this item alone.
        """
        if getattr(self._own, "depth", 0):
            return compute([item])[0]
        ticket = self._queue(turns, key=key, item=item)
        if ticket.state == "inside":
            try:
                self._compute(ticket, compute)
            finally:
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

    def _enter(self, turns: float) -> None:
        depth = getattr(self._own, "depth", 0)
        if not depth:
            self._own.ticket = self._queue(turns)
        self._own.depth = depth + 1

    def _queue(self, turns: float, *, key: Hashable = None, item: Any = None) -> _Ticket:
        """Wait until a ticket is inside, or its item is computed in another thread's batch."""
        visit = _visit.get()
        with self._changed:
            ticket = self._issue(visit, max(1.0, turns), key, item)
            self._grant()
            patience = self._patience if visit.patience is None else visit.patience
            self._changed.wait_for(lambda: ticket.state != "waiting", patience)
            if ticket.state == "joined":  # its batch has begun, so the answer is near
                self._changed.wait_for(lambda: ticket.state == "done")
            if ticket.state in ("inside", "done"):
                return ticket
            self._waiting.remove(ticket)
            self._forget(ticket)
        raise _busy()

    def _issue(self, visit: Visit, turns: float, key: Hashable, item: Any) -> _Ticket:
        """Append a new ticket to the queue; the lock is held."""
        visitor = self._visitors.get(visit.visitor) or _Account()
        address = self._addresses.get(visit.address) or _Account()
        # requests without a visitor or an address may be of many
        if visit.visitor and self._per_visitor is not None and visitor.in_flight >= self._per_visitor:
            raise CoreError(
                "explorer.too_many",
                "{count} of your requests are being answered; wait for one of them",
                count=visitor.in_flight,
            )
        if visit.address and self._per_address is not None and address.in_flight >= self._per_address:
            raise _busy()
        self._visitors[visit.visitor], self._addresses[visit.address] = visitor, address
        start = max(self._now, visitor.served_until)
        visitor.served_until = start + turns
        visitor.in_flight += 1
        address.in_flight += 1
        ticket = _Ticket(visit, turns, (start, next(self._arrivals)), key, item)
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
            ticket = min(eligible, key=lambda waiting: (self._start_of_address(waiting), waiting.place))
            self._waiting.remove(ticket)
            self._inside.append(ticket)
            self._now = max(self._now, ticket.place[0])
            self._now_of_addresses = self._start_of_address(ticket)
            self._charge_address(ticket)
            ticket.state = "inside"
            self._changed.notify_all()

    def _start_of_address(self, ticket: _Ticket) -> float:
        return max(self._now_of_addresses, self._addresses[ticket.visit.address].served_until)

    def _charge_address(self, ticket: _Ticket) -> None:
        self._addresses[ticket.visit.address].served_until = self._start_of_address(ticket) + ticket.turns

    def _compute(self, leader: _Ticket, compute: Callable[[Sequence[Any]], Sequence[Any]]) -> None:
        """Compute the leader's item and those that wait with the same key."""
        with self._changed:
            same = [ticket for ticket in self._waiting if ticket.state == "waiting" and ticket.key == leader.key]
            joined: list[_Ticket] = []
            left = self._batch - leader.turns
            for ticket in sorted(same, key=lambda ticket: (self._start_of_address(ticket), ticket.place)):
                longer = ticket.turns > _LONGER * leader.turns
                if ticket.turns > left or longer or (ticket.expensive and not leader.expensive):
                    continue
                joined.append(ticket)
                left -= ticket.turns
                self._waiting.remove(ticket)
                self._charge_address(ticket)
                ticket.state = "joined"
        tickets = [leader, *joined]
        try:
            self._call(leader, lambda: _answer(tickets, compute))
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
        """Take a ticket off its accounts; the lock is held."""
        self._visitors[ticket.visit.visitor].in_flight -= 1
        self._addresses[ticket.visit.address].in_flight -= 1
        idle = not self._inside and not self._waiting
        for accounts, now in ((self._visitors, self._now), (self._addresses, self._now_of_addresses)):
            for name, account in list(accounts.items()):
                if not account.in_flight and (idle or account.served_until <= now):
                    del accounts[name]


def _busy() -> CoreError:
    return CoreError("explorer.busy", "the server is busy with other requests; try again in a moment")


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
