"""More steps for a finished run, asked for on the page."""

import json
from dataclasses import replace

import gradio as gr
import pytest

from core.training.run import Run
from tests.viz.tabs.train.made import request, tab, written
from viz.tabs.ownership import claim
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.runs import actions
from viz.tabs.train.runs.more_steps import suggested_steps
from viz.tabs.train.runs.panel import on_follow

MINE, YOURS = "3" * 64, "5" * 64


def ended(runs, reason: str = "max_steps", steps: int = 1000) -> Run:
    run = written(runs, "a", max_steps=steps)
    saved = run.folder / "checkpoints" / f"step-{steps}"
    saved.mkdir(parents=True)
    (saved / "standing.json").write_text("{}")
    run.set_status("finished", steps, reason)
    return run


def test_finished_run_is_queued_with_more_steps(tmp_path, monkeypatch):
    monkeypatch.setattr(Run, "spawn", lambda run: 7)
    run, panel = ended(tmp_path), tab(tmp_path).runs
    shown = on_follow(panel, request(panel), "a")
    assert shown[panel.longer.row].visible and shown[panel.longer.steps] == 2000
    after = actions.on_longer(panel, {**request(panel, "a"), panel.longer.steps: 1500.0})
    assert run.read_config().training.max_steps == 1500 and run.status().state == "queued"
    assert not after[panel.longer.row].visible


@pytest.mark.parametrize("steps", [1000, 0, -5, 1.5, None, "x", [1], True, 10**30])
def test_steps_that_add_nothing_are_refused(tmp_path, steps):
    run, panel = ended(tmp_path), tab(tmp_path).runs
    with pytest.raises(gr.Error):
        actions.on_longer(panel, {**request(panel, "a"), panel.longer.steps: steps})
    assert run.read_config().training.max_steps == 1000 and run.status().state == "finished"


@pytest.mark.parametrize("state", ["stopped", "failed"])
def test_run_that_ended_early_is_queued_with_more_steps_than_it_was_given(tmp_path, monkeypatch, state):
    monkeypatch.setattr(Run, "spawn", lambda run: 7)
    run, panel = ended(tmp_path, steps=300), tab(tmp_path).runs
    config = run.read_config()
    run.replace_config(config._replace(training=replace(config.training, max_steps=1000)))
    run.set_status(state, 300, "")
    shown = on_follow(panel, request(panel), "a")
    assert shown[panel.longer.row].visible and shown[panel.longer.steps] == 2000
    actions.on_longer(panel, {**request(panel, "a"), panel.longer.steps: 1200.0})
    assert run.read_config().training.max_steps == 1200 and run.status().state == "queued"


def test_run_that_ended_for_another_reason_is_offered_no_more_steps(tmp_path):
    run = ended(tmp_path, "patience")
    assert suggested_steps(run, HOME) is None
    run.set_status("finished", 1000, "max_steps")
    assert suggested_steps(run, HOME) == 2000 and suggested_steps(run, SHARED) == 2000
    assert suggested_steps(ended(tmp_path / "full", steps=2000), SHARED) is None


def test_stranger_and_shared_limit_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(Run, "spawn", lambda run: 7)
    run, panel = ended(tmp_path), tab(tmp_path, SHARED).runs
    claim(run, MINE)
    for visitor, steps in ((YOURS, 1500), (MINE, 2001)):
        with pytest.raises(gr.Error):
            actions.on_longer(panel, {**request(panel, "a", visitor=visitor), panel.longer.steps: steps})
    assert run.read_config().training.max_steps == 1000
    actions.on_longer(panel, {**request(panel, "a", visitor=MINE), panel.longer.steps: 1500})
    assert run.read_config().training.max_steps == 1500


def test_only_its_owner_is_offered_to_change_a_run(tmp_path):
    run, shown = ended(tmp_path), tab(tmp_path, SHARED).runs
    claim(run, MINE)
    for visitor, offered in ((MINE, True), (YOURS, False), ("", False)):
        update = on_follow(shown, request(shown, "a", visitor=visitor), "a")
        assert json.loads(update[shown.listing])["runs"][0]["changeable"] is offered
        assert update[shown.longer.row].visible is offered
    home = tab(tmp_path).runs
    assert json.loads(on_follow(home, request(home, "a"), "a")[home.listing])["runs"][0]["changeable"] is True
