"""What the page says of itself: which sentence is shown, text far from the training data, lists that close."""

import contextlib
import threading
from collections.abc import Iterator

from core.service import Answer, Service
from tests.e2e.conftest import offline
from tests.e2e.explorer import WAIT, drawn, part, state, translate, until


def test_edited_sentence_is_announced_until_it_is_translated(lasting_page):
    """Another sentence stood above the translation of the last one, and nothing said so."""
    page = lasting_page
    drawn(page)
    shown = page.input_value("#source textarea")
    page.fill("#source textarea", "Something entirely different now.")
    until(page, lambda: state(page, "stale") == "true")
    assert shown in part(page, "note").inner_text()
    page.fill("#source textarea", f" {shown} ")
    until(page, lambda: state(page, "stale") == "false")
    translate(page, "A girl reads.")
    until(page, lambda: state(page, "stale") == "false")
    assert not part(page, "note").is_visible()


def test_error_of_the_last_sentence_goes_with_the_next_one(lasting_page):
    page = lasting_page
    drawn(page)
    page.fill("#source textarea", "")
    page.click("#translate")
    part(page, "problem").wait_for(state="visible")
    page.locator("#source textarea").press_sequentially("A")
    part(page, "problem").wait_for(state="hidden")


def test_text_far_from_the_training_data_is_announced(lasting_page):
    page = lasting_page
    drawn(page)
    assert not part(page, "alarm").is_visible()
    translate(page, "一只棕色的狗在雪地里奔跑。")
    assert "source tokens are single bytes or letters" in part(page, "alarm").inner_text()


def test_several_sentences_are_offered_one_by_one(lasting_page):
    page = lasting_page
    drawn(page)
    translate(page, "The dog sleeps. Where is the cat?")
    assert "This text has 2 sentences" in part(page, "alarm").inner_text()
    part(page, "each-start").click()
    page.locator("[data-sentence]").nth(1).wait_for()
    rows = page.locator("[data-part=each] li").all_inner_texts()
    assert [row.split("\n")[0] for row in rows] == ["The dog sleeps.", "Where is the cat?"]
    page.click("#theme")  # all is drawn again, which took the list away
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
    assert page.locator("[data-part=each] li").all_inner_texts() == rows
    page.click("#theme")
    page.locator("[data-sentence]").nth(1).click()
    until(page, lambda: page.input_value("#source textarea") == "Where is the cat?")
    part(page, "alarm").wait_for(state="hidden")


def test_line_below_the_box_says_what_the_model_can_do(lasting_page):
    page = lasting_page
    drawn(page)
    assert "one sentence at a time" in page.inner_text("#scope")


def test_list_of_models_closes_when_the_focus_leaves_it(lasting_page):
    page = lasting_page
    drawn(page)
    page.locator("#checkpoint input").focus()
    page.wait_for_selector("ul[role=listbox]")
    page.keyboard.press("Tab")
    page.wait_for_selector("ul[role=listbox]", state="detached")


def test_list_of_models_closes_after_enter(page):
    """The focus went back to the box, and Gradio opened the list again over the translation."""
    drawn(page)
    page.locator("#checkpoint input").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("ul[role=listbox]")
    page.keyboard.press("Enter")
    page.wait_for_selector("ul[role=listbox]", state="detached")
    page.wait_for_timeout(500)  # a list that opens again does so at once
    assert page.locator("ul[role=listbox]").count() == 0
    assert page.evaluate("document.activeElement.getAttribute('role')") == "combobox"


def test_server_that_does_not_answer_is_reported(lasting_page):
    """Only a toast of Gradio said so; the strip seemed to have finished."""
    page = lasting_page
    drawn(page)
    with offline(page):
        page.click("#translate")
        part(page, "problem").wait_for(state="visible")
        assert "The server does not answer" in part(page, "problem").inner_text()


@contextlib.contextmanager
def held_requests(page) -> Iterator[list]:
    """Hold what the page asks the server's queue; send it at the end, each when the one before has been accepted."""
    held: list = []
    page.route("**/queue/join*", lambda route: held.append(route))
    yield held
    for route in held:
        with page.expect_response("**/queue/join*"):
            route.continue_()
    page.unroute("**/queue/join*")


def test_sentence_typed_while_the_page_opens_stays(empty_page, served):
    """The first example replaced it."""
    page = empty_page
    with held_requests(page) as held:
        page.goto(served)
        until(page, lambda: bool(held))
        page.fill("#source textarea", "A man reads.")
    drawn(page)
    until(page, lambda: state(page, "stale") == "true")
    assert page.input_value("#source textarea") == "A man reads."


def test_last_of_two_hurried_sentences_is_shown(lasting_page, monkeypatch):
    """The second was not asked for while the first was being translated."""
    page = lasting_page
    drawn(page)
    translated, second_began = Service.translate, threading.Event()

    def one_after_the_other(service: Service, checkpoint: str, text: str, *settings: object) -> Answer:
        if text == "A cat sleeps.":
            second_began.set()
        else:
            second_began.wait(WAIT / 1000)
        return translated(service, checkpoint, text, *settings)

    monkeypatch.setattr(Service, "translate", one_after_the_other)
    for sentence in ("A dog runs.", "A cat sleeps."):
        page.fill("#source textarea", sentence)
        with page.expect_response("**/queue/join*"):
            page.press("#source textarea", "Enter")
    until(page, lambda: "Katze" in part(page, "words").inner_text().replace("\n", ""))
    drawn(page)
    assert state(page, "stale") == "false"
