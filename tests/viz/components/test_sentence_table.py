"""The table of sentences: what is packed for the browser, and what the browser makes of it."""

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.viz.components.conftest import OpenPage
from tests.viz.components.sentences import HOSTILE, SHOWN, made_result, packed_sentences
from tests.viz.components.stage import Scene, Stage
from viz.components.evaluation import EVENTS, sentence_table
from viz.texts import CATALOGUES, ENGLISH, texts_in
from viz.wire.evaluation import pack_sentences, sentences_json

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXTS = ENGLISH.section("sentences.")
ROW = ".gf-sentences-row"
LINES = f"[...document.querySelectorAll('{ROW} [data-column=number]')].map(cell => cell.textContent)"


def test_sentences_are_packed_by_column():
    result = made_result(7)
    packed = sentences_json(result, id="job", shown=SHOWN)
    rows = packed["rows"]
    assert (packed["id"], packed["systems"]) == ("job", [system.name for system in result.systems])
    assert rows["number"] == [1, 2, 3, 4, 5, 6, 7] and rows["own"] is None
    assert rows["answers"][1]["chrf"] == [round(row.answers[1].chrf, 2) for row in result.rows]
    assert rows["answers"][0]["flags"] == [list(row.answers[0].flags) for row in result.rows]
    assert packed["shown"] == sorted(SHOWN)


def test_own_column_is_packed_where_there_is_one():
    result = made_result(2)
    rows = (result.rows[0], result.rows[1]._replace(own="news"))
    assert sentences_json(result._replace(rows=rows), id="job", shown=())["rows"]["own"] == ["", "news"]


def test_file_of_translations_has_no_loss():
    answers = sentences_json(made_result(3, is_file=True), id="job", shown=())["rows"]["answers"]
    assert answers[0]["loss"] is not None
    assert (answers[1]["loss"], answers[1]["logProb"]) == (None, None)
    assert [one["unmeasured"] for one in answers] == [[], ["omission"]]


def test_packed_sentences_hold_no_tags():
    text = pack_sentences(made_result(3), id="job", shown=SHOWN)
    assert "<" not in text and json.loads(text)["rows"]["source"][2] == HOSTILE


def test_sentence_table_offers_its_events():
    component = sentence_table(texts={}, elem_id="sentences")
    assert all(callable(getattr(component, event)) for event in EVENTS)


def test_flag_is_measured_where_every_translation_of_a_file_has_it():
    result = made_result(3, is_file=True)
    rows = [row._replace(answers=(row.answers[0], row.answers[1]._replace(flags=("omission",)))) for row in result.rows]
    packed = sentences_json(result._replace(rows=rows), id="job", shown=())
    assert packed["rows"]["answers"][1]["unmeasured"] == []


# In the browser


@pytest.fixture
def page(open_page: OpenPage, stage: Stage) -> "Page":
    """400 sentences of two systems."""
    view = sentence_table(packed_sentences(400), texts=TEXTS, elem_id="sentences")
    return open_page(stage.add(Scene([view])), ROW)


def choose_bucket(page: "Page", bucket: dict[str, Any] | None) -> None:
    page.evaluate(
        "bucket => document.dispatchEvent(new CustomEvent('sentences-bucket', {detail: bucket}))",
        bucket,
    )


def test_sentences_are_found_opened_and_left_at_the_same_place(page: "Page") -> None:
    grid, count = page.get_by_role("grid"), page.locator("[data-part=count]")
    assert page.locator(ROW).count() < 40  # of 400
    page.get_by_role("button", name="number", exact=True).click()
    assert page.get_by_role("columnheader", name="number").get_attribute("aria-sort") == "ascending"
    assert page.evaluate(LINES)[:3] == ["1", "2", "3"]
    hostile = page.locator(ROW).nth(2)
    assert hostile.locator("[data-column=source]").inner_text() == HOSTILE
    assert hostile.locator("img").count() == 0
    assert page.locator(ROW).nth(4).locator("[data-column=translation]").first.inner_text() == "(empty)"

    page.keyboard.press("Escape")
    grid.focus()
    page.keyboard.press("End")
    assert page.locator(f"{ROW}[aria-selected=true] [data-column=number]").inner_text() == "400"
    page.keyboard.press("PageUp")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the button of the detail
    number = page.locator(f"{ROW}.open > [data-column=number]").inner_text()
    assert page.evaluate("window.events") == [["sentence_open", {"number": int(number), "index": int(number) - 1}]]
    place = page.evaluate("document.querySelector('[data-part=grid]').scrollTop")
    page.wait_for_function(f"sessionStorage.getItem('glassformer-sentences:made').includes('\"top\":{place}')")
    page.reload()
    page.wait_for_selector(f"{ROW}.open")
    assert page.locator(f"{ROW}.open > [data-column=number]").inner_text() == number
    assert page.evaluate("document.querySelector('[data-part=grid]').scrollTop") == place

    choose_bucket(page, {"by": "question", "label": "yes"})
    page.locator("[data-flag=omission]").click()
    few = count.inner_text()
    assert few.endswith("of 400 sentences") and int(few.split()[0]) < 100
    group = page.locator("[data-part=group]")
    assert group.locator("option:checked").inner_text().startswith("yes (")
    group.select_option(label=group.locator("optgroup[label=question] option").nth(1).inner_text())
    page.get_by_role("button", name="Remove the filter question: no").click()
    assert group.locator("option:checked").inner_text() == "all sentences"
    page.get_by_role("searchbox").fill("nowhere in it")
    page.get_by_text("No sentence passes the filters.").wait_for()
    page.get_by_role("button", name="clear all filters").click()
    assert count.inner_text() == "400 sentences"


def test_words_that_differ_are_marked_as_asked(page: "Page") -> None:
    page.get_by_role("button", name="number", exact=True).click()
    assert page.locator("mark").count() > 0
    page.get_by_label("Mark words").select_option("none")
    assert page.locator("mark").count() == 0


def test_rows_are_cards_on_a_phone(page: "Page") -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector(".gf-sentences.narrow")
    page.get_by_label("Sort by").select_option("number")
    assert page.evaluate(LINES)[:2] == ["1", "2"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(ROW).nth(1).click()
    page.get_by_role("button", name="open in the explorer").wait_for()


@pytest.mark.parametrize("language", CATALOGUES)
def test_flag_that_a_file_cannot_have_is_not_counted_as_none(open_page: OpenPage, stage: Stage, language: str) -> None:
    """It read "B 0", as if the translations were complete."""
    texts = texts_in(language).section("sentences.")
    view = sentence_table(packed_sentences(12, is_file=True, omits=False), texts=texts, elem_id="sentences")
    page = open_page(stage.add(Scene([view])), ROW)
    chip = page.locator("[data-flag=omission]")
    assert chip.inner_text().startswith(texts["sentences.flag.omission"]) and chip.inner_text().endswith("B –")
    assert chip.get_attribute("title") == texts["sentences.flag.omission.unmeasured"].replace("{systems}", "B")
    assert page.locator("[data-flag=number]").get_attribute("title") is None


def test_without_sentences_the_table_says_so(open_page: OpenPage, stage: Stage) -> None:
    view = sentence_table(texts=TEXTS, elem_id="sentences")
    page = open_page(stage.add(Scene([view])), ".gf-sentences-empty")
    page.get_by_text(TEXTS["sentences.empty"]).wait_for()
    assert not page.get_by_role("grid").is_visible()
