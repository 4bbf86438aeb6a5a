import errno
import json
import os
import signal
import time
from pathlib import Path

import gradio as gr
import pytest

from core.training.run import Run
from core.training.status import ACTIVE
from tests.viz.tabs.train.made import TINY, progress, started, wait_for, written
from viz.components.figure import unpack
from viz.tabs.train import curves, form_handlers, run_handlers, standing, starting
from viz.tabs.train.follow import Viewing
from viz.tabs.train.form import HOME
from viz.tabs.train.run_handlers import BUSY, IDLE, Followed

COPY = Viewing("copy-7")
AT_HAND = (COPY, "accuracy", "en")


def newest(shown: list[Followed], part: str) -> object:
    """What stands on the page: the last value that was not skipped."""
    return next(value for update in reversed(shown) if (value := getattr(update, part)) != gr.skip())


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[Path, list[Followed]]:
    """A real miniature training to its end, and what the page showed meanwhile, once a look."""
    runs = tmp_path_factory.mktemp("runs")
    shown = [started(runs, TINY._replace(label_smoothing=0.1))]
    try:
        until = time.monotonic() + 120
        while Run(runs / "copy-7").status().state in ACTIVE or not isinstance(shown[-1].finished, str):
            assert time.monotonic() < until, Run(runs / "copy-7").log_tail()
            time.sleep(0.2)
            update = run_handlers.on_tick(runs, COPY, "accuracy", "en", shown[-1].look, True)
            if isinstance(update, list):
                shown.append(Followed(*update))
    finally:
        Run(runs / "copy-7").request_stop()
    return runs, shown


# A real run


def test_a_run_is_followed_from_its_start_to_its_checkpoint(finished):
    runs, shown = finished
    states = [json.loads(update.state)["state"] for update in shown]
    assert states[0] == "starting" and states[-1] == "finished"
    last = json.loads(shown[-1].state)
    assert (
        last["summary"] == "copy-7 · step 10 of 10"
        and last["progress"] == 1.0
        and last["message"].startswith("All steps taken.")
    )
    assert (shown[0].timer.value, newest(shown, "timer").value) == (BUSY, IDLE)
    assert [update.finished for update in shown if isinstance(update.finished, str)] == [shown[-1].finished]
    assert (runs / "copy-7" / "checkpoint" / "model.safetensors").is_file()


def test_the_curves_hold_the_very_numbers_of_the_events(finished):
    runs, shown = finished
    events = Run(runs / "copy-7").events()
    progressed = [event for event in events if event["event"] == "progress"]
    assert [trace["name"] for trace in unpack(newest(shown, "loss"))["data"]] == [
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
        assert unpack(curves.figure([Run(runs / "copy-7")], measure, "en"))["data"]


def test_samples_of_both_validations_are_shown_as_text(finished):
    _, shown = finished
    table = json.loads(newest(shown, "samples"))
    assert [step["label"].split(" · ")[0] for step in table["steps"]] == ["step 5", "step 10"]
    assert len(table["sentences"]) == 3
    assert all(source == reference for source, reference in table["sentences"])  # the task is copy


def test_a_look_does_not_take_back_what_was_chosen_since_it_began(finished):
    runs, shown = finished
    update = Followed(*run_handlers.on_tick(runs, *AT_HAND, shown[0].look, True))
    assert update.viewing == gr.skip()
    gone = Followed(*run_handlers.on_tick(runs, Viewing("gone"), "accuracy", "en", shown[0].look, True))
    assert gone.viewing == COPY


def test_a_new_page_finds_the_run_and_draws_it_when_the_tab_opens(finished):
    runs, shown = finished
    viewing, listing, state, timer, look = run_handlers.on_load(runs, "", "en")
    assert viewing == COPY and timer.value == IDLE and json.loads(listing)["runs"][0]["state"] == "finished"
    assert json.loads(state)["summary"] == "copy-7 · step 10 of 10"  # never "No run yet" beside a list of runs
    opened, *update = run_handlers.on_open(runs, viewing, "accuracy", "en", look)
    assert opened is True and Followed(*update).loss == newest(shown, "loss")
    assert "finished" not in str(Followed(*update).finished)  # it had ended before this page came


def test_nothing_new_is_nothing_to_do(finished):
    runs, shown = finished
    assert run_handlers.on_tick(runs, *AT_HAND, shown[-1].look, True) == gr.skip()
    assert isinstance(run_handlers.on_tick(runs, *AT_HAND, shown[0].look, True), list)


def test_figures_wait_until_the_tab_is_opened(finished):
    runs, shown = finished
    update = Followed(*run_handlers.on_tick(runs, *AT_HAND, shown[0].look, False))
    assert update.loss == gr.skip() and json.loads(update.state)["state"] == "finished"
    drawn = Followed(*run_handlers.on_open(runs, *AT_HAND, update.look)[1:])
    assert drawn.loss == newest(shown, "loss")


def test_the_command_trains_the_same_settings(finished):
    runs, _ = finished
    words = standing.command(Run(runs / "copy-7"), Run(runs / "copy-7").read_config()).split()
    assert words[:6] == ["python", "-m", "core", "train", "--run", "runs/copy-7-again"]
    pairs = dict(zip(words[6::2], words[7::2], strict=True))
    assert (pairs["--task"], pairs["--d-model"], pairs["--max-steps"]) == ("copy", "16", "10")


def test_the_history_that_is_saved_is_that_of_the_checkpoint(finished):
    runs, _ = finished
    saved = json.loads(run_handlers.on_save(runs, COPY, "en"))
    assert saved["name"] == "copy-7-history.csv"
    assert saved["text"] == (runs / "copy-7" / "checkpoint" / "history.csv").read_text()
    assert len(saved["text"].splitlines()) == 11


def test_a_second_start_waits_in_the_queue_and_a_crash_is_shown_and_gone_on_from_and_stopped(tmp_path):
    endless = TINY._replace(max_steps=100_000, validate_every=100_000)
    started(tmp_path, endless)
    run, second = Run(tmp_path / "copy-7"), Run(tmp_path / "copy-8")
    try:
        waits = started(tmp_path, endless._replace(name="copy-8"))
        assert waits.viewing == Viewing("copy-8") and second.status().state == "queued"
        assert json.loads(waits.state)["message"].startswith("Number 1 in the queue: “copy-7” trains first")
        assert (waits.stop.value, waits.stop.visible, waits.go_on.visible) == ("Leave the queue", True, False)
        left = Followed(*run_handlers.on_stop(tmp_path, Viewing("copy-8"), "loss", "en"))
        assert json.loads(left.state)["state"] == "not started" and left.go_on.visible

        wait_for(tmp_path, "copy-7", "running")
        update = Followed(*run_handlers.on_follow(tmp_path, Viewing(), "loss", "en", "copy-7"))
        assert update.stop.value == "Stop" and update.stop.interactive and not update.go_on.visible
        os.kill(run.status().process, signal.SIGKILL)
        wait_for(tmp_path, "copy-7", "crashed")
        run.log_path.write_text("Traceback: <b>memory</b>\n")
        crashed = Followed(*run_handlers.on_tick(tmp_path, COPY, "loss", "en", update.look, True))
        state = json.loads(crashed.state)
        assert (state["tone"], state["state"], state["log"]) == ("wrong", "crashed", "Traceback: <b>memory</b>")
        assert crashed.go_on.visible and not crashed.stop.visible and crashed.finished.startswith("copy-7")

        again = Followed(*run_handlers.on_go_on(tmp_path, COPY, "loss", "en"))
        assert json.loads(again.state)["state"] == "starting" and again.timer.value == BUSY
        wait_for(tmp_path, "copy-7", "running")
        while not any(event["event"] == "progress" for event in run.events()):
            time.sleep(0.05)  # a stop before the first step leaves no model
        stopping = Followed(*run_handlers.on_stop(tmp_path, COPY, "loss", "en"))
        assert json.loads(stopping.state)["state"] in ("stopping", "stopped") and not stopping.stop.interactive
        wait_for(tmp_path, "copy-7", "stopped")
        stopped = Followed(*run_handlers.on_tick(tmp_path, COPY, "loss", "en", stopping.look, True))
        assert stopped.finished.startswith("copy-7") and run.checkpoint.is_dir()
    finally:
        run.request_stop()
        second.request_stop()


# Runs without a process


def test_a_page_starts_what_waits_where_nobody_else_does(tmp_path, monkeypatch):
    started_runs: list[str] = []
    monkeypatch.setattr(Run, "spawn", lambda run: started_runs.append(run.name))
    written(tmp_path, "a").set_status("queued", 0)
    run_handlers.on_load(tmp_path, "", "en")  # the machine has restarted since
    run_handlers.on_tick(tmp_path, Viewing("a"), "loss", "en", None, False)
    assert started_runs == ["a", "a"]


def test_a_reload_finds_what_was_looked_at(tmp_path):
    for name in ("a", "b", "c"):
        written(tmp_path, name)
    kept = json.dumps({"name": "b", "compared": ["c", "gone"]})
    viewing, listing, *_ = run_handlers.on_load(tmp_path, kept, "en")
    assert viewing == Viewing("b", ("c",))
    assert {run["name"] for run in json.loads(listing)["runs"] if run["colour"]} == {"b", "c"}


def test_another_run_is_laid_over_the_followed_one_and_taken_away(tmp_path):
    for name in ("a", "b"):
        written(tmp_path, name, progress(5, 2.0, 1.0))
    over = Followed(*run_handlers.on_compare(tmp_path, Viewing("a"), "perplexity", "en", "b"))
    assert over.viewing == Viewing("a", ("b",))
    assert [trace["name"] for trace in unpack(over.loss)["data"]] == ["a", "b"]
    assert [trace["name"] for trace in unpack(over.measured.value)["data"]] == ["a", "b"]
    alone = Followed(*run_handlers.on_compare(tmp_path, over.viewing, "perplexity", "en", "b"))
    assert alone.viewing == Viewing("a") and len(unpack(alone.loss)["data"]) == 1


def test_what_a_compared_run_writes_is_drawn_too(tmp_path):
    written(tmp_path, "a", progress(5, 2.0, 1.0))
    other = written(tmp_path, "b", progress(5, 2.0, 1.0))
    viewing = Viewing("a", ("b",))
    look = Followed(*run_handlers.on_compare(tmp_path, Viewing("a"), "loss", "en", "b")).look
    assert run_handlers.on_tick(tmp_path, viewing, "loss", "en", look, True) == gr.skip()
    other.append(progress(10, 1.0, 2.0))
    update = Followed(*run_handlers.on_tick(tmp_path, viewing, "loss", "en", look, True))
    assert len(unpack(update.loss)["data"]) == 2


def test_a_run_gets_another_name_and_stays_what_is_looked_at(tmp_path):
    run = written(tmp_path, "a", progress(5, 2.0, 1.0))
    written(tmp_path, "b")
    rename = run_handlers.on_rename
    update = Followed(*rename(tmp_path, Viewing("a", ("b",)), "loss", "en", "", "a", "night-7"))
    assert update.viewing == Viewing("night-7", ("b",)) and not run.folder.exists()
    update = Followed(*rename(tmp_path, update.viewing, "loss", "en", "", "b", "day-7"))
    assert update.viewing == Viewing("night-7", ("day-7",))
    for name in ("night-7", "../up", "", "x" * 65, None, 7):
        with pytest.raises(gr.Error):
            rename(tmp_path, update.viewing, "loss", "en", "", "day-7", name)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["day-7", "night-7"]


def test_a_run_is_deleted_and_the_next_one_is_followed(tmp_path):
    written(tmp_path, "a")
    written(tmp_path, "b")
    update = Followed(*run_handlers.on_delete(tmp_path, Viewing("a", ("b",)), "loss", "en", "", "a"))
    assert update.viewing == Viewing("b") and not (tmp_path / "a").exists()
    last = Followed(*run_handlers.on_delete(tmp_path, update.viewing, "loss", "en", "", "b"))
    assert json.loads(last.state)["state"] == "No run yet" and last.loss is None and last.samples is None
    assert not last.stop.visible and not last.go_on.visible and not last.save.visible


def test_a_run_at_work_is_neither_renamed_nor_deleted(tmp_path):
    run = written(tmp_path, "a")
    run.set_status("running", 1, process=1)
    with pytest.raises(gr.Error, match="being trained"):
        run_handlers.on_rename(tmp_path, Viewing("a"), "loss", "en", "", "a", "b")
    with pytest.raises(gr.Error, match="being trained"):
        run_handlers.on_delete(tmp_path, Viewing("a"), "loss", "en", "", "a")
    assert run.config_path.is_file()


def test_a_run_that_cannot_be_removed_says_why(tmp_path, monkeypatch):
    def refuse(run: Run) -> None:
        raise PermissionError(13, "Permission denied")

    written(tmp_path, "a")
    monkeypatch.setattr(run_handlers, "delete_run", refuse)
    with pytest.raises(gr.Error, match="“a” was not removed: Permission denied"):
        run_handlers.on_delete(tmp_path, Viewing("a"), "loss", "en", "", "a")


def test_a_page_without_runs_says_so(tmp_path):
    viewing, *_, look = run_handlers.on_load(tmp_path / "absent", None, "en")
    opened, *update = run_handlers.on_open(tmp_path / "absent", viewing, "loss", "en", look)
    shown = Followed(*update)
    assert opened and json.loads(shown.state)["state"] == "No run yet" and json.loads(shown.listing)["runs"] == []
    assert shown.details.visible == "hidden" and shown.loss is None and shown.samples is None


# What a client sends


def test_a_run_that_a_client_makes_up_is_not_looked_for(tmp_path):
    written(tmp_path / "elsewhere", "a")
    runs = tmp_path / "runs"
    runs.mkdir()
    for name in ("../elsewhere/a", str(tmp_path / "elsewhere" / "a"), ["a"], None):
        viewing = Viewing(name)
        assert Followed(*run_handlers.on_follow(runs, Viewing(), "loss", "en", name)).log == ""
        assert Followed(*run_handlers.on_compare(runs, Viewing(), "loss", "en", name)).viewing == Viewing()
        for refused in (
            lambda viewing=viewing: run_handlers.on_stop(runs, viewing, "loss", "en"),
            lambda viewing=viewing: run_handlers.on_go_on(runs, viewing, "loss", "en"),
            lambda viewing=viewing: run_handlers.on_save(runs, viewing, "en"),
            lambda name=name: run_handlers.on_rename(runs, Viewing(), "loss", "en", "", name, "b"),
            lambda name=name: run_handlers.on_delete(runs, Viewing(), "loss", "en", "", name),
        ):
            with pytest.raises(gr.Error, match="no longer there"):
                refused()
    left = sorted(path.name for path in (tmp_path / "elsewhere" / "a").iterdir())
    assert left == ["config.json", "events.jsonl"]


def test_a_finished_run_does_not_go_on(tmp_path):
    written(tmp_path, "a").set_status("finished", 1000, "max_steps")
    with pytest.raises(gr.Error, match="all its steps"):
        run_handlers.on_go_on(tmp_path, Viewing("a"), "loss", "en")


def test_a_place_that_became_free_is_filled_also_while_another_run_trains(tmp_path, monkeypatch):
    written(tmp_path, "a").set_status("running", 3, process=os.getpid())
    written(tmp_path, "b").set_status("queued", 0)
    asked = []
    monkeypatch.setattr(run_handlers, "start_waiting", asked.append)
    run_handlers.on_tick(tmp_path, Viewing("a"), "loss", "en", None, True)
    assert asked == [tmp_path]


@pytest.mark.parametrize("handler", ["on_stop", "on_go_on", "on_rename"])
def test_a_full_disk_is_told_in_words(tmp_path, monkeypatch, handler):
    written(tmp_path, "a")
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    for module, name in ((run_handlers, "stop_run"), (run_handlers, "rename_run"), (starting, "resume_run")):
        monkeypatch.setattr(module, name, lambda *_, **__: (_ for _ in ()).throw(full))
    more = ("", "a", "b") if handler == "on_rename" else ("",)
    with pytest.raises(gr.Error, match="No space left on device"):
        getattr(run_handlers, handler)(tmp_path, Viewing("a"), "loss", "en", *more)


def test_a_full_disk_at_the_start_leaves_no_panel_that_waits(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(starting, "start_run", full)
    answers = form_handlers.on_start(tmp_path, HOME, *TINY.data, "loss", "en", "")
    assert "No space left on device" in next(answers)[2]  # it stays when the toast has gone
    with pytest.raises(gr.Error, match="No space left on device"):
        next(answers)
    monkeypatch.setattr(form_handlers, "check_form", full)
    assert "No space left on device" in [*form_handlers.on_check(tmp_path, HOME, *TINY.data, "en")][-1]


def test_a_tab_that_is_opened_before_the_page_is_known_waits_for_what_it_looked_at(tmp_path):
    for name in ("a", "b", "c"):
        written(tmp_path, name, progress(5, 2.0, 1.0))
    opened, *nothing = run_handlers.on_open(tmp_path, Viewing(), "loss", "en", "")
    assert opened is True and all(update == gr.skip() for update in nothing)
    assert run_handlers.on_tick(tmp_path, Viewing(), "loss", "en", "", True) == gr.skip()
    kept = json.dumps({"name": "b", "compared": ["c"]})
    viewing, *_, look = run_handlers.on_load(tmp_path, kept, "en")
    shown = Followed(*run_handlers.on_tick(tmp_path, viewing, "loss", "en", look, True))
    assert {trace["name"] for trace in unpack(shown.loss)["data"]} == {"b", "c"} and "runs/b-again" in shown.command


def test_a_server_that_has_begun_anew_is_told_by_the_page_what_it_looks_at(tmp_path):
    for name in ("a", "b", "c"):
        written(tmp_path, name, progress(5, 2.0, 1.0))
    before = Viewing("b", ("c",))
    look = Followed(*run_handlers.show(tmp_path, before, "loss", "en", None)).look
    assert run_handlers.on_tick(tmp_path, before, "loss", "en", look, True) == gr.skip()
    assert Followed(*run_handlers.on_tick(tmp_path, Viewing(), "loss", "en", look, True)).viewing == before
    opened = Followed(*run_handlers.on_open(tmp_path, Viewing(), "loss", "en", look)[1:])
    assert opened.viewing == before and "runs/b-again" in opened.command
