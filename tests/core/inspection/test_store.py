"""Trace store: bounded in bytes, recomputes dropped traces, and keeps large traces from evicting others."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest

from core.config import DecodingConfig
from core.errors import CoreError
from core.inspection import store as store_module
from core.inspection.intervention import HeadName, Intervention
from core.inspection.store import TraceRequest, TraceStore, trace_bytes
from core.inspection.trace import Trace
from core.translator import Translator

OFF = Intervention(off=(HeadName("cross", 0, 1),))


def request(number: int = 0, **changed: object) -> TraceRequest:
    return TraceRequest("en-de", f"sentence {number}", 4, 0.6, 0)._replace(**changed)


def trace(target: int = 3, source: int = 5, layers: int = 2, *, marked: float = 0.0) -> Trace:
    """A trace of 7 heads whose weights encode their kind and layer."""

    def weights(kind: int, queries: int, keys: int) -> np.ndarray:
        array = np.empty((layers, 7, queries, keys), dtype=np.float32)
        for layer in range(layers):
            array[layer] = marked + 10 * kind + layer
        return array

    return Trace(
        encoder_self=weights(0, source, source),
        decoder_self=weights(1, target, target),
        cross=weights(2, target, source),
        src_tokens=["a"] * source,
        tgt_tokens=["b"] * target,
        predicted_tokens=["c"] * target,
        predicted_ids=list(range(3, 3 + target)),
        log_probs=np.zeros(target, dtype=np.float32),
        entropies=np.zeros(target, dtype=np.float32),
        ranks=[1] * target,
        top_tokens=[["c"]] * target,
        top_ids=[[3]] * target,
        top_probs=np.ones((target, 1), dtype=np.float32),
        checks=(),
    )


SMALL = trace_bytes(trace())
GIANT = trace(target=67, source=71)
GIANT_LAYER = 4 * 7 * 71 * 71  # bytes of the largest attention of GIANT


class Maker:
    """Makes traces and layers, and counts."""

    def __init__(self, made: Trace | None = None) -> None:
        self.made = made or trace()
        self.traces: list[TraceRequest] = []
        self.layers: list[tuple[TraceRequest, tuple[int, ...], str, int]] = []

    def trace(self, asked: TraceRequest) -> Trace:
        self.traces.append(asked)
        return self.made

    def layer(self, asked: TraceRequest, target_ids: tuple[int, ...], kind: str, layer: int) -> np.ndarray:
        self.layers.append((asked, target_ids, kind, layer))
        return self.made.weights(kind)[layer]


# Requests


def test_request_id_is_stable_and_unique():
    variants = [
        request(),
        request(1),
        request(checkpoint="numbers"),
        request(beam_size=3),
        request(alpha=0.7),
        request(rank=1),
        request(prefix=(7,)),
        request(target=(7,)),
        request(intervention=OFF),
        request(intervention=Intervention(uniform=OFF.off)),
        request(stamp="1731"),
        request(text="\ud800"),
    ]
    assert len({one.id for one in variants}) == len(variants)
    assert request(intervention=Intervention(off=OFF.off * 2)).id == request(intervention=OFF).id
    assert len(request().id) == 24 and "sentence" not in request().id


def test_request_is_returned_by_id():
    store = TraceStore(Maker().trace)
    asked = request(intervention=OFF, prefix=(7, 11))
    store.put(asked, trace())
    assert store.request(asked.id) == asked
    assert store.request("unknown") is None


# Small traces


def test_kept_trace_is_returned_without_recomputing():
    maker, kept = Maker(), trace()
    store = TraceStore(maker.trace, 16 * SMALL)
    store.put(request(), kept)
    assert store.get(request().id) is kept
    np.testing.assert_array_equal(store.layer(request().id, "cross", 1), kept.cross[1])
    assert maker.traces == []
    assert store.bytes == SMALL


def test_store_does_not_know_other_ids():
    store = TraceStore(Maker().trace)
    assert store.get("unknown") is None and store.layer("unknown", "cross", 0) is None


@pytest.mark.parametrize(("kind", "layer"), [("cross", 2), ("cross", -1), ("self", 0)])
def test_a_layer_that_does_not_exist_is_none(kind, layer):
    store = TraceStore(Maker().trace)
    store.put(request(), trace())
    assert store.layer(request().id, kind, layer) is None


def test_the_least_recently_used_is_dropped_and_made_again():
    maker = Maker()
    store = TraceStore(maker.trace, 5 * SMALL)
    for number in range(5):
        store.put(request(number), trace())
    store.get(request(0).id)  # now the first has been used last
    store.put(request(5), trace())
    assert store.bytes == 5 * SMALL
    for number in (0, 2, 3, 4, 5):
        store.get(request(number).id)
    assert maker.traces == []
    assert store.get(request(1).id) is maker.made
    assert maker.traces == [request(1)]
    store.get(request(1).id)
    assert len(maker.traces) == 1


def test_the_same_trace_put_twice_is_counted_once():
    store = TraceStore(Maker().trace)
    for _ in range(3):
        store.put(request(), trace())
    assert store.bytes == SMALL


def test_bytes_are_those_of_weights_and_about_those_of_tokens():
    weights = 4 * 2 * 7 * (5 * 5 + 3 * 3 + 3 * 5)
    assert weights < SMALL < weights + 3 * 4096


def test_requests_are_forgotten_before_they_fill_the_memory():
    store = TraceStore(Maker().trace, 5 * SMALL)
    for number in range(40):
        store.put(request(number, text=f"{number} " + "x" * 1_000_000), trace())
    known = [number for number in range(40) if store.request(request(number, text=f"{number} " + "x" * 1_000_000).id)]
    assert known == list(range(24, 40))  # 16 MB


# Giants


def test_large_trace_is_kept_by_layer():
    maker = Maker(GIANT)
    store = TraceStore(maker.trace, 40 * SMALL, maker.layer)
    assert trace_bytes(GIANT) > 10 * SMALL and GIANT_LAYER < 20 * SMALL
    store.put(request(0), trace())
    store.put(request(1), GIANT)
    assert store.bytes == SMALL
    for _ in range(3):
        np.testing.assert_array_equal(store.layer(request(1).id, "encoder", 1), GIANT.encoder_self[1])
    assert maker.layers == [(request(1), tuple(GIANT.predicted_ids), "encoder", 1)]
    assert store.bytes == SMALL + GIANT_LAYER
    assert store.get(request(0).id) is not None and maker.traces == []


def test_layer_of_large_trace_does_not_hold_the_whole():
    maker = Maker(GIANT)  # its layers are views into the whole
    store = TraceStore(maker.trace, 40 * SMALL, maker.layer)
    store.put(request(), GIANT)
    found = store.layer(request().id, "encoder", 0)
    assert found is not None and found.base is None


def test_layers_are_dropped_like_traces():
    maker = Maker(GIANT)
    limit = 2 * GIANT_LAYER + SMALL
    store = TraceStore(maker.trace, limit, maker.layer)
    store.put(request(), GIANT)
    asked = [("encoder", 0), ("decoder", 0), ("cross", 1), ("encoder", 1), ("encoder", 0)]
    for kind, layer in asked:
        np.testing.assert_array_equal(store.layer(request().id, kind, layer), GIANT.weights(kind)[layer])
        assert store.bytes <= limit
    assert [(kind, layer) for *_, kind, layer in maker.layers] == asked


def test_large_trace_is_returned_whole_but_not_kept():
    maker = Maker(GIANT)
    store = TraceStore(maker.trace, 40 * SMALL, maker.layer)
    store.put(request(), GIANT)
    assert store.get(request().id) is GIANT
    assert store.bytes == 0
    without_layers = TraceStore(maker.trace, 40 * SMALL)
    without_layers.put(request(), GIANT)
    np.testing.assert_array_equal(without_layers.layer(request().id, "cross", 1), GIANT.cross[1])
    assert without_layers.bytes == 0


def test_layer_larger_than_budget_is_computed_and_not_kept():
    maker = Maker(GIANT)
    store = TraceStore(maker.trace, GIANT_LAYER - 1, maker.layer)
    store.put(request(), GIANT)
    for _ in range(2):
        np.testing.assert_array_equal(store.layer(request().id, "encoder", 0), GIANT.encoder_self[0])
    assert store.bytes == 0 and len(maker.layers) == 2


def test_trace_recorded_by_layer_serves_its_layers(translator: Translator):
    sentence = "three thousand four hundred and eighty-one"
    found = translator.search(sentence, DecodingConfig(beam_size=2), intervention=OFF)
    asked = TraceRequest(translator.name, sentence, 2, 0.6, 0, intervention=OFF)

    def make(one: TraceRequest, target_ids: tuple[int, ...], kind: str, layer: int) -> np.ndarray:
        return translator.trace_layer(one.text, target_ids, kind, layer, one.intervention)

    store = TraceStore(lambda one: translator.trace(found), compute_layer=make)
    store.put(asked, translator.trace(found, on_layer=lambda kind, layer, weights: None))
    assert store.bytes == 0
    whole = translator.trace(found)
    for kind in ("encoder", "decoder", "cross"):
        np.testing.assert_allclose(store.layer(asked.id, kind, 1), whole.weights(kind)[1], atol=1e-6)
    assert store.bytes == sum(whole.weights(kind)[1].nbytes for kind in ("encoder", "decoder", "cross"))


# Threads


def test_concurrent_requests_compute_once():
    class Slow(Maker):
        def trace(self, asked: TraceRequest) -> Trace:
            time.sleep(0.05)
            return super().trace(asked)

        def layer(self, *asked: object) -> np.ndarray:
            time.sleep(0.05)
            return super().layer(*asked)

    small, large = Slow(), Slow(GIANT)
    stores = [TraceStore(one.trace, 40 * SMALL, one.layer) for one in (small, large)]
    stores[0].put(request(), trace())
    for number in range(1, 41):
        stores[0].put(request(number), trace())  # the first is dropped
    stores[1].put(request(), GIANT)
    found: list[object] = []

    def ask() -> None:
        found.append(stores[0].get(request().id))
        found.append(stores[1].layer(request().id, "cross", 0))

    threads = [threading.Thread(target=ask) for _ in range(7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 14 and all(one is not None for one in found)
    assert (len(small.traces), len(large.layers)) == (1, 1)


def test_failure_reaches_every_waiter_and_next_request_retries(monkeypatch):
    waiting, fail = threading.Barrier(5), threading.Event()

    class Awaited(Future):
        def result(self, timeout: float | None = None) -> object:
            waiting.wait(60)
            return super().result(timeout)

    class Failing(Maker):
        def trace(self, asked: TraceRequest) -> Trace:
            super().trace(asked)
            if len(self.traces) == 1:
                begun.set()
                assert fail.wait(60)
                raise ValueError("the checkpoint is gone")
            return self.made

    monkeypatch.setattr(store_module, "Future", Awaited)
    maker, begun = Failing(), threading.Event()
    store = TraceStore(maker.trace, SMALL * 4)
    for number in range(5):
        store.put(request(number), trace())
    with ThreadPoolExecutor(5) as threads:
        asked = [threads.submit(store.get, request(0).id)]
        assert begun.wait(60)
        asked += [threads.submit(store.get, request(0).id) for _ in range(4)]
        waiting.wait(60)
        fail.set()
    assert [str(one.exception()) for one in asked] == ["the checkpoint is gone"] * 5
    assert store.get(request(0).id) is maker.made
    assert len(maker.traces) == 2


def test_refusal_of_another_visitor_is_not_passed_on(monkeypatch):
    """A visitor with too many requests had others refused who waited for the same trace."""
    waiting, fail, begun = threading.Event(), threading.Event(), threading.Event()

    class Awaited(Future):
        def result(self, timeout: float | None = None) -> object:
            waiting.set()
            return super().result(timeout)

    class Refused(Maker):
        def trace(self, asked: TraceRequest) -> Trace:
            super().trace(asked)
            if len(self.traces) == 1:
                begun.set()
                assert fail.wait(60)
                raise CoreError("explorer.too_many", "9 of your requests are being answered")
            return self.made

    monkeypatch.setattr(store_module, "Future", Awaited)
    maker = Refused()
    store = TraceStore(maker.trace, SMALL * 4)
    for number in range(5):
        store.put(request(number), trace())
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(store.get, request(0).id)
        assert begun.wait(60)
        second = threads.submit(store.get, request(0).id)
        assert waiting.wait(60)
        fail.set()
    assert first.exception().code == "explorer.too_many"
    assert second.result() is maker.made and len(maker.traces) == 2


def test_many_threads_never_hold_more_than_the_budget():
    maker = Maker(GIANT)
    limit = 3 * GIANT_LAYER
    store = TraceStore(maker.trace, limit, maker.layer)
    for number in range(7):
        store.put(request(number), GIANT if number % 2 else trace())
    over: list[int] = []
    wrong: list[str] = []

    def work(seed: int) -> None:
        draw = np.random.default_rng(seed)
        for _ in range(97):
            number, kind, layer = int(draw.integers(7)), ("encoder", "decoder", "cross")[draw.integers(3)], 1
            found = store.layer(request(number).id, kind, layer)
            expected = 10 * ("encoder", "decoder", "cross").index(kind) + 1
            if found is None or not (found == expected).all():
                wrong.append(f"{number} {kind}")
            if store.bytes > limit:
                over.append(store.bytes)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (over, wrong) == ([], [])
