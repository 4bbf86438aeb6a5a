"""What many people share: a turnstile before computations, and results kept within a budget of bytes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from types import TracebackType
from typing import Any

from core.errors import CoreError


class Turnstile:
    """Lets a few threads compute at a time; one that is inside may enter again.

    Server functions of a page bypass Gradio's queue, so that this is what bounds them.
    """

    def __init__(
        self, at_once: int, patience: float, tidy: Callable[[], object] = lambda: None, every: int = 1
    ) -> None:
        """Bound who computes.

        Args:
            at_once: threads that are inside at a time.
            patience: seconds that a thread waits before it is told to come again.
            tidy: called outside by every so-many-th thread that leaves.
            every: how many.
        """
        self._tidy, self._every, self._left = tidy, every, 0
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(at_once)
        self._patience = patience
        self._inside = threading.local()

    def __enter__(self) -> None:
        depth = getattr(self._inside, "depth", 0)
        if not depth and not self._places.acquire(timeout=self._patience):
            raise CoreError("explorer.busy", "the server is busy with other requests; try again")
        self._inside.depth = depth + 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._inside.depth -= 1
        if self._inside.depth:
            return
        self._places.release()
        with self._lock:
            self._left += 1
            due = self._left % self._every == 0
        if due:
            self._tidy()


class Results:
    """The most recently used results by key, up to a budget of bytes."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What is kept under `key`, else what `make` returns, which is kept from now on."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
        value = make()
        self.put(key, value)
        return value

    def put(self, key: Hashable, value: Any) -> None:
        """Keep a value of plain data, unless it alone is more than the budget."""
        size = data_bytes(value)
        with self._lock:
            if key in self._kept:
                self._bytes -= self._kept.pop(key)[1]
            if size > self._max_bytes:
                return
            self._kept[key] = (value, size)
            self._bytes += size
            while self._bytes > self._max_bytes:
                self._bytes -= self._kept.popitem(last=False)[1][1]

    @property
    def bytes(self) -> int:
        """Bytes kept at present, about."""
        return self._bytes


def data_bytes(value: Any) -> int:
    """About how many bytes of memory plain data takes: what JSON can say, tuples and numpy arrays."""
    if isinstance(value, str | bytes):
        return 56 + len(value)
    if isinstance(value, dict):
        return 64 + sum(100 + data_bytes(key) + data_bytes(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return 56 + sum(8 + data_bytes(item) for item in value)
    return 32 + getattr(value, "nbytes", 0)
