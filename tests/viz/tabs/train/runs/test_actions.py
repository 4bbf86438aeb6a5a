import base64
import errno
import json
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import gradio as gr
import pytest

from core.errors import CoreError
from core.jobs.job import new_job
from core.training.run import Run
from tests.viz.tabs.train.made import TINY, request, started, tab, wait_for, written
from tests.viz.tabs.train.runs.test_panel import state_of
from viz.tabs.ownership import claim, refuse_strangers
from viz.tabs.train.context import HOME, SHARED, Context
from viz.tabs.train.form import panel as form
from viz.tabs.train.runs import actions
from viz.tabs.train.runs.panel import BUSY, on_follow, on_tick
from viz.tabs.train.runs.viewing import Viewing

MINE, YOURS = "3" * 64, "5" * 64


def at_home(runs: Path) -> Context:
    return tab(runs).runs.context


def on_space(runs: Path) -> Context:
    return tab(runs, SHARED).runs.context


def owned(runs: Path, monkeypatch) -> Run:
    """A run that I have started on a Space, without a process of its own."""
    monkeypatch.setattr(Run, "spawn", lambda run: 7)
    return form.start_run(on_space(runs), TINY, MINE)


# A real run


def test_crashed_run_is_resumed_and_stopped_while_another_waits(tmp_path):
    endless, panel = dict(TINY, max_steps=100_000, validate_every=100_000), tab(tmp_path).runs
    started(tmp_path, endless)
    run, second = Run(tmp_path / "copy-7"), Run(tmp_path / "copy-8")
    try:
        waits = started(tmp_path, dict(endless, name="copy-8"))
        assert waits[panel.viewing] == Viewing("copy-8") and second.status().state == "queued"
        assert state_of(panel, waits)["message"] == "Number 1 in the queue: starts automatically after “copy-7”."
        assert (waits[panel.buttons.stop].value, waits[panel.buttons.stop].visible) == ("Leave the queue", True)
        assert not waits[panel.buttons.resume].visible
        left = actions.on_stop(panel, request(panel, "copy-8"))
        assert state_of(panel, left)["state"] == "not started" and left[panel.buttons.resume].visible

        wait_for(tmp_path, "copy-7", "running")
        update = on_follow(panel, request(panel), "copy-7")
        assert update[panel.buttons.stop].value == "Stop" and update[panel.buttons.stop].interactive
        assert not update[panel.buttons.resume].visible
        os.kill(run.status().process, signal.SIGKILL)
        wait_for(tmp_path, "copy-7", "crashed")
        run.log_path.write_text("Traceback: <b>memory</b>\n")
        crashed = on_tick(panel, request(panel, "copy-7", fingerprint=update[panel.fingerprint]))
        state = state_of(panel, crashed)
        assert (state["tone"], state["state"], state["log"]) == ("wrong", "crashed", "Traceback: <b>memory</b>")
        assert crashed[panel.buttons.resume].visible and not crashed[panel.buttons.stop].visible
        assert crashed[panel.finished].startswith("copy-7")

        again = actions.on_resume(panel, request(panel, "copy-7"))
        assert state_of(panel, again)["state"] == "starting" and again[panel.timer].value == BUSY
        wait_for(tmp_path, "copy-7", "running")
        while not any(event["event"] == "progress" for event in run.events()):
            time.sleep(0.05)  # a stop before the first step leaves no model
        stopping = actions.on_stop(panel, request(panel, "copy-7"))
        assert (
            state_of(panel, stopping)["state"] in ("stopping", "stopped")
            and not stopping[panel.buttons.stop].interactive
        )
        wait_for(tmp_path, "copy-7", "stopped")
        stopped = on_tick(panel, request(panel, "copy-7", fingerprint=stopping[panel.fingerprint]))
        assert stopped[panel.finished].startswith("copy-7") and run.checkpoint.is_dir()
    finally:
        run.request_stop()
        second.request_stop()


# Names


def test_renamed_run_is_still_shown(tmp_path):
    run, panel = written(tmp_path, "a"), tab(tmp_path).runs
    written(tmp_path, "b")
    update = actions.on_rename(panel, request(panel, Viewing("a", ("b",))), "a", "night-7")
    assert update[panel.viewing] == Viewing("night-7", ("b",)) and not run.folder.exists()
    assert update[panel.moved].startswith("run/a run/night-7 ")
    update = actions.on_rename(panel, request(panel, update[panel.viewing]), "b", "day-7")
    assert update[panel.viewing] == Viewing("night-7", ("day-7",))
    for name in ("night-7", "../up", "", "x" * 65, None, 7):
        with pytest.raises(gr.Error):
            actions.on_rename(panel, request(panel, update[panel.viewing]), "day-7", name)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["day-7", "night-7"]


def test_next_run_is_followed_after_a_deletion(tmp_path):
    panel = tab(tmp_path).runs
    written(tmp_path, "a")
    written(tmp_path, "b")
    update = actions.on_delete(panel, request(panel, Viewing("a", ("b",))), "a")
    assert update[panel.viewing] == Viewing("b") and not (tmp_path / "a").exists()
    assert update[panel.moved].startswith("run/a - ")
    last = actions.on_delete(panel, request(panel, update[panel.viewing]), "b")
    assert state_of(panel, last)["state"] == "No run yet"
    assert last[panel.charts.figures["loss"]].value is None and last[panel.samples] is None
    assert not any(last[button].visible for button in (panel.buttons.stop, panel.buttons.resume, panel.buttons.save))


def test_running_run_is_neither_renamed_nor_deleted(tmp_path):
    run, panel = written(tmp_path, "a"), tab(tmp_path).runs
    run.set_status("running", 1, process=1)
    with pytest.raises(gr.Error, match="being trained"):
        actions.on_rename(panel, request(panel, "a"), "a", "b")
    with pytest.raises(gr.Error, match="being trained"):
        actions.on_delete(panel, request(panel, "a"), "a")
    assert run.config_path.is_file()


def test_failed_deletion_is_reported_with_its_reason(tmp_path, monkeypatch):
    def refuse(run: Run) -> None:
        raise PermissionError(13, "Permission denied")

    panel = tab(tmp_path).runs
    written(tmp_path, "a")
    monkeypatch.setattr(actions, "delete_run", refuse)
    with pytest.raises(gr.Error, match="“a” was not removed: Permission denied"):
        actions.on_delete(panel, request(panel, "a"), "a")


def test_actions_refuse_unknown_names(tmp_path):
    written(tmp_path / "elsewhere", "a")
    panel = tab(tmp_path / "runs").runs
    panel.context.runs.mkdir()
    for name in ("../elsewhere/a", str(tmp_path / "elsewhere" / "a"), ["a"], None):
        sent = request(panel, Viewing(name))
        for action in (actions.on_stop, actions.on_resume, actions.on_save):
            with pytest.raises(gr.Error, match="no longer exists"):
                action(panel, sent)
        with pytest.raises(gr.Error, match="no longer exists"):
            actions.on_rename(panel, request(panel), name, "b")
        with pytest.raises(gr.Error, match="no longer exists"):
            actions.on_delete(panel, request(panel), name)
    left = sorted(path.name for path in (tmp_path / "elsewhere" / "a").iterdir())
    assert left == ["config.json", "events.jsonl"]


def test_finished_run_is_not_resumed(tmp_path):
    panel = tab(tmp_path).runs
    written(tmp_path, "a").set_status("finished", 1000, "max_steps")
    with pytest.raises(gr.Error, match="all its steps"):
        actions.on_resume(panel, request(panel, "a"))


@pytest.mark.parametrize(
    ("action", "replaced"), [("stop", "stop_job"), ("resume", "enqueue"), ("rename", "rename_run")]
)
def test_full_disk_is_reported(tmp_path, monkeypatch, action, replaced):
    panel = tab(tmp_path).runs
    written(tmp_path, "a").set_status("stopped", 1)
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr(actions, replaced, lambda *_: (_ for _ in ()).throw(full))
    more = ("a", "b") if action == "rename" else ()
    with pytest.raises(gr.Error, match="No space left on device"):
        getattr(actions, f"on_{action}")(panel, request(panel, "a"), *more)


# Owners


def test_space_lets_only_the_owner_stop_and_resume(tmp_path, monkeypatch):
    run, panel = owned(tmp_path, monkeypatch), tab(tmp_path, SHARED).runs
    run.set_status("running", 1)
    for stranger in (YOURS, "", None, 7, "3" * 31, MINE + "3"):
        with pytest.raises(gr.Error, match="Only the visitor who started “copy-7”"):
            actions.on_stop(panel, request(panel, "copy-7", visitor=stranger))
    assert not run.stop_requested()
    actions.on_stop(panel, request(panel, "copy-7", visitor=MINE))
    assert run.stop_requested()

    run.set_status("stopped", 1)
    with pytest.raises(gr.Error, match="Only the visitor"):
        actions.on_resume(panel, request(panel, "copy-7", visitor=YOURS))
    actions.on_resume(panel, request(panel, "copy-7", visitor=MINE))


def test_space_lets_only_the_owner_rename_and_delete(tmp_path, monkeypatch):
    run, panel = owned(tmp_path, monkeypatch), tab(tmp_path, SHARED).runs
    run.set_status("stopped", 1)
    for stranger in (YOURS, "", None):
        sent = request(panel, "copy-7", visitor=stranger)
        with pytest.raises(gr.Error, match="Only the visitor who started “copy-7”"):
            actions.on_rename(panel, sent, "copy-7", "mine")
        with pytest.raises(gr.Error, match="Only the visitor who started “copy-7”"):
            actions.on_delete(panel, sent, "copy-7")
    actions.on_rename(panel, request(panel, "copy-7", visitor=MINE), "copy-7", "mine")
    with pytest.raises(gr.Error, match="Only the visitor who started “mine”"):
        actions.on_delete(panel, request(panel, "mine", visitor=YOURS), "mine")
    actions.on_delete(panel, request(panel, "mine", visitor=MINE), "mine")
    assert not (tmp_path / "mine").exists()


def test_space_refuses_a_second_training(tmp_path, monkeypatch):
    owned(tmp_path, monkeypatch).set_status("running", 1)
    anyone = replace(on_space(tmp_path), limits=replace(SHARED, owned=False))
    for refused in (
        lambda: form.start_run(on_space(tmp_path), dict(TINY, name="copy-8"), YOURS),
        lambda: actions.resume_run(anyone, written(tmp_path, "copy-9")),
    ):
        with pytest.raises(CoreError, match="“copy-7” is running right now"):
            refused()
    assert not (tmp_path / "copy-8").exists()


def test_space_refuses_a_training_beside_an_evaluation(tmp_path, monkeypatch):
    """The page looked at trainings only, and queued what it should have refused."""
    owned(tmp_path, monkeypatch).set_status("stopped", 1)
    new_job(tmp_path / "eval-1", ["evaluate"]).set_status("running", 1)
    with pytest.raises(CoreError, match="“eval-1” is running right now"):
        form.start_run(on_space(tmp_path), dict(TINY, name="copy-8"), YOURS)
    assert not (tmp_path / "copy-8").exists()


def test_run_folder_does_not_hold_the_secret(tmp_path, monkeypatch):
    run = owned(tmp_path, monkeypatch)
    written_down = "".join(path.read_text() for path in run.folder.rglob("*") if path.is_file())
    assert MINE not in written_down
    with pytest.raises(CoreError):
        refuse_strangers(run, (run.folder / "owner").read_text().strip())


def test_run_without_an_owner_refuses_everyone(tmp_path):
    run = written(tmp_path, "a")
    for secret in ("", MINE):
        with pytest.raises(CoreError, match="started “a”"):
            refuse_strangers(run, secret)
    claim(run, "")
    with pytest.raises(CoreError):
        refuse_strangers(run, "")


def test_anyone_stops_a_run_at_home(tmp_path):
    run, panel = written(tmp_path, "a"), tab(tmp_path).runs
    run.set_status("running", 1)
    actions.on_stop(panel, request(panel, "a", visitor=YOURS))
    assert run.stop_requested()


def test_time_limit_of_a_space_survives_a_resume(tmp_path, monkeypatch):
    for module in (form, actions):
        monkeypatch.setattr(module, "enqueue", lambda run: None)
    run = form.start_run(on_space(tmp_path), dict(TINY, name="mine"), MINE)
    assert run.read_config().training.max_minutes == SHARED.max_minutes == 10
    run.set_status("stopped", 1, "stopped")
    actions.resume_run(on_space(tmp_path), run)
    assert run.read_config().training.max_minutes == 10
    free = form.start_run(at_home(tmp_path), dict(TINY, name="free"), MINE)
    assert free.read_config().training.max_minutes is None and HOME.max_minutes is None


def test_all_runs_are_saved_as_table_and_event_files(tmp_path):
    shown = tab(tmp_path).runs
    for name in ("a", "b"):
        written(tmp_path, name, {"event": "progress", "step": 3, "plain_loss": 2.0})
    table = json.loads(actions.on_save_all(shown, "csv"))
    assert table["name"] == "runs.csv" and {line.split(",")[0] for line in table["text"].splitlines()} == {
        "run",
        "a",
        "b",
    }
    packed = json.loads(actions.on_save_all(shown, "tensorboard"))
    assert packed["name"] == "runs-tensorboard.zip" and base64.b64decode(packed["base64"])[:2] == b"PK"


def test_missing_package_for_event_files_is_a_message(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboardX.record_writer", None)
    with pytest.raises(gr.Error, match="pip install tensorboardX"):
        actions.on_save_all(tab(tmp_path).runs, "tensorboard")
