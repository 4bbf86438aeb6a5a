"""Gradio's import without its stub files."""

import inspect
import sys

import gradio
from gradio import component_meta

from viz.stubs import skip_stubs


def test_gradio_of_these_tests_writes_no_stubs():
    """`tests/conftest.py` calls `skip_stubs`, as `prepare_gradio` does."""
    assert "def create_or_modify_pyi(" in inspect.getsource(component_meta)
    replaced = component_meta.create_or_modify_pyi
    assert replaced(gradio.Textbox, "Textbox", []) is None and replaced.__module__ == skip_stubs.__module__


def test_skip_stubs_after_the_import_of_gradio_changes_nothing():
    before = list(sys.meta_path)
    skip_stubs()
    assert sys.meta_path == before
