"""The tab About: a model card from the checkpoint's own folder, and from nowhere else."""

import os

import gradio as gr
import pytest

from core.library import CheckpointLibrary
from viz.components.study.terms import FORMS, LABS
from viz.labs import lab_names
from viz.tabs import about
from viz.tabs.wording import Wording
from viz.texts import ENGLISH, begun, en
from viz.theme import page_css


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "checkpoints" / "model"
    made.mkdir(parents=True)
    (made / "config.json").write_text("{}")
    return made


def card(folder, name="model"):
    with gr.Blocks() as page:
        library = CheckpointLibrary(folder.parent, folder.parent.parent / "runs")
        about.build(library, gr.Dropdown(["model"], value=name), Wording(ENGLISH))
    return next(block.value for block in page.blocks.values() if getattr(block, "elem_id", None) == "model-card")


def test_the_card_of_the_checkpoint_is_shown(folder):
    (folder / "README.md").write_text("# A model")
    assert card(folder) == "# A model"


def test_without_a_card_or_a_checkpoint_nothing_is_shown(folder):
    assert card(folder) == card(folder, None) == ""


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_about_reads_only_ordinary_files(tmp_path, folder, kind, caplog):
    (tmp_path / "secret").write_text("a password")
    make = {
        "link": lambda: os.symlink(tmp_path / "secret", folder / "README.md"),
        "pipe": lambda: os.mkfifo(folder / "README.md"),
        "folder": lambda: (folder / "README.md").mkdir(),
    }
    make[kind]()
    assert card(folder) == ""
    assert "the model card is not shown" in caplog.text


def test_html_of_a_card_cannot_cover_the_page():
    """`position: fixed` covers the nearest ancestor that contains its layout, and paint is clipped there."""
    assert ".gradio-container #model-card { contain: layout paint; }" in page_css()


def test_every_term_has_its_lab_and_words():
    assert {*LABS.values()} - {""} <= {*lab_names()}
    assert {*FORMS} == {"en", *begun()}
    keys = {f"study.{part}.{name}" for name in LABS for part in ("term", "gloss")}
    for texts in (en.TEXTS, begun()["zh"]):
        assert {key for key in texts if key.startswith(("study.term.", "study.gloss."))} == keys
