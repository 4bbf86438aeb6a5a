"""The head lab, driven in a browser against a model that really computes."""

import itertools
import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.inspection.intervention import HeadName, Intervention
from tests.viz.components.attention_lab.bench import (
    DECODING,
    HEADS,
    LAYERS,
    SOURCE,
    Served,
    opened,
    settled,
    state,
    written,
)
from tests.viz.components.panels import answered
from viz.texts.beside import panel_words
from viz.texts.en import TEXTS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.translator import Translator

PANEL_WORDS = panel_words("en")


BARS = """nodes => nodes.map(node => {
  const fill = node.querySelector('.gf-fill'), {background, backgroundColor} = getComputedStyle(fill);
  return [fill.parentElement.dataset.sign, fill.style.left, fill.style.width, backgroundColor];
})"""


def loss_of(label: str) -> float:
    """Return the loss for the same words that the label of a head reports."""
    number, gains = float(label.split(" nats")[0].split()[-1]), "more probable, by" in label
    return -number if gains else number


def test_clicks_cycle_a_head_through_off_uniform_and_on(page: "Page", served: Served) -> None:
    opened(page, "lab")
    tile = "[data-gate='cross.1.0']"
    for wanted in ("off", "uniform"):
        page.click(tile)
        assert page.get_attribute(tile, "data-state") == wanted
        page.wait_for_function("document.querySelector('[data-lab=outcome][data-waiting]') !== null")
        settled(page)
        request = served.requests("variant")[-1]
        others = {"off": "uniform", "uniform": "off"}
        assert request[wanted] == [["cross", 1, 0]] and request[others[wanted]] == []
        assert page.get_attribute(tile, "aria-label") == f"cross-attention · layer 2 · head 1: {wanted}"
        tip = f"cross-attention · layer 2 · head 1: {wanted}"
        page.wait_for_function("tip => document.querySelector('[data-part=tip]').innerText === tip", arg=tip)
    page.click(tile)
    page.wait_for_selector("[data-part=variant]", state="hidden")
    assert len(served.requests("variant")) == 2  # every head on is the first translation, not a request
    assert page.inner_text("[data-lab=outcome]") == PANEL_WORDS["attention.lab.untouched"]


def test_a_finger_is_not_told_about_keys(page: "Page") -> None:
    opened(page, "lab")
    assert page.is_visible("[data-panel-of=lab] .gf-lab-bar .gf-keyboard")
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1}
    finger.send("Emulation.setDeviceMetricsOverride", {**size, "mobile": True})
    page.wait_for_function("matchMedia('(pointer: coarse)').matches")
    assert not page.locator("[data-panel-of=lab] .gf-keyboard:visible").count()
    page.click("[data-option=table]")
    page.click("[data-option=lines]")
    assert page.inner_text("[data-part=readout]").startswith(TEXTS["attention.readout.lines.tap"])
    finger.detach()  # the page is used again


def test_several_clicks_are_one_request(page: "Page", served: Served, translator: "Translator") -> None:
    opened(page, "lab")
    page.evaluate("for (const name of ['encoder.0.1', 'decoder.1.1', 'cross.0.0'])"
                  " document.querySelector(`[data-gate='${name}']`).click()")  # fmt: skip
    settled(page)
    (request,) = served.requests("variant")
    assert request["off"] == [["encoder", 0, 1], ["decoder", 1, 1], ["cross", 0, 0]]
    off = Intervention(off=tuple(HeadName(*name) for name in request["off"]))
    found = translator.search(SOURCE, DECODING, intervention=off)
    assert written(page) == found.text
    totals = [text.replace("−", "-") for text in page.locator(".gf-lab-totals dd").all_inner_texts()]
    before = translator.search(SOURCE, DECODING).hypotheses[0].log_prob
    after = found.hypotheses[0].log_prob
    assert [float(text) for text in totals] == pytest.approx([before, after, after - before], abs=6e-4)
    assert all(re.fullmatch(r"−?\d+\.\d{3}|≈?[+−]?\d+\.\d{3}", text.replace("-", "−")) for text in totals)
    bars = page.locator("[data-lab=outcome] .gf-lab-token").evaluate_all(BARS)
    same = page.locator("[data-part=variant-words] [data-step]").evaluate_all(BARS)
    assert bars == same and len({sign for sign, *_ in bars}) == 2  # one quantity is drawn in one way
    said = page.inner_text("[data-lab=outcome] .gf-changed")
    parts = re.fullmatch(r"The same words; (.+) changes most: probability [<>]?([\d.]+) → [<>]?([\d.]+)\.", said)
    assert parts and parts[1] in f"{found.text}</s>" and float(parts[2]) != float(parts[3])


def test_new_translation_reports_the_cost_of_the_first_words(
    page: "Page", served: Served, translator: "Translator"
) -> None:
    opened(page, "lab")
    names = [f"cross.{layer}.{head}" for layer in range(LAYERS) for head in range(HEADS)]
    page.evaluate(
        "names => { for (const name of names) document.querySelector(`[data-gate='${name}']`).click(); }", names
    )
    settled(page)
    off = Intervention(off=tuple(HeadName("cross", layer, head) for layer in range(LAYERS) for head in range(HEADS)))
    first, new = translator.search(SOURCE, DECODING), translator.search(SOURCE, DECODING, intervention=off)
    assert first.text != new.text
    said = page.inner_text("[data-lab=outcome] .gf-changed")
    lost = Counter(first.text) - Counter(new.text)  # each character is one word
    assert lost and all(word in said.split(" · ")[0] for word in lost) and said.startswith("lost: ")
    assert page.locator(".gf-lab-totals dd").count() == 2  # different words: no difference is called a cost
    assert "costs" not in page.inner_text("[data-lab=outcome]")
    page.click("[data-lab=old-ask]")
    page.wait_for_selector("[data-lab=old]")
    assert served.requests("variant")[-1]["same"] is True
    best = first.hypotheses[0]
    loss = best.log_prob - float(translator.trace_ids(SOURCE, best.ids, off).log_probs.sum())
    assert float(page.inner_text("[data-lab=old]").split(" nats")[0].split()[-1]) == pytest.approx(abs(loss), abs=6e-4)
    assert page.inner_text(".gf-lab-words") == new.text  # the new translation is still shown


def test_edits_during_a_request_are_queued(page: "Page", served: Served) -> None:
    opened(page, "lab")
    served.answering.clear()
    with page.expect_request("**/ask/variant"):
        page.click("[data-gate='cross.0.0']")
    page.click("[data-gate='cross.1.3']")
    page.click("[data-gate='cross.0.0']")
    served.answering.set()
    settled(page)
    asked = [(request["off"], request["uniform"]) for request in served.requests("variant")]
    assert asked[0] == ([["cross", 0, 0]], []) and asked[-1] == ([["cross", 1, 3]], [["cross", 0, 0]])
    assert len(asked) == 2 and served.at_once[1] == 1
    assert page.inner_text("[data-part=change]").startswith("Switched off: cross L2 H4. Made uniform: cross L1 H1.")


def test_a_side_chosen_during_a_request_is_kept(page: "Page", served: Served) -> None:
    opened(page, "lab")
    page.click("[data-gate='cross.1.0']")
    settled(page)
    served.answering.clear()
    with page.expect_request("**/ask/variant"):
        page.click("[data-gate='cross.1.1']")
    page.click("[data-group=side] [data-option=base]")
    served.answering.set()
    settled(page)
    assert state(page, "side") == "base"


def test_the_same_words_are_scored_again_token_by_token(page: "Page", served: Served, translator: "Translator") -> None:
    opened(page, "lab")
    page.click("[data-mode=same]")
    assert served.requests("variant") == []
    page.focus("[data-gate='cross.0.1']")
    page.keyboard.press("u")
    page.wait_for_selector(".gf-lab-tokens")
    settled(page)
    request = served.requests("variant")[-1]
    assert request["same"] is True and request["uniform"] == [["cross", 0, 1]]
    found = translator.search(SOURCE, DECODING)
    changed = translator.trace_ids(SOURCE, found.hypotheses[0].ids, Intervention(uniform=(HeadName("cross", 0, 1),)))
    losses = changed.log_probs - np.array(found.hypotheses[0].token_log_probs)
    shown = [float(text.replace("−", "-")) for text in page.locator(".gf-lab-token small").all_inner_texts()]
    assert shown == pytest.approx(losses.tolist(), abs=0.0051)
    elsewhere = sum(top[0] != token for top, token in zip(changed.top_ids, changed.predicted_ids, strict=True))
    assert page.locator(".gf-lab-token[data-elsewhere]").count() == elsewhere


def test_headers_switch_whole_rows_columns_and_kinds(page: "Page", served: Served) -> None:
    opened(page, "lab")
    grid = "[data-lab-grid=decoder]"
    page.click(f"{grid} [data-at='3,0']")
    settled(page)
    assert served.requests("variant")[-1]["off"] == [["decoder", 1, head] for head in range(HEADS)]
    with answered(page, "variant"):
        page.click(f"{grid} [data-at='1,2']")  # they differ: all of them off
    settled(page)
    assert sorted(served.requests("variant")[-1]["off"]) == [
        ["decoder", 0, 1],
        *(["decoder", 1, head] for head in range(HEADS)),
    ]
    with answered(page, "variant"):
        page.click(".gf-lab-kind[data-hue=encoder] .gf-lab-kind-name")
    settled(page)
    assert len(served.requests("variant")[-1]["off"]) == 1 + HEADS + LAYERS * HEADS
    page.click("[data-lab=all-on]")
    page.wait_for_selector("[data-part=variant]", state="hidden")
    assert page.locator("[data-gate]:not([data-state=on])").count() == 0


def test_arrow_keys_walk_the_heads_and_their_headers(page: "Page") -> None:
    opened(page, "lab")
    page.focus("[data-lab-grid=cross] .gf-lab-kind-name")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at") == "3,1"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.gate") == "cross.1.1"
    page.keyboard.press("o")
    assert page.get_attribute("[data-gate='cross.1.1']", "data-state") == "off"
    settled(page)
    assert page.evaluate("document.activeElement.dataset.gate") == "cross.1.1"  # the answer takes no focus away
    assert page.locator("[data-lab-grid=cross] [tabindex='0']").count() == 1


def test_title_bar_switches_the_current_head(page: "Page", served: Served) -> None:
    page.click("[data-tile='decoder.1.0']")
    assert page.inner_text("[data-lab-switch]") == "switch off"
    page.click("[data-lab-switch]")
    page.wait_for_selector("[data-side=variant]")
    assert served.requests("variant")[-1]["off"] == [["decoder", 1, 0]]
    assert page.inner_text("[data-lab-switch]") == "off · switch on"
    page.click("[data-tile='decoder.0.0']")
    assert page.inner_text("[data-lab-switch]") == "switch off"
    page.click("[data-part=drop]")  # whatever drops the second translation sets the lab back
    page.click("[data-tile='decoder.1.0']")
    assert page.inner_text("[data-lab-switch]") == "switch off"
    opened(page, "lab")
    assert page.locator("[data-gate]:not([data-state=on])").count() == 0
    assert "This head is off" not in page.inner_text("[data-edit=rows]")
    page.click("[data-lab-switch]")
    page.wait_for_selector("[data-side=variant]")
    assert "This head is off: its rows have no effect." in page.inner_text("[data-edit=rows]")


def test_lab_shows_a_refusal_near_the_heads(page: "Page", served: Served) -> None:
    served.problem = "<b>no</b>"
    page.click("[data-lab-switch]")
    page.wait_for_selector("[data-lab=problem]:not([hidden])")
    assert page.inner_text("[data-lab=problem]") == "<b>no</b>"


def test_rank_button_ranks_all_heads_by_importance(page: "Page", translator: "Translator") -> None:
    opened(page, "lab")
    page.click("[data-lab=rank]")
    page.wait_for_selector(".gf-lab-list li")
    found = translator.search(SOURCE, DECODING)
    importance = translator.importance(SOURCE, found.hypotheses[0].ids)
    losses = {
        f"{kind}.{layer}.{head}": float(getattr(importance, kind)[layer, head])
        for kind in ("encoder", "decoder", "cross") for layer in range(LAYERS) for head in range(HEADS)
    }  # fmt: skip
    ranked = sorted(losses, key=lambda name: -losses[name])[:10]
    picks = page.evaluate("[...document.querySelectorAll('[data-pick]')].map(n => n.dataset.pick)")
    assert picks == ranked
    for name, loss in losses.items():
        label = page.get_attribute(f"[data-gate='{name}']", "aria-label") or ""
        assert loss_of(label) == pytest.approx(loss, abs=0.0051)  # two decimals are shown
        harms = page.get_attribute(f"[data-gate='{name}']", "data-harms") is not None
        assert harms == (loss < -0.005)  # what is written as 0 has no sign
    page.click(f"[data-pick='{ranked[2]}']")
    assert [state(page, name) for name in ("kind", "layer", "head")] == ranked[2].split(".")
    assert page.get_attribute(f"[data-gate='{ranked[2]}']", "data-current") is not None


def test_the_heads_that_are_left_are_ranked_under_the_change(
    page: "Page", served: Served, translator: "Translator"
) -> None:
    opened(page, "lab")
    page.click("[data-lab=rank]")
    page.wait_for_selector(".gf-lab-list li")
    page.click("[data-mode=same]")
    page.click("[data-gate='cross.1.2']")
    page.wait_for_selector("[data-part=variant]:not([hidden])")
    page.wait_for_selector("[data-lab=rank]:enabled")
    before = page.inner_text("[data-lab=ranked]")  # of the unchanged model: it stays what it is, and says so
    assert before.startswith(PANEL_WORDS["attention.lab.ranked"])
    assert page.inner_text("[data-lab=rank]") == PANEL_WORDS["attention.lab.rank.changed"]
    assert page.get_attribute("[data-lab=rank]", "aria-pressed") == "false"
    page.click("[data-lab=rank]")
    page.wait_for_selector("[data-lab=rank][aria-pressed=true]")
    assert page.inner_text("[data-lab=ranked]").startswith(PANEL_WORDS["attention.lab.ranked.changed"])
    found = translator.search(SOURCE, DECODING)
    change = Intervention(off=(HeadName("cross", 1, 2),))
    importance = translator.importance(SOURCE, found.hypotheses[0].ids, change)
    for kind, layer, head in itertools.product(("encoder", "decoder", "cross"), range(LAYERS), range(HEADS)):
        label = page.get_attribute(f"[data-gate='{kind}.{layer}.{head}']", "aria-label") or ""
        loss = float(getattr(importance, kind)[layer, head])
        if (kind, layer, head) == ("cross", 1, 2):
            assert "nats" not in label
        else:
            assert loss_of(label) == pytest.approx(loss, abs=0.0051)  # two decimals are shown
    page.click("[data-gate='cross.0.0']")  # another change: that ranking says nothing any more
    page.wait_for_selector("[data-lab=rank]:enabled")
    assert page.inner_text("[data-lab=ranked]") == before
    assert len(served.requests("head_importance")) == 2


def test_second_translation_leaves_the_pressed_button_in_its_place(page: "Page", served: Served) -> None:
    top = "document.querySelector('.gf-lab-switch').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.click(".gf-lab-switch")
    page.wait_for_selector("[data-part=variant]:not([hidden])")
    assert abs(page.evaluate(top) - before) < 1
    assert page.inner_text("[data-part=most]") == TEXTS["attention.most.off"]
    assert not page.is_visible("[data-part=stated]")  # it would say the same again
