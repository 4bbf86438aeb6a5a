"""Who may reach the page: host names, origins, logins, limits."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from core.errors import CoreError
from viz.access import Access, SameSite, listening_address, read_logins, start_line
from viz.guards import network_of

HOME = Access()
SPACE = Access(host="0.0.0.0", on_space=True)
SHARED = Access(share=True)


@pytest.mark.parametrize(
    ("access", "public"),
    [
        (HOME, False),
        (Access(host="127.0.0.1"), False),
        (Access(host="127.8.0.1"), False),
        (Access(host="::1"), False),
        (Access(host="localhost"), False),
        (Access(host="0.0.0.0"), True),
        (Access(host="192.168.1.7"), True),
        (Access(host="box.example"), True),
        (SHARED, True),
        (SPACE, True),
    ],
)
def test_access_is_public_beyond_loopback(access, public):
    assert access.public is public
    assert access.limited is public
    assert not Access(access.host, access.share, access.on_space, trusts_visitors=True).limited


@pytest.mark.parametrize(
    ("access", "host", "allowed"),
    [
        (HOME, "127.0.0.1:7860", True),
        (HOME, "localhost:7860", True),
        (HOME, "[::1]:7860", True),
        (HOME, "192.168.1.7:7860", True),
        (HOME, "evil.example:7860", False),
        (HOME, "localhost.evil.example", False),
        (HOME, "127.0.0.1.evil.example", False),
        (HOME, "", False),
        (HOME, "[", False),
        (HOME, "abc.gradio.live", False),
        (SHARED, "abc.gradio.live", True),
        (SHARED, "gradio.live.evil.example", False),
        (SPACE, "name-space.hf.space", True),
        (SPACE, "name-space.hf.space.evil.example", False),
        (HOME, "page.localhost", True),
        (HOME, "evillocalhost", False),
        (SPACE, "evilhf.space", False),
        (SHARED, "evilgradio.live", False),
        (Access(names=("class.example",)), "class.example.evil.example", False),
        (Access(names=("class.example",)), "evilclass.example", False),
        (HOME, "name-space.hf.space", False),
        (Access(names=("class.example",)), "class.example", True),
    ],
)
def test_access_allows_only_own_hosts(access, host, allowed):
    assert access.allows_host(host) is allowed


@pytest.mark.parametrize(
    ("access", "origin", "host", "allowed"),
    [
        (HOME, "http://127.0.0.1:7860", "127.0.0.1:7860", True),
        (HOME, "http://127.0.0.1:8000", "127.0.0.1:7860", False),
        (HOME, "http://evil.example", "127.0.0.1:7860", False),
        (HOME, "http://evil127.0.0.1:7860", "127.0.0.1:7860", False),
        (HOME, "http://127.0.0.1:78601", "127.0.0.1:7860", False),
        (SPACE, "https://huggingface.co.evil.example", "name-space.hf.space", False),
        (Access(names=("class.example",)), "https://class.example", "127.0.0.1:7860", True),
        (Access(names=("class.example",)), "https://evilclass.example", "127.0.0.1:7860", False),
        (HOME, "null", "127.0.0.1:7860", False),
        (SPACE, "https://name-space.hf.space", "name-space.hf.space", True),
        (SPACE, "https://huggingface.co", "name-space.hf.space", True),
        (SPACE, "https://evilhuggingface.co", "name-space.hf.space", False),
        (SPACE, "http://huggingface.co", "name-space.hf.space", False),
        (SPACE, "http://huggingface.co:1", "name-space.hf.space", False),
        (HOME, "http://[", "127.0.0.1:7860", False),
        (HOME, "http://[::1", "[::1", False),
        (SHARED, "https://abc.gradio.live", "abc.gradio.live", True),
        (SHARED, "https://other.gradio.live", "abc.gradio.live", False),
    ],
)
def test_access_allows_only_own_origins(access, origin, host, allowed):
    assert access.allows_origin(origin, host) is allowed


def test_space_answers_under_its_own_name_only(monkeypatch):
    monkeypatch.setenv("SPACE_HOST", "name-space.hf.space")
    assert SPACE.allows_host("name-space.hf.space") and not SPACE.allows_host("evil.hf.space")


def test_same_site_answers_403():
    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("page"), methods=["GET", "POST"])])
    client = TestClient(SameSite(app, HOME), base_url="http://127.0.0.1:7860")
    assert client.get("/").text == "page"
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403
    assert client.get("/", headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/", headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/", headers={"origin": "http://127.0.0.1:7860"}).text == "page"
    assert client.post("/").text == "page"  # programs send no origin


def test_read_logins_from_text_and_file(tmp_path):
    assert read_logins("ada:l:x") == (("ada", "l:x"),)
    file = tmp_path / "logins"
    file.write_text("ada:one\n\nbob:two\n")
    assert read_logins(str(file)) == (("ada", "one"), ("bob", "two"))


@pytest.mark.parametrize("value", ["", "ada", "ada:", ":secret"])
def test_read_logins_refuses_incomplete_pairs(value):
    with pytest.raises(CoreError, match="USER:PASSWORD"):
        read_logins(value)


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_network_of_a_line_is_one(host, network):
    assert network_of(host) == network


def test_start_line_states_reach_and_rights():
    assert start_line(HOME) == "Only this computer can reach the page."
    assert "limits of a Space" in start_line(SHARED)
    trusting = start_line(Access(share=True, trusts_visitors=True, logins=(("a", "b"),)))
    assert "after logging in" in trusting
    assert "delete every run" in trusting


@pytest.mark.parametrize(
    ("variable", "on_space", "address"),
    [(None, False, None), (None, True, "0.0.0.0"), ("127.0.0.1", True, "127.0.0.1"), ("10.0.0.7", False, "10.0.0.7")],
)
def test_only_a_space_listens_to_other_machines(monkeypatch, variable, on_space, address):
    monkeypatch.delenv("GRADIO_SERVER_NAME", raising=False)
    if variable:
        monkeypatch.setenv("GRADIO_SERVER_NAME", variable)
    assert listening_address(on_space) == address
