"""The queue of a page's events: turns and limits by the address of a client, which can invent sessions."""

import asyncio
import random
import time
from collections import Counter
from typing import Any

from cachetools import LRUCache
from gradio.queueing import Event, Queue
from gradio.server_messages import EstimationMessage, ProcessCompletedMessage

from viz.guards import MAX_BODY, network_of

WAITING = 192  # events of one address, running ones included: a class may share an address
WAITING_BYTES = 4 << 20  # of their requests
UNHEARD = 16  # finished events of one address for whose answers nobody listens
UNREAD = 64  # the same with those of slow listeners
SESSION_NAME = 64  # characters of the name of a session
LONG_NAME = "The name of a session is too long."
_ESTIMATES = 8  # unread messages of a session from which no estimate of its waiting time is added
_SHARED = 4  # concurrency from which on one address gets half of it
_ADDRESSES = 10_000  # remembered


class Mailbox(asyncio.Queue[Any]):
    """Messages for a session, and whether anyone listens."""

    heard = False

    async def get(self) -> Any:
        """Return the next message."""
        self.heard = True
        return await super().get()


class FairQueue(Queue):
    """A queue in which addresses take turns, with bounds on what waits for one address and on what it leaves unread."""

    def __init__(self, old: Queue) -> None:
        """Take the place of a queue that has not been started."""
        super().__init__(
            old.live_updates,
            old.max_thread_count,
            old.update_intervals,
            old.max_size,
            old.blocks,
            old.default_concurrency_limit,
        )
        self._begun: LRUCache[str, float] = LRUCache(_ADDRESSES)  # when an event of an address began last
        self._unread: LRUCache[str, dict[str, str]] = LRUCache(_ADDRESSES)  # address -> event -> session

    async def push(self, body: Any, request: Any, username: str | None) -> Any:
        """Append an event, unless too much of its address waits already."""
        if len(body.session_hash or "") > SESSION_NAME:
            return False, LONG_NAME, "error"
        address = _address(request)
        waiting = [event for event in self.event_ids_to_events.values() if _address(event.request) == address]
        size = _size(request) + sum(_size(event.request) for event in waiting)
        if len(waiting) >= WAITING or size > WAITING_BYTES:
            return False, "Too many requests of your address are waiting; try again in a moment.", "queue_full"
        if body.session_hash is None:
            body.session_hash = f"call-{random.getrandbits(128):032x}"
        if body.session_hash not in self.pending_messages_per_session:
            self.pending_messages_per_session[body.session_hash] = Mailbox()
        return await super().push(body, request, username)

    def get_events(self) -> tuple[list[Event], bool, str] | None:
        """Return the next event: of the address with the fewest running ones, whose last one began first."""
        groups = list(self.event_queue_per_concurrency_id.items())
        random.shuffle(groups)
        for name, group in groups:
            limit = group.concurrency_limit
            if not group.queue or (limit is not None and group.current_concurrency >= limit):
                continue
            most = limit // 2 if limit is not None and limit >= _SHARED else len(self.active_jobs)
            jobs = [event for job in self.active_jobs if job for event in job if event.concurrency_id == name]
            running = Counter(_address(event.request) for event in jobs)
            firsts = {_address(event.request): event for event in reversed(group.queue)}
            free = {address: event for address, event in firsts.items() if running[address] < most}
            if free:
                address = min(free, key=lambda one: (running[one], self._begun.get(one, 0.0), free[one].enqueue_time))
                self._begun[address] = time.monotonic()
                group.queue.remove(free[address])
                return [free[address]], free[address].fn.batch, name
        return None

    def send_message(self, event: Event, event_message: Any) -> None:
        """Send a message to the session of an event, unless it was given up."""
        if not event.alive or event.session_hash not in self.pending_messages_per_session:
            ids = self.pending_event_ids_session.get(event.session_hash, set())
            ids.discard(event._id)
            if not ids:
                self.pending_event_ids_session.pop(event.session_hash, None)
            return
        if isinstance(event_message, EstimationMessage) and (
            self.pending_messages_per_session[event.session_hash].qsize() > _ESTIMATES
        ):
            return  # nobody reads them
        super().send_message(event, event_message)
        if isinstance(event_message, ProcessCompletedMessage):
            self._bound_unread(event)

    def _bound_unread(self, event: Event) -> None:
        """Note a finished event, and give the oldest sessions up whose answers nobody has read."""
        address = _address(event.request)
        kept = self._unread.setdefault(address, {})
        kept[event._id] = event.session_hash
        for id, session in list(kept.items()):
            if id not in self.pending_event_ids_session.get(session, ()):
                del kept[id]  # it was read
        unheard = [id for id, session in kept.items() if not self._heard(session)]
        for id in [*unheard[: max(0, len(unheard) - UNHEARD)], *list(kept)[: max(0, len(kept) - UNREAD)]]:
            if (session := kept.pop(id, None)) is None:
                continue  # named twice
            self.pending_messages_per_session.pop(session, None)
            self.pending_event_ids_session.pop(session, None)

    def _heard(self, session: str) -> bool:
        return getattr(self.pending_messages_per_session.get(session), "heard", False)


def _address(request: Any) -> str:
    return network_of(getattr(getattr(request, "client", None), "host", None))


def _size(request: Any) -> int:
    stated = str(request.headers.get("content-length", ""))
    return int(stated) if stated.isdecimal() else MAX_BODY
