"""The picker of language codes of a multilingual model."""

import json

import pytest

from core.library import CheckpointLibrary
from viz.tabs.translate.codes import offered, with_code


@pytest.mark.parametrize(
    ("code", "sentence", "expected"),
    [
        (">>fra<<", "A cat.", ">>fra<< A cat."),
        (">>fra<<", " >>deu<<A cat.", ">>fra<< A cat."),
        (None, ">>deu<< A cat.", "A cat."),
        (">>fra<<", None, ">>fra<< "),
        (">>fra<<", "a >> b << c", ">>fra<< a >> b << c"),
    ],
)
def test_a_code_takes_the_place_of_another(code, sentence, expected):
    assert with_code(code, sentence) == expected


@pytest.mark.parametrize(
    ("details", "shown"),
    [
        (
            {"language_codes": [">>deu<<", ">>fra<<"], "examples": [">>fra<< A cat."]},
            ([">>deu<<", ">>fra<<"], ">>fra<<"),
        ),
        ({"language_codes": [">>deu<<"]}, ([">>deu<<"], None)),
        ({"language_codes": ["<b>"]}, ([], None)),
        ({"language_codes": 7}, ([], None)),
        ({}, ([], None)),
    ],
)
def test_only_a_model_with_codes_offers_them(tmp_path, details, shown):
    (tmp_path / "m").mkdir()
    described = {"format": 1, "model": {"vocab_size": 300}, "source_language": "en", "target_language": "de", **details}
    (tmp_path / "m" / "config.json").write_text(json.dumps(described), "utf-8")
    found = offered(CheckpointLibrary(tmp_path), "m").constructor_args
    assert ([value for _, value in found["choices"]], found["value"]) == shown
    assert found["visible"] == bool(shown[0])


def test_an_unknown_model_offers_none(tmp_path):
    assert offered(CheckpointLibrary(tmp_path), "gone").constructor_args["visible"] is False
    assert offered(CheckpointLibrary(tmp_path), None).constructor_args["visible"] is False
