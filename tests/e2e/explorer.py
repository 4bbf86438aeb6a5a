"""Actions and readings of the attention explorer, as a visitor performs them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

VIEW = "#attention [data-drawn]"
WAIT = 150_000  # ms


def drawn(page: "Page") -> str:
    """Wait until a translation is drawn and the page is idle; return the id of its trace."""
    page.wait_for_selector(f"{VIEW}[data-state=ready]:not([data-busy=true])", timeout=WAIT, state="attached")
    return state(page, "drawn")


def state(page: "Page", name: str) -> str:
    """Return one of the view's choices."""
    return page.get_attribute(VIEW, f"data-{name}") or ""


def part(page: "Page", name: str) -> "Locator":
    """Return a part of the view."""
    return page.locator(f"#attention [data-part={name}]").first


def until(page: "Page", condition: Callable[[], bool]) -> None:
    """Wait for a condition that a selector cannot express."""
    for _ in range(WAIT // 50):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("the condition did not become true")


def translate(page: "Page", sentence: str) -> str:
    """Type a sentence and wait for its own drawing; return the id of its trace."""
    before = drawn(page)
    page.fill("#source textarea", sentence)
    page.click("#translate")
    page.wait_for_selector(f"{VIEW}:not([data-drawn='{before}'])", timeout=WAIT, state="attached")
    return drawn(page)
