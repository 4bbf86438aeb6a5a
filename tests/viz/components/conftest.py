"""Pages in a real browser: one way to serve blocks, to open them, and to look whether anything went wrong."""

import shutil
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gradio as gr
import pytest

from core.library import CheckpointLibrary
from core.service import Service
from tests.viz.components.panels import HOSTILE, SENTENCE, Site
from tests.viz.components.stage import Scene, Stage
from viz.components.attention_view import attention_view
from viz.tabs.translate.packing import packed
from viz.tabs.translate.server import server_functions
from viz.texts import section
from viz.theme import page_css

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHECKPOINT = Path(__file__).parents[3] / "checkpoints" / "numbers"

Serve = Callable[[gr.Blocks], str]
OpenPage = Callable[[str, str], "Page"]


@pytest.fixture(scope="session")
def serve() -> Iterator[Serve]:
    """Serves blocks with the style of the whole page until the tests are over; returns their address."""
    served: list[gr.Blocks] = []

    def launch(blocks: gr.Blocks) -> str:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
        served.append(blocks)
        blocks.launch(
            server_port=port, prevent_thread_lock=True, quiet=True, run_history=False, ssr_mode=False, css=page_css()
        )
        return f"http://127.0.0.1:{port}/"

    yield launch
    for blocks in served:
        blocks.close()


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    """A server of pages without Gradio."""
    stage = Stage()
    yield stage
    stage.shutdown()


@pytest.fixture
def open_page(new_page: Callable[[], "Page"]) -> Iterator[OpenPage]:
    """Opens an address and waits for what a selector finds; afterwards no text has run as a script."""
    opened: list[Page] = []

    def load(address: str, selector: str) -> "Page":
        page = new_page()
        opened.append(page)
        page.goto(address)
        page.wait_for_selector(selector)
        return page

    yield load
    for page in opened:
        assert page.evaluate("window.hacked") is None


@pytest.fixture(scope="session")
def site(stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The view with the functions that the page has, over the numbers model and the same under another name."""
    folder = tmp_path_factory.mktemp("checkpoints")
    for name in ("numbers", "own"):
        shutil.copytree(CHECKPOINT, folder / name)
    service, calls, slow = Service(CheckpointLibrary(folder)), [], []

    def recorded(function: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[dict[str, Any]], dict[str, Any]]:
        def ask(data: dict[str, Any]) -> dict[str, Any]:
            reply = function(data)
            if any(fields.items() <= data.items() for fields in slow):
                time.sleep(1.5)
            calls.append((function.__name__, data, reply))
            return reply

        ask.__name__ = function.__name__
        return ask

    def payload(text: str) -> str:
        return packed(service.translate("numbers", text, 3, 0.6))

    functions = [recorded(function) for function in server_functions(service)]
    view = attention_view(
        payload(SENTENCE), texts=section("attention."), server=functions, checkpoints=service.library.names()
    )
    hostile = {"attention": {"value": payload(HOSTILE)}}
    return Site(stage.add(Scene([view], {"hostile": hostile})), service, calls, slow)


@pytest.fixture
def page(site: Site, open_page: OpenPage) -> "Page":
    """The page of `site`; modules with a page of their own define another."""
    site.calls.clear()
    site.slow.clear()
    return open_page(site.address, "#attention [data-drawn]")
