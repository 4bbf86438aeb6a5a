"""Settings of runs side by side."""

import json

import pytest

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.settings import offered_settings
from core.training.run import Run, RunConfig
from tests.viz.tabs.train.made import MODEL, request, tab, written
from viz.tabs.train.runs.comparison import _IN_THE_DATA, _SIZES, settings_table
from viz.tabs.train.runs.panel import on_settings
from viz.tabs.train.runs.viewing import Viewing
from viz.texts import ENGLISH, texts_in


def rows_of(packed: str) -> dict[str, list[str]]:
    table = json.loads(packed)
    return {name: values for name, *values in table["rows"]}


def test_only_differences_are_shown_with_data_and_size(tmp_path):
    runs = [
        written(
            tmp_path,
            name,
            {"event": "start", "step": 0, "parameters": 7, "training_pairs": pairs + 5, "long_pairs": 5},
            warmup_steps=steps,
        )
        for name, pairs, steps in (("a", 20_000, 77), ("b", 300, 1000))
    ]
    runs[1].replace_config(RunConfig(MODEL, DataConfig(src="/secret/text.en", tgt="x"), runs[1].read_config().training))
    found = rows_of(settings_table(runs, ENGLISH, whole=False))
    assert found["Data"] == ["copy", "my file"] and found["Training pairs"] == ["20,000", "300"]
    assert found["Warm-up steps"] == ["77", "1,000"] and "Parameters" not in found
    whole = settings_table(runs, ENGLISH, whole=True)
    assert rows_of(whole)["Parameters"] == ["7", "7"] and rows_of(whole).items() > found.items()
    assert "secret" not in whole  # files are on the server


def test_single_run_shows_all_and_broken_run_none(tmp_path):
    run = written(tmp_path, "a")
    found = rows_of(settings_table([run], ENGLISH, whole=False))
    assert found["Seed"] == ["1"] and found["Training pairs"] == ["–"] and found["Adam β₁"] == ["0.9"]
    Run(tmp_path / "a").config_path.write_text("{")
    assert rows_of(settings_table([run, written(tmp_path, "b")], ENGLISH, whole=False))["Seed"] == ["–", "1"]


@pytest.mark.parametrize("texts", [ENGLISH, texts_in("zh")], ids=["en", "zh"])
def test_every_setting_has_a_label_of_its_own(tmp_path, texts):
    """In Chinese 33 rows were named as options of the command, such as --src-column."""
    found = rows_of(settings_table([written(tmp_path, "a")], texts, whole=True))
    offered = [item for part in (DataConfig, ModelConfig, TrainingConfig) for item in offered_settings(part)]
    shown = len(offered) - len([item for item in offered if item.name in _IN_THE_DATA])
    assert [name for name in found if name.startswith("--")] == []
    assert len(found) == 1 + len(_SIZES) + shown


def test_box_shows_all_settings(tmp_path):
    shown = tab(tmp_path).runs
    for name in ("a", "b"):
        written(tmp_path, name)
    sent = request(shown, Viewing("a", ("b",)))
    few, all_of_them = (on_settings(shown, {**sent, shown.comparison.whole: on}) for on in (False, True))
    assert rows_of(few[shown.comparison.table]) == {} and rows_of(all_of_them[shown.comparison.table])
