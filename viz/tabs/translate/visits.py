"""The visitor of a request: the session of a page or of a client, or its address."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

import anyio
import gradio as gr
from cachetools import LRUCache

from core.service.turnstile import Turnstile, visiting
from viz.guards import network_of

# The turnstile decides which request computes, so all may reach it: requests that wait there share a batch.
AT_TURNSTILE: dict[str, Any] = {"concurrency_limit": 128, "concurrency_id": "turnstile"}
_EXPLORING_PATIENCE = 20.0  # seconds; while exploring, a new request is better than a long wait
_THREADS = 128  # per function, waiting or computing; more than one address may have in flight
_POLL_SECONDS = 0.5  # between two checks whether a waiting browser has disconnected


@contextmanager
def visit(request: gr.Request | None) -> Iterator[None]:
    """Attribute the computations of an event's handler to the visitor of its request."""
    address = _address(request)
    with visiting(getattr(request, "session_hash", None) or address, address=address):
        yield


def for_visitors(function: Callable[[Any], Any], turnstile: Turnstile) -> Callable[[Any, gr.Request], Awaitable[Any]]:
    """Make a server function of a component know its visitor.

    It waits and computes in its own threads, so that those of Gradio stay free for the page; if the browser
    disconnects while its request waits, the request leaves the queue.

    Args:
        function: from JSON to JSON.
        turnstile: at which the function waits.
    """

    limiter = anyio.CapacityLimiter(_THREADS)

    async def answer(data: Any, request: gr.Request) -> Any:
        address = _address(request)
        visitor = await _session(request) or address

        def compute() -> Any:
            with visiting(visitor, _EXPLORING_PATIENCE, address):
                return function(data)

        watching = asyncio.create_task(_dismiss_when_gone(request, turnstile, visitor))
        try:
            return await anyio.to_thread.run_sync(compute, limiter=limiter)
        finally:
            watching.cancel()

    answer.__name__ = function.__name__
    return answer


def leaving(*forgets: Callable[[str], object]) -> Callable[[gr.Request], None]:
    """Return what forgets a visitor who closes the page."""

    def on_leave(request: gr.Request) -> None:
        for forget in forgets:
            forget(getattr(request, "session_hash", None) or "")

    return on_leave


async def _session(request: gr.Request) -> str:
    """Return the session that a component's request names in its body, which was read before."""
    with suppress(ValueError):
        body = await request.json()  # type: ignore[misc]
        if isinstance(body, dict) and isinstance(body.get("session_hash"), str):
            return body["session_hash"][:64]
    return ""


async def _dismiss_when_gone(request: gr.Request, turnstile: Turnstile, visitor: str) -> None:
    while not await request.is_disconnected():  # type: ignore[misc]
        await asyncio.sleep(_POLL_SECONDS)
    turnstile.dismiss(visitor)


def _address(request: gr.Request | None) -> str:
    client = getattr(request, "client", None)
    return network_of(getattr(client, "host", None))


_MOST_VISITORS = 4096  # whose newest request is known; the answers of others are all shown


class Newest:
    """Number the requests of each visitor; safe to use from several threads."""

    def __init__(self) -> None:
        self._count = itertools.count()
        self._newest: LRUCache[str, int] = LRUCache(_MOST_VISITORS)
        self._lock = Lock()

    def answer(self, visitor: str, ask: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
        """Return the updates that answer a request; skips if the visitor has made another one meanwhile.

        A request that fails leaves the one before it the newest, whose answer the page may still wait for.

        Args:
            visitor: session of the request; requests without one are independent.
            ask: computes the updates.
        """
        with self._lock:
            number = next(self._count)
            earlier = self._newest.get(visitor, number)
            if visitor:
                self._newest[visitor] = number
        try:
            updates = ask()
        except BaseException:
            with self._lock:
                if self._newest.get(visitor) == number:
                    self._newest[visitor] = earlier
            raise
        with self._lock:
            is_newest = self._newest.get(visitor, number) == number
        return updates if is_newest else tuple(gr.skip() for _ in updates)
