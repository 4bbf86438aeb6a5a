"""A bound on how many threads compute at a time."""

import threading
from collections.abc import Callable
from types import TracebackType

from core.errors import CoreError


class Turnstile:
    """Let a few threads compute at a time; a thread that is inside may enter again.

    Server functions of a page bypass Gradio's queue, so this is what bounds them.
    """

    def __init__(
        self, at_once: int, patience: float, tidy: Callable[[], object] = lambda: None, every: int = 1
    ) -> None:
        """Set the bound.

        Args:
            at_once: threads that may be inside at a time.
            patience: seconds that a thread waits before it is refused.
            tidy: called, outside the turnstile, each time `every` more threads have left.
            every: see `tidy`.
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
