"""Results that many visitors share, kept within a budget of bytes."""

import copy
import dataclasses
import threading
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
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
        return self.put(key, make())

    def peek(self, key: Hashable) -> Any:
        """Return what is kept under `key`; None if nothing is."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: Hashable, value: Any) -> Any:
        """Keep a value as `owned` returns it, unless it is larger than the whole budget; return it."""
        value = owned(value)
        with self._lock:
            self._kept.pop(key, None)
            if data_bytes(value) <= self._kept.maxsize:
                self._kept[key] = value
        return value

    @property
    def bytes(self) -> int:
        """Approximate bytes kept at present."""
        return int(self._kept.currsize)


def owned(value: Any) -> Any:
    """Return data with copies of those numpy arrays that are views, since a view keeps its whole base in memory."""
    match value:
        case np.ndarray():
            return value if value.base is None else value.copy()
        case dict():
            return {key: owned(item) for key, item in value.items()}
        case list():
            return [owned(item) for item in value]
        case tuple():
            items = map(owned, value)
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = copy.copy(value)
        for name, item in vars(value).items():
            object.__setattr__(value, name, owned(item))
    return value


def data_bytes(value: Any) -> int:
    """Return the approximate memory, in bytes, of plain data: JSON values, tuples, dataclasses and numpy arrays."""
    if isinstance(value, str | bytes):
        return 56 + len(value)
    if isinstance(value, dict):
        return 64 + sum(100 + data_bytes(key) + data_bytes(item) for key, item in value.items())
    if dataclasses.is_dataclass(value):
        return data_bytes(vars(value))
    if isinstance(value, list | tuple):
        return 56 + sum(8 + data_bytes(item) for item in value)
    return 32 + getattr(value, "nbytes", 0)
