"""Traces kept for the people who are looking at them, bounded in bytes and made again when asked for later."""

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from core.inspection.trace import Trace


class TraceRequest(NamedTuple):
    """What a trace is of; it is all that is needed to compute it again."""

    checkpoint: str
    text: str
    beam_size: int
    alpha: float
    rank: int  # of the hypothesis, from 0

    @property
    def id(self) -> str:
        """A name that tells nothing and is the same for the same request."""
        return hashlib.blake2b(json.dumps(self).encode(), digest_size=12).hexdigest()


class TraceStore:
    """The most recently used traces, up to a budget."""

    def __init__(self, compute: Callable[[TraceRequest], Trace], max_bytes: int = 128 << 20) -> None:
        """Keep what `compute` returns.

        Args:
            compute: makes a trace; called again where one has been dropped.
            max_bytes: of attention weights kept, at most.
        """
        self._compute = compute
        self._max_bytes = max_bytes
        self._requests: OrderedDict[str, TraceRequest] = OrderedDict()
        self._traces: OrderedDict[str, Trace] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def put(self, request: TraceRequest, trace: Trace) -> None:
        """Keep a trace that has just been computed."""
        with self._lock:
            self._requests[request.id] = request
            self._requests.move_to_end(request.id)
            while len(self._requests) > _MAX_REQUESTS:
                self._requests.popitem(last=False)
            if request.id in self._traces:
                self._bytes -= trace_bytes(self._traces.pop(request.id))
            self._traces[request.id] = trace
            self._bytes += trace_bytes(trace)
            while self._bytes > self._max_bytes and self._traces:
                self._bytes -= trace_bytes(self._traces.popitem(last=False)[1])

    def get(self, id: str) -> Trace | None:
        """The trace of that id; None where it was never asked for, or so long ago that it is forgotten."""
        with self._lock:
            if id in self._traces:
                self._traces.move_to_end(id)
                return self._traces[id]
            request = self._requests.get(id)
        if request is None:
            return None
        trace = self._compute(request)
        self.put(request, trace)
        return trace

    def request(self, id: str) -> TraceRequest | None:
        """What the trace of that id is of."""
        with self._lock:
            return self._requests.get(id)

    @property
    def bytes(self) -> int:
        """Bytes of attention weights kept at present."""
        return self._bytes


def trace_bytes(trace: Trace) -> int:
    """Bytes of a trace's attention weights."""
    return trace.encoder_self.nbytes + trace.decoder_self.nbytes + trace.cross.nbytes


_MAX_REQUESTS = 4096  # small: a sentence and four numbers each
