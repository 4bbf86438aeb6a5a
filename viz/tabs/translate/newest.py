"""The newest request of each visitor: the answer to an earlier one is not shown after it."""

import itertools
from collections.abc import Callable
from threading import Lock
from typing import Any

import gradio as gr
from cachetools import LRUCache

_MOST_VISITORS = 4096  # whose newest request is known; the answers of others are all shown


class Newest:
    """Number the requests of each visitor; safe to use from several threads."""

    def __init__(self) -> None:
        self._count = itertools.count()
        self._newest: LRUCache[str, int] = LRUCache(_MOST_VISITORS)
        self._lock = Lock()

    def answer(self, visitor: str, ask: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
        """Return the updates that answer a request; skips if the visitor has made another one meanwhile.

        Args:
            visitor: session of the request; requests without one are independent.
            ask: computes the updates.
        """
        with self._lock:
            number = next(self._count)
            if visitor:
                self._newest[visitor] = number
        updates = ask()
        with self._lock:
            is_newest = self._newest.get(visitor, number) == number
        return updates if is_newest else tuple(gr.skip() for _ in updates)
