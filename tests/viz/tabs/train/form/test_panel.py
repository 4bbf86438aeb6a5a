import errno
import json
import os

import gradio as gr
import pytest

from tests.viz.tabs.train.made import TINY, charts, filled, started, tab, table, upload, written
from viz.tabs.train.context import HOME, Limits
from viz.tabs.train.form import panel
from viz.tabs.train.form.fields import DEFAULTS, MODEL_FIELDS, TEXT_TRAINING, TRAINING_FIELDS, Fields
from viz.tabs.train.form.panel import fill_in, on_source, on_start


def starting(runs, fields: Fields, limits: Limits = HOME) -> list[dict | None]:
    """The panels of findings that a start shows, one after the other."""
    form, followed = tab(runs, limits)
    sent = {**filled(form, fields), **charts(followed), followed.visitor: ""}
    for updates in on_start(form, followed, sent):
        packed = updates[form.preflight.findings]
        yield packed and json.loads(packed)


# Sources


def test_change_from_task_to_file_fills_in_settings_for_text(tmp_path):
    form = tab(tmp_path).form
    chosen = dict(DEFAULTS, source="own_file", corpus="3am-en-zh", hub="someone/talks", name="reverse-1")
    updates = on_source(form, filled(form, chosen, suggested="reverse-1"))
    columns = (form.data.corpus.column, form.data.hub.column, form.data.upload.column)
    assert [updates[column].visible for column in columns] == [False, False, True]
    assert updates[form.settings.preset] == "tiny"
    assert updates[form.name.name] == updates[form.name.suggested] == "run-1"
    assert updates[form.fields["vocab_size"]] == 8000
    assert updates[form.fields["max_steps"]] == TEXT_TRAINING.max_steps


def test_change_of_the_source_keeps_what_was_typed(tmp_path):
    """A warm-up of 77 and 123 steps became 500 and 2,000 without a word."""
    form = tab(tmp_path).form
    chosen = dict(DEFAULTS, source="corpus", corpus="3am-en-zh", name="my-own", max_steps=123, warmup_steps=77)
    updates = on_source(form, filled(form, chosen))
    assert updates[form.data.corpus.column].visible
    kept = {form.fields[name] for name in ("max_steps", "warmup_steps")} | {form.name.name, form.name.suggested}
    assert kept.isdisjoint(updates) and updates[form.fields["tokens_per_batch"]] == 4096
    on_hub = dict(DEFAULTS, source="hub", hub="someone/talks", name="run-1")
    updates = on_source(form, filled(form, on_hub))
    assert updates[form.data.hub.column].visible and updates[form.name.name] == "talks-1"


def test_size_of_an_upload_decides_its_settings(tmp_path):
    form = tab(tmp_path).form
    chosen = dict(upload(table(tmp_path / "a.tsv", 300)), **{name: DEFAULTS[name] for name in MODEL_FIELDS})
    chosen |= {name: DEFAULTS[name] for name in TRAINING_FIELDS}
    updates = fill_in(form, filled(form, chosen))
    assert updates[form.fields["max_steps"]] == 200 and updates[form.fields["dropout"]] == 0.3
    assert form.settings.preset not in updates  # it stays the smallest


def test_chosen_steps_are_kept_each_time_the_form_is_filled_in(tmp_path):
    """The second time, the chosen number was taken for a suggestion and replaced by the next one."""
    form = tab(tmp_path).form
    sent = filled(form, dict(DEFAULTS, source="copy", max_steps=123))
    for _ in range(3):
        updates = fill_in(form, sent)
        assert form.fields["max_steps"] not in updates
        sent = {**sent, **updates}
    assert sent[form.fields["warmup_steps"]] == 61


# Starting


def test_start_shows_warnings_and_starts_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(panel, "enqueue", lambda run: None)
    (shown,) = starting(tmp_path, TINY)  # the miniature form has 10 steps
    assert shown["title"].startswith("Started.") and "steps is not over" in shown["cautions"][0]
    assert list(starting(tmp_path, dict(TINY, max_steps=1000, name="copy-8"))) == [None]


def test_start_behind_another_run_shows_the_place_in_the_queue(tmp_path, monkeypatch):
    """It said "Started." of a run that waited."""
    monkeypatch.setattr(panel, "enqueue", lambda run: run.set_status("queued", 0))
    (shown,) = starting(tmp_path, dict(TINY, max_steps=1000))
    assert (shown["title"], shown["cautions"]) == ("Queued as number 1.", [])
    (shown,) = starting(tmp_path, dict(TINY, name="copy-8"))
    assert shown["title"] == "Queued as number 2." and "steps is not over" in shown["cautions"][0]


def test_start_from_a_file_shows_progress_then_the_refusal(tmp_path, monkeypatch):
    monkeypatch.setattr(panel, "enqueue", lambda run: None)
    runs, asked = tmp_path / "runs", upload(table(tmp_path / "a.tsv", 101), name="bad name")
    shown = starting(runs, asked)
    assert next(shown)["busy"]
    left = next(shown)
    assert not left["busy"] and "'bad name'" in left["cautions"][0]
    with pytest.raises(gr.Error, match="bad name"):
        next(shown)
    form = tab(runs).form
    updates = started(runs, dict(asked, name="b"))
    assert updates[form.name.name] == updates[form.name.suggested] == "b-1"


def test_full_disk_at_the_start_stays_in_the_panel(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(panel, "start_run", full)
    shown = starting(tmp_path, TINY)
    assert "No space left on device" in next(shown)["cautions"][0]  # it stays when the toast has gone
    with pytest.raises(gr.Error, match="No space left on device"):
        next(shown)


@pytest.mark.parametrize("name", ["../x", "..", ".", "", "a/b", "/tmp/x", "a/", "-a", "a b", "a\0", "x" * 65, None, 7])
def test_name_that_is_not_a_folder_name_is_refused(tmp_path, name):
    runs = tmp_path / "runs"
    with pytest.raises(gr.Error):
        started(runs, dict(TINY, name=name))
    assert list(tmp_path.rglob("*")) == []


def test_taken_name_is_refused_and_the_run_stays(tmp_path):
    written(tmp_path, "copy-7")
    before = (tmp_path / "copy-7" / "config.json").read_text()
    with pytest.raises(gr.Error, match="copy-7"):
        started(tmp_path)
    assert (tmp_path / "copy-7" / "config.json").read_text() == before


def test_folder_without_a_run_is_neither_used_nor_removed(tmp_path):
    (tmp_path / "copy-7" / "data").mkdir(parents=True)
    with pytest.raises(gr.Error, match="already exists"):
        started(tmp_path)
    assert [path.name for path in (tmp_path / "copy-7").iterdir()] == ["data"]
