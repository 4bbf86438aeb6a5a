"""A new run with the settings of an earlier one."""

import pytest

from core.config import DataConfig, TrainingConfig
from core.training.run import Run, RunConfig
from tests.viz.tabs.train.made import MODEL, request, tab
from viz.tabs.train.form.again import on_again, preset_of, run_fields
from viz.tabs.train.form.fields import preset_model


def test_form_takes_every_setting_of_the_run(tmp_path):
    form, runs = tab(tmp_path)
    training = TrainingConfig(max_steps=1234, warmup_steps=56, seed=7, max_epochs=3)
    Run(tmp_path / "night-1").create(RunConfig(MODEL, DataConfig(task="numbers"), training))
    updates = on_again(form, runs, request(runs, "night-1"))
    shown = {name: updates[control] for name, control in form.fields.items() if control in updates}
    assert (shown["source"], shown["max_steps"], shown["warmup_steps"], shown["seed"]) == ("numbers", 1234, 56, 7)
    assert (shown["d_model"]["value"], shown["max_epochs"], shown["name"]) == (MODEL.d_model, 3, "night-2")


@pytest.mark.parametrize(
    ("data", "fields"),
    [
        ({"task": "copy"}, {"source": "copy"}),
        (
            {"corpus": "multi30k-en-de", "src_lang": "de", "tgt_lang": "en"},
            {"source": "corpus", "direction": "backward"},
        ),
        ({"corpus": "hub:a/talks/c", "src_lang": "en"}, {"source": "hub", "hub": "a/talks", "hub_subset": "c"}),
        ({"src": "a", "tgt": "b", "src_lang": "en", "tgt_lang": "de"}, {"source": "file", "src_lang": "en"}),
    ],
)
def test_fields_name_the_data_of_the_run(data, fields):
    found = run_fields(RunConfig(MODEL, DataConfig(**data), TrainingConfig()))
    assert {name: found[name] for name in fields} == fields


def test_preset_is_the_one_of_the_shape():
    assert [preset_of(preset_model(name)) for name in ("first", "tiny", "base")] == ["first", "tiny", "base"]
    assert preset_of(MODEL) == "first"
