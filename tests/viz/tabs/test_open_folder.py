"""Opening a folder of another program from the page."""

import shutil

import gradio as gr
import pytest

from core.library import CheckpointLibrary
from tests.core.interchange.folders import write_folder
from viz.access import Access
from viz.tabs.open_folder import opened, removed


@pytest.fixture
def library(tmp_path) -> CheckpointLibrary:
    (tmp_path / "checkpoints").mkdir()
    return CheckpointLibrary(tmp_path / "checkpoints")


def test_a_folder_becomes_the_chosen_model_under_a_free_name(library, tmp_path):
    folder = write_folder(tmp_path / "my opus")
    for name in ("opened-my-opus", "opened-my-opus-2"):
        update = opened(library, f" '{folder}' ")
        assert update.constructor_args["value"] == name and name in library.names()
    assert library.card("opened-my-opus").language_codes == (">>fra<<",)


def test_own_checkpoints_and_runs_are_copied_and_copies_are_removed(library, miniature, tmp_path):
    """A run, or a checkpoint elsewhere, was "a model of type None"; nothing could be removed again."""
    run = tmp_path / "my-run"
    shutil.copytree(miniature, run / "checkpoint")
    for folder, name in ((run, "opened-my-run"), (run / "checkpoint", "opened-my-run-2")):
        assert opened(library, str(folder)).constructor_args["value"] == name
        assert library.translator(name).checkpoint.target_language == "zh"
    shutil.copytree(miniature, library.home / "shipped")
    update = removed(library, "opened-my-run")
    assert update.constructor_args["value"] == "opened-my-run-2" and library.names() == ["opened-my-run-2", "shipped"]
    for name in ("shipped", "opened-none", "opened-/../shipped", None):
        with pytest.raises(gr.Error, match="Only a copy"):
            removed(library, name)
    assert (run / "checkpoint" / "config.json").is_file() and "shipped" in library.names()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", "Type the path"),
        (None, "Type the path"),
        (["/tmp"], "Type the path"),
        ("a" * 9000, "aaa is not a folder"),
        ("a\0b", "is not a folder"),
        ("~nobody-here", "is not a folder"),
        ("/no/such/folder", "folder is not a folder"),
        ("~", "config.json is missing"),
    ],
)
def test_what_is_no_model_is_refused_in_one_sentence(library, path, words):
    with pytest.raises(gr.Error, match=words):
        opened(library, path)
    assert library.names() == []


def test_a_torch_file_is_left_to_the_command(library, tmp_path):
    folder = write_folder(tmp_path / "opus")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(gr.Error, match="by the command only"):
        opened(library, str(folder))


@pytest.mark.parametrize(
    ("access", "offered"), [(Access(), True), (Access(on_space=True), False), (Access(host="0.0.0.0"), False)]
)
def test_only_a_page_of_this_computer_offers_it(tmp_path, access, offered):
    import app

    page = app.build(tmp_path / "checkpoints", tmp_path / "runs", access)
    names = {block.elem_id for block in page.blocks.values()}
    assert ("folder" in names) == ("open-copy" in names) == offered
    assert "trace-file" in names  # is read for its visitor alone
