import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import gradio as gr
import pytest

from core.jobs.job import new_job
from core.jobs.process import process_started
from core.jobs.status import ACTIVE
from core.training.run import Run
from tests.viz.tabs.train.made import TINY, charts, progress, request, started, tab, written
from viz.components.figure import unpack
from viz.tabs.train.context import Updates
from viz.tabs.train.runs import curves, panel, status
from viz.tabs.train.runs.actions import on_save
from viz.tabs.train.runs.panel import (
    BUSY,
    IDLE,
    RunsPanel,
    on_compare,
    on_follow,
    on_language,
    on_load,
    on_open,
    on_tick,
)
from viz.tabs.train.runs.viewing import Viewing
from viz.texts import ENGLISH

COPY = Viewing("copy-7")


def state_of(shown: RunsPanel, update: Updates) -> dict:
    """The card of the followed run in an update."""
    return json.loads(update[shown.state])


def newest(updates: list[Updates], component: object) -> Any:
    """What the page shows: the last value that was not skipped."""
    return next(update[component] for update in reversed(updates) if component in update)


def drawn_runs(packed: str) -> list[str]:
    return [trace["name"] for trace in unpack(packed)["data"]]


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[Path, RunsPanel, list[Updates]]:
    """A real miniature training to its end, and the updates of the page meanwhile."""
    runs = tmp_path_factory.mktemp("runs")
    shown = tab(runs).runs
    updates = [started(runs, dict(TINY, label_smoothing=0.1))]
    run, until = Run(runs / "copy-7"), time.monotonic() + 120
    process = run.status().process
    assert process is not None
    try:
        while run.status().state in ACTIVE or shown.finished not in updates[-1]:
            assert time.monotonic() < until, run.log_tail()
            time.sleep(0.2)
            while run.status().state not in ACTIVE and process_started(process) is not None:
                time.sleep(0.02)  # the process that has finished writes the last line of its log
            kept = updates[-1][shown.fingerprint]
            update = on_tick(shown, request(shown, COPY, fingerprint=kept))
            if update != gr.skip():
                updates.append(update)
    finally:
        run.request_stop()
    return runs, shown, updates


# A real run


def test_run_is_followed_from_start_to_checkpoint(finished):
    runs, shown, updates = finished
    states = [state_of(shown, update)["state"] for update in updates]
    assert states[0] == "starting" and states[-1] == "finished"
    last = state_of(shown, updates[-1])
    assert last["summary"] == "copy-7 · step 10 of 10" and last["progress"] == 1.0
    assert last["message"].startswith("All steps completed.")
    assert (updates[0][shown.timer].value, newest(updates, shown.timer).value) == (BUSY, IDLE)
    assert [shown.finished in update for update in updates] == [False] * (len(updates) - 1) + [True]
    assert (runs / "copy-7" / "checkpoint" / "model.safetensors").is_file()


def test_curves_hold_the_numbers_of_the_events(finished):
    runs, shown, updates = finished
    events = Run(runs / "copy-7").events()
    progressed = [event for event in events if event["event"] == "progress"]
    assert drawn_runs(newest(updates, shown.charts.figures["loss"]).value) == [
        "training",
        "training, label-smoothed",
        "validation",
        "validation, label-smoothed",
    ]
    training, smoothed, validation, validation_smoothed = curves.curve(events, "loss")
    assert training.values.tolist() == [event["plain_loss"] for event in progressed] and len(progressed) == 10
    assert smoothed.values.tolist() == [event["loss"] for event in progressed]
    assert validation.steps.tolist() == validation_smoothed.steps.tolist() == [5, 10]
    assert not (validation_smoothed.values == validation.values).any()
    for measure in curves.MEASURES:
        drawn = curves.figure([Run(runs / "copy-7")], measure, ENGLISH)
        assert (drawn is None) == (measure == "guided_loss")  # this run has no word links
        assert drawn is None or unpack(drawn)["data"]


def test_samples_of_both_validations_are_shown(finished):
    _, shown, updates = finished
    table = json.loads(newest(updates, shown.samples))
    assert [step["label"].split(" · ")[0] for step in table["steps"]] == ["step 5", "step 10"]
    assert len(table["sentences"]) == 3
    assert all(source == reference for source, reference in table["sentences"])  # the task is copy


def test_tick_does_not_undo_a_newer_choice(finished):
    _, shown, updates = finished
    kept = updates[0][shown.fingerprint]
    assert shown.viewing not in on_tick(shown, request(shown, COPY, fingerprint=kept))
    assert on_tick(shown, request(shown, "gone", fingerprint=kept))[shown.viewing] == COPY


def test_new_page_finds_the_run_and_draws_it_on_open(finished):
    _, shown, updates = finished
    loaded = on_load(shown, request(shown))
    assert loaded[shown.viewing] == COPY and loaded[shown.timer].value == IDLE
    assert json.loads(loaded[shown.listing])["runs"][0]["state"] == "finished"
    assert state_of(shown, loaded)["summary"] == "copy-7 · step 10 of 10"  # never "No run yet" next to a list of runs
    opened = on_open(shown, request(shown, COPY, fingerprint=loaded[shown.fingerprint]))
    assert (
        opened[shown.opened] is True
        and opened[shown.charts.figures["loss"]].value == newest(updates, shown.charts.figures["loss"]).value
    )
    assert shown.finished not in opened  # it had ended before this page came


def test_tick_skips_when_nothing_is_new(finished):
    _, shown, updates = finished
    assert on_tick(shown, request(shown, COPY, fingerprint=updates[-1][shown.fingerprint])) == gr.skip()
    assert shown.state in on_tick(shown, request(shown, COPY, fingerprint=updates[0][shown.fingerprint]))


def test_figures_wait_until_the_tab_is_opened(finished):
    _, shown, updates = finished
    update = on_tick(shown, request(shown, COPY, fingerprint=updates[0][shown.fingerprint], opened=False))
    assert shown.charts.figures["loss"] not in update and state_of(shown, update)["state"] == "finished"
    opened = on_open(shown, request(shown, COPY, fingerprint=update[shown.fingerprint]))
    assert opened[shown.charts.figures["loss"]].value == newest(updates, shown.charts.figures["loss"]).value


def test_command_trains_the_same_settings(finished):
    runs, *_ = finished
    words = status.command(Run(runs / "copy-7")).split()
    assert words[:6] == ["python", "-m", "core", "train", "--run", "runs/copy-7-again"]
    pairs = dict(zip(words[6::2], words[7::2], strict=True))
    assert (pairs["--task"], pairs["--d-model"], pairs["--max-steps"]) == ("copy", "16", "10")


def test_saved_history_is_that_of_the_checkpoint(finished):
    runs, shown, _ = finished
    saved = json.loads(on_save(shown, request(shown, COPY)))
    assert saved["name"] == "copy-7-history.csv"
    assert saved["text"] == (runs / "copy-7" / "checkpoint" / "history.csv").read_text()
    assert len(saved["text"].splitlines()) == 11


# Runs without a process


def test_page_starts_waiting_runs(tmp_path, monkeypatch):
    started_runs: list[str] = []
    monkeypatch.setattr(Run, "spawn", lambda run: started_runs.append(run.name))
    shown = tab(tmp_path).runs
    written(tmp_path, "a").set_status("queued", 0)
    on_load(shown, request(shown))  # the machine has restarted since
    on_tick(shown, request(shown, "a", fingerprint=None, opened=False))
    assert started_runs == ["a", "a"]


def test_tick_fills_a_free_place_while_another_run_trains(tmp_path, monkeypatch):
    shown = tab(tmp_path).runs
    written(tmp_path, "a").set_status("running", 3, process=os.getpid())
    written(tmp_path, "b").set_status("queued", 0)
    asked = []
    monkeypatch.setattr(panel, "start_waiting", asked.append)
    on_tick(shown, request(shown, "a"))
    assert asked == [tmp_path]


def test_reload_keeps_the_viewing(tmp_path):
    shown = tab(tmp_path).runs
    for name in ("a", "b", "c"):
        written(tmp_path, name)
    stored = json.dumps({"name": "b", "compared": ["c", "gone"]})
    loaded = on_load(shown, request(shown, stored=stored))
    assert loaded[shown.viewing] == Viewing("b", ("c",))
    assert {run["name"] for run in json.loads(loaded[shown.listing])["runs"] if run["colour"]} == {"b", "c"}


def test_compared_run_is_drawn_and_removed(tmp_path):
    shown = tab(tmp_path).runs
    for name in ("a", "b"):
        written(tmp_path, name, progress(5, 2.0, 1.0))
    both = on_compare(shown, {**request(shown, "a"), **charts(shown, "loss", "perplexity")}, "b")
    assert both[shown.viewing] == Viewing("a", ("b",))
    assert (
        drawn_runs(both[shown.charts.figures["loss"]].value)
        == drawn_runs(both[shown.charts.figures["perplexity"]].value)
        == ["a", "b"]
    )
    alone = on_compare(shown, request(shown, both[shown.viewing]), "b")
    assert alone[shown.viewing] == Viewing("a") and len(drawn_runs(alone[shown.charts.figures["loss"]].value)) == 1


def test_events_of_a_compared_run_are_drawn(tmp_path):
    shown = tab(tmp_path).runs
    written(tmp_path, "a", progress(5, 2.0, 1.0))
    other = written(tmp_path, "b", progress(5, 2.0, 1.0))
    kept = on_compare(shown, request(shown, "a"), "b")[shown.fingerprint]
    sent = request(shown, Viewing("a", ("b",)), fingerprint=kept)
    assert on_tick(shown, sent) == gr.skip()
    other.append(progress(10, 1.0, 2.0))
    assert len(drawn_runs(on_tick(shown, sent)[shown.charts.figures["loss"]].value)) == 2


def test_page_without_runs_shows_a_hint(tmp_path):
    shown = tab(tmp_path / "absent").runs
    loaded = on_load(shown, request(shown, stored=None))
    opened = on_open(shown, request(shown, loaded[shown.viewing], fingerprint=loaded[shown.fingerprint]))
    assert opened[shown.opened] and state_of(shown, opened)["state"] == "No run yet"
    assert json.loads(opened[shown.listing])["runs"] == [] and opened[shown.details].visible == "hidden"
    assert opened[shown.charts.figures["loss"]].value is None and opened[shown.samples] is None


def test_unknown_names_are_not_followed(tmp_path):
    written(tmp_path / "elsewhere", "a")
    shown = tab(tmp_path / "runs").runs
    shown.context.runs.mkdir()
    for name in ("../elsewhere/a", str(tmp_path / "elsewhere" / "a"), ["a"], None):
        assert on_follow(shown, request(shown), name)[shown.log] == ""
        assert on_compare(shown, request(shown), name)[shown.viewing] == Viewing()


def test_tab_opened_before_the_load_waits_for_it(tmp_path):
    shown = tab(tmp_path).runs
    for name in ("a", "b", "c"):
        written(tmp_path, name, progress(5, 2.0, 1.0))
    assert on_open(shown, request(shown)) == {shown.opened: True}
    assert on_tick(shown, request(shown)) == gr.skip()
    loaded = on_load(shown, request(shown, stored=json.dumps({"name": "b", "compared": ["c"]})))
    update = on_tick(shown, request(shown, loaded[shown.viewing], fingerprint=loaded[shown.fingerprint]))
    assert (
        set(drawn_runs(update[shown.charts.figures["loss"]].value)) == {"b", "c"}
        and "runs/b-again" in update[shown.command]
    )


def test_page_restores_its_viewing_on_a_new_server(tmp_path):
    shown = tab(tmp_path).runs
    for name in ("a", "b", "c"):
        written(tmp_path, name, progress(5, 2.0, 1.0))
    before = Viewing("b", ("c",))
    kept = panel.show(shown, before, request(shown), None)[shown.fingerprint]
    assert on_tick(shown, request(shown, before, fingerprint=kept)) == gr.skip()
    assert on_tick(shown, request(shown, fingerprint=kept))[shown.viewing] == before
    opened = on_open(shown, request(shown, fingerprint=kept))
    assert opened[shown.viewing] == before and "runs/b-again" in opened[shown.command]


def test_loaded_page_says_whether_a_start_waits(tmp_path):
    """After a reload, and in a second browser, the button said "Start training" while a run trained."""
    form, bare = tab(tmp_path)
    shown = replace(bare, start=form.start)
    assert on_load(shown, request(shown))[form.start].value == "Start training"
    written(tmp_path, "a").set_status("running", 3, process=os.getpid())
    loaded = on_load(shown, request(shown))
    assert loaded[form.start].value == "Add to the queue"
    written(tmp_path, "b").set_status("finished", 3)
    Run(tmp_path / "a").set_status("finished", 5)
    ticked = on_tick(shown, request(shown, "a", fingerprint=loaded[shown.fingerprint]))
    assert ticked[form.start].value == "Start training"


def test_start_waits_behind_an_evaluation(tmp_path):
    """The button said "Start training" while an evaluation ran, although the run was queued."""
    form, bare = tab(tmp_path)
    shown = replace(bare, start=form.start)
    before = on_load(shown, request(shown))
    job = new_job(tmp_path / "eval-1", ["compare"])
    job.set_status("running", 3, process=os.getpid())
    assert on_load(shown, request(shown))[form.start].value == "Add to the queue"
    written(tmp_path, "a").set_status("finished", 3)
    ticked = on_tick(shown, request(shown, "a", fingerprint=before[shown.fingerprint]))
    assert ticked[form.start].value == "Add to the queue"
    job.set_status("finished", 3)
    ended = on_tick(shown, request(shown, "a", fingerprint=ticked[shown.fingerprint]))
    assert ended[form.start].value == "Start training" and shown.timer not in ended


def test_another_language_changes_nothing_while_no_run_is_shown(tmp_path):
    """Updates of several handlers are joined by component, so an update that names none broke all of them."""
    panel = tab(tmp_path).runs
    assert on_language(panel, request(panel)) == {}
