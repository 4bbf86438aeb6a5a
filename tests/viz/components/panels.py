"""What the tests of the work bench's panels share: a served page with its service, and hands to drive it with."""

import contextlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from core.service import Service

if TYPE_CHECKING:
    from playwright.sync_api import Page

SENTENCE = "three thousand four hundred and eighty-one"
HOSTILE = "<img src=x onerror=window.hacked=1> ${window.hacked=1} `{{value}}` \u202e seven"


class Site(NamedTuple):
    """A served page, its service, and the browser's requests."""

    address: str
    service: Service
    calls: list[tuple[str, dict[str, Any], dict[str, Any]]]  # name, request, reply
    held: dict[str, threading.Event]  # server functions whose answers wait until their event is set

    def asked(self, name: str) -> list[dict[str, Any]]:
        return [request for called, request, _ in self.calls if called == name]

    def reply(self, name: str) -> dict[str, Any]:
        return next(reply for called, _, reply in reversed(self.calls) if called == name)


@contextlib.contextmanager
def answered(page: "Page", name: str) -> Iterator[None]:
    """Wait at the end until a server function has been asked and its answer has been used."""
    with page.expect_response(f"**/ask/{name}") as waiting:
        yield
    waiting.value.finished()
    settle(page)


def settle(page: "Page") -> None:
    """Wait for what follows from a change without a request: promises, observers of sizes and classes, and drawing."""
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    )


def open_panel(page: "Page", name: str) -> None:
    page.click(f"[data-bench={name}]")
    page.wait_for_selector(f".gf-{name}:not([hidden])")


def choose(page: "Page", kind: str, layer: int, head: int) -> None:
    page.click(f"[data-tile='{kind}.{layer}.{head}']")


def shown_id(page: "Page") -> str:
    return page.evaluate("document.querySelector('#attention [data-drawn]').dataset.drawn")


def state(page: "Page") -> dict[str, str]:
    return page.evaluate("({...document.querySelector('#attention [data-drawn]').dataset})")


def number(text: str) -> float:
    """Read a number of the page; "<0.001" and ">0.999" as the middle of the range that is written so."""
    value = float(text.lstrip("<>").replace("−", "-"))
    if text.startswith("<"):
        return value / 4
    return 1 - (1 - value) / 4 if text.startswith(">0") else value
