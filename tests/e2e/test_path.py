"""The path in a real browser: each chapter shows what it speaks of, and its card never covers that."""

from collections import deque

import pytest

from core.exercises.chapters import CHAPTERS
from tests.e2e.explorer import WAIT, until

WINDOWS = ({"width": 390, "height": 844}, {"width": 768, "height": 1024}, {"width": 1280, "height": 900})
CARD = "#path [data-part=card]"
MARKED = "[data-path-mark]"
# True once the marked element is inside of the window and nothing of it is behind the card.
IN_SIGHT = """() => {
  const [mark, card] = ['[data-path-mark]', '#path [data-part=card]'].map(one => document.querySelector(one));
  if (!mark) return false;
  const [of, by] = [mark, card].map(node => node.getBoundingClientRect());
  const covers = of.left < by.right && by.left < of.right && of.top < by.bottom && by.top < of.bottom;
  return of.height > 0 && of.top >= 0 && of.left >= 0 && of.right <= innerWidth && of.bottom <= innerHeight && !covers;
}"""

# True once the window shows the whole task, and nothing of it has to be scrolled to within the card.
TASK_IN_SIGHT = """() => {
  const [task, body] = ['do', 'body'].map(name => document.querySelector(`#path [data-part=${name}]`));
  const [own, around] = [task, body].map(node => node.getBoundingClientRect());
  return own.height > 0 && own.top >= Math.max(0, around.top) && own.bottom <= Math.min(innerHeight, around.bottom);
}"""

# Of the card: what was written as an attribute although there was nothing to write.
UNDEFINED = """() => [...document.querySelectorAll('#path *')].filter(node =>
  [...node.attributes].some(({value}) => value === 'undefined')).map(node => node.outerHTML)"""

# What a task is done by in some chapters, and what is to be looked at then.
RESULTS = (
    (
        "position",
        lambda page: page.locator("#maths [data-control=pair] [type=range]").press("End"),
        "#maths [data-kind=chart]",
    ),
    (
        "scale",
        lambda page: page.locator("#maths [data-control=d_k] [type=range]").press("End"),
        "#maths [data-kind=chart]",
    ),
    (
        "feed_forward",
        lambda page: page.locator("#machine [data-block='decoder.0.feed_forward']").first.click(),
        "#machine [data-role=output]",
    ),
)


def wait_for(page, chapter: str) -> None:
    page.wait_for_selector(f"{CARD}[data-chapter={chapter}]", timeout=WAIT)
    page.wait_for_function(IN_SIGHT, timeout=WAIT)


def go_on(page) -> None:
    page.locator(f"{CARD} [data-part=next]").click()


@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.slow)])
def test_every_mark_is_in_sight(empty_page, served, language):
    """Each chapter is entered in one window and seen in the others, whose width makes the page and its card anew."""
    page, windows = empty_page, deque(WINDOWS)
    page.set_viewport_size(windows[0])
    page.goto(f"{served}?lang={language}&path=hour")
    for chapter in CHAPTERS:
        for window in windows:
            page.set_viewport_size(window)
            wait_for(page, chapter)
            page.wait_for_function(TASK_IN_SIGHT, timeout=WAIT)
            assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]
        assert page.evaluate(UNDEFINED) == []
        go_on(page)
        windows.rotate()
    page.wait_for_selector("#test-yourself [data-shown=true]", timeout=WAIT)
    page.wait_for_selector("#test-yourself details[open] li", timeout=WAIT)
    assert page.locator("#test-yourself details[open]").count() == 1
    assert page.locator("#test-yourself details:not([open]) li").count() == 0, "no chapter is asked for unopened"
    page.click("#test-yourself [data-chapter=position] summary")
    page.wait_for_selector("#test-yourself [data-chapter=position] li", timeout=WAIT)
    assert page.locator(CARD).is_hidden() and page.evaluate("document.body.style.paddingBottom") == ""


@pytest.mark.slow
def test_links_reload_and_tasks_keep_the_place(empty_page, served):
    page = empty_page
    page.goto(f"{served}?stop=1")  # as the former tour wrote it
    wait_for(page, "embedding")
    page.locator("#machine [data-block='decoder.embedding']").click()
    page.wait_for_selector(f"{CARD} [data-part=do][data-done=true]")
    go_on(page)
    go_on(page)
    wait_for(page, "attention")
    until(page, lambda: page.locator(f"{CARD} .gf-exercise-send").count() == 1)
    page.reload()
    wait_for(page, "attention")
    assert page.locator(f"{CARD} [data-done=true][data-chapter]").get_attribute("data-chapter") == "embedding"
    page.goto(f"{served}?path=ten")  # continues
    wait_for(page, "attention")
    assert page.locator(f"{CARD} [data-part=dots] li").count() == 5
    assert not page.get_by_text("were ignored").count()
    page.set_viewport_size(WINDOWS[-1])
    page.goto(f"{served}?path=hour&chapter=masked")
    wait_for(page, "masked")
    page.locator("#attention .gf-step input[type=range]").press("End")
    page.wait_for_selector(f"{CARD} [data-part=do][data-done=true]")
    page.wait_for_selector(f"#attention [data-part=figure]{MARKED}")  # what is to be looked at now
    page.wait_for_function("document.querySelector('[data-path-mark]').getBoundingClientRect().top < innerHeight / 2")
    for chapter, act, result in RESULTS:
        page.goto(f"{served}?path=hour&chapter={chapter}")
        wait_for(page, chapter)
        act(page)
        page.wait_for_selector(f"{result}{MARKED}")
        page.wait_for_function(IN_SIGHT)
    page.goto(f"{served}?path=ten&chapter=attention")
    wait_for(page, "attention")
    page.set_viewport_size({"width": 320, "height": 180})  # zoomed to 400 %
    page.wait_for_selector(f"{CARD}[data-dock=flow]")
    go_on(page)
    page.wait_for_selector(f"{CARD}[data-chapter=heads]")
    page.wait_for_function(TASK_IN_SIGHT, timeout=WAIT)
    page.locator(f"{CARD} [data-part=show]").click()  # the card is scrolled away
    page.wait_for_function("document.querySelector('[data-path-mark]').getBoundingClientRect().top < innerHeight")
    page.locator(f"{CARD} [data-part=close]").press("Escape")
    page.locator(CARD).wait_for(state="hidden")


def test_a_wrong_answer_can_be_tried_again_and_is_kept(empty_page, served):
    page = empty_page
    page.goto(f"{served}?path=hour&chapter=masked&checkpoint=en-zh&text=Where+are+my+keys%3F")
    question, send = (page.locator(f"{CARD} {part}") for part in (".gf-exercise", ".gf-exercise-send"))
    question.locator(".gf-exercise-chips button").first.click(timeout=WAIT)
    send.click()
    page.locator(f"{CARD} [data-part=another]").click()
    question.locator(".gf-exercise-cells").wait_for()  # no cell is chosen, which is never right
    assert page.evaluate(UNDEFINED) == []  # characters of Chinese stand upright above their columns
    asked = question.locator(".gf-exercise-question").text_content()
    send.click()
    assert question.get_attribute("data-is") == "wrong"
    assert not question.locator("[data-is=wrong]").count()  # the right cells are not shown yet
    question.get_by_role("button", name="Try again").click()
    question.locator("td button").nth(1).click()  # a word that does not exist yet
    send.click()
    assert not send.is_visible() and question.get_attribute("data-is") == "wrong"
    question.get_by_role("button", name="Show the answer").click()
    assert question.locator("[data-is=wrong]").count()
    go_on(page)
    wait_for(page, "cross")
    until(page, lambda: question.count() == 1 and question.locator(".gf-exercise-question").text_content() != asked)
    page.locator(f"{CARD} [data-part=back]").click()
    wait_for(page, "masked")
    assert question.locator(".gf-exercise-question").text_content() == asked
    assert question.get_attribute("data-is") == "wrong"
    page.reload()
    wait_for(page, "masked")
    question.wait_for()
    assert question.locator(".gf-exercise-question").text_content() == asked
    assert question.locator("td button").nth(1).get_attribute("aria-pressed") == "true"
    assert question.locator("[data-is=wrong]").count() and not send.is_visible()  # with the right cells
    page.goto(f"{served}?path=hour&chapter=masked&checkpoint=en-zh&text=Where+is+my+key%3F")
    wait_for(page, "masked")
    send.wait_for()  # the answer was about another sentence
    assert question.get_attribute("data-is") is None
