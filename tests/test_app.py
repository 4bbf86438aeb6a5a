"""The page as a program sees it: built without torch, served, and asked through its public endpoint."""

import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path

import gradio as gr
import pytest

from app import build, main, offered_models
from core.library import CheckpointLibrary
from core.service import Service
from core.service.tools import NAMES, Tools
from viz.tabs.page import QUEUE, Page

ROOT = Path(__file__).parents[1]


def test_building_the_page_loads_no_torch():
    code = (
        "import sys; from viz.stubs import skip_stubs; skip_stubs(); from app import build; build();"
        " print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_no_two_elements_share_an_id():
    counts = Counter(block.elem_id for block in build().blocks.values() if block.elem_id)
    assert counts and [name for name, count in counts.items() if count > 1] == []


def test_idle_server_takes_little_of_a_core():
    with gr.Blocks() as bare, Page() as page:
        pass
    for rest in ("sleep_when_free", "progress_update_sleep_when_free"):  # Gradio's own: gone if they are renamed
        assert vars(page._queue)[rest] > vars(bare._queue)[rest]
    assert page._queue.max_size == QUEUE["max_size"]


def test_public_endpoints_are_the_functions_for_programs_and_say_what_they_take(served):
    from gradio_client import Client

    client = Client(served, verbose=False)
    named = client.view_api(return_format="dict", print_info=False)["named_endpoints"]
    assert list(named) == [f"/{name}" for name in NAMES]
    taken = {one["parameter_name"]: one["parameter_default"] for one in named["/heads_that_matter"]["parameters"]}
    assert taken == {"text": None, "word": "", "checkpoint": "", "count": 3}
    assert named["/heads_that_matter"]["description"].startswith("Translate one sentence and find the attention heads")
    assert (
        client.predict(api_name="/list_models") == Tools(Service(CheckpointLibrary(ROOT / "checkpoints"))).list_models()
    )


def test_agents_need_their_package(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["app.py", "--mcp"])
    monkeypatch.setattr("viz.endpoint.find_spec", lambda name: None)
    assert main() == 2
    assert capsys.readouterr().err == 'app.py: error: --mcp needs the package mcp: pip install "gradio[mcp]"\n'


def test_the_endpoint_translates(served):
    from gradio_client import Client

    client = Client(served, verbose=False)
    answer = client.predict("Two dogs play in the snow.", "en-de", 4, 0.6, api_name="/translate")
    assert "Hund" in answer["translation"]
    assert len(answer["hypotheses"]) == 4
    assert answer["score"] == max(hypothesis["score"] for hypothesis in answer["hypotheses"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("", "en-de", 4, 0.6), "Type a sentence"),
        (("A dog.", "../secret", 4, 0.6), "Unknown model"),
        (("A dog.", "en-de", 0, 0.6), "from 1 to 16"),
        (("A dog.", "en-de", 99, 0.6), "from 1 to 16"),
        (("A dog.", "en-de", 4, -1.0), "from 0.0 to 5.0"),
        (("A dog.\n\nA cat.", "en-de", 4, 0.6), "Text has 3 lines; send one sentence at a time"),
    ],
)
def test_endpoint_reports_invalid_input(served, arguments, message):
    from gradio_client import Client

    client = Client(served, verbose=False)
    with pytest.raises(Exception, match=message):
        client.predict(*arguments, api_name="/translate")


def test_library_lists_shipped_checkpoints_and_refuses_others():
    library = CheckpointLibrary(ROOT / "checkpoints")
    assert {"en-de", "numbers"} <= set(library.names())
    with pytest.raises(ValueError, match=r"\.\./core"):
        library.folder("../core")


def test_page_opens_with_a_damaged_first_checkpoint(tmp_path):
    (tmp_path / "aaa").mkdir()
    (tmp_path / "aaa" / "config.json").write_text("{", encoding="utf-8")
    (tmp_path / "aaa" / "README.md").write_bytes(b"\xff")
    assert build(tmp_path, tmp_path / "runs").get_config_file()["components"]


def test_a_new_page_offers_the_checkpoints_that_there_are_now(tmp_path):
    """The choices were those of the server's start, so a model trained since was missing after a reload."""
    page = build(tmp_path, tmp_path / "runs")
    assert all(component.choices == [] for component in pickers(page))
    loads = [f for f in page.fns.values() if ("load" in {event for _, event in f.targets}) and f.fn]
    assert any([*f.outputs] == pickers(page) for f in loads)


def test_models_to_compare_with_follow_removed_and_finished_runs(tmp_path):
    """The list of the comparison was that of the server's start: a deleted run stayed in it, a new one never came."""
    page = build(tmp_path / "checkpoints", tmp_path / "runs")
    view = next(block for block in page.blocks.values() if block.elem_id == "attention")
    events = [one for one in page.fns.values() if getattr(one.fn, "func", None) is offered_models]
    assert all(one.outputs == [view] for one in events)
    assert {event for one in events for _, event in one.targets} == {"load", "change", "success"}
    (tmp_path / "runs" / "a" / "checkpoint").mkdir(parents=True)
    (tmp_path / "runs" / "a" / "checkpoint" / "config.json").touch()
    update = offered_models(CheckpointLibrary(tmp_path / "checkpoints", tmp_path / "runs"))
    assert update.constructor_args["checkpoints"] == '["run/a"]'


@pytest.mark.parametrize(("given", "limited"), [({}, False), ({"SPACE_ID": "someone/glassformer"}, True)])
def test_limits_apply_only_on_a_space(monkeypatch, given, limited):
    monkeypatch.delenv("SPACE_ID", raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    program = runpy.run_path(str(ROOT / "app.py"))  # loaded again: the module checks its host once, when loaded
    assert program["HOME"].limited is limited
    assert program["launch_settings"]()["max_file_size"] == (2 if limited else 200) * 2**20


def test_wrong_login_is_one_line_and_nothing_starts():
    command = [sys.executable, "app.py", "--auth", "no-password"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "app.py: error: a login must be USER:PASSWORD, with neither part empty\n"


def pickers(page) -> list:
    return [block for block in page.blocks.values() if getattr(block, "elem_id", None) == "checkpoint"]
