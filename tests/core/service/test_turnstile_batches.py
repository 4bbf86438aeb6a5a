"""Fair turns, limits of one visitor, and batches of waiting items."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from core.errors import CoreError
from core.service.turnstile import Turnstile, visiting

SECONDS = 30.0  # nothing here waits that long unless it is broken


class Crowd:
    """Threads that queue one after another while the only place is taken."""

    def __init__(self, turnstile: Turnstile) -> None:
        self.turnstile, self.order, self.errors = turnstile, [], []
        self.threads: list[threading.Thread] = []

    def add(
        self, name: str, visitor: str, act: Callable[[], Any] | None = None, *, turns: float = 1.0, address: str = ""
    ) -> None:
        """Start a thread and wait until it is in the queue."""

        def run() -> None:
            with visiting(visitor, address=address):
                try:
                    if act is not None:
                        self.order.append((name, act()))
                        return
                    with self.turnstile.turns(turns):
                        self.order.append(name)
                except CoreError as error:
                    self.errors.append((name, error.code))

        before = len(self.turnstile._waiting)
        thread = threading.Thread(target=run)
        self.threads.append(thread)
        thread.start()
        with self.turnstile._changed:
            self.turnstile._changed.wait_for(
                lambda: len(self.turnstile._waiting) > before or not thread.is_alive(), timeout=0.2
            )
        while thread.is_alive() and len(self.turnstile._waiting) <= before:
            thread.join(0.001)

    def wait(self) -> None:
        for thread in self.threads:
            thread.join(SECONDS)


def test_turnstile_serves_visitors_in_turn():
    turnstile = Turnstile(1, SECONDS)
    crowd = Crowd(turnstile)
    with turnstile:
        for number in range(5):
            crowd.add(f"many{number}", "many")
        crowd.add("one", "other")
    crowd.wait()
    assert crowd.order.index("one") <= 1
    assert [name for name in crowd.order if name != "one"] == [f"many{number}" for number in range(5)]


def test_turnstile_expensive_request_counts_as_several():
    turnstile = Turnstile(1, SECONDS)
    crowd = Crowd(turnstile)
    with turnstile:
        crowd.add("expensive", "a", turns=8.0)
        crowd.add("after expensive", "a")
        for number in range(3):
            crowd.add(f"cheap{number}", "b")
    crowd.wait()
    assert crowd.order[0] == "expensive"
    assert crowd.order[-1] == "after expensive"


def test_turnstile_keeps_a_place_for_cheap_requests():
    turnstile = Turnstile(2, SECONDS)
    crowd = Crowd(turnstile)
    with turnstile.expensive():
        crowd.add("expensive", "a", turns=8.0)
        crowd.add("cheap", "b")
        crowd.threads[1].join(SECONDS)
        assert crowd.order == ["cheap"]
    crowd.wait()
    assert crowd.order == ["cheap", "expensive"]


def test_turnstile_counts_a_request_by_its_turns():
    turnstile = Turnstile(1, SECONDS)
    crowd = Crowd(turnstile)
    with turnstile:
        crowd.add("three", "a", turns=3.0)
        crowd.add("after three", "a")
        for number in range(4):
            crowd.add(f"one{number}", "b")
    crowd.wait()
    assert crowd.order.index("after three") in (3, 4)  # b's fourth turn begins when a's three are over


def test_turnstile_shares_turns_among_addresses():
    turnstile = Turnstile(1, SECONDS)
    crowd = Crowd(turnstile)
    with turnstile:
        for number in range(9):  # one client invents nine sessions
            crowd.add(f"invented{number}", f"session{number}", address="10.0.0.1")
        for number in range(3):
            crowd.add(f"honest{number}", "honest", address="10.0.0.2")
    crowd.wait()
    assert [crowd.order.index(f"honest{number}") <= 2 * number + 1 for number in range(3)] == [True] * 3


def test_turnstile_limits_requests_of_one_address():
    turnstile = Turnstile(1, SECONDS, per_address=3)
    crowd = Crowd(turnstile)
    with turnstile:
        for number in range(5):
            crowd.add(str(number), f"session{number}", address="10.0.0.1")
        crowd.add("other", "session", address="10.0.0.2")
        crowd.add("unknown", "session0")
        for number in (3, 4):
            crowd.threads[number].join(SECONDS)
        assert crowd.errors == [("3", "explorer.busy"), ("4", "explorer.busy")]
    crowd.wait()
    assert sorted(crowd.order) == ["0", "1", "2", "other", "unknown"]
    assert set(turnstile._addresses) <= {"10.0.0.1", "10.0.0.2", ""}


def test_turnstile_limits_requests_of_one_visitor():
    turnstile = Turnstile(1, SECONDS, per_visitor=2)
    crowd = Crowd(turnstile)
    with visiting("owner"), turnstile:
        for number in range(3):
            crowd.add(f"a{number}", "a")
        crowd.add("b", "b")
        crowd.threads[2].join(SECONDS)
        assert crowd.errors == [("a2", "explorer.too_many")]
    crowd.wait()
    assert sorted(crowd.order) == ["a0", "a1", "b"]
    assert turnstile._visitors.keys() <= {"a", "b", "owner"}


def test_turnstile_forgets_visitors():
    turnstile = Turnstile(1, SECONDS)
    for number in range(100):
        with visiting(f"visitor{number}"), turnstile:
            pass
    assert len(turnstile._visitors) <= 2


def test_turnstile_dismiss_drops_waiting_requests():
    turnstile = Turnstile(1, SECONDS)
    crowd = Crowd(turnstile)
    with turnstile:
        crowd.add("gone", "leaver")
        crowd.add("stays", "other")
        turnstile.dismiss("leaver")
        crowd.threads[0].join(SECONDS)
        assert crowd.errors == [("gone", "explorer.busy")]
    crowd.wait()
    assert crowd.order == ["stays"]


def test_visit_patience_overrides_the_default():
    turnstile = Turnstile(1, SECONDS)
    refused: list[str] = []

    def ask() -> None:
        with visiting("b", patience=0.01), pytest.raises(CoreError) as caught, turnstile:
            pass
        refused.append(caught.value.code)

    with turnstile:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join(SECONDS)
    assert refused == ["explorer.busy"]


def together(
    turnstile: Turnstile, batches: list[list[int]], key: str, item: int, turns: float = 1.0
) -> Callable[[], int]:
    def compute(items: list[int]) -> list[int]:
        batches.append(list(items))
        if (len(items) > 1 and 13 in items) or items == [13]:
            raise CoreError("test.thirteen", "13 is refused")
        return [item * item for item in items]

    return lambda: turnstile.together(key, item, compute, turns)


def test_together_computes_waiting_items_in_one_batch():
    turnstile, batches = Turnstile(1, SECONDS, batch=4), []
    crowd = Crowd(turnstile)
    with visiting("owner"), turnstile:
        for item in (2, 3, 5, 7, 11):
            crowd.add(str(item), f"visitor{item}", together(turnstile, batches, "same", item))
        crowd.add("other key", "visitor", together(turnstile, batches, "another", 17))
    crowd.wait()
    assert sorted(crowd.order) == sorted([(str(i), i * i) for i in (2, 3, 5, 7, 11)] + [("other key", 289)])
    assert sorted(map(len, batches)) == [1, 1, 4]
    assert [2, 3, 5, 7] in batches


def test_together_bounds_the_turns_of_a_batch():
    turnstile, batches = Turnstile(1, SECONDS, batch=8), []
    crowd = Crowd(turnstile)
    with visiting("owner"), turnstile:
        for item, turns in ((2, 3.0), (3, 4.0), (5, 20.0), (7, 1.0), (11, 3.0)):
            crowd.add(str(item), f"visitor{item}", together(turnstile, batches, "same", item, turns))
    crowd.wait()
    assert sorted(map(sorted, batches)) == [[2, 3, 7], [5], [11]]


def test_short_item_does_not_wait_for_a_long_one_in_its_batch():
    turnstile, batches = Turnstile(1, SECONDS, batch=16), []
    crowd = Crowd(turnstile)
    with visiting("owner"), turnstile:
        for item, turns in ((2, 1.0), (3, 2.0), (5, 1.4), (7, 0.2)):
            crowd.add(str(item), f"visitor{item}", together(turnstile, batches, "same", item, turns))
    crowd.wait()
    assert sorted(map(sorted, batches)) == [[2, 5, 7], [3]]


def test_together_starts_a_single_item_at_once():
    turnstile, batches = Turnstile(2, SECONDS, batch=4), []
    assert together(turnstile, batches, "same", 3)() == 9
    with turnstile:
        assert together(turnstile, batches, "same", 4)() == 16
    assert batches == [[3], [4]]


def test_together_error_reaches_only_its_own_item():
    turnstile, batches = Turnstile(1, SECONDS, batch=8), []
    crowd = Crowd(turnstile)
    with visiting("owner"), turnstile:
        for item in (2, 13, 3):
            crowd.add(str(item), f"visitor{item}", together(turnstile, batches, "same", item))
    crowd.wait()
    assert sorted(crowd.order) == [("2", 4), ("3", 9)]
    assert crowd.errors == [("13", "test.thirteen")]
    assert not turnstile._inside
    assert not turnstile._waiting
