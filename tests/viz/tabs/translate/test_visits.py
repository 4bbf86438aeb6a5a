"""Visitors of requests: sessions, which a client invents, and the address that they count for."""

from types import SimpleNamespace
from typing import Any

import gradio as gr

from core.service.turnstile import Turnstile, Visit, current_visit
from tests.asynchronous import run_apart
from viz.tabs.translate.visits import for_visitors, visit

HOST = "2001:db8:1:2:3::4"


def request(session: str, host: str = HOST) -> Any:
    """Return a request of a client at an address."""

    async def json() -> dict[str, str]:
        return {"session_hash": session}

    async def is_disconnected() -> bool:
        return False

    client = SimpleNamespace(host=host)
    return SimpleNamespace(session_hash=session, client=client, json=json, is_disconnected=is_disconnected)


def test_event_counts_for_its_session_and_address():
    with visit(request("own")):
        assert current_visit() == Visit("own", None, "2001:db8:1:2::/64")
    with visit(request("", "10.0.0.7")):
        assert current_visit()[::2] == ("10.0.0.7", "10.0.0.7")
    with visit(None):
        assert current_visit() == Visit()


def test_server_function_counts_for_its_session_and_address():
    def seen(_: object) -> Visit:
        return current_visit()

    asked: gr.Request = request("s" * 99)
    found = run_apart(for_visitors(seen, Turnstile(1, 1.0))({}, asked))
    assert found[::2] == ("s" * 64, "2001:db8:1:2::/64")
