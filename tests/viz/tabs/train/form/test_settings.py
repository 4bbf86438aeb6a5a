import gradio as gr
import pytest

from core.config import TrainingConfig
from core.settings import describe
from tests.viz.tabs.train.made import tab
from viz.tabs.train.form.settings import (
    hint,
    on_model,
    on_preset,
    parameter_count,
    stem_of,
    suggest_name,
    suggested_name,
)
from viz.texts import ENGLISH

SETTINGS = {setting.name: setting for setting in describe(TrainingConfig)}


def test_hint_shows_bounds_that_are_in_reach():
    names = ("max_steps", "tokens_per_batch", "accumulate", "rate_factor")
    steps, tokens, accumulate, factor = (SETTINGS[name] for name in names)
    assert hint(steps, steps.maximum, ENGLISH) == "Updates of the weights."
    assert hint(steps, 2000, ENGLISH) == "Updates of the weights. 1 to 2,000."  # a cap of a Space
    assert hint(tokens, tokens.maximum, ENGLISH).endswith("At least 16.")
    assert hint(accumulate, accumulate.maximum, ENGLISH).endswith("1 to 1,024.")
    assert hint(factor, factor.maximum, ENGLISH).endswith("1e\N{MINUS SIGN}6 to 1,000.")


def test_preset_fills_in_the_model_and_its_size(tmp_path):
    panel = tab(tmp_path).form.settings
    updates = on_preset(panel, {panel.preset: "base"})
    base = {name: updates[control] for name, control in panel.model.items()}
    assert base == {
        "num_layers": 6,
        "d_model": 512,
        "num_heads": 8,
        "d_ff": 2048,
        "d_k": None,
        "d_v": None,
        "dropout": 0.1,
        "vocab_size": 37_000,
        "positions": "sinusoidal",
        "norm": "post",
        "tying": "three-way",
    }
    shown = on_model(panel, updates)
    assert shown[panel.parameters].startswith("63,082,496 parameters")
    assert "divisible" in parameter_count({**base, "num_heads": 7}, ENGLISH)
    with pytest.raises(gr.Error, match="huge"):
        on_preset(panel, {panel.preset: "huge"})


def test_recipe_fills_in_the_training_too(tmp_path):
    panel = tab(tmp_path).form.settings
    updates = on_preset(panel, {panel.preset: "iwslt2017-en-zh"})
    assert updates[panel.model["vocab_size"]] == 10_000 and updates[panel.model["d_model"]] == 512
    assert (updates[panel.training["accumulate"]], updates[panel.training["max_epochs"]]) == (8, 40)


def test_suggested_name_is_free_and_a_folder_name(tmp_path):
    assert suggested_name(tmp_path, "copy") == "copy-1"
    (tmp_path / "copy-1").mkdir()
    assert suggested_name(tmp_path, "copy") == "copy-2"
    assert suggested_name(tmp_path, "../Ä b") == "b-1"


def test_written_name_is_kept_and_a_suggestion_is_replaced(tmp_path):
    name = tab(tmp_path).form.name
    for written in ("run-1", "", None):
        updates = suggest_name(name, {name.name: written, name.suggested: "run-1"}, "copy")
        assert updates == {name.name: "copy-1", name.suggested: "copy-1"}
    assert suggest_name(name, {name.name: "mine", name.suggested: "run-1"}, "copy") == {}


@pytest.mark.parametrize(
    ("source", "stem"),
    [("copy", "copy"), ("corpus", "3am-en-zh"), ("hub", "talks"), ("own_file", "run"), (["copy"], "run")],
)
def test_run_is_named_after_its_data(source, stem):
    assert stem_of(source, "3am-en-zh", " someone/talks/ ") == stem
