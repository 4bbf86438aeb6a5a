from dataclasses import replace

import pytest

from core.errors import CoreError
from core.settings import to_dict
from tests.viz.tabs.train.made import MODEL, TINY, start_refusal
from viz.tabs.train import fields as form
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.form.suggestions import suggested_settings


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"d_model": 17}, "even"),
        ({"d_model": None}, "Width d_model"),
        ({"d_model": 16.5}, "Width d_model"),
        ({"num_heads": 3}, "divisible"),
        ({"vocab_size": 100}, "259"),
        ({"dropout": 1.5}, "Dropout"),
        ({"max_steps": 0}, "Steps"),
        ({"max_steps": "9; rm"}, "Steps"),
        ({"label_smoothing": float("nan")}, "Label smoothing"),
        ({"seed": True}, "Seed"),
        ({"source": "numbers2"}, "numbers2"),
        ({"source": ["copy"]}, "copy"),
        ({"d_k": "eleven"}, "d_k"),
        ({"d_v": 0}, "d_v"),
        ({"norm": "both"}, "Layer normalisation"),
        ({"max_epochs": "-3"}, "Epochs"),
        ({"clip_norm": "much"}, "Clip norm"),
        ({"clip_norm": "nan"}, "Clip norm"),
        ({"weight_decay": 1.5}, "Weight decay"),
        ({"device": "tpu"}, "Device"),
        ({"source": "corpus", "corpus": "../en"}, "../en"),
    ],
)
def test_bad_setting_is_named_and_nothing_is_written(tmp_path, change, word):
    assert word in start_refusal(tmp_path / "runs", dict(TINY, **change)) and not (tmp_path / "runs").exists()


def test_whole_number_may_be_sent_as_a_float():
    config = form.configuration(dict(TINY, d_model=16.0, seed=11.0), HOME)
    assert config.model == replace(MODEL, dropout=form.FIRST_MODEL.dropout) and config.training.seed == 11
    assert (config.training.report_every, config.training.checkpoint_every) == (1, 1)
    long = form.configuration(dict(TINY, max_steps=10_000), HOME).training
    assert (long.report_every, long.checkpoint_every) == (20, 200)  # five checkpoints span the last tenth


def test_every_field_reaches_its_own_setting():
    """Unlike values in every control: one that lands in its neighbour's place is seen."""
    numbers = {"num_layers": 3, "d_model": 22, "num_heads": 5, "d_ff": 29, "d_k": "7", "d_v": 11, "vocab_size": 307}
    words = {"dropout": 0.13, "positions": "learned", "norm": "pre", "tying": "two-way"}
    given = {"max_steps": 1009, "tokens_per_batch": 509, "accumulate": 2, "warmup_steps": 211, "rate_factor": 0.7}
    more = {"label_smoothing": 0.17, "max_epochs": "19", "validate_every": 103, "seed": 23}
    more |= {"patience": "3", "average_last": 7, "cooldown_steps": 401, "clip_norm": "0.9", "weight_decay": 0.01}
    more |= {"bpe_dropout": 0.11, "precision": "float32", "device": "cpu"}
    assert {*numbers, *words} == {*form.MODEL_FIELDS} and {*given, *more} == {*form.TRAINING_FIELDS}
    found = form.configuration(dict(TINY, **numbers, **words, **given, **more), HOME)
    assert to_dict(found.model) | numbers | words | {"d_k": 7} == to_dict(found.model)
    read = {"max_epochs": 19, "patience": 3, "clip_norm": 0.9}
    assert to_dict(found.training) | given | more | read == to_dict(found.training)


def test_optional_settings_may_be_blank():
    found = form.configuration(dict(TINY, d_k=" ", d_v=None, max_epochs=""), HOME)
    assert (found.model.d_k, found.model.d_v, found.training.max_epochs) == (None, None, None)


def test_known_corpus_sets_its_languages():
    found = form.configuration(dict(TINY, source="corpus", corpus="3am-en-zh", src_lang="<b>"), HOME)
    assert (found.data.corpus, found.data.src_lang, found.data.tgt_lang) == ("3am-en-zh", "en", "zh")
    with pytest.raises(CoreError, match="corpus"):
        form.configuration(dict(TINY, source="corpus", corpus="3am-en-zh"), SHARED)


@pytest.mark.parametrize(
    ("change", "limit"),
    [
        ({"max_steps": 2001}, "2,000"),
        ({"average_last": 6}, "at most 5"),
        ({"d_model": 1024, "d_ff": 4096}, "10,000,000"),
        ({"tokens_per_batch": 4097}, "4,096"),
        ({"tokens_per_batch": 1025, "accumulate": 4}, "4,096"),
        ({"vocab_size": 10_001}, "10,000"),
    ],
)
def test_space_limits_are_lower(change, limit):
    form.configuration(dict(TINY, **change), HOME)
    with pytest.raises(CoreError, match=limit):
        form.configuration(dict(TINY, **change), SHARED)


def test_every_suggestion_is_within_the_limits_of_a_space():
    for source in form.offered_sources(SHARED):
        for preset in SHARED.presets:
            values = suggested_settings(source, None, SHARED)
            values |= {name: getattr(form.preset_model(preset), name) for name in form.MODEL_FIELDS}
            sides = {"src_lang": "en", "tgt_lang": "zh-Hans", "hub_src_lang": "en", "hub_tgt_lang": "zh"}
            form.configuration({**form.DEFAULTS, "source": source, "hub": "someone/talks", **sides, **values}, SHARED)


@pytest.mark.parametrize(
    ("hub", "subset", "name"),
    [
        ("someone/talks", "", "hub:someone/talks"),
        (" someone/talks ", "en-zh", "hub:someone/talks/en-zh"),
        ("hub:someone/talks/en-zh", None, "hub:someone/talks/en-zh"),
        ("https://huggingface.co/datasets/someone/talks/", "en-zh", "hub:someone/talks/en-zh"),
    ],
)
def test_hub_data_set_may_be_named_as_its_page(hub, subset, name):
    filled = dict(TINY, source="hub", hub=hub, hub_subset=subset, hub_src_lang="en", hub_tgt_lang="zh")
    data = form.configuration(filled, HOME).data
    assert (data.corpus, data.src_lang, data.tgt_lang, data.src) == (name, "en", "zh", None)


@pytest.mark.parametrize(
    "hub", ["", "talks", "../../etc/passwd", "a/..", "a/b/c/d", "a/b?x", "https://else.where/a/b", 7]
)
def test_malformed_data_set_name_is_refused(hub):
    with pytest.raises(CoreError, match="OWNER/NAME"):
        form.hub_data_set(dict(TINY, source="hub", hub=hub))


def test_space_offers_the_hub_only_with_its_library(monkeypatch):
    for offered in (False, True):
        monkeypatch.setattr(form, "has_library", lambda offered=offered: offered)
        assert ("hub" in form.offered_sources(SHARED)) is offered and "hub" in form.offered_sources(HOME)


def test_no_source_is_a_group_of_texts_in_gradio():
    """Gradio looks up a restored choice as one of its texts, and warns in the console where it finds a group."""
    groups = {"audio", "checkbox", "code", "common", "dataframe", "dropdown", "errors", "file", "image", "label"}
    assert not groups & set(form.SOURCES)
