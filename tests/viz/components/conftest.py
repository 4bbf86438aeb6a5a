"""Pages in a real browser: one way to serve blocks, to open them, and to look whether anything went wrong."""

import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gradio as gr
import pytest

from core.library import CheckpointLibrary
from core.service import Service
from tests.conftest import PATIENCE, PLAYED
from tests.viz.components.panels import HOSTILE, SENTENCE, Site
from tests.viz.components.stage import Scene, Stage
from viz.components.attention_view import attention_view
from viz.tabs.translate.server import server_functions
from viz.texts import ENGLISH
from viz.theme import page_css
from viz.wire.payload import payload_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHECKPOINT = Path(__file__).parents[3] / "checkpoints" / "numbers"

WINDOW = {"width": 1280, "height": 900}

OPEN_OPTIONS = """document.querySelector("[data-part=options-open][aria-expanded=false]")?.click();
  document.querySelectorAll("[data-part=further]").forEach(one => { one.open = true; });"""

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


@pytest.fixture(scope="session")
def _lasting_page(browser: "Browser") -> Iterator[tuple["Page", list[str]]]:
    """One page for all tests, and the faults of its scripts: a page in a window of its own costs twice as much."""
    page, faults = browser.new_page(viewport=WINDOW, accept_downloads=True), []
    page.set_default_timeout(PATIENCE)
    page.add_init_script(PLAYED)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page, faults
    page.close()


@pytest.fixture
def open_page(_lasting_page: tuple["Page", list[str]]) -> Iterator[OpenPage]:
    """Load an address, and wait for what a selector finds; afterwards no script has failed and no text has run as one.

    The page is the same in all tests, loaded anew. A test that changes its clock opens one of its own by `new_page`.
    """
    page, faults = _lasting_page
    faults.clear()

    def load(address: str, selector: str) -> "Page":
        page.set_viewport_size(WINDOW)
        page.mouse.move(0, 0)
        page.goto(address)
        page.wait_for_selector(selector)
        page.evaluate(OPEN_OPTIONS)
        return page

    yield load
    assert page.evaluate("(sessionStorage.clear(), localStorage.clear(), window.hacked ?? null)") is None
    assert faults == []


@pytest.fixture(scope="session")
def site(stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The view with the functions that the page has, over the numbers model and the same under another name."""
    folder = tmp_path_factory.mktemp("checkpoints")
    for name in ("numbers", "own"):
        shutil.copytree(CHECKPOINT, folder / name)
    service, calls, held = Service(CheckpointLibrary(folder)), [], {}

    def recorded(function: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[dict[str, Any]], dict[str, Any]]:
        def ask(data: dict[str, Any]) -> dict[str, Any]:
            reply = function(data)
            if function.__name__ in held:
                held.pop(function.__name__).wait(PATIENCE / 1000)
            calls.append((function.__name__, data, reply))
            return reply

        ask.__name__ = function.__name__
        return ask

    def payload(text: str) -> str:
        return payload_of(service.translate("numbers", text, 3, 0.6)).to_json()

    functions = [recorded(function) for function in server_functions(service)]
    view = attention_view(
        payload(SENTENCE),
        texts=ENGLISH.section("attention.", "code."),
        server=functions,
        checkpoints=service.library.names(),
    )
    hostile = {"attention": {"value": payload(HOSTILE)}}
    return Site(stage.add(Scene([view], {"hostile": hostile})), service, calls, held)


@pytest.fixture
def page(site: Site, open_page: OpenPage) -> "Page":
    """The page of `site`; modules with a page of their own define another."""
    site.calls.clear()
    site.held.clear()
    return open_page(site.address, "#attention [data-drawn]")
