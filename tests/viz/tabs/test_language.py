"""The language of a request: the address before the cookie, and the cookie before the browser."""

from types import SimpleNamespace

import pytest
from gradio.context import LocalContext

from viz import texts
from viz.tabs.language import accepted_languages, request_texts
from viz.texts import en


@pytest.mark.parametrize(
    ("address", "cookie", "browser", "expected"),
    [
        ("zh", "en", "en", "zh"),
        ("", "zh", "en-GB,en;q=0.9", "zh"),
        ("", "", "fr, zh-CN;q=0.8, en;q=0.5", "zh"),
        ("xx", "", "", "en"),
        ("", "", "", "en"),
    ],
)
def test_the_address_is_before_the_cookie_and_the_browser(monkeypatch, address, cookie, browser, expected):
    monkeypatch.setitem(texts.CATALOGUES, "zh", en.TEXTS)
    named = {"query_params": {"lang": address}, "cookies": {"lang": cookie}, "headers": {"accept-language": browser}}
    token = LocalContext.request.set(SimpleNamespace(**named))
    try:
        assert request_texts().language == expected
    finally:
        LocalContext.request.reset(token)


def test_a_hostile_header_names_no_language():
    assert accepted_languages(";q=,,zh;q=2," + "x" * 10_000) == ()
    assert len(accepted_languages(", ".join(["zh"] * 500))) <= 20
