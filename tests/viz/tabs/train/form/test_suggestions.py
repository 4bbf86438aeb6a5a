"""Suggested settings: they follow the data and the steps, and leave alone what was changed."""

from dataclasses import replace

import pytest

from core.config import RECIPES, TrainingConfig
from core.preflight.warnings import settings_warnings
from core.training.run import RunConfig
from core.training.schedule import peak_rate
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.form.fields import DEFAULTS, MODEL_FIELDS, TRAINING_FIELDS, Start, configuration, preset_model
from viz.tabs.train.form.suggestions import TextSize, chosen_steps, followed_settings, suggested_settings

FIRST = suggested_settings("copy", None, HOME)


def test_first_suggestion_is_what_the_form_is_built_with():
    assert {name: DEFAULTS[name] for name in (*MODEL_FIELDS, *TRAINING_FIELDS)} == {
        name: value for name, value in FIRST.items() if name != "preset"
    }


@pytest.mark.parametrize(
    ("size", "preset", "vocabulary", "steps"),
    [
        (TextSize(300, 24_000), "first", 700, 200),
        (TextSize(5_000, 600_000), "first", 3500, 4400),
        (TextSize(29_000), "tiny", 8000, 5000),  # Multi30k
        (TextSize(2_000_000), "small", 10_000, 5000),
    ],
)
def test_larger_texts_suggest_larger_models(size, preset, vocabulary, steps):
    found = suggested_settings("own_file", size, HOME)
    assert (found["preset"], found["vocab_size"], found["max_steps"]) == (preset, vocabulary, steps)


@pytest.mark.parametrize("size", [None, TextSize(11, 100), TextSize(10**7)])
@pytest.mark.parametrize("source", ["copy", "corpus", "own_file"])
@pytest.mark.parametrize("limits", [HOME, SHARED])
def test_suggested_settings_are_valid_and_raise_no_warning(source, size, limits):
    found = configuration({**DEFAULTS, **suggested_settings(source, size, limits), "source": "copy"}, limits)
    assert settings_warnings(RunConfig(*found)) == []


@pytest.mark.parametrize("steps", [200, 400, 1000, 2000, 50_000])
def test_warm_up_and_validations_follow_the_steps(steps):
    """400 steps with a warm-up of 500 brought a warning that a newcomer could not have expected."""
    found = suggested_settings("copy", None, HOME, steps)
    assert found["warmup_steps"] <= steps / 2 and found["validate_every"] <= steps / 10
    assert found["max_steps"] == 2000 and found["warmup_steps"] <= 500  # a chosen number is not a suggestion
    config = configuration({**DEFAULTS, **found}, HOME)
    assert settings_warnings(config) == []


@pytest.mark.parametrize("steps", [20, 80, 200, 1000, 5000, 100_000])
@pytest.mark.parametrize("source", ["copy", "own_file"])
@pytest.mark.parametrize("peak", [7.144e-4, 1e-5, None])
def test_started_run_never_peaks_above_its_start(steps, source, peak):
    """The warm-up shrinks with the steps: 80 steps from en-de peaked at 2.28e-3, 3.2 times its own peak."""
    model = replace(preset_model("tiny"), d_model=192)
    start = Start("en-de", model, peak)
    found = suggested_settings(source, TextSize(76_000), HOME, steps, start)
    config = configuration({**DEFAULTS, **found, "max_steps": steps, "start": start}, HOME)
    highest = peak or 192**-0.5 * 4000**-0.5
    assert peak_rate(model, config.training, steps) <= highest
    usual = suggested_settings(source, TextSize(76_000), HOME, steps)
    assert found["rate_factor"] <= 0.2 * usual["rate_factor"]
    assert [warning.code for warning in settings_warnings(config, start_peak=peak)] in ([], ["warmup_short"])


def test_ted_corpus_takes_the_recipe_of_tutorials():
    """Choosing it gave the tiny model and 5,000 steps."""
    found = suggested_settings("corpus", TextSize(231_266), HOME, corpus="iwslt2017-en-zh")
    recipe = RECIPES["iwslt2017-en-zh"]
    config = configuration({**DEFAULTS, **found, "source": "corpus", "corpus": "iwslt2017-en-zh"}, HOME)
    assert found["preset"] == "iwslt2017-en-zh" and config.model == recipe.model
    assert {name: found[name] for name in TRAINING_FIELDS} == {
        name: getattr(recipe.training, name) for name in TRAINING_FIELDS
    }
    assert (found["precision"], found["accumulate"], found["weight_decay"]) == ("bfloat16", 8, 0.01)
    assert settings_warnings(config) == []
    assert suggested_settings("corpus", TextSize(29_000), HOME, corpus="multi30k-en-de")["preset"] == "tiny"
    sent = {**found, "max_epochs": "40"}  # of a text box
    back = followed_settings(sent, found, FIRST)
    assert (back["max_epochs"], back["precision"], back["preset"]) == (None, "auto", "first")


@pytest.mark.parametrize("source", [None, [], ["copy"], {"copy": 1}])
def test_source_that_is_no_name_suggests_what_suits_any_text(source):
    assert suggested_settings(source, None, HOME) == suggested_settings("own_file", None, HOME)


def test_changed_settings_are_kept():
    now = suggested_settings("own_file", TextSize(29_000), HOME)
    assert followed_settings(FIRST, FIRST, now) == {name: now[name] for name in now if now[name] != FIRST[name]}
    found = followed_settings({**FIRST, "warmup_steps": 77, "dropout": 0.5}, FIRST, now)
    assert "warmup_steps" not in found and found["max_steps"] == 5000
    assert not {"preset", *MODEL_FIELDS} & {*found}  # a changed model stays as a whole


def test_empty_box_and_whole_float_count_as_unchanged():
    sent = {**FIRST, "d_k": "", "max_epochs": "", "max_steps": 2000.0}
    assert "d_model" in followed_settings(sent, FIRST, suggested_settings("own_file", TextSize(29_000), HOME))
    assert chosen_steps(sent, FIRST) is None


@pytest.mark.parametrize(
    ("steps", "chosen"), [(60, 60), (2000, None), (None, None), ("60", None), (float("nan"), None)]
)
def test_chosen_steps_are_a_number_other_than_the_suggestion(steps, chosen):
    assert chosen_steps({"max_steps": steps}, FIRST) == chosen


def test_steps_are_within_the_limits_of_a_shared_page():
    assert suggested_settings("own_file", TextSize(10**6), SHARED)["max_steps"] == SHARED.max_steps
    assert TrainingConfig().max_steps > (SHARED.max_steps or 0)
