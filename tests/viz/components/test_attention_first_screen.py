"""The first screen of the attention view: three suggestions, what a head is worth, the map, what is folded away."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.viz.components.conftest import OpenPage
from tests.viz.components.panels import SENTENCE, Site, number
from viz.texts import ENGLISH

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXTS = ENGLISH.section("attention.")


@pytest.fixture
def losses(site: Site) -> np.ndarray:
    """Cross-attention, [L, H, T], of the translation that is shown."""
    answer = site.service.translate("numbers", SENTENCE, 3, 0.6)
    translator = site.service.library.translator("numbers")
    return translator.importance(SENTENCE, answer.trace.predicted_ids).token_losses[2]


def choose(page: "Page", kind: str, layer: int, head: int) -> None:
    page.click(f"[data-tile='{kind}.{layer}.{head}']")


def test_suggestions_are_ticked_and_leave_for_ever(
    page: "Page", site: Site, open_page: OpenPage, losses: np.ndarray
) -> None:
    page.click("[data-try=word]")
    assert page.locator("[data-try=word]").is_disabled() and page.locator("[data-part=strip-hint]").is_hidden()
    choose(page, "encoder", 0, 0)
    page.wait_for_selector("[data-try=head]:disabled")
    choose(page, "cross", 0, 0)
    page.click("[data-try=off]")
    page.wait_for_selector("[data-part=tour]", state="hidden")
    page.wait_for_selector("[data-part=variant]:not([hidden])")  # all cross-attention is off: here is what came of it
    assert len(site.asked("variant")[-1]["off"]) == losses[..., 0].size and not site.asked("variant")[-1]["same"]
    assert TEXTS["attention.change.blind"] in page.inner_text("[data-part=change]")
    page.wait_for_function(
        "text => document.querySelector('[data-part=most]').textContent === text", arg=TEXTS["attention.most.off"]
    )
    assert page.inner_text("[data-part=next-side]") == TEXTS["attention.side.variant"]
    page.click("[data-part=drop]")
    page.wait_for_selector("[data-part=variant]", state="hidden")
    assert not page.locator("[data-tile][data-gate]").count()
    again = open_page(site.address, "#attention [data-drawn]")
    assert again.locator("[data-part=tour]").is_hidden() and again.locator("[data-part=strip-hint]").is_visible()


def test_cost_of_a_head_is_that_of_the_service(page: "Page", site: Site, losses: np.ndarray) -> None:
    layer, head, step = (int(place) for place in np.unravel_index(np.argmax(losses), losses.shape))
    page.click(f"[data-part=words] [data-step='{step}']")
    choose(page, "cross", layer, head)
    expected = "Without this head the probability falls "
    page.wait_for_function(
        "text => document.querySelector('[data-part=cost]').textContent.startsWith(text)", arg=expected
    )
    said = page.inner_text("[data-part=cost]")
    assert f"the largest loss of all {losses[..., step].size}." in said
    before, _, after, cost, *_ = said.removeprefix(expected).replace("(", "").split()
    assert float(cost) == pytest.approx(losses[layer, head, step], abs=0.0051)
    known = site.service.translate("numbers", SENTENCE, 3, 0.6).trace.log_probs[step]
    assert [number(text) for text in (before, after)] == pytest.approx(
        np.exp([known, known - losses[layer, head, step]]), abs=0.00051
    )


def test_word_is_shown_in_all_heads_in_the_order_of_its_losses(page: "Page", losses: np.ndarray) -> None:
    layer, head, step = (int(place) for place in np.unravel_index(np.argmax(losses), losses.shape))
    lost, current = losses[..., step], "[data-tile][aria-selected=true]"
    page.click(f"[data-part=words] [data-step='{step}']")
    page.click("[data-word=all]")
    page.wait_for_selector(f"[data-word-row='cross.{layer}.{head}']:first-child")
    rows = page.locator("[data-word-row]")
    names = rows.evaluate_all("rows => rows.map(row => row.dataset.wordRow)")
    found = [lost[int(name.split(".")[1]), int(name.split(".")[2])] for name in names]
    assert len(set(names)) == lost.size and np.diff(found).max() < 1e-3  # nats: equal to the digits that are sent
    assert f"{lost.max():.2f}" in rows.first.inner_text()
    rows.first.click(position={"x": 20, "y": 10})
    page.keyboard.press("ArrowDown")
    assert page.get_attribute(current, "data-tile") == names[1]
    rows.first.locator("canvas").click(position={"x": 2, "y": 8})
    assert page.get_attribute(current, "data-tile") == names[0]
    pinned = page.locator("[data-part=most] [data-mention]").first
    assert pinned.get_attribute("data-mention") == "key 0 0"


def test_sentence_names_both_tokens_of_the_step_and_what_most_heads_do(page: "Page", site: Site) -> None:
    """Why a word does not attend to its own counterpart was not to be understood from one head alone."""
    trace = site.service.translate("numbers", SENTENCE, 3, 0.6).trace
    step, weights = 2, trace.weights("cross")
    choose(page, "cross", 0, 1)
    page.click(f"[data-part=words] [data-step='{step}']")
    page.mouse.move(5, 5)
    page.wait_for_selector(f"#attention [data-step='{step}'][data-exact=true]")
    own = int(weights[0, 1, step].argmax())
    read, predicted, other = (
        t.strip() for t in (trace.tgt_tokens[step], trace.predicted_tokens[step], trace.src_tokens[own])
    )
    assert page.inner_text("[data-part=most]") == (
        f"Reading {read}, the decoder predicts {predicted}; this head attends most to {other}:"
        f" {weights[0, 1, step, own]:.3f}."
    )
    chosen = np.bincount(weights[:, :, step].argmax(-1).ravel())
    said = page.inner_text("[data-part=crowd]")
    count = chosen.max() - 1 if chosen[own] == chosen.max() else chosen.max()
    assert str(count) in said.split()


def test_term_explains_itself_on_focus_and_escape_hides_it(page: "Page") -> None:
    choose(page, "cross", 0, 0)
    page.wait_for_selector("[data-explain=nats]")
    page.focus("[data-explain=nats]")
    assert page.inner_text("[data-part=tip]") == TEXTS["attention.explain.nats"]
    page.keyboard.press("Escape")
    assert page.locator("[data-part=tip]").is_hidden()


def test_map_marks_the_layer_and_leads_to_another(page: "Page") -> None:
    choose(page, "decoder", 1, 1)
    assert page.get_attribute("[data-slab][data-on=true]", "data-slab") == "decoder.1"
    slab, mark = (
        page.locator(f"[data-part=map] {one}").bounding_box() for one in ("[data-on=true] rect", ".gf-map-head")
    )
    assert slab and mark and slab["x"] < mark["x"] < slab["x"] + slab["width"] and mark["y"] >= slab["y"] - 2
    page.click("[data-slab='encoder.0']")
    assert page.get_attribute("#attention [data-drawn]", "data-kind") == "encoder"
    assert page.get_attribute("[data-part=map] svg", "aria-label") == "encoder self-attention · layer 1 · head 2"


def test_next_tokens_are_few_until_all_are_asked_for(page: "Page") -> None:
    few = page.locator("[data-part=next] li").count()
    temperature, more = (page.locator(f"[data-part={name}]") for name in ("temperature-range", "next-more"))
    assert temperature.is_hidden() and more.inner_text() == "show 10 and temperature"
    more.click()
    assert page.locator("[data-part=next] li").count() == 11 > few  # ten tokens and all others
    numbers = [number(text) for text in page.locator("[data-part=next] .gf-number").all_inner_texts()]
    assert sum(numbers) == pytest.approx(1, abs=0.005)
    temperature.press("ArrowRight")
    more.click()
    assert temperature.is_visible()  # it changes what is shown


def test_view_options_are_closed_until_opened(page: "Page", site: Site) -> None:
    page.click("[data-part=options-open]")  # the fixture has opened them
    assert page.locator("[data-part=lens]").is_hidden()
    page.click("[data-part=options-open]")
    assert page.locator("[data-part=lens]").is_visible()
    page.click("[data-part=further-open]")  # four more, one step further: the fixture has opened them too
    assert page.locator("[data-part=mass]").is_hidden() and page.locator("[data-toggle=words]").is_visible()
    page.click("[data-part=further-open]")
    page.fill("[data-part=mass]", "0.5")
    assert page.inner_text("[data-part=further-open]") == "more options · 1 changed"


def test_presentation_hides_the_next_token_until_it_is_guessed(page: "Page") -> None:
    page.click("[data-part=words] [data-step='2']")
    page.click("[data-opens=more]")
    page.click("[data-part=present]")
    page.wait_for_selector("#attention [data-stage]")
    token = page.locator("[data-part=words] [data-step='2'] .gf-letters")
    page.keyboard.press("h")
    page.wait_for_selector("#attention [data-veil=hidden]")
    assert token.is_hidden() and page.locator("[data-part=next]").is_hidden()
    page.keyboard.press("h")
    page.wait_for_selector("#attention [data-veil=shown]")
    assert token.is_visible() and page.locator("[data-part=words] [data-step='3'] .gf-letters").is_hidden()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#attention [data-veil=hidden][data-step='3']")
    page.keyboard.press("2")
    page.wait_for_selector("#attention [data-head='1']")
    page.keyboard.press("Escape")
    page.wait_for_selector("#attention [data-drawn]:not([data-stage])")
    assert page.get_attribute("#attention [data-drawn]", "data-rows") == "predicted"
    assert page.locator("[data-part=words] [data-step='4'] .gf-letters").is_visible()
    assert page.evaluate("document.activeElement.dataset.opens") == "more"


@pytest.mark.parametrize("width", [390, 768, 1280, 1920])
def test_kinds_lie_side_by_side_and_nothing_overflows(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_selector("[data-part=kinds][data-across=true]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tops = page.evaluate("[...document.querySelectorAll('.gf-kind')].map(node => node.getBoundingClientRect().top)")
    assert len(tops) == 3 and len(set(tops)) == 1


def test_tapped_head_comes_into_sight_on_a_phone(page: "Page") -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    page.wait_for_selector("#attention [data-width=narrow]")
    choose(page, "encoder", 0, 1)
    page.wait_for_function("document.querySelector('.gf-large').getBoundingClientRect().top < innerHeight / 2")
