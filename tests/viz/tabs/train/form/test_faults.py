"""Faults of a form: all at once, each with its field and the value that mends it."""

import json

import gradio as gr
import pytest

from tests.viz.tabs.train.made import TINY, filled, tab, table, upload
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.form.faults import form_faults
from viz.tabs.train.form.fields import Fields
from viz.tabs.train.form.panel import on_mend, on_start


def found(fields: Fields, limits=HOME) -> dict[str, dict]:
    return {fault.field: dict(fault.change) for fault in form_faults(fields, limits)}


def test_sound_form_has_no_fault(tmp_path):
    assert form_faults(TINY, HOME) == [] and form_faults(upload(table(tmp_path / "a.tsv", 101)), HOME) == []


def test_every_fault_is_found_at_once(tmp_path):
    """A broken file without languages said only that the source language is missing."""
    (tmp_path / "a.tsv").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    asked = upload(tmp_path / "a.tsv", src_lang="", tgt_lang=" ", max_steps=0, dropout=7.0)
    assert list(found(asked)) == ["file", "src_lang", "tgt_lang", "dropout", "max_steps"]


@pytest.mark.parametrize(
    ("change", "field", "mended"),
    [
        ({"max_steps": 0}, "max_steps", {"max_steps": 1}),
        ({"max_steps": 1e21}, "max_steps", {"max_steps": 100_000_000}),
        ({"dropout": 1.5}, "dropout", {"dropout": 0.95}),
        ({"d_model": None}, "d_model", {"d_model": 64}),
        ({"norm": "other"}, "norm", {"norm": "post"}),
        ({"d_model": 12, "num_heads": 5}, "num_heads", {"num_heads": 4}),
        ({"d_model": 17, "num_heads": 1}, "d_model", {"d_model": 18}),
        ({"vocab_size": 100}, "vocab_size", {"vocab_size": 259}),
    ],
)
def test_fault_names_its_field_and_its_remedy(change, field, mended):
    faulty = dict(TINY, **change)
    assert found(faulty) == {field: mended}
    assert form_faults({**faulty, **mended}, HOME) == []


def test_limit_of_a_shared_page_is_its_own_remedy():
    wide = dict(TINY, tokens_per_batch=4096, accumulate=2)
    assert found(wide, SHARED) == {"tokens_per_batch": {"tokens_per_batch": 4096, "accumulate": 1}}
    assert form_faults({**wide, "accumulate": 1}, SHARED) == []


def test_start_marks_the_fields_and_starts_nothing(tmp_path):
    form, runs = tab(tmp_path / "runs")
    (updates,) = on_start(form, runs, filled(form, dict(TINY, max_steps=0, d_ff=0)))
    shown = json.loads(updates[form.preflight.findings])
    assert [mark["field"] for mark in shown["marks"]] == ["train-d-ff", "train-max-steps"]
    assert [mark["remedy"] for mark in shown["marks"]] == ["Set Feed-forward width d_ff to 1", "Set Steps to 1"]
    assert not (tmp_path / "runs").exists()


def test_remedy_changes_settings_and_nothing_else(tmp_path):
    form = tab(tmp_path).form
    steps = form.fields["max_steps"]
    assert on_mend(form, {"max_steps": 5, "name": "x", "file": "/etc/passwd", "d_ff": [1]}) == {steps: 5}
    nothing = on_mend(form, "no change")
    assert nothing and all(update == gr.skip() for update in nothing.values())
