"""Quota of uploads to a shared page: Gradio keeps each file for a day, and bounds no sum."""

import time
from collections.abc import Callable

from cachetools import TTLCache
from starlette.exceptions import HTTPException

OF_ADDRESS, OF_ALL = 64, 512  # files of the largest size in a day: a class may share an address
_DAY = 86_400.0
_FILE = b"filename="  # in the head of each file of a request
_FILE_COST = 1 << 16  # bytes that a file counts for at least
_ADDRESSES = 10_000  # remembered


class UploadQuota:
    """Counts the bytes that addresses have uploaded since their first upload of a day."""

    def __init__(self, file_bytes: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Set the quota.

        Args:
            file_bytes: of the largest file.
            clock: seconds.
        """
        self._file_bytes = file_bytes
        self._sums: TTLCache[str, list[int]] = TTLCache(_ADDRESSES, _DAY, clock)
        self._all: TTLCache[str, list[int]] = TTLCache(1, _DAY, clock)

    def add(self, address: str, body: bytes) -> None:
        """Count a part of an upload.

        Raises:
            HTTPException: the quota of the address, or of all addresses together, is used up.
        """
        own, whole = self._sums.setdefault(address, [0]), self._all.setdefault("", [0])
        size = len(body) + _FILE_COST * body.count(_FILE)
        if own[0] + size > OF_ADDRESS * self._file_bytes:
            raise HTTPException(429, "Your address has uploaded too much today; use the files that are already here.")
        if whole[0] + size > OF_ALL * self._file_bytes:
            raise HTTPException(429, "The visitors of this page have uploaded too much today; come back tomorrow.")
        own[0] += size
        whole[0] += size
