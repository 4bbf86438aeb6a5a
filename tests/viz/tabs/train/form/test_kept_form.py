"""The form that a browser keeps, read back."""

import json

import pytest

from tests.viz.tabs.train.made import tab, written
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.form.kept_form import is_typed, on_form_load, read_form


def test_kept_form_is_read_back():
    text = {"source": "copy", "positions": "learned", "name": "mine", "preset": "tiny"}
    kept = {**text, "max_steps": 123, "dropout": 0.2}
    assert read_form(json.dumps(kept), HOME) == kept


@pytest.mark.parametrize(
    "kept",
    [
        *("", "{", "[]", "7", "null", None, 7, "[" * 9999, '{"name": "' + "x" * 99_999 + '"}'),
        *(
            '{"evil": 1}',
            '{"file": ["/etc/passwd"]}',
            '{"source": "nothing"}',
            '{"max_steps": "1"}',
            '{"max_steps": true}',
        ),
        *('{"max_steps": NaN}', '{"positions": ["learned"]}', '{"corpus": {}}', '{"name": 7}', '{"preset": "huge"}'),
    ],
)
def test_values_that_no_form_has_are_left_out(kept):
    assert read_form(kept, HOME) == {}


def test_source_that_is_not_offered_is_left_out():
    assert read_form('{"source": "corpus"}', SHARED) == {}


def loaded(runs, **kept) -> tuple:
    form = tab(runs).form
    return form, on_form_load(form, {form.kept: json.dumps(kept) if kept else ""})


def test_new_page_suggests_a_free_name(tmp_path):
    form = tab(tmp_path).form
    written(tmp_path, "reverse-1")
    updates = on_form_load(form, {form.kept: ""})
    assert updates[form.name.name] == updates[form.name.suggested] == "reverse-2"
    assert form.fields["source"] not in updates and form.data.preview not in updates


def test_name_typed_before_the_form_is_loaded_stays(tmp_path):
    form, updates = loaded(tmp_path)
    assert form.name.name not in updates and form.name.suggested not in updates


def test_kept_form_is_filled_in_as_it_was_typed(tmp_path):
    form, updates = loaded(tmp_path, source="own_file", max_steps=123, num_heads=7, src_lang="en", name="mine")
    typed = {"source": "own_file", "max_steps": 123, "num_heads": 7, "src_lang": "en", "name": "mine"}
    assert {name: updates[form.fields[name]] for name in typed} == typed
    assert form.name.suggested not in updates and updates[form.data.upload.column].visible
    assert "7" in updates[form.settings.parameters]  # the fault, as while it was typed


def test_kept_suggestion_gives_way_to_a_free_name(tmp_path):
    written(tmp_path, "copy-1")
    form, updates = loaded(tmp_path, source="copy", name="copy-1")
    assert updates[form.name.name] == updates[form.name.suggested] == "copy-2"
    assert is_typed("copy-x", "copy") and not is_typed("", "copy")
