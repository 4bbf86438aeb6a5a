"""The form of a run that starts from a checkpoint: what is filled in, locked, checked and started."""

import json
from pathlib import Path

import gradio as gr
import pytest

from core.checkpoint import load_checkpoint
from core.checkpoint_config import read_model_config
from core.config import ModelConfig
from core.data.tokenizer import Tokenizer
from core.errors import CoreError
from core.interchange.folder import import_folder
from core.training.run import Run
from tests.core.interchange.folders import write_folder
from tests.viz.tabs.train.made import TINY, filled, tab
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.form.again import run_fields
from viz.tabs.train.form.faults import form_faults
from viz.tabs.train.form.fields import GIVEN_BY_START, START, configuration
from viz.tabs.train.form.kept import on_form_load
from viz.tabs.train.form.moved import on_moved
from viz.tabs.train.form.panel import fill_in, on_outlook, on_start_from, start_run
from viz.tabs.train.form.settings import on_model
from viz.tabs.train.form.start import name_of_start, start_choices, with_start
from viz.tabs.train.runs.status import command
from viz.texts import ENGLISH

ROOT = Path(__file__).parents[5]


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory) -> Path:
    """The miniature model, and one imported from another program."""
    folder = tmp_path_factory.mktemp("checkpoints")
    (folder / "miniature").symlink_to(ROOT / "tests" / "miniature")
    import_folder(write_folder(tmp_path_factory.mktemp("theirs") / "folder"), folder / "opus")
    return folder


@pytest.fixture
def form(tmp_path, checkpoints):
    return tab(tmp_path / "runs", HOME, checkpoints).form


@pytest.fixture(autouse=True)
def without_processes(monkeypatch):
    monkeypatch.setattr("viz.tabs.train.form.panel.enqueue", lambda run: None)


def chosen(form, name: str, **fields: object):
    return filled(form, {**TINY, START: name, **fields}, start=name)


def test_every_checkpoint_of_the_picker_is_offered(form):
    assert start_choices(form.context.library, ENGLISH) == [
        ("random weights", ""),
        ("miniature", "miniature"),
        ("opus", "opus"),
    ]
    assert start_choices(None, ENGLISH) == [("random weights", "")]


def test_chosen_checkpoint_fills_in_and_locks_what_it_gives(form, checkpoints):
    updates, settings = on_start_from(form, chosen(form, "miniature")), form.settings
    shape = read_model_config(checkpoints / "miniature")
    assert updates[settings.preset]["visible"] is False
    for name in GIVEN_BY_START:
        shown = updates[settings.model[name]]
        assert (shown["value"], shown["interactive"]) == (getattr(shape, name), False)
        assert shown["info"] == "Given by miniature."
    assert settings.model["dropout"] not in updates
    assert updates[settings.suggested]["rate_factor"] == pytest.approx(0.08)  # a fifth
    size = on_model(settings, chosen(form, "miniature"))[settings.parameters]
    assert size.startswith(f"{shape.num_parameters:,} parameters, with the vocabulary of miniature")


def test_random_weights_unlock_the_fields_again(form):
    sent = chosen(form, "")
    updates, settings = on_start_from(form, sent), form.settings
    before = sent[settings.suggested]
    assert updates[settings.preset] == gr.update(value=before["preset"], visible=True)
    for name in GIVEN_BY_START:
        shown = updates[settings.model[name]]
        assert shown["interactive"] is True and shown["value"] == before[name] and "Given by" not in shown["info"]
    assert updates[settings.suggested]["rate_factor"] == pytest.approx(0.4)


def test_other_data_leave_the_shape_of_the_checkpoint_alone(form):
    first = {name: form_value for name, form_value in TINY.items() if name in form.settings.model}
    sent = chosen(form, "miniature", source="corpus") | {form.settings.suggested: {**_suggested(form), **first}}
    assert not set(fill_in(form, sent)) & set(form.settings.given.values())


def _suggested(form):
    return filled(form, TINY)[form.settings.suggested]


def test_run_has_the_shape_of_the_checkpoint_whatever_the_form_says(form, checkpoints):
    """A browser can send anything; an imported model has settings that no field shows."""
    fields = with_start({**TINY, START: "opus", "d_model": 999, "vocab_size": 5, "dropout": 0.3}, form.context)
    config = configuration(fields, HOME)
    shape = read_model_config(checkpoints / "opus")
    assert config.model.dropout == 0.3 and config.model.activation == "swish"
    assert {**vars(config.model), "dropout": 0} == {**vars(shape), "dropout": 0}
    assert config.data.max_tokens == shape.max_positions == 32
    assert form_faults({**fields, "d_model": 16}, HOME) == []


def test_started_run_holds_the_weights_and_vocabulary(form, checkpoints):
    run = start_run(form.context, {**TINY, START: "miniature"})
    assert load_checkpoint(run.initial).vocabularies.fingerprint
    written, given = run.folder / "tokenizer.json", checkpoints / "miniature/tokenizer.json"
    assert json.loads(written.read_text("utf-8")) == Tokenizer.load(given).to_json()
    assert run.read_config().model == read_model_config(checkpoints / "miniature").__class__(
        **{**vars(read_model_config(checkpoints / "miniature")), "dropout": TINY["dropout"]}
    )
    assert run_fields(run.read_config())["vocab_size"] == read_model_config(checkpoints / "miniature").vocab_size


def test_a_checkpoint_that_is_gone_is_refused_and_leaves_nothing(form):
    with pytest.raises(CoreError, match="unknown checkpoint 'gone'"):
        start_run(form.context, {**TINY, START: "gone"})
    with pytest.raises(gr.Error, match="gone"):
        on_start_from(form, chosen(form, "gone"))
    assert on_outlook(form, chosen(form, "gone")) == {form.outlook: None}
    assert not Run(form.context.runs / TINY["name"]).folder.exists()
    with pytest.raises(CoreError, match="not looked up"):
        configuration({**TINY, START: "miniature"}, HOME)


def test_shared_page_refuses_a_large_checkpoint(form, monkeypatch):
    shape = ModelConfig(vocab_size=65_001)
    card = form.context.library.card("miniature")
    monkeypatch.setattr(
        type(form.context.library), "card", lambda self, name: card.__class__(name, "en", "de", shape, {})
    )
    with pytest.raises(CoreError, match="may be at most 10,000"):
        configuration(with_start({**TINY, START: "miniature"}, form.context), SHARED)


def test_reloaded_form_is_locked_as_before(form):
    updates = on_form_load(form, {form.kept: json.dumps({"start": "opus", "source": "copy"})})
    assert updates[form.settings.start] == "opus" and updates[form.settings.preset]["visible"] is False
    assert updates[form.settings.model["d_model"]]["value"] == 12
    updates = on_form_load(form, {form.kept: json.dumps({"start": "gone", "source": "copy"})})
    assert form.settings.start not in updates and form.settings.preset not in updates


def test_the_start_of_an_earlier_run_is_found_again(form):
    run = start_run(form.context, {**TINY, START: "opus"})
    assert " --init-from runs/copy-7/initial " in command(run)
    assert name_of_start(run, form.context.library) == "opus"
    assert name_of_start(start_run(form.context, {**TINY, "name": "other"}), form.context.library) == ""


@pytest.mark.parametrize(
    ("moved", "value"), [("run/a - 1", ""), ("run/a run/b 1", "run/b"), ("run/a/best - 1", ""), ("", "")]
)
def test_a_removed_run_leaves_the_choice_of_a_start_at_once(tmp_path, checkpoints, moved, value):
    """It stayed until the tab was opened again, and choosing it gave three equal messages."""
    runs = tmp_path / "runs"
    (runs / "b").mkdir(parents=True)
    (runs / "b" / "checkpoint").symlink_to(ROOT / "tests" / "miniature")
    form, box = tab(runs, HOME, checkpoints).form, gr.Textbox()
    updates = on_moved(form, box, {**chosen(form, "run/a"), box: moved})
    update = updates[form.settings.start]
    assert update["value"] == value and "run/a" not in [name for _, name in update["choices"]]
    shown = updates[form.settings.model["d_model"]]
    assert shown["interactive"] is (value == "")
    kept = on_moved(form, box, {**chosen(form, "miniature"), box: moved})
    assert kept.keys() == {form.settings.start} and "value" not in kept[form.settings.start]
