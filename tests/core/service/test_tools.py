"""Functions for programs and agents: their numbers are those of the parts that they stand for; answers stay short."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from core.attention_kinds import KINDS
from core.config import DecodingConfig
from core.errors import CoreError
from core.inspection.intervention import HeadName, Intervention
from core.library import CheckpointLibrary
from core.service import Service
from core.service.tools import NAMES, Tools

CHECKPOINTS = Path(__file__).parents[3] / "checkpoints"
TEXT = "Two dogs play in the snow."


@pytest.fixture(scope="module")
def service():
    return Service(CheckpointLibrary(CHECKPOINTS))


@pytest.fixture(scope="module")
def tools(service):
    return Tools(service)


@pytest.fixture(scope="module")
def traced(service):
    """Return the translator, the translation and the trace of `TEXT`, made without the service."""
    translator = service.library.translator("en-de")
    translation = translator.search(TEXT, DecodingConfig())
    return translator, translation, translator.trace(translation)


def test_word_links_follow_the_mean_of_all_cross_attention(tools, traced):
    _, translation, trace = traced
    found = tools.translate_with_word_links(TEXT, "en-de")
    assert found["translation"] == translation.text
    ends = [place for place, token in enumerate(trace.predicted_tokens) if token == "</s>"]
    assert len(found["links"]) + len(ends) <= len(trace.predicted_tokens)
    mean = trace.cross.mean(axis=(0, 1))  # [T, S]
    for link in found["links"]:
        rows = [step for step, token in enumerate(trace.predicted_tokens) if token.strip("▁ ") == link["target"]]
        if not rows:  # a word of several tokens
            continue
        row = mean[rows[0], : trace.cross.shape[-1] - 1]  # without the end symbol
        place = int(row.argmax())
        assert trace.src_tokens[place].strip("▁ ") == link["source"]
        assert link["share"] == pytest.approx(row[place] / row.sum(), abs=1e-4)
    linked = {link["source"] for link in found["links"]}
    assert not linked & set(found["unlinked"])


def test_heads_that_matter_are_those_without_which_the_word_is_least_likely(tools, traced):
    translator, translation, trace = traced
    word = max(trace.predicted_tokens[:-1], key=len)
    step = trace.predicted_tokens.index(word)
    found = tools.heads_that_matter(TEXT, word.strip("▁ ").upper(), "en-de", 5)
    assert found["word"] == word.strip("▁ ")
    losses = {}
    for kind in KINDS:
        for layer in range(translator.model.config.layers(kind)):
            for head in range(translator.model.config.num_heads):
                name = HeadName(kind, layer, head)
                without = translator.trace(translation, intervention=Intervention(off=(name,)))
                losses[name.in_file] = float(trace.log_probs[step] - without.log_probs[step])
    assert found["tested"] == len(losses)
    best = sorted(losses.values(), reverse=True)[:5]
    assert [one["loss"] for one in found["heads"]] == pytest.approx(best, abs=2e-4)
    assert [losses[one["head"]] for one in found["heads"]] == pytest.approx(best, abs=2e-4)
    cross = next((one for one in found["heads"] if one["kind"] == "cross"), None)
    if cross:
        row = trace.cross[cross["layer"] - 1, cross["number"] - 1, step]
        assert cross["attends_to"] in trace.src_tokens[int(row.argmax())]


def test_the_effect_of_heads_off_is_measured_on_the_same_tokens(tools, traced):
    translator, translation, trace = traced
    found = tools.effect_of_heads_off(TEXT, "c.3,e.1.2", "en-de")
    off = Intervention(off=[*(HeadName("cross", 2, head) for head in range(4)), HeadName("encoder", 0, 1)])
    assert found["off"] == ["c.3.1", "c.3.2", "c.3.3", "c.3.4", "e.1.2"]
    assert found["before"] == translation.text
    assert found["after"] == translator.search(TEXT, DecodingConfig(), intervention=off).text
    same = translator.trace(translation, intervention=off)
    assert found["log_prob_before"] == pytest.approx(float(trace.log_probs.sum()), abs=1e-3)
    assert found["log_prob_after"] == pytest.approx(float(same.log_probs.sum()), abs=1e-3)


def test_two_models_are_compared(tools, traced):
    _, translation, _ = traced
    found = tools.compare_models(TEXT, "en-de", "en-zh")
    one, other = found["translations"]
    assert (one["translation"], one["tokens"]) == (translation.text, len(translation.hypotheses[0].ids))
    assert one["log_prob_per_token"] == pytest.approx(translation.hypotheses[0].log_prob / one["tokens"], abs=1e-4)
    assert (other["checkpoint"], found["same"]) == ("en-zh", False)


def test_long_answers_lose_their_last_entries_and_say_how_many(tools, monkeypatch):
    monkeypatch.setattr("core.service.tools.MAX_ANSWER_BYTES", 1000)
    found = tools.translate("A dog runs.", "en-de", 16)
    assert len(json.dumps(found, ensure_ascii=False).encode()) <= 1000
    assert found["left_out"] > 0 and len(found["hypotheses"]) + found["left_out"] == 16


def test_a_damaged_folder_does_not_hide_the_other_models(tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{", encoding="utf-8")
    (tmp_path / "numbers").symlink_to(CHECKPOINTS / "numbers")
    models = Tools(Service(CheckpointLibrary(tmp_path))).list_models()["models"]
    assert [one["checkpoint"] for one in models] == ["numbers"]
    assert all(not isinstance(value, float) or math.isfinite(value) for one in models for value in one.values())


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("translate", ("One.\nTwo.",), "api.lines"),
        ("heads_that_matter", (TEXT, "Katze", "en-de"), "tools.word"),
        ("heads_that_matter", (TEXT, "", "en-de", 0), "tools.count"),
        ("heads_that_matter", (TEXT, "", "en-de", True), "tools.count"),
        ("effect_of_heads_off", (TEXT, "x.1", "en-de"), "heads.form"),
        ("effect_of_heads_off", (TEXT, "c.9.1", "en-de"), "heads.missing"),
        ("compare_models", (TEXT, "en-de", "../x"), "library.unknown"),
    ],
)
def test_wrong_arguments_are_refused(tools, name, arguments, code):
    with pytest.raises(CoreError) as caught:
        getattr(tools, name)(*arguments)
    assert caught.value.code == code


def test_line_separator_inside_a_line_does_not_make_two(tools):
    assert tools.translate("Two\u2028dogs", "en-de") == tools.translate("Two dogs", "en-de")


def test_python_has_the_same_functions():
    from glassformer import tools as module

    assert dir(module) == sorted(NAMES)
    assert np.all([callable(getattr(module, name)) for name in NAMES])
