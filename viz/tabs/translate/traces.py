"""Traces without a model: attention that visitors open from files, in memory alone and for each of them alone."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cachetools import LRUCache

from core.errors import CoreError
from core.service import Service
from viz.saved_page.standalone import refuse_large
from viz.tabs.limits import PageLimits
from viz.tabs.uploads import visible_names
from viz.wire.foreign import QUESTIONS, answer_foreign, foreign_payload

if TYPE_CHECKING:
    from core.inspection.foreign import ForeignAttention
    from viz.wire.payload import Payload

MOST_BYTES = 256 << 20  # of all that are kept; the largest has 32 MB
_PREFIX = "given-"  # of their ids


class OpenedTrace(NamedTuple):
    """The attention of one file."""

    attention: ForeignAttention
    file: str  # its name, without a folder


class Traces:
    """Keep the last trace of each visitor, and forget the oldest ones; safe to use from several threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Set the limit, in bytes of weights."""
        self._kept: LRUCache[str, OpenedTrace] = LRUCache(most_bytes, getsizeof=_size)
        self._of: LRUCache[str, str] = LRUCache(4096)  # id by session
        self._lock = threading.Lock()

    def keep(self, session: str, trace: OpenedTrace) -> str:
        """Keep a visitor's trace in place of the one before; return an id that nobody can guess."""
        id = f"{_PREFIX}{secrets.token_hex(12)}"
        self.leave(session)
        with self._lock:
            self._kept[id] = trace
            if session:
                self._of[session] = id
        return id

    def find(self, id: object) -> OpenedTrace | None:
        """Return a trace; None for the id of anything else.

        Raises:
            CoreError: it is forgotten.
        """
        if not isinstance(id, str) or not id.startswith(_PREFIX):
            return None
        with self._lock:
            found = self._kept.get(id)
        if found is None:
            raise CoreError("foreign.forgotten", "this attention is no longer kept; open the file again")
        return found

    def leave(self, session: str) -> None:
        """Forget the trace of a visitor."""
        with self._lock:
            self._kept.pop(self._of.pop(session, ""), None)


def open_trace(traces: Traces, service: Service, session: str, upload: object, limits: PageLimits) -> Payload:
    """Read an uploaded file, remove it from the disk, and keep its attention; return what draws it.

    Args:
        traces: keep it.
        service: gives the turn in which it is read.
        session: of the visitor.
        upload: path that Gradio has checked; None without a file.
        limits: of the page.

    Raises:
        CoreError: it is not a file of attention, or is too large.
    """
    from core.inspection.foreign_file import MAX_BYTES, read_attention_file

    if not isinstance(upload, str) or not upload:
        raise CoreError("foreign.no_file", "choose a file with attention first")
    path = Path(upload)
    try:
        with visible_names([path]), service.turnstile.expensive():
            attention = read_attention_file(path, min(MAX_BYTES, limits.unpacked_bytes))
            refuse_large(attention)
            name = path.name[:120]
            return foreign_payload(attention, traces.keep(session, OpenedTrace(attention, name)), name)
    finally:
        with contextlib.suppress(OSError):
            path.unlink()


def answering_both(
    traces: Traces, service: Service, name: str, answer: Callable[[Mapping[str, Any]], Any]
) -> Callable[[Any], Any]:
    """Return what answers a question about a trace, or else about a translation.

    Args:
        traces: those that are kept.
        service: gives turns.
        name: of the question.
        answer: answers it of a translation.
    """

    def either(data: Any) -> Any:
        trace = traces.find(data.get("id")) if name in QUESTIONS and isinstance(data, Mapping) else None
        if trace is None:
            return answer(data)
        with service.turnstile:
            return answer_foreign(trace.attention, name, data)

    return either


def _size(trace: OpenedTrace) -> int:
    return sum(array.nbytes for array in trace.attention.arrays.values())
