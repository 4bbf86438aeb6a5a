import errno
import json
import os

import gradio as gr
import pytest

from tests.viz.tabs.train.made import TINY, filled, started, tab, table, upload, written
from viz.tabs.train.context import HOME, Limits
from viz.tabs.train.form import panel
from viz.tabs.train.form.fields import MODEL_FIELDS, TEXT_TRAINING, TRAINING_FIELDS, Fields
from viz.tabs.train.form.panel import on_form_load, on_source, on_start


def starting(runs, fields: Fields, limits: Limits = HOME) -> list[dict | None]:
    """The panels of findings that a start shows, one after the other."""
    form, followed = tab(runs, limits)
    sent = {**filled(form, fields), followed.measure: "loss", followed.visitor: ""}
    for updates in on_start(form, followed, sent):
        packed = updates[form.preflight.findings]
        yield packed and json.loads(packed)


# Sources


def test_change_from_task_to_file_fills_in_settings_for_text(tmp_path):
    form = tab(tmp_path).form
    chosen = dict(TINY, source="file", corpus="3am-en-zh", hub="someone/talks", name="reverse-1")
    updates = on_source(form, filled(form, chosen, suggested="reverse-1", for_text=False))
    columns = (form.data.corpus.column, form.data.hub.column, form.data.upload.column)
    assert [updates[column].visible for column in columns] == [False, False, True]
    assert updates[form.settings.preset] == "tiny" and updates[form.settings.for_text] is True
    assert updates[form.name.name] == updates[form.name.suggested] == "run-1"
    assert updates[form.fields["vocab_size"]] == 8000
    assert updates[form.fields["max_steps"]] == TEXT_TRAINING.max_steps
    assert all(form.fields[name] in updates for name in (*MODEL_FIELDS, *TRAINING_FIELDS))


def test_change_between_text_sources_keeps_settings_and_a_written_name(tmp_path):
    form = tab(tmp_path).form
    chosen = dict(TINY, source="corpus", corpus="3am-en-zh", name="my-own")
    updates = on_source(form, filled(form, chosen, for_text=True))
    assert updates[form.data.corpus.column].visible and updates[form.settings.for_text] is True
    unchanged = {form.settings.preset, *form.settings.fields.values(), form.name.name, form.name.suggested}
    assert unchanged.isdisjoint(updates)
    on_hub = dict(TINY, source="hub", hub="someone/talks", name="run-1")
    updates = on_source(form, filled(form, on_hub, for_text=True))
    assert updates[form.data.hub.column].visible and updates[form.name.name] == "talks-1"


def test_new_page_suggests_a_free_name(tmp_path):
    form = tab(tmp_path).form
    written(tmp_path, "copy-1")
    for source, name in (("copy", "copy-2"), ("corpus", "3am-en-zh-1")):
        updates = on_form_load(form, filled(form, dict(TINY, source=source, corpus="3am-en-zh", hub="")))
        assert updates == {form.name.name: name, form.name.suggested: name}


# Starting


def test_start_shows_warnings_and_starts_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(panel, "enqueue", lambda run: None)
    (shown,) = starting(tmp_path, TINY)  # the miniature form has 10 steps
    assert shown["title"].startswith("Started.") and "steps is not over" in shown["cautions"][0]
    assert list(starting(tmp_path, dict(TINY, max_steps=1000, name="copy-8"))) == [None]


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
