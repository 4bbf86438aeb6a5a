"""The table of samples: what is packed for the browser, and what the browser makes of it."""

import json

import pytest

from tests.viz.components.conftest import OpenPage
from tests.viz.components.stage import Scene, Stage
from viz.components.sample_table import WORDS, SampleStep, pack_samples, sample_table

SPOKEN = {word: word for word in WORDS}
STEP = SampleStep(7, "step 7", False, [[("a ", False), ("b", True)], []])


def test_packed_samples_hold_sentences_and_marks():
    packed = json.loads(pack_samples([("s", "r"), ("t", "u")], [STEP], name="night-7", words=SPOKEN))
    assert packed["sentences"] == [["s", "r"], ["t", "u"]] and packed["name"] == "night-7"
    assert packed["steps"] == [{**STEP._asdict(), "translations": [[["a ", False], ["b", True]], []]}]


def test_packed_samples_hold_no_tags():
    step = SampleStep(7, "step 7", True, [[("<mark>", True)]])
    assert "<" not in pack_samples([("<b>", "</b>")], [step], name="a", words=SPOKEN)


def test_pack_samples_needs_a_translation_of_every_sentence():
    with pytest.raises(ValueError, match="step 7: 2 translations of 1 sentences"):
        pack_samples([("s", "r")], [STEP], name="a", words=SPOKEN)


def test_pack_samples_names_a_missing_word():
    with pytest.raises(ValueError, match="words lacks latest"):
        pack_samples([], [], name="a", words={word: word for word in WORDS if word != "latest"})


def test_samples_mark_changed_words_of_the_chosen_step(open_page: OpenPage, stage: Stage) -> None:
    hostile = "<b>${window.hacked=1}</b>"
    translations = [[("a cat ", False)], [("a ", False), ("dog ", True)], [("a dog ", False), ("runs ", True)]]

    def packed(label: str) -> str:
        steps = [
            SampleStep(5 * number, f"{label} {5 * number}", number == 1, [[*pieces, (hostile, False)]])
            for number, pieces in enumerate(translations, start=1)
        ]
        return pack_samples([(hostile, "ref")], steps, name="a", words=SPOKEN)

    table = sample_table(packed("step"), elem_id="samples")
    page = open_page(stage.add(Scene([table], {"language": {"samples": {"value": packed("步")}}})), "#samples mark")
    cell, marks = "#samples td:last-child", page.locator("#samples mark")
    assert marks.all_inner_texts() == ["runs "] and page.inner_text(cell) == f"a dog runs {hostile}"
    page.click("[data-go='-1']")
    assert marks.all_inner_texts() == ["dog "]
    page.click("#language")  # its label in another language: the choice stays
    page.wait_for_function("document.querySelector('#samples select').selectedOptions[0].textContent === '步 10'")
    assert marks.all_inner_texts() == ["dog "]
    page.select_option("#samples select", index=0)
    assert marks.count() == 0 and page.inner_text(cell) == f"a cat {hostile}"
    assert page.locator("#samples td b").count() == 0
