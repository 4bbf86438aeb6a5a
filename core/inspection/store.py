"""Store of traces in use, bounded in bytes; dropped traces are computed again on request.

A small trace is kept whole. A trace that would take a large share of the budget is kept by layer: only the layers
that were requested are kept, and each is computed separately. Loads no torch.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from cachetools import LRUCache

from core.attention_kinds import KINDS
from core.errors import REFUSED_TURN, CoreError
from core.inspection.intervention import NO_CHANGE, Intervention

if TYPE_CHECKING:
    from core.inspection.trace import Trace

_REQUEST_BYTES = 16 << 20  # of requests, as JSON; most take some hundred bytes
_STEP_BYTES = 2048  # a trace's lists for one step: ten surface strings with ids and probabilities
_WHOLE_SHARE = 4  # a trace larger than budget / 4 is kept by layer


class TraceRequest(NamedTuple):
    """Everything needed to compute a trace again."""

    checkpoint: str
    text: str
    beam_size: int
    alpha: float
    rank: int  # of the hypothesis, from 0
    prefix: tuple[int, ...] = ()  # target tokens that every hypothesis begins with
    intervention: Intervention = NO_CHANGE
    target: tuple[int, ...] = ()  # tokens to trace instead of searching
    stamp: str = ""  # the checkpoint's version: a replaced folder has other traces

    @property
    def id(self) -> str:
        """Opaque name, the same for the same request."""
        return blake2b(self.to_json(), digest_size=12).hexdigest()

    def to_json(self) -> bytes:
        """Return all fields as one JSON list."""
        return json.dumps([one.to_dict() if isinstance(one, Intervention) else one for one in self]).encode()


class _Answered(NamedTuple):
    """A request that was answered once, with the facts needed to answer it again."""

    request: TraceRequest
    target_ids: tuple[int, ...]  # the target tokens of its trace
    whole: bool  # small enough to be kept whole

    def size(self) -> int:
        """Return the bytes of the request."""
        return len(self.request.to_json())


class TraceStore:
    """The most recently used traces and layers, up to a budget; thread-safe.

    Concurrent requests for the same value are computed once.
    """

    def __init__(
        self,
        compute: Callable[[TraceRequest], Trace],
        max_bytes: int = 128 << 20,
        compute_layer: Callable[[TraceRequest, tuple[int, ...], str, int], np.ndarray] | None = None,
    ) -> None:
        """Cache the results of the two functions.

        Args:
            compute: computes a trace; called again after it was dropped.
            max_bytes: most bytes of traces to keep.
            compute_layer: computes one attention, float32 [H, Q, K], of a trace too large to be kept whole, from its
                request, the target tokens found, kind and layer; without it, `compute` is used for all.
        """
        self._compute = compute
        self._compute_layer = compute_layer
        self._whole_bytes = max_bytes // _WHOLE_SHARE
        self._answered: LRUCache[str, _Answered] = LRUCache(_REQUEST_BYTES, getsizeof=_Answered.size)
        # By (id, kind, layer); whole traces by (id, "", 0).
        self._traces: LRUCache[Hashable, Trace | np.ndarray] = LRUCache(max_bytes, getsizeof=_kept_bytes)
        self._pending: dict[Hashable, Future[Trace | np.ndarray]] = {}
        self._lock = threading.Lock()

    def put(self, request: TraceRequest, trace: Trace) -> None:
        """Remember a trace that was just computed, and keep it if it is small.

        For a trace recorded with `on_layer` only the request is remembered; its layers are computed when requested.
        """
        with self._lock:
            self._keep(request, trace)

    def get(self, id: str) -> Trace | None:
        """Return the trace with that id, computed again if needed; None if it is unknown or was forgotten."""
        with self._lock:
            kept = self._traces.get(_whole_key(id))
            answered = self._answered.get(id)
        if kept is None:
            if answered is None:
                return None
            kept = self._once(_whole_key(id), lambda: self._compute(answered.request), answered)
        assert not isinstance(kept, np.ndarray)  # the key is that of a whole trace
        return kept

    def layer(self, id: str, kind: str, layer: int) -> np.ndarray | None:
        """Return one attention of a trace, float32 [H, Q, K]; None if the trace is forgotten or lacks the layer.

        Args:
            id: of the trace.
            kind: encoder, decoder or cross.
            layer: from 0.
        """
        with self._lock:
            kept = self._traces.get((id, kind, layer))
            answered = self._answered.get(id)
        make = self._compute_layer
        if kept is None:
            if answered is None or answered.whole or make is None:
                trace = self.get(id)
                return None if trace is None else _layer_of(trace, kind, layer)
            kept = self._once(
                (id, kind, layer), lambda: make(answered.request, answered.target_ids, kind, layer), answered
            )
        assert isinstance(kept, np.ndarray)  # the key is that of a layer
        return kept

    def request(self, id: str) -> TraceRequest | None:
        """Return the request of the trace with that id."""
        with self._lock:
            answered = self._answered.get(id)
        return answered.request if answered else None

    def target_ids(self, id: str) -> tuple[int, ...] | None:
        """Return the target tokens of the trace with that id, without the start symbol."""
        with self._lock:
            answered = self._answered.get(id)
        return answered.target_ids if answered else None

    @property
    def bytes(self) -> int:
        """Bytes of the traces and layers kept at present."""
        return int(self._traces.currsize)

    def _once(self, key: Hashable, make: Callable[[], Trace | np.ndarray], answered: _Answered) -> Trace | np.ndarray:
        """Return and keep the result of `make`; concurrent calls with the same key wait for the first.

        If the first was refused its turn, which says nothing about the others, one of these becomes the first.
        """
        made: Future[Trace | np.ndarray] = Future()
        while True:
            with self._lock:
                kept = self._traces.get(key)
                if kept is not None:
                    return kept
                pending = self._pending.setdefault(key, made)
            if pending is made:
                break
            try:
                return pending.result()
            except CoreError as error:
                if error.code not in REFUSED_TURN:
                    raise
        try:
            value = self._made(key, make, answered)
        except BaseException as error:
            made.set_exception(error)
            raise
        made.set_result(value)
        return value

    def _made(self, key: Hashable, make: Callable[[], Trace | np.ndarray], answered: _Answered) -> Trace | np.ndarray:
        """Return and keep the result of `make`; the key is no longer pending when others learn of it."""
        try:
            value = make()
            if isinstance(value, np.ndarray) and value.base is not None:
                value = value.copy()  # a view would keep its whole base array alive
            with self._lock:
                if isinstance(value, np.ndarray):
                    _remember(self._traces, key, value)
                else:
                    self._keep(answered.request, value)
            return value
        finally:
            with self._lock:
                self._pending.pop(key, None)

    def _keep(self, request: TraceRequest, trace: Trace) -> None:
        whole = trace.whole and trace_bytes(trace) <= self._whole_bytes
        id = request.id
        _remember(self._answered, id, _Answered(request, tuple(trace.predicted_ids), whole))
        if whole:
            _remember(self._traces, _whole_key(id), trace)


def trace_bytes(trace: Trace) -> int:
    """Return the bytes of a trace: its attention weights, plus an estimate for its tokens."""
    weights = trace.encoder_self.nbytes + trace.decoder_self.nbytes + trace.cross.nbytes
    return weights + _STEP_BYTES * len(trace.predicted_ids)


def _kept_bytes(value: Trace | np.ndarray) -> int:
    return value.nbytes if isinstance(value, np.ndarray) else trace_bytes(value)


def _remember(cache: LRUCache[Any, Any], key: Hashable, value: object) -> None:
    """Keep a value, unless it is larger than the whole cache."""
    with suppress(ValueError):
        cache[key] = value


def _layer_of(trace: Trace, kind: str, layer: int) -> np.ndarray | None:
    if kind not in KINDS or layer not in range(len(trace.weights(kind))):
        return None
    return trace.weights(kind)[layer]


def _whole_key(id: str) -> Hashable:
    return (id, "", 0)
