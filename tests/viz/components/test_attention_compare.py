"""Two translations compared in the browser: what is drawn is what is computed."""

import json
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.inspection.lenses.agreement import agreement
from core.service import Service
from core.service.lenses import lens_result
from tests.viz.components.panels import SENTENCE, Site, answered, choose, number, open_panel, shown_id, state
from viz.texts.beside import panel_words
from viz.wire.payload import payload_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

PANEL_WORDS = panel_words("en")

OTHER = "nine million three thousand four hundred and eighty-two"


def levels(service: Service, id: str, kind: str) -> np.ndarray:
    return np.rint(service.trace(id).weights(kind).astype(np.float64) * 255) / 255


def tiles(page: "Page", layers: int) -> np.ndarray:
    """[L, H]."""
    values = page.evaluate("[...document.querySelectorAll('[data-differs]')].map(n => +n.dataset.value)")
    return np.array(values).reshape(layers, -1)


def counterparts(one: list[str], two: list[str]) -> list[tuple[int, int]]:
    """Pairs of equal tokens, where the answer is beyond doubt: no common token twice, and all in the same order."""
    common = [token for token in one if token in two]
    pairs = [(one.index(token), two.index(token)) for token in common]
    assert len(set(common)) == len(common) and pairs == sorted(pairs) and pairs == sorted(pairs, key=lambda p: p[1])
    return pairs


def test_another_sentence_is_compared_by_token_and_head(page: "Page", site: Site) -> None:
    choose(page, "encoder", 0, 1)
    open_panel(page, "compare")
    id = shown_id(page)
    assert page.input_value("[data-compare=text]") == ""
    assert page.get_attribute("[data-compare=text]", "placeholder") == PANEL_WORDS["attention.compare.text.placeholder"]
    page.fill("[data-compare=text]", OTHER)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-differs]")
    compared = [asked for asked in site.asked("variant") if asked["text"]]  # another test's page may still ask
    assert compared == [
        {"id": id, "off": [], "uniform": [], "edits": [], "prefix": [], "same": False, "text": OTHER}
        | {"checkpoint": None, "rank": 0}
    ]
    assert state(page)["side"] == "both"
    other = json.loads(site.reply("variant")["payload"])
    base = json.loads(payload_of(site.service.translate("numbers", SENTENCE, 3, 0.6)).to_json())
    pairs = counterparts(base["src_tokens"], other["src_tokens"])
    assert 2 < len(pairs) < len(base["src_tokens"])
    one, two = levels(site.service, id, "encoder"), levels(site.service, other["id"], "encoder")
    here, there = (np.array(side) for side in zip(*pairs, strict=True))
    expected = np.abs(one[:, :, here][..., here] - two[:, :, there][..., there]).mean(axis=(2, 3))
    np.testing.assert_allclose(tiles(page, len(expected)), expected, atol=1e-6)
    sentence = page.inner_text("[data-compare=cells]")
    sizes = f"{len(base['src_tokens'])} in “base” and {len(other['src_tokens'])} in “other”"
    assert f"{len(pairs)} correspond, of {sizes}" in sentence
    assert f"{len(pairs) ** 2} weights" in sentence
    drawn = page.evaluate(
        "[...document.querySelectorAll('[data-pair=true]')].map(n => [+n.dataset.base, +n.dataset.variant,"
        " ...[...n.querySelectorAll('small')].map(s => s.textContent)])"
    )
    for at, to, p, by, q in drawn:
        assert base["predicted_tokens"][at] == other["predicted_tokens"][to]
        before, after = base["probabilities"][at], other["probabilities"][to]
        assert number(p) == pytest.approx(before, abs=6e-4)
        assert number(q) == pytest.approx(after, abs=6e-4)
        assert number(by) == pytest.approx(np.log(after) - np.log(before), abs=6e-3)
    total = PANEL_WORDS["attention.compare.outputs.total"].split(":")[0]
    assert "different sentences" in page.inner_text("[data-compare=outputs-note]")
    assert total not in page.inner_text("[data-compare=outputs-note]")
    assert "different sentences" in page.inner_text("[data-part=variant-total]")
    alone = page.locator("[data-pair=false]").count()
    assert alone >= abs(len(base["predicted_tokens"]) - len(other["predicted_tokens"])) and drawn
    page.click("[data-differs='encoder.1.0']")
    assert [state(page)[name] for name in ("kind", "layer", "head")] == ["encoder", "1", "0"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert [state(page)[name] for name in ("layer", "head")] == ["1", "1"]


def test_nothing_can_be_compared_until_something_differs(page: "Page") -> None:
    open_panel(page, "compare")
    run, rank = (page.locator(f"[data-compare={name}]") for name in ("run", "rank"))
    assert run.is_disabled()
    for text in (SENTENCE, "  ", ""):
        page.fill("[data-compare=text]", text)
        assert run.is_disabled() and rank.is_enabled()
    page.fill("[data-compare=text]", OTHER)
    assert run.is_enabled() and rank.is_disabled()  # a hypothesis of one search is none of another's
    page.fill("[data-compare=text]", "")
    for name, other in (("beam", "2"), ("alpha", "1.5")):
        own = page.input_value(f"[data-compare={name}]")
        page.fill(f"[data-compare={name}]", other)
        assert run.is_enabled() and rank.is_disabled()
        for same in ("", own):
            page.fill(f"[data-compare={name}]", same)
            assert run.is_disabled()
    page.select_option("[data-compare=rank]", "1")
    assert run.is_enabled() and rank.is_enabled()


def test_another_hypothesis_and_another_beam_are_compared(page: "Page", site: Site) -> None:
    open_panel(page, "compare")
    base = json.loads(payload_of(site.service.translate("numbers", SENTENCE, 3, 0.6)).to_json())
    page.select_option("[data-compare=rank]", "1")
    page.click("[data-compare=run]")
    page.wait_for_selector("[data-differs]")
    asked = site.asked("variant")[-1]
    assert asked["rank"] == 1 and asked.keys().isdisjoint({"beam_size", "alpha"})
    assert json.loads(site.reply("variant")["payload"])["translation"] == base["hypotheses"][1]["text"]
    page.fill("[data-compare=beam]", "1")
    page.fill("[data-compare=alpha]", "0")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('[data-part=change]').textContent.includes('beam 1, α 0')")
    asked = site.asked("variant")[-1]
    assert (asked["beam_size"], asked["alpha"], asked["rank"], asked["text"]) == (1, 0, 0, None)
    assert json.loads(site.reply("variant")["payload"])["decoding"] == {"beam_size": 1, "alpha": 0.0}
    page.fill("[data-compare=beam]", "99")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-compare=note]:not([hidden])")
    assert "1 to 16" in page.inner_text("[data-compare=note]")


def test_ablated_heads_and_another_model_are_compared(page: "Page", site: Site) -> None:
    choose(page, "cross", 1, 0)
    open_panel(page, "lab")
    page.click("[data-mode=same]")
    page.click("[data-gate='cross.0.1']")
    page.wait_for_selector("[data-part=variant]:not([hidden])")
    open_panel(page, "compare")
    choose(page, "decoder", 1, 0)
    page.wait_for_selector("[data-differs='decoder.1.0']")
    id, changed = shown_id(page), json.loads(site.reply("variant")["payload"])["id"]
    one, two = (levels(site.service, which, "decoder") for which in (id, changed))
    visible = np.tri(one.shape[-1], dtype=bool)
    expected = np.abs(one - two)[:, :, visible].mean(axis=2)
    np.testing.assert_allclose(tiles(page, len(expected)), expected, atol=1e-6)
    assert expected[0].max() == 0 < expected[1].max()  # the first layer stands before the head that is off
    page.select_option("[data-compare=checkpoint]", "own")
    page.click("[data-compare=run]")
    page.wait_for_function(
        "document.querySelector('[data-compare=cells]').textContent.includes('trained independently')"
    )
    assert site.asked("variant")[-1]["checkpoint"] == "own" and site.asked("variant")[-1]["text"] is None
    assert not tiles(page, 1).any()  # the same weights under another name
    for name in ("[data-compare=outputs-note]", "[data-part=variant-total]"):
        assert "of different models" in page.inner_text(name)


def test_own_translation_is_scored_token_by_token(page: "Page", site: Site) -> None:
    open_panel(page, "compare")
    base = site.service.translate("numbers", SENTENCE, 3, 0.6)
    own = "<b>" + base.text[:-1]
    translator = site.service.library.translator("numbers")
    trace = translator.trace_target(SENTENCE, own)
    page.get_by_label("Your own translation", exact=True).fill("  ")
    assert page.locator("[data-compare=run]").is_disabled()
    page.get_by_label("Your own translation", exact=True).fill(own)
    assert all(page.locator(f"[data-compare={name}]").is_disabled() for name in ("beam", "alpha", "rank"))
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-scored]")
    asked = site.asked("variant")[-1]
    assert (asked["target"], asked["text"], asked["checkpoint"], asked["rank"]) == (own, None, None, 0)
    assert state(page)["side"] == "both"
    rows = page.locator(".gf-compare-scored tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert len(rows) == len(trace.predicted_ids) == page.locator("[data-part=variant-words] [data-step]").count()
    others = 0
    for step, (token, p, rank, other) in enumerate(rows):
        assert token.strip(" ▁") == trace.predicted_tokens[step].strip()
        assert number(p) == pytest.approx(np.exp(trace.log_probs[step]), rel=0.06, abs=6e-5)
        assert int(rank) == trace.ranks[step] and bool(other) == (trace.ranks[step] > 1)
        others += bool(other)
        assert not other or trace.top_tokens[step][0].strip() in other
    assert others
    assert f"{len(rows) - others} of {len(rows)} tokens" in page.inner_text("[data-compare=forced]")
    assert "translation of your own" in page.inner_text("[data-part=change]")
    assert page.locator(".gf-compare-scored b").count() == 0  # typed text is never markup
    page.locator("[data-scored='2']").focus()
    page.keyboard.press("Enter")
    assert [state(page)[name] for name in ("side", "step")] == ["variant", "2"]
    assert page.locator("tr.gf-now [data-scored]").get_attribute("data-scored") == "2"
    page.fill("[data-compare=target]", "one " * 700)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-compare=note]:not([hidden])")
    assert "too long: at most" in page.inner_text("[data-compare=note]")
    page.fill("[data-compare=target]", "")
    page.fill("[data-compare=beam]", "1")
    page.click("[data-compare=run]")
    page.wait_for_selector("[data-compare=forced]", state="hidden")


def test_two_lenses_of_a_head_are_side_by_side(page: "Page", site: Site) -> None:
    choose(page, "cross", 1, 2)
    open_panel(page, "compare")
    assert page.locator("[data-lenses=figures]").is_hidden()
    with answered(page, "lens_head"):
        page.select_option("[data-lenses=pick]", "value_norm")
    assert page.locator("[data-lens-figure] .gf-matrix").count() == 3
    page.focus("[data-lens-figure='1']")
    for key in [*["ArrowUp", "ArrowLeft"] * 40, "ArrowDown", "ArrowRight", "ArrowRight"]:  # to row 1, column 2
        page.keyboard.press(key)
    id = shown_id(page)
    weights = site.service.trace(id).weights("cross")[1, 2].astype(np.float64)
    norms = lens_result(site.service, id, "value_norm").kind("cross")[1, 2].astype(np.float64)
    shares = [values[1, 2] / values[1].sum() for values in (weights, norms)]
    expected = [weights[1, 2], norms[1, 2], *shares, shares[1] - shares[0]]
    readout = page.inner_text("[data-lenses=readout]")
    found = [number(text) for text in re.findall(r"[<>+−]?\d+\.\d{3,}", readout)]
    assert found == pytest.approx(expected, abs=6e-4)  # three digits
    mean = agreement(*(np.pad(rows, ((0, 0), (0, 1))) for rows in (weights, norms))).mean
    said = page.inner_text("[data-lenses=words]").replace("−", "-")
    assert f"is {mean:.2f} on average over {len(weights)} rows" in said
    page.locator("#attention [data-part=lens]").select_option("value_norm")  # the same lens twice: nothing to compare
    assert page.locator("[data-lenses=figures]").is_hidden()
    assert page.input_value("[data-lenses=pick]") == ""
