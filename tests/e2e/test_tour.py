"""The tour in a real browser: twelve stops, each with its own link."""

import re

from tests.e2e.explorer import WAIT, drawn, until

CARD = "#tour [data-part=card]"
# What each stop shows, as a selector that is visible there.
SHOWN = {
    "embedding": "#machine [data-block='encoder.embedding'][aria-current=true]",
    "position": "#machine [data-block='encoder.position'][aria-current=true]",
    "attention": "#machine [data-block='encoder.0.self'][aria-current=true]",
    "scale": "#maths [data-part=lab][data-lab=softmax]:not([data-drawings='0'])",
    "heads": "#attention [data-kind=encoder][data-layer='0']",
    "residual": "#machine [data-block='encoder.0.self.add'][aria-current=true]",
    "feed_forward": "#machine [data-block='encoder.0.feed_forward'][aria-current=true]",
    "masked": "#machine [data-block='decoder.0.self'][aria-current=true]",
    "cross": "#machine [data-block='decoder.1.cross'][aria-current=true]",
    "alignment": "#attention [data-kind=cross][data-view=lines]",
    "softmax": "#machine [data-block=softmax][aria-current=true]",
    "training": "#machine [data-mode=train][aria-checked=true]",
}


def wait_for(page, stop: str) -> None:
    page.wait_for_selector(f"{CARD}[data-stop={stop}]", timeout=WAIT)
    page.locator(SHOWN[stop]).first.wait_for(timeout=WAIT)


def test_every_stop_shows_what_it_tells_of(page):
    drawn(page)
    page.get_by_role("tab", name="The machine").first.click()
    page.locator("#machine [data-part=begin-tour]").click()
    links = []
    for number, stop in enumerate(SHOWN, start=1):
        wait_for(page, stop)
        assert page.locator(f"{CARD} [data-part=count]").inner_text() == f"Tour · {number} of 12"
        until(page, lambda wanted=number: re.search(rf"\bstop={wanted}\b", page.url))
        links.append(page.url)
        page.locator(f"{CARD} [data-part=next]").click()
    page.locator(CARD).wait_for(state="hidden", timeout=WAIT)
    assert "stop=" not in page.url
    page.go_back()
    wait_for(page, "training")
    for number in (4, 10):  # as a new visitor with the link
        page.goto(links[number - 1])
        wait_for(page, list(SHOWN)[number - 1])
        assert not page.get_by_text("were ignored").count()


def test_tour_is_entered_by_a_link_and_ends_with_escape(empty_page, served):
    page = empty_page
    page.goto(f"{served}?tab=machine&stop=9")
    wait_for(page, "cross")
    assert not page.get_by_text("were ignored").count()
    page.locator(f"{CARD} [data-part=next]").press("Escape")
    page.locator(CARD).wait_for(state="hidden", timeout=WAIT)
