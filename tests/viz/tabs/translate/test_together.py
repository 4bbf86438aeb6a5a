"""Seven people at once: each with a sentence and switched-off heads of its own gets what it gets alone."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gradio as gr
import httpx
import pytest

from core.data.tasks import TASKS
from core.library import CheckpointLibrary
from core.service import Service
from viz.tabs import translate
from viz.tabs.limits import PageLimits
from viz.tabs.translate.server import server_functions
from viz.tabs.wording import Wording
from viz.texts import ENGLISH
from viz.wire.payload import payload_of

from .conftest import SENTENCE

CLIENTS = 7


@pytest.fixture(scope="module")
def shared(service: Service) -> Iterator[tuple[str, int, Service]]:
    """Address of a page with the first tab, the component's number in it, and its service."""
    own = Service(service.library)
    with gr.Blocks(analytics_enabled=False) as page:
        checkpoint = gr.Dropdown(["numbers"], value="numbers")
        tab = translate.build(own, checkpoint, own.library.card("numbers"), Wording(ENGLISH), PageLimits())
    _, address, _ = page.queue().launch(prevent_thread_lock=True, quiet=True, ssr_mode=False, run_history=False)
    yield address, tab.view._id, own
    page.close()


def requests_of(client: int) -> dict[str, Any]:
    """A sentence and heads that no other client has."""
    sentence = TASKS["numbers"].pairs(CLIENTS, 3, split="test").source[client]
    heads = [[kind, layer, head] for kind in ("encoder", "decoder", "cross") for layer in (0, 1) for head in (0, 1)]
    off = [heads[client % 12], heads[(5 * client + 1) % 12]]
    return {"text": sentence, "off": off, "same": False}


def answers(ask: Any, base: str, client: int) -> list[Any]:
    """Everything that one person asks, in order."""
    varied = json.loads(ask("variant", {"id": base, **requests_of(client)})["payload"])
    varied["milliseconds"] = None
    of_variant = {"id": varied["id"]}
    plain = json.loads(ask("variant", {"id": base, "text": requests_of(client)["text"]})["payload"])["id"]
    place = {"kind": "cross", "layer": client % 2, "head": 1}
    return [
        varied,
        ask("head_values", {**of_variant, **place}),
        ask("search_tree", of_variant),
        ask("head_importance", {"id": plain}),
        ask("lens_values", {"id": plain, "lens": "alti"}),
        ask("close_up", {"id": plain, **place, "query": 0}),
    ]


def test_concurrent_clients_get_the_same_answers(shared, miniature):
    address, component, service = shared
    base = json.loads(payload_of(service.translate("numbers", SENTENCE, 3, 0.6)).to_json())["id"]
    start = threading.Barrier(CLIENTS)

    def client(number: int) -> list[Any]:
        with httpx.Client(base_url=address, timeout=120, trust_env=False) as http:

            def ask(name: str, data: dict[str, Any]) -> Any:
                body = {"data": data, "fn_name": name, "component_id": component, "session_hash": f"client{number}"}
                answer = http.post("gradio_api/component_server", json=body)
                answer.raise_for_status()
                return answer.json()

            start.wait(60)
            return answers(ask, base, number)

    with ThreadPoolExecutor(CLIENTS) as pool:
        together = list(pool.map(client, range(CLIENTS)))

    for number in range(CLIENTS):
        alone = Service(CheckpointLibrary(service.library.folder("numbers").parent))
        alone.translate("numbers", SENTENCE, 3, 0.6)
        functions = {function.__name__: function for function in server_functions(alone)}
        expected = answers(lambda name, data, functions=functions: functions[name](data), base, number)
        assert together[number] == expected
    assert len({json.dumps(one[0]) for one in together}) == CLIENTS
    assert not any("problem" in reply for one in together for reply in one)
