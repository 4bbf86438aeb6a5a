"""What requests may cost: sizes, before anything is read."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.asynchronous import run_apart
from viz.guards import MAX_BODY, Bodies

FILE = 2 << 20  # bytes


async def echo(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


JOIN, UPLOAD = "/gradio_api/queue/join", "/gradio_api/upload"
PAGE = Starlette(routes=[Route(path, echo, methods=["POST"]) for path in (JOIN, UPLOAD)])


def parts(count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield b"x" * (1 << 18)


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        (JOIN, MAX_BODY, 200),
        (JOIN, MAX_BODY + 1, 413),
        (JOIN + "?upload", MAX_BODY + 1, 413),
        (UPLOAD, 4 * FILE, 200),
        (UPLOAD, 5 * FILE, 413),
    ],
)
def test_body_over_its_limit_is_refused(path, size, status):
    client = TestClient(Bodies(PAGE, FILE))
    answer = client.post(path, content=b"x" * size)
    assert answer.status_code == status
    assert status == 200 or "at most" in answer.text
    in_chunks = client.post(path, content=parts(size // (1 << 18) + (status == 413)))  # of no stated length
    assert in_chunks.status_code == status


@pytest.mark.parametrize("stated", [str(MAX_BODY + 1), "9" * 50, str(10**9)])
def test_large_body_is_refused_before_it_is_read(stated):
    sent: list[dict[str, object]] = []

    async def app(*_: object) -> None:
        raise AssertionError("the page is not asked")

    async def receive() -> dict[str, object]:
        raise AssertionError("nothing is read")

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    headers = [(b"Content-Length", stated.encode())]
    scope = {"type": "http", "path": "/login", "headers": headers}
    run_apart(Bodies(app, FILE)(scope, receive, send))
    assert sent[0]["status"] == 413


def test_upload_below_a_root_path_has_its_own_limit():
    client = TestClient(Bodies(PAGE, FILE), root_path="/proxy")
    assert client.post("/proxy/gradio_api/upload", content=b"x" * FILE).status_code == 200


def test_bodies_of_one_address_are_bounded_together():
    async def check() -> None:
        release = asyncio.Event()
        statuses: list[int] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await release.wait()
            await PlainTextResponse("read")(scope, receive, send)

        guarded = Bodies(ExceptionMiddleware(app), FILE)

        async def post(address: str) -> None:
            async def receive() -> dict[str, object]:
                return {"type": "http.request", "body": b"x" * MAX_BODY}

            async def send(message: Any) -> None:
                if "status" in message:
                    statuses.append(message["status"])

            scope = {"type": "http", "path": JOIN, "headers": [], "client": (address, 1), "method": "POST"}
            await guarded(scope, receive, send)

        tasks = [asyncio.create_task(post("10.0.0.1")) for _ in range(10)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert statuses == [503, 503]
        tasks.append(asyncio.create_task(post("10.0.0.2")))
        release.set()
        await asyncio.gather(*tasks)
        assert statuses == [503, 503] + [200] * 9
        await post("10.0.0.1")
        assert statuses[-1] == 200 and not guarded._under_way

    run_apart(check())
