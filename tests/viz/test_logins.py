"""Logins: guesses of one address become slow, others are not affected, and a logout ends one session."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from viz.logins import ATTEMPTS, SECONDS, Logins


async def login(request: Request) -> PlainTextResponse:
    right = await request.body() == b"chalk"
    return PlainTextResponse("", 200 if right else 400)


async def logout(request: Request) -> JSONResponse:
    return JSONResponse({"query": str(request.query_params), "cookies": request.cookies})


PAGE = Starlette(routes=[Route("/login", login, methods=["POST"]), Route("/logout", logout)])


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_guesses_of_one_address_are_slowed_down_and_logged(caplog):
    clock = Clock()
    guarded = Logins(PAGE, clock)
    attacker, pupil = (TestClient(guarded, client=(address, 1)) for address in ("10.0.0.1", "10.0.0.2"))
    statuses = [attacker.post("/login", content=b"x").status_code for _ in range(1000)]
    assert statuses == [400] * ATTEMPTS + [429] * (1000 - ATTEMPTS)
    assert caplog.text.count("failed login from 10.0.0.1") == ATTEMPTS
    assert "try again in 6 seconds" in attacker.post("/login/", content=b"chalk").text
    assert pupil.post("/login", content=b"chalk").status_code == 200
    clock.now += SECONDS
    assert attacker.post("/login", content=b"x").status_code == 400
    assert attacker.post("/login", content=b"chalk").status_code == 429
    clock.now += SECONDS
    assert attacker.post("/login", content=b"chalk").status_code == 200


def test_right_logins_of_a_class_are_not_slowed_down():
    client = TestClient(Logins(PAGE, Clock()))
    assert {client.post("/login", content=b"chalk").status_code for _ in range(100)} == {200}


@pytest.mark.parametrize("query", ["", "?all_session=true", "?all_session=1&all_session=true"])
def test_logout_ends_one_session(query):
    client = TestClient(Logins(PAGE), cookies={"access-token-unsecure-x": "secret"})
    answer = client.get(f"/logout{query}").json()
    assert answer["query"] == "all_session=false" and answer["cookies"]["access-token-x"] == "secret"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"referer": "http://testserver/?tab=train"}, 200),
        ({"referer": "http://evil.example/"}, 403),
        ({"referer": "http://["}, 403),
    ],
)
def test_link_on_another_site_does_not_log_out(headers, status):
    assert TestClient(Logins(PAGE)).get("/logout", headers=headers).status_code == status


def test_logout_of_gradio_ends_one_session(tmp_path):
    """A class shares one login; the logout of one pupil logged out all."""
    import gradio as gr
    from gradio.routes import App
    from starlette.middleware import Middleware

    with gr.Blocks() as page:
        pass
    page.auth, page.auth_message = [("class", "chalk")], None
    app = App.create_app(page, app_kwargs={"middleware": [Middleware(Logins)]})
    app.auth = {"class": "chalk"}
    pupils = [TestClient(app, base_url="http://127.0.0.1:7860") for _ in range(2)]
    for pupil in pupils:
        assert pupil.post("/login", data={"username": "class", "password": "chalk"}).status_code == 200
        assert pupil.get("/gradio_api/login_check").status_code == 200
    stolen = dict(pupils[0].cookies)
    pupils[0].get("/logout", follow_redirects=False)
    assert pupils[1].get("/gradio_api/login_check").status_code == 200
    again = TestClient(app, base_url="http://127.0.0.1:7860", cookies=stolen)
    assert again.get("/gradio_api/login_check").status_code == 401
