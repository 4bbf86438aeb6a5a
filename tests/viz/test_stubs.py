"""Gradio's import without its stub files."""

import inspect
import subprocess
import sys
from pathlib import Path

import gradio
import pytest
from gradio import component_meta

from viz.stubs import skip_stubs

ROOT = Path(__file__).parents[2]


def test_gradio_of_these_tests_writes_no_stubs():
    """`tests/conftest.py` calls `skip_stubs`, as `prepare_gradio` does."""
    assert "def create_or_modify_pyi(" in inspect.getsource(component_meta)
    replaced = component_meta.create_or_modify_pyi
    assert replaced(gradio.Textbox, "Textbox", []) is None and replaced.__module__ == skip_stubs.__module__


@pytest.mark.parametrize("first", ["import gradio", "from viz.stubs import skip_stubs"])
def test_a_component_of_ours_gets_no_stub_whoever_imports_gradio(first):
    stub = ROOT / "viz" / "tabs" / "controls.pyi"
    code = f"{first}; from viz.tabs.controls import Choice; print(Choice.__name__)"
    try:
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "Choice"
        assert not stub.exists()
    finally:
        stub.unlink(missing_ok=True)


def test_skip_stubs_twice_is_once():
    before = list(sys.meta_path)
    skip_stubs()
    assert sys.meta_path == before
