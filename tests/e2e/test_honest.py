"""What the page says of itself: which sentence is shown, text far from the training data, lists that close."""

from tests.e2e.conftest import offline
from tests.e2e.explorer import drawn, part, state, translate, until


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


def test_list_of_models_closes_when_the_focus_leaves_it(lasting_page):
    page = lasting_page
    drawn(page)
    page.locator("#checkpoint input").focus()
    page.wait_for_selector("ul[role=listbox]")
    page.keyboard.press("Tab")
    page.wait_for_selector("ul[role=listbox]", state="detached")


def test_server_that_does_not_answer_is_reported(page):
    """Only a toast of Gradio said so; the strip seemed to have finished."""
    drawn(page)
    with offline(page):
        page.click("#translate")
        part(page, "problem").wait_for(state="visible")
        assert "The server does not answer" in part(page, "problem").inner_text()
