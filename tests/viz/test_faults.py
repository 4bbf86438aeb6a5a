"""Requests that Gradio cannot read are answered with one sentence, and faults are logged once."""

import random
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from app import build, launch_settings
from tests.asynchronous import run_apart
from viz.faults import Faults


def failing(error: BaseException) -> TestClient:
    async def fail(_: Request) -> PlainTextResponse:
        raise error

    app = Starlette(routes=[Route("/", fail, methods=["GET", "POST"])], middleware=[Middleware(Faults)])
    return TestClient(app)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), 400),
        (ValueError("Out of range float values are not JSON compliant: nan"), 400),
        (RecursionError("too deep"), 400),
        (KeyError("data"), 400),
        (RuntimeError("the sky falls"), 500),
    ],
)
def test_fault_is_answered_with_a_sentence(caplog, error, status):
    answer = failing(error).post("/")
    assert answer.status_code == status and "Traceback" not in answer.text and answer.text.endswith(".")
    assert ("Traceback" in caplog.text) == (status == 500)
    assert ("sky" not in answer.text and caplog.text.count("\n") < 3) or status == 500


def test_aborted_request_is_not_logged(caplog):
    async def app(*_: object) -> None:
        raise ClientDisconnect

    async def nothing(*_: object) -> dict[str, Any]:
        raise AssertionError("nobody listens")

    run_apart(Faults(app)({"type": "http", "path": "/upload"}, nothing, nothing))
    assert caplog.text == ""


@pytest.mark.parametrize("path", ["/a%0aFAKE", "/a%0d", "/%1b[2J"])
def test_line_breaks_in_an_address_are_refused(path):
    assert TestClient(Starlette(middleware=[Middleware(Faults)])).get(path).status_code == 400


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> TestClient:
    """The whole page, as a server has it."""
    from gradio.routes import App

    folder = tmp_path_factory.mktemp("page")
    settings = launch_settings()
    blocks = build(runs=folder / "runs")
    blocks.max_file_size = settings["max_file_size"]
    blocks.enable_monitoring = settings["enable_monitoring"]
    return TestClient(App.create_app(blocks, app_kwargs=settings["app_kwargs"]), base_url="http://127.0.0.1:7860")


BODIES = [b"\xff\xfe", b'{"data": [NaN], "fn_index": 0}', b"[" * 100_000, b'{"data": [], "fn_index": 1e999}', b"null"]
PATHS = [
    "run/translate",
    "call/translate",
    "queue/join",
    "component_server",
    "cancel",
    "reset",
    "api/predict",
    "upload",
]


def test_odd_bodies_end_in_no_traceback(page, caplog):
    """Of 233 such calls 18 were answered with HTTP 500 and 60 to 170 lines in the log, each."""
    pick = random.Random(7)
    made = [*BODIES, *(bytes(pick.choices(b'{}[]":,0\xffaN\x00\\ud8', k=40)) for _ in range(20))]
    for path in PATHS:
        for body in made:
            for kind in ("application/json", "multipart/form-data; boundary=x"):
                answer = page.post(f"/gradio_api/{path}", content=body, headers={"content-type": kind})
                refused = answer.text.startswith('{"error":')  # as Gradio answers gr.Error
                assert answer.status_code != 500 or refused, (path, body, answer.text)
    assert "Traceback" not in caplog.text


def test_unknown_session_ends_in_no_traceback(page, caplog):
    """Gradio refuses it when its answer has begun: two tracebacks for each such call."""
    for path in ("queue/data?session_hash=nobody", "call/translate/nothing"):
        page.get(f"/gradio_api/{path}")
    assert "Traceback" not in caplog.text


def test_bad_origins_and_monitoring_are_refused(page):
    assert page.post("/gradio_api/cancel", headers={"origin": "http://["}).status_code == 403
    for path in ("monitoring", "monitoring/summary"):
        assert page.get(f"/{path}").status_code == 403
    assert page.get("/openapi.json").status_code == 404  # all routes, for a visitor who has not logged in


def test_page_fetches_no_pictures_of_other_hosts(page):
    """A card with `![](http://other.host/p.png)` told that host who opened the tab."""
    answer = page.get("/robots.txt")
    assert answer.status_code == 200 and "img-src 'self' data: blob:;" in answer.headers["content-security-policy"]
