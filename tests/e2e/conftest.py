"""The page, opened."""

from collections.abc import Iterator

import pytest


@pytest.fixture
def empty_page(new_page) -> Iterator[object]:
    """An empty page; at the end of the test nothing was asked of another host."""
    opened = new_page()
    strangers: list[str] = []
    opened.on("request", lambda request: None if _is_local(request.url) else strangers.append(request.url))
    yield opened
    opened.context.set_offline(False)
    assert strangers == []


@pytest.fixture
def page(empty_page, served) -> object:
    """The page, opened."""
    empty_page.goto(served)
    return empty_page


def _is_local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1", "http://localhost", "data:", "blob:", "about:"))
