import json

import pytest

from viz.components.sample_table import WORDS, SampleStep, pack_samples

SPOKEN = {word: word for word in WORDS}
STEP = SampleStep("step 7", False, [[("a ", False), ("b", True)], []])


def test_sentences_and_marks_reach_the_browser_as_they_are():
    packed = json.loads(pack_samples([("s", "r"), ("t", "u")], [STEP], name="night-7", words=SPOKEN))
    assert packed["sentences"] == [["s", "r"], ["t", "u"]] and packed["name"] == "night-7"
    assert packed["steps"] == [{"label": "step 7", "first": False, "translations": [[["a ", False], ["b", True]], []]}]


def test_nothing_in_it_is_like_a_tag():
    step = SampleStep("step 7", True, [[("<mark>", True)]])
    assert "<" not in pack_samples([("<b>", "</b>")], [step], name="a", words=SPOKEN)


def test_a_validation_has_a_translation_of_every_sentence():
    with pytest.raises(ValueError, match="step 7: 2 translations of 1 sentences"):
        pack_samples([("s", "r")], [STEP], name="a", words=SPOKEN)


def test_a_missing_word_is_named():
    with pytest.raises(ValueError, match="words lacks latest"):
        pack_samples([], [], name="a", words={word: word for word in WORDS if word != "latest"})
