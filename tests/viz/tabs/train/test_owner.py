from dataclasses import replace
from pathlib import Path

import gradio as gr
import pytest

from core.errors import CoreError
from core.training.run import Run
from tests.viz.tabs.train.made import TINY, written
from viz.tabs.train import owner, run_handlers, starting
from viz.tabs.train.follow import Viewing
from viz.tabs.train.form import HOME, SPACE

MINE, YOURS = "3" * 64, "5" * 64


def owned(runs: Path, monkeypatch) -> Run:
    """A run that I have started on a Space, without a process of its own."""
    monkeypatch.setattr(Run, "spawn", lambda run: 7)
    return starting.start_run(runs, SPACE, TINY, MINE)


COPY = (Viewing("copy-7"), "loss", "en")


def test_on_a_space_only_who_started_a_run_stops_it_and_goes_on_with_it(tmp_path, monkeypatch):
    run = owned(tmp_path, monkeypatch)
    run.set_status("running", 1)
    for stranger in (YOURS, "", None, 7, "3" * 31, MINE + "3"):
        with pytest.raises(gr.Error, match="Only the visitor who started “copy-7”"):
            run_handlers.on_stop(tmp_path, *COPY, stranger, limits=SPACE)
    assert not run.stop_requested()
    run_handlers.on_stop(tmp_path, *COPY, MINE, limits=SPACE)
    assert run.stop_requested()

    run.set_status("stopped", 1)
    with pytest.raises(gr.Error, match="Only the visitor"):
        run_handlers.on_go_on(tmp_path, *COPY, YOURS, limits=SPACE)
    run_handlers.on_go_on(tmp_path, *COPY, MINE, limits=SPACE)


def test_on_a_space_only_who_started_a_run_renames_and_deletes_it_whatever_its_name(tmp_path, monkeypatch):
    run = owned(tmp_path, monkeypatch)
    run.set_status("stopped", 1)
    for stranger in (YOURS, "", None):
        with pytest.raises(gr.Error, match="Only the visitor who started “copy-7”"):
            run_handlers.on_rename(tmp_path, *COPY, stranger, "copy-7", "mine", limits=SPACE)
        with pytest.raises(gr.Error, match="Only the visitor who started “copy-7”"):
            run_handlers.on_delete(tmp_path, *COPY, stranger, "copy-7", limits=SPACE)
    run_handlers.on_rename(tmp_path, *COPY, MINE, "copy-7", "mine", limits=SPACE)
    with pytest.raises(gr.Error, match="Only the visitor who started “mine”"):
        run_handlers.on_delete(tmp_path, *COPY, YOURS, "mine", limits=SPACE)
    run_handlers.on_delete(tmp_path, *COPY, MINE, "mine", limits=SPACE)
    assert not (tmp_path / "mine").exists()


def test_on_a_space_a_second_training_is_refused_and_does_not_wait(tmp_path, monkeypatch):
    owned(tmp_path, monkeypatch).set_status("running", 1)
    for refused in (
        lambda: starting.start_run(tmp_path, SPACE, TINY._replace(name="copy-8"), YOURS),
        lambda: starting.resume_run(tmp_path, replace(SPACE, owned=False), written(tmp_path, "copy-9")),
    ):
        with pytest.raises(CoreError, match="copy-7 is being trained"):
            refused()
    assert not (tmp_path / "copy-8").exists()


def test_the_run_folder_does_not_give_the_owner_away(tmp_path, monkeypatch):
    run = owned(tmp_path, monkeypatch)
    written_down = "".join(path.read_text() for path in run.folder.rglob("*") if path.is_file())
    assert MINE not in written_down
    with pytest.raises(CoreError):
        owner.refuse_strangers(run, (run.folder / "owner").read_text().strip())


def test_a_run_without_an_owner_or_of_a_browser_without_a_secret_is_stopped_by_nobody_on_a_space(tmp_path):
    run = written(tmp_path, "a")
    for secret in ("", MINE):
        with pytest.raises(CoreError, match="started a"):
            owner.refuse_strangers(run, secret)
    owner.claim(run, "")
    with pytest.raises(CoreError):
        owner.refuse_strangers(run, "")


def test_at_home_anyone_stops_a_run(tmp_path):
    run = written(tmp_path, "a")
    run.set_status("running", 1)
    run_handlers.on_stop(tmp_path, Viewing("a"), "loss", "en", YOURS)
    assert run.stop_requested()


def test_a_spaces_limit_of_time_is_a_setting_of_the_run_which_going_on_keeps(tmp_path, monkeypatch):
    monkeypatch.setattr(starting, "enqueue", lambda run: None)
    run = starting.start_run(tmp_path, SPACE, TINY._replace(name="mine"), MINE)
    assert run.read_config().training.max_minutes == SPACE.max_minutes == 10
    run.set_status("stopped", 1, "stopped")
    starting.resume_run(tmp_path, SPACE, run, MINE)
    assert run.read_config().training.max_minutes == 10
    free = starting.start_run(tmp_path, HOME, TINY._replace(name="free"), MINE)
    assert free.read_config().training.max_minutes is None
