"""One row of attention edited by hand, in a browser against a model that really computes."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.inspection.intervention import Intervention
from tests.viz.components.attention_lab.bench import DECODING, SOURCE, Served, opened, settled, state, written

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.translator import Translator


def weights(page: "Page") -> list[float]:
    return page.evaluate("[...document.querySelectorAll('[data-key]')].map(n => +n.ariaValueNow)")


def test_row_edited_by_keys_requests_a_translation(page: "Page", served: Served, translator: "Translator") -> None:
    page.click("[data-tile='cross.1.1']")
    page.click("[data-part=words] [data-step='3']")
    page.wait_for_selector("[data-exact=true]")
    opened(page, "lab")
    found = translator.search(SOURCE, DECODING)
    row = translator.trace(found).cross[1, 1, 3]
    assert weights(page) == pytest.approx(row.tolist(), abs=6e-5)
    bars = page.locator("[data-key]")
    assert not page.is_visible(".gf-edit-tick")  # the bar ends at it, below the thumb
    bars.nth(2).focus()
    page.keyboard.press("Home")
    assert page.is_visible(".gf-edit-tick")
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    settled(page)
    (edit,) = served.requests("variant")[-1]["edits"]
    assert [edit[name] for name in ("kind", "layer", "head", "query")] == ["cross", 1, 1, 3]
    assert edit["weights"][2] == pytest.approx(0.11) and sum(edit["weights"]) == pytest.approx(1, abs=1e-9)
    kept = np.delete(row, 2)
    assert np.delete(edit["weights"], 2) == pytest.approx(kept / kept.sum() * 0.89, abs=1e-5)
    assert weights(page) == pytest.approx(edit["weights"], abs=6e-5)
    edits = Intervention(edits=(("cross", 1, 1, 3, tuple(edit["weights"])),))  # type: ignore[arg-type]
    assert written(page) == translator.search(SOURCE, DECODING, intervention=edits).text
    page.click("[data-edit=reset]")
    page.wait_for_selector("[data-part=variant]", state="hidden")
    assert weights(page) == pytest.approx(row.tolist(), abs=6e-5)


def test_row_to_edit_is_exact_under_lens_and_change(page: "Page") -> None:
    page.click("[data-tile='cross.1.3']")
    page.wait_for_selector("[data-exact=true]")
    page.select_option("[data-part=lens]", "value_norm")
    page.wait_for_selector("[data-lens=value_norm]")
    opened(page, "lab")
    page.click("[data-tile='cross.0.2']")  # no weights of this head have been asked for
    exact = "![...document.querySelectorAll('.gf-edit-keys .gf-number')].some(n => n.textContent.includes('≈'))"
    page.wait_for_function(f"document.querySelector('.gf-edit .gf-hint').textContent.includes('head 3') && {exact}")
    page.click("[data-gate='cross.0.0']")
    settled(page)
    assert state(page, "side") == "variant"
    page.click("[data-tile='cross.0.1']")
    page.wait_for_function(f"document.querySelector('.gf-edit .gf-hint').textContent.includes('head 2') && {exact}")


def test_dropping_a_change_returns_to_the_former_step(page: "Page") -> None:
    steps = page.locator("[data-part=words] [data-step]").count()
    opened(page, "lab")
    for step in range(steps):
        page.click(f"[data-part=words] [data-step='{step}']")
        page.focus("[data-lab-grid=cross] .gf-lab-kind-name")
        page.keyboard.press("o")  # every head of cross-attention: other words come out
        settled(page)
        page.wait_for_selector("[data-part=variant]:not([hidden])")
        page.click("[data-part=drop]")
        page.wait_for_selector("[data-part=variant]", state="hidden")
        assert state(page, "step") == str(step)


def test_dragged_bar_requests_on_release(page: "Page", served: Served) -> None:
    opened(page, "lab")
    bar = page.locator("[data-key]").nth(1)
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.1 * box["width"], middle)
    page.mouse.down()
    for share in (0.3, 1.0, 0.75):  # over the end and back: proportions are those at the start
        page.mouse.move(box["x"] + share * box["width"], middle)
        assert sum(weights(page)) == pytest.approx(1, abs=1e-3)
    assert served.requests("variant") == []
    page.mouse.up()
    settled(page)
    (edit,) = served.requests("variant")[-1]["edits"]
    assert edit["weights"][1] == pytest.approx(0.75, abs=0.01) and sum(edit["weights"]) == pytest.approx(1, abs=1e-9)


def test_decoder_row_has_keys_up_to_its_step(page: "Page") -> None:
    page.click("[data-tile='decoder.0.1']")
    opened(page, "lab")
    for step in (0, 4):
        page.click(f"[data-part=words] [data-step='{step}']")
        page.wait_for_function(f"document.querySelectorAll('[data-key]').length === {step + 1}")
    page.click("[data-part=words] [data-step='0']")
    assert page.get_attribute("[data-key='0']", "aria-disabled") == "true"
    page.select_option("[data-edit=query]", "2")
    assert state(page, "step") == "2" and page.locator("[data-key]").count() == 3
