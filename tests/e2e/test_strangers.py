"""What strangers may not do: a real server with a Space's variables, asked by programs as any client could ask."""

import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from core.training.run import Run
from tests.e2e.spaces import Space, space_server
from tests.viz.tabs.train.made import written
from viz.tabs.ownership import claim

pytestmark = pytest.mark.slow  # a server of its own, and a training
OWNER, STRANGER = "3" * 64, "5" * 64
EVIL = "http://evil.example"


class Client(NamedTuple):
    """A program that sends requests like the page's browser code."""

    http: httpx.Client
    config: dict[str, Any]

    def event(
        self, elem_id: str, target: str, values: dict[str, Any], event_data: Any = None, session: str = ""
    ) -> dict[str, Any]:
        """Trigger the event of a component with chosen values in components; return the last message.

        Args:
            elem_id: of the component that the event belongs to.
            target: name of the event, such as `click`.
            values: by the elem_id of an input component; others keep the value that they have at first.
            event_data: sent along.
            session: events of one session share the server's state; empty: a new one.
        """
        components = {part["id"]: part["props"] for part in self.config["components"]}
        owner = next(i for i, props in components.items() if props.get("elem_id") == elem_id)
        event = next(e for e in self.config["dependencies"] if [owner, target] in e["targets"] and e["backend_fn"])
        data = [values.get(components[i].get("elem_id"), components[i].get("value")) for i in event["inputs"]]
        session = session or f"s{time.monotonic_ns()}"
        body = {"data": data, "fn_index": event["id"], "session_hash": session, "event_data": event_data}
        content = json.dumps(body)  # with lone surrogates escaped, as a hostile client sends them
        headers = {"content-type": "application/json"}
        self.http.post("gradio_api/queue/join", content=content, headers=headers).raise_for_status()
        with self.http.stream("GET", "gradio_api/queue/data", params={"session_hash": session}) as stream:
            for line in stream.iter_lines():
                message = json.loads(line[5:]) if line.startswith("data:") else {}
                if message.get("msg") == "process_completed":
                    return message
        raise AssertionError("no answer")


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    with space_server(tmp_path_factory.mktemp("strangers")) as served:
        yield served


@pytest.fixture(scope="module")
def client(space: Space):
    with httpx.Client(base_url=space.address, timeout=60, trust_env=False) as http:
        yield Client(http, http.get("config").json())


def owned_run(space: Space, name: str, state: str = "stopped", owner: str = OWNER) -> Run:
    """A run of the owner's, without a process."""
    run = written(space.runs, name)
    claim(run, owner)
    run.set_status(state, 1)
    return run


def files(run: Run) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in run.folder.iterdir()}


@pytest.mark.parametrize("secret", [STRANGER, "", None, 7, ["x"], "3" * 63, "\ud83d" * 64])
def test_stop_resume_rename_and_delete_are_refused(space, client, secret):
    run = owned_run(space, f"owned-{time.monotonic_ns()}")
    before = files(run)
    client.event("train-runs", "run_follow", {}, {"name": run.name}, session="looks")
    for elem_id, target, data in (
        ("train-stop", "click", None),
        ("train-resume", "click", None),
        ("train-longer", "click", None),
        ("train-runs", "run_rename", {"name": run.name, "to": "mine-now"}),
        ("train-runs", "run_delete", {"name": run.name}),
    ):
        answer = client.event(elem_id, target, {"train-visitor": secret}, data, session="looks")
        assert not answer["success"] and answer["output"]["error"], (target, answer)
    assert files(run) == before and not (space.runs / "mine-now").exists()


@pytest.mark.parametrize("data", [None, 5, [], {}, {"name": None}, {"name": ["a"]}, {"name": "../../etc"}])
def test_odd_events_get_an_error_message(client, data):
    for target in ("run_rename", "run_delete", "run_follow", "run_compare"):
        answer = client.event("train-runs", target, {"train-visitor": STRANGER}, data)
        assert answer["success"] or answer["output"]["error"], (target, answer)


def test_half_a_surrogate_pair_is_answered_in_words(client):
    answer = client.event("checkpoint", "change", {"checkpoint": "\ud83d"})
    assert answer["success"] and answer["output"]["data"][0].startswith("Unknown model '?'. "), answer


def test_the_owner_may_rename_and_delete(space, client):
    run = owned_run(space, "of-the-owner")
    own = {"train-visitor": OWNER}
    assert client.event("train-runs", "run_rename", own, {"name": run.name, "to": "renamed"})["success"]
    assert client.event("train-runs", "run_delete", own, {"name": "renamed"})["success"]
    assert not run.folder.exists() and not (space.runs / "renamed").exists()


def test_a_flooder_removes_only_own_runs(space, client):
    kept = [owned_run(space, f"kept-{number}", "finished") for number in range(12)]
    for number in range(3):
        owned_run(space, f"flood-{number}", "finished", STRANGER)
    values = {"train-visitor": STRANGER, "train-source": "copy", "train-max-steps": 1, "train-d-model": 8}
    answer = client.event("train-start", "click", {**values, "train-name": "flood-3"})
    assert answer["success"], answer
    until = time.monotonic() + 180
    while Run(space.runs / "flood-3").status().state != "finished":
        assert time.monotonic() < until, Run(space.runs / "flood-3").log_tail()
        time.sleep(0.05)
    assert all(run.config_path.is_file() for run in kept)
    assert sorted(path.name for path in space.runs.glob("flood-*")) == ["flood-1", "flood-2", "flood-3"]


def test_uploads_and_events_from_other_sites_are_refused(client):
    for origin in (EVIL, "null", "http://127.0.0.1:1"):
        upload = client.http.post("gradio_api/upload", files={"files": b"x"}, headers={"origin": origin})
        join = client.http.post("gradio_api/queue/join", json={}, headers={"origin": origin})
        assert (upload.status_code, join.status_code) == (403, 403)
    own = str(client.http.base_url).rstrip("/")
    assert client.http.post("gradio_api/upload", files={"files": b"x"}, headers={"origin": own}).status_code == 200


def test_rebound_name_is_refused_but_not_a_space_frame(client):
    for host, status in (("evil.example", 403), ("localhost.evil.example", 403), ("someone-glassformer.hf.space", 200)):
        assert client.http.get("", headers={"host": host}).status_code == status
        assert client.http.get("config", headers={"host": host, "origin": f"http://{host}"}).status_code == status


def test_no_answer_names_a_folder_of_the_server(space, client):
    damaged = space.checkpoints.parent / "runs" / "damaged"
    (damaged / "checkpoint").mkdir(parents=True)
    (damaged / "checkpoint" / "config.json").write_text("[]")
    called = client.http.post("gradio_api/call/translate", json={"data": ["A dog.", "run/damaged", 4, 0.6]})
    answer = client.http.get(f"gradio_api/call/translate/{called.json()['event_id']}").text
    assert "event: error" in answer
    assert str(space.runs.parent) not in answer and os.fspath(Path.home()) not in answer
