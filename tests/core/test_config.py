"""Configurations: refusals and their messages, and defaults."""

import dataclasses
import json
import math
from pathlib import Path

import pytest

from core.config import PRESETS, DataConfig, DecodingConfig, ModelConfig, TrainingConfig
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies, fitted
from core.errors import CoreError
from core.model.transformer import Transformer
from core.settings import describe, from_dict, offered_settings, to_dict

CHECKPOINTS = Path(__file__).resolve().parents[2] / "checkpoints"
CLASSES = (ModelConfig, DataConfig, TrainingConfig, DecodingConfig)
SETTINGS = [
    pytest.param(config, setting, id=f"{config.__name__}.{setting.name}")
    for config in CLASSES
    for setting in describe(config)
]


def refused(code: str, config: type, values: dict[str, object]) -> str:
    """The message of the CoreError that must be raised with this code."""
    with pytest.raises(CoreError) as caught:
        config(**values)
    assert caught.value.code == code
    return str(caught.value)


def test_defaults_are_the_papers():
    model, training, decoding = ModelConfig(), TrainingConfig(), DecodingConfig()
    assert (model.d_model, model.num_layers, model.num_heads, model.d_ff) == (512, 6, 8, 2048)
    assert (model.query_width, model.value_width, model.dropout, model.attention_dropout) == (64, 64, 0.1, 0.0)
    assert (model.norm, model.positions, model.tying, model.scale_scores) == ("post", "sinusoidal", "three-way", True)
    assert (training.adam_beta1, training.adam_beta2, training.adam_eps) == (0.9, 0.98, 1e-9)
    assert (training.warmup_steps, training.label_smoothing, training.rate_factor) == (4000, 0.1, 1.0)
    assert (decoding.beam_size, decoding.alpha, decoding.max_extra_tokens) == (4, 0.6, 50)


def test_base_and_big_are_table_3():
    assert PRESETS["base"] == ModelConfig()
    big = PRESETS["big"]
    assert (big.d_model, big.num_layers, big.num_heads, big.d_ff, big.dropout) == (1024, 6, 16, 4096, 0.3)
    assert set(PRESETS) == {"tiny", "small", "base", "big"}


@pytest.mark.parametrize(("config", "setting"), SETTINGS)
def test_every_setting_is_described_and_its_default_allowed(config, setting):
    assert setting.help.endswith(".") and len(setting.help) < 110
    assert setting.type in (int, float, bool, str)
    if setting.default is None:
        assert setting.optional
        return
    assert type(setting.default) is setting.type
    assert setting.minimum is None or setting.default >= setting.minimum
    assert setting.maximum is None or setting.default <= setting.maximum
    assert setting.choices is None or setting.default in setting.choices


@pytest.mark.parametrize(("config", "setting"), SETTINGS)
def test_every_bound_is_held_and_named(config, setting):
    beyond = [setting.minimum - 1] if setting.minimum is not None else []
    beyond += [setting.maximum + 1] if setting.maximum is not None else []
    beyond += ["something else"] if setting.choices else []
    for value in beyond:
        message = refused("config.range", config, {setting.name: value})
        assert message.startswith(f"{setting.name} must be ") and message.endswith(f"not {setting.type(value)!r}")


@pytest.mark.parametrize(("config", "setting"), SETTINGS)
def test_every_wrong_type_is_refused_and_named(config, setting):
    wrong: dict[type, list[object]] = {
        int: ["7", 7.0, True, [7], math.nan],
        float: ["0.5", True, math.nan, math.inf, [0.5]],
        bool: [1, "true", 0.0],
        str: [7, True, ["en"]],
    }
    for value in wrong[setting.type]:
        assert refused("config.type", config, {setting.name: value}).startswith(f"{setting.name} must be ")
    if not setting.optional:
        assert refused("config.missing", config, {setting.name: None}).startswith(f"{setting.name} is missing; it must")


def test_refusal_states_allowed_and_given_values():
    assert (
        refused("config.range", ModelConfig, {"num_heads": 0})
        == "num_heads must be a whole number from 1 to 128, not 0"
    )
    assert refused("config.range", ModelConfig, {"norm": "mid"}) == "norm must be one of post, pre, not 'mid'"
    assert refused("config.type", DecodingConfig, {"alpha": "x"}) == "alpha must be a number from 0.0 to 5.0, not 'x'"
    assert (
        refused("config.range", DataConfig, {"max_tokens": 3})
        == "max_tokens must be a whole number of at least 4, not 3"
    )


def test_integer_is_accepted_for_a_float():
    alpha = DecodingConfig(alpha=1).alpha
    assert alpha == 1.0 and type(alpha) is float


def test_heads_must_share_the_width_unless_widths_are_given():
    message = refused("config.heads", ModelConfig, {"d_model": 512, "num_heads": 7})
    assert message.startswith("d_model (512) must be divisible by num_heads (7)")
    refused("config.heads", ModelConfig, {"d_model": 512, "num_heads": 7, "d_k": 64})
    free = ModelConfig(d_model=512, num_heads=7, d_k=11, d_v=13)
    assert (free.query_width, free.value_width) == (11, 13)


def test_an_odd_width_is_refused():
    assert "d_model (511) must be even" in refused("config.odd_d_model", ModelConfig, {"d_model": 511, "num_heads": 7})


def test_huge_size_is_refused_before_anything_is_built():
    message = refused("config.too_large", ModelConfig, {"d_model": 8192, "num_heads": 64, "num_layers": 64})
    assert message.endswith("at most 2,000,000,000 are allowed")


def test_huge_position_table_is_refused_before_it_is_built():
    """A file of a few megabytes could ask for gigabytes of sines and cosines."""
    thin = {"vocab_size": 259, "num_heads": 1, "num_layers": 1, "d_k": 1, "d_v": 1, "d_ff": 1}
    size = {**thin, "d_model": 8192, "max_positions": 65_536}
    assert "65,536" in refused("config.position_table", ModelConfig, size)
    assert ModelConfig(**{**size, "max_positions": 8192}).num_parameters < 3_000_000
    assert ModelConfig(**size, positions="learned").num_parameters > 1_000_000_000


def test_nbest_cannot_exceed_the_beam():
    assert "nbest (5) must not be larger than beam_size (4)" in refused("config.nbest", DecodingConfig, {"nbest": 5})
    assert DecodingConfig(beam_size=5, nbest=5).nbest == 5


@pytest.mark.parametrize("config", CLASSES)
def test_a_configuration_travels_through_json(config):
    original = config()
    assert from_dict(config, json.loads(json.dumps(to_dict(original)))) == original


def test_a_changed_setting_survives_the_journey():
    original = ModelConfig(d_k=11, d_v=13, norm="pre", scale_scores=False, tying="none", dropout=0.25)
    assert from_dict(ModelConfig, json.loads(json.dumps(to_dict(original)))) == original


def test_an_unknown_field_is_named_with_the_known_ones():
    with pytest.raises(
        CoreError, match="checkpoint has an unknown field d_modell; allowed: alpha, beam_size"
    ) as caught:
        from_dict(DecodingConfig, {"d_modell": 7}, where="checkpoint")
    assert caught.value.code == "config.unknown_field"


@pytest.mark.parametrize("values", [None, [], "d_model", 7])
def test_a_configuration_is_an_object(values):
    with pytest.raises(CoreError, match="checkpoint must be an object with named fields"):
        from_dict(ModelConfig, values, where="checkpoint")


@pytest.mark.parametrize("config", CLASSES)
def test_a_configuration_is_frozen(config):
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(config(), dataclasses.fields(config)[0].name, None)


@pytest.mark.parametrize("number", [10**309, 10**400, -(10**400)])
def test_number_beyond_floating_point_is_refused(number):
    with pytest.raises(CoreError, match="not a number of"):
        DecodingConfig(alpha=number)


@pytest.mark.parametrize(
    ("config", "given"),
    [
        (TrainingConfig, {"max_steps": 10**400}),
        (TrainingConfig, {"precision": "x" * 9999}),
        (ModelConfig, {"d_ff": "7" * 999}),
    ],
)
def test_refused_value_is_not_repeated_whole(config, given):
    with pytest.raises(CoreError) as caught:
        config(**given)
    assert len(str(caught.value)) < 200


# Vocabularies and special symbols

TWO = {"vocab_size": 17, "target_vocab_size": 13, "tying": "two-way"}


def test_vocabulary_settings_default_to_those_of_a_trained_tokenizer():
    config = ModelConfig()
    assert config.special == Tokenizer.train(["ab"], 259).special == (0, 1, 2)
    assert config.never_generated == (0, 1) and config.output_size == config.vocab_size


def test_vocabulary_settings_are_not_offered():
    hidden = {item.name for item in describe(ModelConfig)} - {item.name for item in offered_settings(ModelConfig)}
    of_other_models = {
        "num_decoder_layers",
        "decoder_d_ff",
        "activation",
        "layer_norm_eps",
        "scale_embedding",
        "output_bias",
    }
    assert hidden == {"target_vocab_size", "pad_id", "start_id", "end_id"} | of_other_models


def test_vocabulary_settings_are_written_only_where_they_differ():
    assert set(to_dict(ModelConfig())) == {item.name for item in offered_settings(ModelConfig)}
    config = ModelConfig(**TWO, pad_id=12, start_id=12)
    written = to_dict(config)
    assert {name: written[name] for name in ("target_vocab_size", "pad_id", "start_id")} == {
        "target_vocab_size": 13,
        "pad_id": 12,
        "start_id": 12,
    }
    assert "end_id" not in written and from_dict(ModelConfig, written) == config


@pytest.mark.parametrize("path", sorted(CHECKPOINTS.glob("*/config.json")), ids=lambda path: path.parent.name)
def test_shipped_configurations_are_written_as_they_were_read(path):
    values = json.loads(path.read_text(encoding="utf-8"))["model"]
    assert list(to_dict(from_dict(ModelConfig, values)).items()) == list(values.items())


def test_start_symbol_is_generated_only_as_the_end_symbol():
    assert ModelConfig(vocab_size=17, pad_id=5, start_id=5, end_id=3).never_generated == (5,)
    assert ModelConfig(vocab_size=17, pad_id=5, start_id=3, end_id=3).never_generated == (5,)
    assert ModelConfig(vocab_size=17, pad_id=5, start_id=11, end_id=3).never_generated == (5, 11)


@pytest.mark.parametrize(("tying", "rows"), [("two-way", 17 + 13), ("none", 17 + 2 * 13)])
def test_parameters_of_two_vocabularies_are_counted_by_side(tying, rows):
    config = ModelConfig(**{**TWO, "tying": tying}, d_model=6, num_layers=2, num_heads=3, d_ff=5)
    assert config.num_embedding_parameters == rows * 6
    assert config.num_parameters == sum(parameter.numel() for parameter in Transformer(config).parameters())


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("config.two_vocabularies", {"vocab_size": 17, "target_vocab_size": 13}),
        ("config.special_id", {"vocab_size": 17, "pad_id": 17}),
        ("config.special_id", {**TWO, "pad_id": 13}),
        ("config.special_id", {**TWO, "start_id": 13}),
        ("config.special_id", {**TWO, "end_id": 13}),
        ("config.end_is_padding", {"vocab_size": 17, "pad_id": 2}),
    ],
)
def test_vocabularies_that_do_not_fit_are_refused(code, values):
    refused(code, ModelConfig, values)


def test_fitting_a_vocabulary_replaces_its_size_and_symbols():
    tokenizer = Tokenizer.train(["ab"], 259)
    config = fitted(ModelConfig(**TWO, pad_id=12, start_id=12, end_id=7), Vocabularies.joint(tokenizer))
    assert (config.vocab_size, config.output_size, config.special) == (259, 259, tokenizer.special)
    assert config.tying == "two-way"
