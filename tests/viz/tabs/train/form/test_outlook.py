"""What the form says of a training before its start: time, memory, warnings with remedies."""

import json
from dataclasses import replace

import pytest

from core.preflight.warnings import settings_warnings
from tests.viz.tabs.train.made import TINY, charts, filled, progress, tab, written
from viz.tabs.train.context import HOME
from viz.tabs.train.form import outlook, panel
from viz.tabs.train.form.fields import DEFAULTS, configuration
from viz.tabs.train.form.outlook import estimated_duration, memory_warning, outlook_panel, remedy
from viz.tabs.train.form.panel import on_start
from viz.texts import ENGLISH

HUGE = {"num_layers": 32, "d_model": 1024, "d_ff": 8192, "num_heads": 8}


def test_time_is_that_of_the_most_similar_run(tmp_path):
    config = configuration(TINY, HOME)
    assert estimated_duration(config, []).run == "" and estimated_duration(config, []).seconds > 0
    run = written(tmp_path, "night-1", progress(20, 3.0, 4.0))  # 0.2 s a step of the same model, wider batches
    found = estimated_duration(config, [run])
    assert found.run == "night-1" and found.seconds == pytest.approx(10 * 0.2 * 0.25)
    same = written(tmp_path, "night-2", progress(20, 3.0, 4.0), tokens_per_batch=64)
    assert estimated_duration(config, [run, same]).seconds == pytest.approx(2.0)


def test_run_of_a_far_smaller_model_says_nothing_of_the_time(tmp_path):
    """Twenty steps of a model of 15,000 parameters made "about 28 minutes" of a training."""
    tiny = written(tmp_path, "zh", progress(20, 3.0, 4.0))
    large = replace(configuration(TINY, HOME).model, d_model=512, d_ff=2048, num_layers=6, vocab_size=8000)
    config = configuration(TINY, HOME)._replace(model=large)
    assert estimated_duration(config, [tiny]).run == ""


@pytest.mark.parametrize("change", [{"max_steps": 300, "warmup_steps": 500}, {"warmup_steps": 5, "rate_factor": 9.0}])
def test_remedies_silence_their_warnings(change):
    fields = {**DEFAULTS, **change}
    for warning in settings_warnings(configuration(fields, HOME)):
        fields.update(remedy(warning, configuration(fields, HOME)))
    assert settings_warnings(configuration(fields, HOME)) == []


def test_outlook_has_a_button_for_each_warning():
    found = outlook_panel({**DEFAULTS, "max_steps": 400}, HOME, [], ENGLISH)
    assert [mark.remedy for mark in found.marks] == ["Set Warm-up steps to 100"]
    assert found.message.startswith("About ")
    assert outlook_panel({**DEFAULTS, "max_steps": 0}, HOME, [], ENGLISH) is None


@pytest.mark.parametrize(("source", "chosen"), [("hub", {"hub": "owner/name"}), ("own_file", {"file": ["pairs.tsv"]})])
def test_outlook_has_no_time_before_the_data_are_chosen(source, chosen):
    absent = {**DEFAULTS, "source": source}
    assert outlook_panel(absent, HOME, [], ENGLISH) is None
    assert outlook_panel({**absent, "max_steps": 400}, HOME, [], ENGLISH).message == ""  # its warning is shown
    assert outlook_panel({**absent, **chosen}, HOME, [], ENGLISH).message.startswith("About ")


def test_memory_is_compared_with_what_is_free(monkeypatch):
    monkeypatch.setattr(outlook, "_free_memory", lambda needed: 8e9)
    assert memory_warning(configuration(TINY, HOME)) is None
    assert memory_warning(configuration({**TINY, **HUGE}, HOME)).parameters["free"] == 8.0


def test_start_asks_once_about_what_does_not_fit(tmp_path, monkeypatch):
    monkeypatch.setattr(outlook, "_free_memory", lambda needed: 8e9)
    monkeypatch.setattr(panel, "enqueue", lambda run: None)
    form, runs = tab(tmp_path)
    sent = {**filled(form, {**TINY, **HUGE}), **charts(runs), runs.visitor: ""}
    (asked,) = on_start(form, runs, sent)
    assert "GB of memory are needed" in json.loads(asked[form.preflight.findings])["cautions"][0]
    assert list(tmp_path.iterdir()) == []
    list(on_start(form, runs, {**sent, form.asked: asked[form.asked]}))
    assert [path.name for path in tmp_path.iterdir()] == ["copy-7"]
