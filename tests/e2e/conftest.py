"""The page, opened in the browser that all tests share."""

import contextlib
from collections.abc import Iterator

import pytest


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
