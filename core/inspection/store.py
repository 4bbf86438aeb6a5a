"""Traces kept for the people who are looking at them, bounded in bytes and made again when asked for later.

A small trace is kept whole. One that would take a large share of the budget is kept by layer, and only those layers
that somebody has looked at; each is computed again by itself. Loads no torch.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from hashlib import blake2b
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import numpy as np

from core.attention_kinds import KINDS
from core.inspection.intervention import NO_CHANGE, Intervention

if TYPE_CHECKING:
    from core.inspection.trace import Trace

_REQUEST_BYTES = 16 << 20  # of requests, as JSON; most are of some hundred bytes
_STEP_BYTES = 2048  # a trace's lists of one step: ten surface strings with ids and probabilities
_WHOLE_SHARE = 4  # a trace of more than this part of the budget is kept by layer

Value = TypeVar("Value")


class TraceRequest(NamedTuple):
    """What a trace is of; it is all that is needed to compute it again."""

    checkpoint: str
    text: str
    beam_size: int
    alpha: float
    rank: int  # of the hypothesis, from 0
    prefix: tuple[int, ...] = ()  # target tokens that every hypothesis begins with
    intervention: Intervention = NO_CHANGE
    target: tuple[int, ...] = ()  # tokens to trace instead of searching
    stamp: str = ""  # the checkpoint's version: a folder that was replaced has other traces

    @property
    def id(self) -> str:
        """A name that tells nothing and is the same for the same request."""
        return blake2b(self._json(), digest_size=12).hexdigest()

    def _json(self) -> bytes:
        return json.dumps(self._replace(intervention=self.intervention.to_dict())).encode()  # type: ignore[arg-type]


class _Asked(NamedTuple):
    """A request, and what is known since it was answered once."""

    request: TraceRequest
    target_ids: tuple[int, ...]  # the tokens that its trace is of
    whole: bool  # small enough to be kept whole


class TraceStore:
    """The most recently used traces and layers, up to a budget; safe to share among threads.

    What several threads ask for at once is computed once.
    """

    def __init__(
        self,
        compute: Callable[[TraceRequest], Trace],
        max_bytes: int = 128 << 20,
        compute_layer: Callable[[TraceRequest, tuple[int, ...], str, int], np.ndarray] | None = None,
    ) -> None:
        """Keep what the two functions return.

        Args:
            compute: makes a trace; called again where one has been dropped.
            max_bytes: of traces kept, at most.
            compute_layer: makes one attention, float32 [H, Q, K], of a trace that is too large to be kept whole, from
                its request, the target tokens that were found, kind and layer; without it, `compute` makes all.
        """
        self._compute = compute
        self._compute_layer = compute_layer
        self._whole_bytes = max_bytes // _WHOLE_SHARE
        self._asked: _Budget[_Asked] = _Budget(_REQUEST_BYTES)
        self._traces: _Budget[Trace | np.ndarray] = _Budget(max_bytes)  # by (id, kind, layer); whole: (id, "", 0)
        self._pending: dict[Hashable, Future[Trace | np.ndarray]] = {}
        self._lock = threading.Lock()

    def put(self, request: TraceRequest, trace: Trace) -> None:
        """Remember a trace that has just been computed, and keep it if it is small.

        A trace whose layers were handed over one by one is remembered, and its layers are computed when asked for.
        """
        with self._lock:
            self._keep(request, trace)

    def get(self, id: str) -> Trace | None:
        """The trace of that id, computed again if it is not kept; None where it was never asked for, or so long ago
        that it is forgotten."""
        with self._lock:
            kept = self._traces.get(_whole_key(id))
            asked = self._asked.get(id)
        if kept is not None:
            return kept  # type: ignore[return-value]
        if asked is None:
            return None
        return self._once(_whole_key(id), lambda: self._compute(asked.request), asked)  # type: ignore[return-value]

    def layer(self, id: str, kind: str, layer: int) -> np.ndarray | None:
        """One attention of a trace, float32 [H, Q, K]; None where the trace is forgotten or has no such layer.

        Args:
            id: of the trace.
            kind: encoder, decoder or cross.
            layer: from 0.
        """
        with self._lock:
            kept = self._traces.get((id, kind, layer))
            asked = self._asked.get(id)
        if kept is not None:
            return kept  # type: ignore[return-value]
        if asked is None or asked.whole or self._compute_layer is None:
            trace = self.get(id)
            return None if trace is None else _layer_of(trace, kind, layer)
        make = self._compute_layer
        found = self._once((id, kind, layer), lambda: make(asked.request, asked.target_ids, kind, layer), asked)
        return found  # type: ignore[return-value]

    def request(self, id: str) -> TraceRequest | None:
        """What the trace of that id is of."""
        with self._lock:
            asked = self._asked.get(id)
        return asked.request if asked else None

    def target_ids(self, id: str) -> tuple[int, ...] | None:
        """The target tokens that the trace of that id is of, without the start symbol."""
        with self._lock:
            asked = self._asked.get(id)
        return asked.target_ids if asked else None

    @property
    def bytes(self) -> int:
        """Bytes of traces and layers kept at present."""
        return self._traces.bytes

    def _once(self, key: Hashable, make: Callable[[], Trace | np.ndarray], asked: _Asked) -> Trace | np.ndarray:
        """What `make` returns, kept; a thread that comes while another makes the same waits for it."""
        with self._lock:
            kept = self._traces.get(key)
            if kept is not None:
                return kept
            pending = self._pending.get(key)
            made: Future[Trace | np.ndarray] = Future()
            if pending is None:
                self._pending[key] = made
        if pending is not None:
            return pending.result()
        try:
            value = make()
            if isinstance(value, np.ndarray) and value.base is not None:
                value = value.copy()  # a view would keep alive what it is a view of
            with self._lock:
                if isinstance(value, np.ndarray):
                    self._traces.put(key, value, value.nbytes)
                else:
                    self._keep(asked.request, value)
            made.set_result(value)
            return value
        except BaseException as error:
            made.set_exception(error)
            raise
        finally:
            with self._lock:
                self._pending.pop(key, None)

    def _keep(self, request: TraceRequest, trace: Trace) -> None:
        size = trace_bytes(trace)
        whole = trace.whole and size <= self._whole_bytes
        id = request.id
        self._asked.put(id, _Asked(request, tuple(trace.predicted_ids), whole), len(request._json()))
        if whole:
            self._traces.put(_whole_key(id), trace, size)


class _Budget(Generic[Value]):
    """Values by key, the least recently used dropped first, so that they never have more bytes than allowed."""

    def __init__(self, max_bytes: int) -> None:
        self.bytes = 0
        self._max_bytes = max_bytes
        self._kept: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()

    def get(self, key: Hashable) -> Value | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        if key in self._kept:
            self.bytes -= self._kept.pop(key)[1]
        if size > self._max_bytes:
            return
        while self.bytes + size > self._max_bytes:
            self.bytes -= self._kept.popitem(last=False)[1][1]
        self._kept[key] = (value, size)
        self.bytes += size


def trace_bytes(trace: Trace) -> int:
    """Bytes of a trace: its attention weights, and about those of its tokens."""
    weights = trace.encoder_self.nbytes + trace.decoder_self.nbytes + trace.cross.nbytes
    return weights + _STEP_BYTES * len(trace.predicted_ids)


def _layer_of(trace: Trace, kind: str, layer: int) -> np.ndarray | None:
    if kind not in KINDS or layer not in range(len(trace.weights(kind))):
        return None
    return trace.weights(kind)[layer]


def _whole_key(id: str) -> Hashable:
    return (id, "", 0)
