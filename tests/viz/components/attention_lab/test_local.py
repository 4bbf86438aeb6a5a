"""The head lab with the model in the browser: the server is asked only for what the browser cannot answer."""

from typing import TYPE_CHECKING

import pytest

from core.inspection.intervention import HeadName, Intervention
from tests.viz.components.attention_lab.bench import DECODING, SOURCE, Served, opened, settled, written

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.translator import Translator

# What the lab draws after each change: the kind of the answer, its label, and the log-probability of the whole.
RECORD = """() => {
  const node = document.querySelector('[data-lab=outcome]'), drawn = window.drawn = [];
  new MutationObserver(() => drawn.push([node.dataset.answer, node.querySelector('.gf-changed')?.textContent,
    node.querySelectorAll('dd')[1]?.textContent, node.offsetHeight])).observe(node, {childList: true});
}"""
# Clicks of a visitor who waits for nothing.
CLICK = """async names => {
  for (const name of names) {
    document.querySelector(`[data-gate='${name}']`).click();
    await new Promise(resolve => setTimeout(resolve, 8));
  }
}"""
NOTHING_CHANGED = """!document.querySelector('.gf-lab-totals, [data-gate]:not([data-state=on])')
  && document.querySelector('[data-part=variant]').hidden"""
HERE = ("head_values", "token_losses", "close_up")


def ready(page: "Page", served: Served) -> None:
    """Open the lab with the model in the browser."""
    served.engine = True
    opened(page, "lab")
    page.wait_for_selector("[data-engine]", state="attached")
    served.asked.clear()


def off(page: "Page", served: Served) -> None:
    """Switch a head off with the model in the browser."""
    ready(page, served)
    page.click("[data-gate='cross.1.2']")
    settled(page)


def test_second_translation_is_made_in_the_browser(page: "Page", served: Served, translator: "Translator") -> None:
    off(page, served)
    changed = Intervention(off=(HeadName("cross", 1, 2),))
    found = translator.search(SOURCE, DECODING, intervention=changed)
    assert written(page) == found.text
    assert "Computed by your browser in" in page.inner_text("[data-lab=here]")
    page.wait_for_selector("[data-exact=true]", state="attached")
    opened(page, "close_up")
    base = page.get_attribute("[data-drawn]", "data-drawn")
    assert [name for name, asked in served.asked if name in HERE and asked["id"] != base] == []
    assert served.requests("variant") == []


def test_server_makes_the_same_translation_for_what_it_alone_answers(page: "Page", served: Served) -> None:
    off(page, served)
    page.select_option("[data-part=lens]", "rollout")
    page.wait_for_selector("[data-lens=rollout][data-exact=true]")
    (asked,) = served.requests("lens_values")
    (made,) = served.requests("variant")
    assert made["off"] == [["cross", 1, 2]] and not asked["id"].startswith("here")
    page.select_option("[data-part=lens]", "gradient")
    page.wait_for_selector("[data-lens=gradient][data-exact=true]")
    assert len(served.requests("variant")) == 1


def test_same_words_are_shown_until_the_translation_is_there(
    page: "Page", served: Served, translator: "Translator"
) -> None:
    ready(page, served)
    before = page.url
    page.evaluate(RECORD)
    page.click("[data-gate='cross.1.2']")
    settled(page)
    drawn = page.evaluate("drawn")
    firsts = [shown for shown in drawn if shown[0] == "first"]
    assert {shown[1] for shown in firsts} == {"The same words, scored again. Translating again …"}
    best = translator.search(SOURCE, DECODING).hypotheses[0]
    scored = translator.trace_ids(SOURCE, best.ids, Intervention(off=(HeadName("cross", 1, 2),))).log_probs.sum()
    assert float(firsts[0][2].replace("−", "-")) == pytest.approx(float(scored), abs=6e-4)
    assert drawn[-1][0] == "whole" and drawn[-1][1].startswith("lost: ")
    assert drawn[-1][3] >= firsts[0][3]  # what is below does not move up
    assert page.url == before and served.requests("variant") == []


def test_clicks_that_wait_for_nothing_lead_to_the_last_change(
    page: "Page", served: Served, translator: "Translator"
) -> None:
    ready(page, served)
    page.evaluate(RECORD)
    names = [f"cross.{layer}.{head}" for layer in range(2) for head in range(4)]
    page.evaluate(CLICK, names)
    settled(page)
    changed = Intervention(off=tuple(HeadName("cross", int(name[6]), int(name[8])) for name in names))
    assert written(page) == translator.search(SOURCE, DECODING, intervention=changed).text
    assert page.evaluate("drawn.at(-1)[0]") == "whole"
    for taken_back in ("[data-lab=all-on]", "[data-part=drop]"):
        page.evaluate(CLICK, ["cross.1.0"])
        page.evaluate("selector => document.querySelector(selector).click()", taken_back)
        page.wait_for_function(NOTHING_CHANGED)
        page.wait_for_timeout(200)
        assert page.evaluate(NOTHING_CHANGED)
