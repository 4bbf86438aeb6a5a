"""A turnstile that bounds computations, and results that are bounded in bytes."""

import threading
import time

import numpy as np
import pytest

from core.errors import CoreError
from core.service.results import Results, data_bytes
from core.service.turnstile import Turnstile, current_visit, visiting


def test_no_more_threads_are_inside_at_once_than_allowed():
    turnstile, inside, most = Turnstile(2, 30.0), [], []
    lock = threading.Lock()

    def compute() -> None:
        with turnstile:
            with lock:
                inside.append(1)
                most.append(len(inside))
            time.sleep(0.01)
            with lock:
                inside.pop()

    threads = [threading.Thread(target=compute) for _ in range(11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 2
    assert len(most) == 11


def test_turnstile_is_reentrant():
    turnstile = Turnstile(1, 0.01)
    with turnstile:
        with turnstile:
            pass
        assert refused(turnstile)
    assert not refused(turnstile)


def test_every_so_many_that_leave_there_is_some_tidying_outside():
    tidied = []
    turnstile = Turnstile(1, 0.01, lambda: tidied.append(refused(turnstile)), every=3)
    for _ in range(7):
        with turnstile, turnstile:
            pass
    assert tidied[:1] == [False]  # it did not delay other threads
    assert len(tidied) >= 2


def test_a_place_is_free_again_after_a_fault():
    turnstile = Turnstile(1, 0.01)
    with pytest.raises(ZeroDivisionError), turnstile:
        _ = 1 / 0
    assert not refused(turnstile)


def refused(turnstile: Turnstile) -> bool:
    """Whether another thread is refused as busy."""
    found: list[str] = []

    def enter() -> None:
        try:
            with turnstile:
                pass
        except CoreError as error:
            found.append(error.code)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    return found == ["explorer.busy"]


def test_computing_threads_are_as_few_as_places():
    turnstile, threads = Turnstile(2, 30.0), set()

    def note(items: object = None) -> object:
        threads.add(threading.current_thread())  # a number is given again to a later thread
        return items

    callers = [threading.Thread(target=turnstile.compute, args=(1.0, note)) for _ in range(11)]
    callers += [threading.Thread(target=turnstile.together, args=("a", 1, note)) for _ in range(11)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert 1 <= len(threads) <= 2 and not threads & set(callers)


def test_computation_is_inside_and_belongs_to_its_visitor():
    turnstile = Turnstile(1, 0.01)

    def nested() -> str:
        assert refused(turnstile)
        with turnstile:
            return turnstile.compute(9.0, lambda: current_visit().visitor)

    with visiting("own"):
        assert turnstile.compute(1.0, nested) == "own"
    assert not refused(turnstile)
    with pytest.raises(ZeroDivisionError):
        turnstile.compute(1.0, lambda: 1 / 0)
    assert not refused(turnstile)


def test_least_recently_used_result_is_dropped():
    results, made = Results(3 * data_bytes("x" * 1000)), []

    def make(name: str) -> str:
        made.append(name)
        return name * 1000

    for name in "abcadabc":
        assert results.get(name, lambda name=name: make(name)) == name * 1000
    assert made == ["a", "b", "c", "d", "b", "c"]  # d took b's place, then b took c's, then c took d's
    assert results.bytes <= 3 * data_bytes("x" * 1000)


def test_result_above_the_budget_is_not_kept():
    results = Results(500)
    assert results.get("large", lambda: "x" * 501) == "x" * 501
    assert results.bytes == 0


def test_a_result_put_twice_counts_once():
    results = Results(10_000)
    for _ in range(3):
        results.put("a", [1, 2, 3])
    assert results.bytes == data_bytes([1, 2, 3])


def test_bytes_of_arrays_and_of_nested_data_are_counted():
    assert data_bytes(np.zeros(1000, dtype=np.float32)) >= 4000
    assert data_bytes({"a": ["x" * 1000] * 7}) >= 7000
