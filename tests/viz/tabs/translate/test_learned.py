"""How a checkpoint learned: shown only where its folder has snapshots of this very model."""

import json
import shutil
from pathlib import Path

import gradio as gr
import pytest

from core.library import CheckpointLibrary
from core.training.snapshots import FILE_NAME
from viz.tabs.translate import learned
from viz.wire.snapshots import validation_losses


@pytest.fixture
def library(miniature: Path, tmp_path: Path) -> CheckpointLibrary:
    shutil.copytree(miniature, tmp_path / "with")
    shutil.copytree(miniature, tmp_path / "without", ignore=shutil.ignore_patterns(FILE_NAME))
    return CheckpointLibrary(tmp_path)


def test_the_section_is_there_only_where_there_are_snapshots(library):
    assert learned.on_checkpoint(library, "with")[0].visible is True
    for name in ("without", "../with", None):
        assert learned.on_checkpoint(library, name)[0].visible is False
        assert learned.on_expand(library, name).value == ""


def test_opening_it_sends_the_snapshots_with_every_validation_loss(library, miniature):
    packed = json.loads(learned.on_expand(library, "with").value)
    assert [one["step"] for one in packed["moments"]] == [0, 60, 120] and packed["name"] == "with"
    losses = validation_losses(miniature / "history.csv")
    assert [tuple(point) for point in packed["curve"]] == list(losses.items()) and list(losses) == [60, 120]


def test_losses_of_another_run_are_not_shown_as_those_of_the_snapshots(library, tmp_path):
    """A second training began to count its steps anew: its losses were drawn as those of the first one's steps."""
    (tmp_path / "with" / "history.csv").write_text("step,validation_loss\n60,0.1\n120,0.05\n", "utf-8")
    packed = json.loads(learned.on_expand(library, "with").value)
    assert packed["curve"] == [] and packed["moments"][-1]["loss"] > 0.1


def test_number_of_averaged_weights_is_shown(library, tmp_path):
    path = tmp_path / "with" / "config.json"
    config = json.loads(path.read_text("utf-8"))
    for averaged, count in ((["step-7", "step-11", "step-13"], 3), (["step-7"], 1), (None, 1), ("step-7", 1)):
        path.write_text(json.dumps(config | {"averaged": averaged}), "utf-8")
        assert json.loads(learned.on_expand(CheckpointLibrary(tmp_path), "with").value)["averaged"] == count


def test_snapshots_of_another_model_and_damaged_ones_are_refused(library, tmp_path):
    config = tmp_path / "with" / "config.json"
    values = json.loads(config.read_text("utf-8"))
    values["model"]["num_heads"] = 4
    config.write_text(json.dumps(values), "utf-8")
    with pytest.raises(gr.Error, match="of another model"):
        learned.on_expand(library, "with")
    (tmp_path / "with" / FILE_NAME).write_bytes(b"torn")
    with pytest.raises(gr.Error, match="is not a snapshot file"):
        learned.on_expand(library, "with")


@pytest.mark.parametrize("text", ["", "step\n7\n", "step,validation_loss\nx,2\n", "step,validation_loss\n5,\n6,inf\n"])
def test_a_history_that_cannot_be_read_gives_no_losses(tmp_path, text):
    (tmp_path / "history.csv").write_text(text, "utf-8")
    assert validation_losses(tmp_path / "history.csv") == {}
    assert validation_losses(tmp_path / "none.csv") == {}
