"""Results that many visitors share, kept within a budget of bytes."""

import threading
from collections.abc import Callable, Hashable
from typing import Any

from cachetools import LRUCache


class Results:
    """The most recently used results by key, up to a budget of bytes; safe to share among threads."""

    def __init__(self, max_bytes: int) -> None:
        self._kept: LRUCache[Hashable, Any] = LRUCache(max_bytes, getsizeof=data_bytes)
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what is kept under `key`, else what `make` returns, which is then kept."""
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        value = make()
        self.put(key, value)
        return value

    def peek(self, key: Hashable) -> Any:
        """Return what is kept under `key`; None if nothing is."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: Hashable, value: Any) -> None:
        """Keep a value of plain data, unless it is larger than the whole budget."""
        with self._lock:
            self._kept.pop(key, None)
            if data_bytes(value) <= self._kept.maxsize:
                self._kept[key] = value

    @property
    def bytes(self) -> int:
        """Approximate bytes kept at present."""
        return int(self._kept.currsize)


def data_bytes(value: Any) -> int:
    """Return the approximate memory, in bytes, of plain data: JSON values, tuples and numpy arrays."""
    if isinstance(value, str | bytes):
        return 56 + len(value)
    if isinstance(value, dict):
        return 64 + sum(100 + data_bytes(key) + data_bytes(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return 56 + sum(8 + data_bytes(item) for item in value)
    return 32 + getattr(value, "nbytes", 0)
