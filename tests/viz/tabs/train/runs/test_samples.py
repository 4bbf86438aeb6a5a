import json

import pytest

from viz.tabs.train.runs.samples import changed_words, sample_steps, samples
from viz.texts import ENGLISH


def sample(step: int, translation: str, source: str = "a", reference: str = "b") -> dict:
    return {"event": "sample", "step": step, "source": source, "reference": reference, "translation": translation}


@pytest.mark.parametrize(
    ("before", "now", "pieces"),
    [
        ("a b c", "a b c", [("a b c", False)]),
        ("a b c", "a x c", [("a ", False), ("x ", True), ("c", False)]),
        ("a c", "a b c", [("a ", False), ("b ", True), ("c", False)]),
        ("a b c", "a c", [("a ", False), ("c", False)]),  # a removed word leaves no mark
        ("", "a b", [("a b", True)]),
        ("a b", "", []),
        ("三千四百", "三万四百", [("三", False), ("万", True), ("四百", False)]),  # a character is a word
        ("ab  cd\n", "ab  cd", [("ab  cd", False)]),
    ],
)
def test_new_words_are_marked(before, now, pieces):
    assert list(changed_words(before, now)) == pieces
    assert "".join(piece for piece, _ in changed_words(before, now)) == now


def test_each_validation_is_compared_with_the_previous():
    events = [
        sample(5, "x y"),
        {"event": "validation", "step": 5, "bleu": 1.25},
        sample(10, "x z"),
        {"event": "validation", "step": 10, "bleu": None},
    ]
    first, second = json.loads(samples("run-7", events, ENGLISH))["steps"]
    assert (first["label"], second["label"]) == ("step 5 · BLEU 1.2", "step 10")
    assert first["first"] is True and first["translations"] == [[["x y", False]]]
    assert second["first"] is False and second["translations"] == [[["x ", False], ["z", True]]]


def test_sentences_are_matched_by_source():
    events = [sample(5, "x", "s"), sample(5, "y", "t"), sample(10, "y", "t"), sample(10, "x", "s")]
    packed = json.loads(samples("a", events, ENGLISH))
    assert packed["sentences"] == [["t", "b"], ["s", "b"]]
    assert packed["steps"][0]["translations"] == [[["y", False]], [["x", False]]]
    assert packed["steps"][1]["translations"] == [[["y", False]], [["x", False]]]


def test_long_sources_that_begin_alike_stay_distinct():
    sources = ["s" * 200 + end for end in "ab"]
    events = [
        sample(step, f"{end}{step}", source) for step in (5, 10) for end, source in zip("xy", sources, strict=True)
    ]
    steps = json.loads(samples("a", events, ENGLISH))["steps"]
    assert [words[0][0] for words in steps[0]["translations"]] == ["x5", "y5"]


def test_many_validations_are_thinned_and_keep_the_last():
    events = [sample(step, "x") for step in range(10, 1320, 10)]
    steps = json.loads(samples("a", events, ENGLISH))["steps"]
    assert len(steps) == 44 and steps[-1]["label"] == "step 1,310" and steps[0]["label"] == "step 20"
    assert len(sample_steps(events)) == 131


def test_long_translation_is_cut_without_markup():
    packed = samples("a", [sample(5, "<b>" + "ha" * 500, "<i>s</i>")], ENGLISH)
    assert "<" not in packed
    ((piece, changed),) = json.loads(packed)["steps"][0]["translations"][0]
    assert len(piece) == 160 and piece.startswith("<b>ha") and piece.endswith("…") and not changed
    assert json.loads(packed)["sentences"] == [["<i>s</i>", "b"]]


def test_samples_are_none_before_the_first_validation():
    assert samples("a", [], ENGLISH) is None
