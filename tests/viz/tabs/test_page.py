"""Refusals and faults of the page: each has words, and only a fault is logged as one."""

import json
import logging

import gradio as gr
import httpx
import pytest
from gradio.state_holder import StateHolder

from viz.fair_queue import LONG_NAME
from viz.tabs.page import Page, event_field, whole_characters

FILE = {"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}}


@pytest.fixture(scope="module")
def address():
    def shout(words):
        return words.upper()

    def named(event: gr.EventData):
        return str(event_field(event, "name"))

    def fail():
        raise ZeroDivisionError("/a/folder/of/the/server")

    def refuse():
        raise gr.Error("Not today.", print_exception=False)

    with Page() as page:
        box, choice, button = gr.Textbox(), gr.Dropdown(["a", "b"]), gr.Button()
        gr.on([button.click], shout, box, box, api_name="shout")
        gr.on([button.click], named, None, box, api_name="named")
        gr.on([button.click], lambda chosen: chosen, choice, box, api_name="choose")
        gr.on([button.click], fail, None, None, api_name="fail")
        gr.on([button.click], refuse, None, None, api_name="refuse")
        gr.on([button.click], None, None, None, js="() => 1", api_name="browser")
    _, local, _ = page.launch(prevent_thread_lock=True, quiet=True, server_name="127.0.0.1", ssr_mode=False)
    yield local
    page.close()


def asked(address: str, name: str, *data: object, event: object = None) -> str:
    """Return the error of an event, or its answer."""
    with httpx.Client(base_url=address, trust_env=False, timeout=30) as http:
        config = http.get("config").json()
        found = next(one for one in config["dependencies"] if one["api_name"] == name)
        session = f"{name}{len(str((data, event)))}"
        body = {"data": list(data), "fn_index": found["id"], "session_hash": session, "event_data": event}
        http.post("gradio_api/queue/join", json=body).raise_for_status()
        with http.stream("GET", "gradio_api/queue/data", params={"session_hash": body["session_hash"]}) as stream:
            for line in stream.iter_lines():
                message = json.loads(line[5:]) if line.startswith("data:") else {}
                if message.get("msg") == "process_completed":
                    output = message["output"]
                    return output["data"][0] if message["success"] else output["error"]
    raise AssertionError("no answer")


def test_sound_events_are_answered_and_refusals_keep_their_words(address):
    assert asked(address, "shout", "a") == "A"
    assert asked(address, "refuse") == "Not today."


@pytest.mark.parametrize(
    ("name", "value"),
    [("shout", ["a"]), ("shout", 5), ("shout", FILE), ("choose", {}), ("choose", FILE), ("choose", "c")],
)
def test_invalid_values_are_refused_without_a_traceback(address, name, value, capsys, caplog):
    caplog.set_level(logging.INFO)
    refusal = asked(address, name, value)
    assert refusal == "Invalid values: reload the page."  # Gradio's own repeats the value, in English
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err + caplog.text


def test_event_that_names_a_file_of_the_server_is_refused(address, capsys):
    assert asked(address, "named", event={"name": "a"}) == "a"
    assert asked(address, "named", event={"name": FILE}) == "Invalid values: reload the page."
    odd = {**FILE, "path": "/etc/\0passwd"}  # once a ValueError with its traceback
    assert asked(address, "named", event={"name": odd}) == "Invalid values: reload the page."
    assert "Traceback" not in "".join(capsys.readouterr())


def test_browser_event_is_refused_with_a_message(address, capsys):
    assert asked(address, "browser") == "Invalid values: reload the page."
    assert "Traceback" not in "".join(capsys.readouterr())


def test_fault_is_logged_without_exposing_its_text(address, caplog):
    assert asked(address, "fail") == "Something went wrong on our side. Try again; details are in the log."
    assert "ZeroDivisionError: /a/folder/of/the/server" in caplog.text


@pytest.mark.parametrize("data", [None, 5, 1.5, "name", [], ["name"], {"other": 1}])
def test_odd_event_data_gives_empty_fields(data):
    assert event_field(gr.EventData(None, data), "name") is None
    assert event_field(gr.EventData(None, {"name": "a"}), "name") == "a"


def test_a_session_keeps_its_states_but_describes_no_component():
    with Page() as page:
        box, state = gr.Textbox("a"), gr.State({"seen": 0})
    page.state_session_capacity = 2
    holder = StateHolder()
    holder.set_blocks(page)
    assert page.state_holder is holder
    session = holder["visitor"]
    assert session.config_values == {}
    assert session[box._id] is box and session[state._id] == {"seen": 0}
    session._update_value_in_config(box._id, "b")
    assert session.config_values[box._id]["props"]["value"] == "b"
    assert holder["other"][state._id] is not session[state._id]


def test_half_a_surrogate_pair_becomes_a_question_mark():
    sound = ["né", "狗", 3, None, {"a": [1.5, True]}]
    assert whole_characters(sound) == sound
    assert whole_characters(["a\ud83d", {"\udc00": "\ud83d\udc00"}]) == ["a?", {"?": "??"}]


def test_long_name_of_a_session_is_not_kept(address):
    name = "x" * 100_000
    with httpx.Client(base_url=address, trust_env=False, timeout=30) as http:
        body = {"data": {}, "fn_name": "none", "component_id": 1, "session_hash": name}
        asked = http.post("gradio_api/component_server", json=body)
        joined = http.post("gradio_api/queue/join", json={"data": [], "fn_index": 0, "session_hash": name})
    assert [(answer.status_code, answer.json()["detail"]) for answer in (asked, joined)] == [(400, LONG_NAME)] * 2
