"""One browser for all tests of this folder, and the page opened in it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
SWITCHES = (
    *("no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking"),
    *("disable-component-update", "disable-sync"),
)


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Debian's Chromium."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=[f"--{switch}" for switch in SWITCHES]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser, served) -> Iterator[object]:
    """The page, opened; at the end of the test no error was raised in it and nothing was asked of another host."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    errors: list[str] = []
    strangers: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("request", lambda request: None if _is_local(request.url) else strangers.append(request.url))
    opened.goto(served)
    yield opened
    with contextlib.suppress(Exception):
        context.close()
    assert errors == []
    assert strangers == []


def _is_local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1", "http://localhost", "data:", "blob:", "about:"))
