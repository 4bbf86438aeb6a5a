"""The page, opened."""

import contextlib
from collections.abc import Iterator

import pytest

from tests.conftest import opened_pages


@pytest.fixture
def empty_page(new_page) -> Iterator[object]:
    """An empty page; at the end of the test nothing was asked of another host."""
    with only_local(new_page()) as page:
        yield page


@pytest.fixture
def page(empty_page, served) -> object:
    """The page, opened."""
    empty_page.goto(served)
    return empty_page


@pytest.fixture(scope="module")
def lasting_page(browser, served) -> Iterator[object]:
    """The page, opened once for all tests of a module: each puts what it needs in place and leaves no change behind."""
    with opened_pages(browser) as open_empty, only_local(open_empty()) as page:
        page.goto(served)
        yield page


@contextlib.contextmanager
def only_local(page) -> Iterator[object]:
    """Assert at the end that nothing was asked of another host."""
    strangers: list[str] = []
    page.on("request", lambda request: None if _is_local(request.url) else strangers.append(request.url))
    yield page
    assert strangers == []


@contextlib.contextmanager
def offline(page) -> Iterator[None]:
    """Cut the network for a while."""
    page.context.set_offline(True)
    page.route("**/*", lambda route: route.abort())
    yield
    page.unroute("**/*")
    page.context.set_offline(False)


def _is_local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1", "http://localhost", "data:", "blob:", "about:"))
