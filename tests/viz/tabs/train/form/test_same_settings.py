"""A new run with the settings of an earlier one."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.config import DataConfig, TrainingConfig
from core.errors import CoreError
from core.training.run import DATA_FILES, Run, RunConfig
from tests.viz.tabs.train.made import MODEL, TINY, filled, request, tab, table, upload
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.data.panel import on_data
from viz.tabs.train.data.upload import on_upload
from viz.tabs.train.fields import preset_model
from viz.tabs.train.form.panel import start_run
from viz.tabs.train.form.same_settings import on_again, preset_of, run_fields
from viz.tabs.train.preflight.faults import form_faults
from viz.tabs.train.start import with_start


def test_form_takes_every_setting_of_the_run(tmp_path):
    form, runs = tab(tmp_path)
    training = TrainingConfig(max_steps=1234, warmup_steps=56, seed=7, max_epochs=3)
    Run(tmp_path / "night-1").create(RunConfig(MODEL, DataConfig(task="numbers"), training))
    updates = on_again(form, runs, request(runs, "night-1"))
    shown = {name: updates[control] for name, control in form.fields.items() if control in updates}
    assert (shown["source"], shown["max_steps"], shown["warmup_steps"], shown["seed"]) == ("numbers", 1234, 56, 7)
    assert (shown["d_model"]["value"], shown["max_epochs"], shown["name"]) == (MODEL.d_model, 3, "night-2")


def test_settings_without_a_field_are_named(tmp_path, monkeypatch):
    """Scores without scaling and Adam's own decay rate were changed to the paper's without a word."""
    warned = []
    monkeypatch.setattr("gradio.Warning", lambda words, **options: warned.append((words, options["title"])))
    monkeypatch.setattr("viz.tabs.train.form.panel.enqueue", lambda run: None)
    form, runs = tab(tmp_path)
    on_again(form, runs, request(runs, start_run(form.context, TINY).name))
    assert warned == []
    model = replace(MODEL, scale_scores=False)
    data = DataConfig(task="copy", task_pairs=5000, valid_pairs=200, guided_alignment="links.txt")
    training = TrainingConfig(max_steps=1000, report_every=5, checkpoint_every=20, adam_beta2=0.999)
    Run(tmp_path / "night-1").create(RunConfig(model, data, training))
    on_again(form, runs, request(runs, "night-1"))
    ((words, title),) = warned
    named = words.split(": ")[1].split(". ")[0]
    assert named == (
        "Scores divided by √d_k (no), Word links (links.txt), Pairs per epoch of a task (5,000), Adam β₂ (0.999), "
        "Sentences translated for BLEU (200)"
    )
    assert title == "night-1"


@pytest.mark.parametrize(
    ("data", "fields"),
    [
        ({"task": "copy"}, {"source": "copy"}),
        (
            {"corpus": "multi30k-en-de", "src_lang": "de", "tgt_lang": "en"},
            {"source": "corpus", "direction": "backward"},
        ),
        ({"corpus": "hub:a/talks/c", "src_lang": "en"}, {"source": "hub", "hub": "a/talks", "hub_subset": "c"}),
        ({"src": "a", "tgt": "b", "src_lang": "en", "tgt_lang": "de"}, {"source": "own_file", "src_lang": "en"}),
    ],
)
def test_fields_name_the_data_of_the_run(data, fields):
    found = run_fields(RunConfig(MODEL, DataConfig(**data), TrainingConfig()))
    assert {name: found[name] for name in fields} == fields


def test_uploaded_pairs_are_used_again(tmp_path, monkeypatch):
    """Changing one setting and running again needed the file each time."""
    monkeypatch.setattr("viz.tabs.train.form.panel.enqueue", lambda run: None)
    form, runs = tab(tmp_path / "runs")
    first = start_run(form.context, upload(table(tmp_path / "a.tsv", 101)))
    updates = on_again(form, runs, request(runs, first.name))
    assert (updates[form.fields["source"]], updates[form.fields["pairs_of"]]) == ("own_file", first.name)
    fields = {**upload(Path("absent"), name="copy-8", pairs_of=first.name), "file": None, "tgt_lang": "nl"}
    assert form_faults(with_start(fields, form.context), HOME) == []
    preview = json.loads(list(on_data(form.data, filled(form, fields)))[-1][form.data.preview])
    assert len(preview["rows"]) == 5 and first.name in preview["note"]
    second = start_run(form.context, fields)
    before = first.read_config().data
    contents = [Path(getattr(before, name)).read_bytes() for name in DATA_FILES if getattr(before, name)]
    shutil.rmtree(first.folder)
    data = second.read_config().data
    assert [Path(getattr(data, name)).read_bytes() for name in DATA_FILES if getattr(data, name)] == contents
    assert (len(contents), data.src_lang, data.tgt_lang, data.unescape) == (4, "en", "nl", False)
    assert [fault.error.code for fault in form_faults(with_start(fields, form.context), HOME)] == ["train.no_file"]
    assert on_upload(form.data.upload, filled(form, fields))[form.data.upload.pairs_of] == ""


def test_strangers_pairs_are_not_used_again(tmp_path, monkeypatch):
    monkeypatch.setattr("viz.tabs.train.form.panel.enqueue", lambda run: None)
    first = start_run(tab(tmp_path / "runs").form.context, upload(table(tmp_path / "a.tsv", 101)))
    form, runs = tab(tmp_path / "runs", SHARED)
    assert on_again(form, runs, request(runs, first.name))[form.fields["pairs_of"]] == ""
    fields = {**upload(Path("absent"), name="copy-8", pairs_of=first.name), "file": None}
    with pytest.raises(CoreError, match="choose a file"):
        start_run(form.context, fields)


def test_preset_is_the_one_of_the_shape():
    assert [preset_of(preset_model(name)) for name in ("first", "tiny", "base")] == ["first", "tiny", "base"]
    assert preset_of(MODEL) == "first"
