"""Turns and limits of events by address: a client that invents sessions does not delay the others."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import gradio as gr
import pytest
from gradio.data_classes import PredictBodyInternal
from gradio.server_messages import ProcessCompletedMessage

from tests.asynchronous import run_apart
from viz import fair_queue
from viz.fair_queue import FairQueue
from viz.tabs.page import Page

FLOOD, HONEST = "10.0.0.1", "10.0.0.2"


def made(limit: int = 1) -> FairQueue:
    """Return the queue of a page with one function, whose processing has not begun."""
    with Page() as page:
        box = gr.Textbox()
        box.submit(lambda words: words, box, box, concurrency_limit=limit)
    queue = page._queue
    assert isinstance(queue, FairQueue)
    queue.active_jobs = [None] * 160
    return queue


async def push(queue: FairQueue, address: str, session: str | None, size: int = 100) -> tuple[bool, Any, str]:
    request = SimpleNamespace(client=SimpleNamespace(host=address), headers={"content-length": str(size)})
    body = PredictBodyInternal(data=["a"], fn_index=0, session_hash=session)
    return await queue.push(body, request, None)


def begin(queue: FairQueue) -> Any:
    """Begin the next event as Gradio's loop does; return it."""
    found = queue.get_events()
    if found is None:
        return None
    [event], _, name = found
    queue.active_jobs[queue.active_jobs.index(None)] = [event]
    queue.event_queue_per_concurrency_id[name].current_concurrency += 1
    return event


def end(queue: FairQueue, event: Any) -> None:
    """End an event with its answer."""
    queue.send_message(event, ProcessCompletedMessage(output={}, success=True))
    queue.active_jobs[queue.active_jobs.index([event])] = None
    queue.event_queue_per_concurrency_id[event.concurrency_id].current_concurrency -= 1
    queue.event_ids_to_events.pop(event._id)


def run(check: Callable[[FairQueue], Any], limit: int = 1) -> None:
    run_apart(check(made(limit)))


def address_of(event: Any) -> str:
    return str(event.request.client.host)


def test_addresses_take_turns():
    async def check(queue: FairQueue) -> None:
        for number in range(20):
            assert (await push(queue, FLOOD, f"invented{number}"))[0]
        first = begin(queue)
        for number in range(3):
            assert (await push(queue, HONEST, f"honest{number}"))[0]
        order = []
        for _ in range(6):
            end(queue, first)
            first = begin(queue)
            order.append(address_of(first))
        assert order == [HONEST, FLOOD] * 3

    run(check)


def test_sessions_of_one_address_keep_their_order():
    async def check(queue: FairQueue) -> None:
        for number in range(5):
            await push(queue, FLOOD, str(number))
        for number in range(5):
            event = begin(queue)
            assert event.session_hash == str(number)
            end(queue, event)

    run(check)


def test_one_address_leaves_half_of_the_places():
    async def check(queue: FairQueue) -> None:
        for number in range(20):
            await push(queue, FLOOD, f"invented{number}")
        assert [address_of(event) for _ in range(9) if (event := begin(queue))] == [FLOOD] * 4
        await push(queue, HONEST, "honest")
        assert address_of(begin(queue)) == HONEST

    run(check, 8)


def test_one_address_leaves_room_in_the_queue(monkeypatch):
    monkeypatch.setattr(fair_queue, "WAITING", 3)

    async def check(queue: FairQueue) -> None:
        answers = [await push(queue, FLOOD, f"invented{number}") for number in range(5)]
        assert [answer[0] for answer in answers] == [True] * 3 + [False] * 2
        assert answers[-1][1:] == (
            "Too many requests of your address are waiting; try again in a moment.",
            "queue_full",
        )
        assert (await push(queue, HONEST, "honest"))[0]
        end(queue, begin(queue))
        assert (await push(queue, FLOOD, "later"))[0]

    run(check)


def test_waiting_requests_of_one_address_are_bounded_in_bytes():
    async def check(queue: FairQueue) -> None:
        accepted = [(await push(queue, FLOOD, f"invented{number}", 1_000_000))[0] for number in range(9)]
        assert accepted == [True] * 4 + [False] * 5
        assert (await push(queue, HONEST, "honest", 1_000_000))[0]

    run(check)


def test_unread_answers_are_given_up():
    async def check(queue: FairQueue) -> None:
        for number in range(100):
            await push(queue, FLOOD, f"invented{number}")
            end(queue, begin(queue))
        assert list(queue.pending_messages_per_session) == [f"invented{number}" for number in range(84, 100)]
        assert len(queue.pending_event_ids_session) == 16
        await push(queue, HONEST, "honest")
        end(queue, begin(queue))
        assert "invented84" in queue.pending_messages_per_session  # of another address

    run(check)


def test_answer_for_a_listener_is_kept():
    async def check(queue: FairQueue) -> None:
        await push(queue, FLOOD, "listens")
        queue.pending_messages_per_session["listens"].heard = True
        end(queue, begin(queue))
        for number in range(40):
            await push(queue, FLOOD, f"invented{number}")
            end(queue, begin(queue))
        assert "listens" in queue.pending_messages_per_session
        for number in range(80):  # all of them slow
            await push(queue, FLOOD, f"slow{number}")
            queue.pending_messages_per_session[f"slow{number}"].heard = True
            end(queue, begin(queue))
        assert len(queue.pending_messages_per_session) <= 64 and "listens" not in queue.pending_messages_per_session

    run(check)


def test_estimates_for_nobody_do_not_pile_up():
    async def check(queue: FairQueue) -> None:
        await push(queue, FLOOD, "unread")
        for _ in range(100):
            queue.broadcast_estimations(next(iter(queue.event_queue_per_concurrency_id)))
        assert queue.pending_messages_per_session["unread"].qsize() < 10

    run(check)


def test_mailbox_notes_a_listener():
    async def check() -> None:
        box = fair_queue.Mailbox()
        box.put_nowait("a")
        assert not box.heard and await box.get() == "a" and box.heard

    run_apart(check())


def test_nothing_is_kept_for_a_visitor_who_left():
    async def check(queue: FairQueue) -> None:
        await push(queue, FLOOD, "leaver")
        event = begin(queue)
        event.alive = False  # as Gradio notes that the browser has disconnected
        end(queue, event)
        assert not queue.pending_event_ids_session

    run(check)


def test_call_without_a_session_gets_a_name_of_its_own():
    async def check(queue: FairQueue) -> None:
        for _ in range(2):
            assert (await push(queue, FLOOD, None))[0]
        assert len(queue.pending_messages_per_session) == 2

    run(check)


@pytest.mark.parametrize("length", [65, 1_000_000])
def test_long_name_of_a_session_is_refused(length):
    async def check(queue: FairQueue) -> None:
        assert await push(queue, FLOOD, "x" * length) == (False, "The name of a session is too long.", "error")

    run(check)
