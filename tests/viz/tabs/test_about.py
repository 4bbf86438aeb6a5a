"""The tab About: a model card from the checkpoint's own folder, and from nowhere else."""

import os

import gradio as gr
import pytest

from viz.tabs import about
from viz.tabs.wording import Wording
from viz.texts import ENGLISH


def card(folder):
    with gr.Blocks() as page:
        about.build(folder, Wording(ENGLISH))
    found = [block.value for block in page.blocks.values() if getattr(block, "elem_id", None) == "model-card"]
    return found[0] if found else None


def test_the_card_of_the_checkpoint_is_shown(tmp_path):
    (tmp_path / "README.md").write_text("# A model")
    assert card(tmp_path) == "# A model"


def test_without_a_card_or_a_checkpoint_nothing_is_shown(tmp_path):
    assert card(None) is None and card(tmp_path) is None


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_about_reads_only_ordinary_files(tmp_path, kind, caplog):
    folder = tmp_path / "checkpoints" / "model"
    folder.mkdir(parents=True)
    (tmp_path / "secret").write_text("a password")
    make = {
        "link": lambda: os.symlink(tmp_path / "secret", folder / "README.md"),
        "pipe": lambda: os.mkfifo(folder / "README.md"),
        "folder": lambda: (folder / "README.md").mkdir(),
    }
    make[kind]()
    assert card(folder) is None
    assert "the model card is not shown" in caplog.text
