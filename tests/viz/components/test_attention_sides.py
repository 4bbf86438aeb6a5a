"""The attention view's options, lenses, playing and second translation, driven in a browser."""

import base64
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

import viz.components.attention_view.component as component
from tests.viz.components.conftest import OpenPage
from tests.viz.components.drawing import drawn_texts, drawn_weights
from tests.viz.components.panels import choose, number, settle, state
from tests.viz.components.stage import Scene, Stage
from tests.viz.components.translation import ARRAYS, PREDICTED, SRC, STEPS, payload
from viz.components.attention_view import attention_view
from viz.components.attention_view.component import ENTRY
from viz.components.modules import bundle
from viz.texts.en import TEXTS
from viz.wire.payload import pack_head

if TYPE_CHECKING:
    from playwright.sync_api import Page

# One token is added after the first, and the fourth is removed, so later ones shift.
CHANGED = [PREDICTED[0], " ganz", *PREDICTED[1:3], PREDICTED[4]]
COUNTERPART = {0: 0, 1: 2, 2: 3, 4: 4}
CHANGED_ARRAYS = {kind: array[:, ::-1].copy() for kind, array in ARRAYS.items()}  # the heads in reverse order
OFF = {"off": [["cross", 0, 1], ["decoder", 1, 2]]}
OCCLUSION = np.linspace(-2, 3, ARRAYS["cross"][0, 0].size, dtype=np.float32).reshape(ARRAYS["cross"][0, 0].shape)
# A lens is approximate for good.
SHOWN = """document.querySelector('#attention [data-drawn]').dataset.lens !== 'weights'
  || !document.querySelector('.gf-table tbody').textContent.includes('≈')"""
# What a panel of the work bench does, within reach of a test.
HOOK = f"""
const {{showVariant}} = {bundle(ENTRY.parent / "second_translation" / "request.js")};
mounted.then(view => element.addEventListener('show-variant', event => showVariant(view, event.detail, 'variant')));
"""


def second() -> str:
    return payload(
        "changed", predicted_tokens=CHANGED, tgt_tokens=["<s>", *CHANGED[:-1]],
        probabilities=[0.9, 0.5, 0.5, 0.5, 0.5], change=OFF, **CHANGED_ARRAYS,
    )  # fmt: skip


def head_values(data: dict[str, Any]) -> dict[str, Any]:
    trace_id, kind, layer, head = (data[name] for name in ("id", "kind", "layer", "head"))
    return pack_head((CHANGED_ARRAYS if trace_id == "changed" else ARRAYS)[kind][layer, head])


def lens_values(data: dict[str, Any]) -> dict[str, Any]:
    if data["lens"] == "alti":
        return {"problem": "This sentence is too long for it."}
    levels = np.rint((OCCLUSION + 2) / 5 * 255).astype(np.uint8)
    cross = {"shape": [1, 1, *levels.shape], "levels": base64.b64encode(levels).decode(), "low": -2.0, "high": 3.0}
    return {
        "lens": data["lens"], "kinds": {"encoder": None, "decoder": None, "cross": cross},
        "agreement": {"weights": 0.25, "rollout": -0.5, "scores": None},
    }  # fmt: skip


@pytest.fixture(scope="module")
def address(stage: Stage) -> str:
    with pytest.MonkeyPatch.context() as patch:
        original = component.script
        patch.setattr(component, "script", lambda: original() + HOOK)
        view = attention_view(payload(), texts=TEXTS, server=[head_values, lens_values], host="name.hf.space")
    return stage.add(Scene([view]))


@pytest.fixture
def linked(open_page: OpenPage, stage: Stage) -> "Page":
    """The view as a link asks for it, without a server."""
    asked = {"kind": "decoder", "layer": "2", "head": "3", "view": "matrix", "step": "2", "words": "1", "mass": "7"}
    view = attention_view(payload(), texts=TEXTS, restore=json.dumps(asked))
    return open_page(stage.add(Scene([view])), "#attention [data-drawn]")


@pytest.fixture
def page(open_page: OpenPage, address: str) -> "Page":
    return open_page(address, "#attention [data-drawn=first][data-exact=true]")


def table(page: "Page") -> np.ndarray:
    """The numbers of the table, NaN where it has none, once those of the weights are exact."""
    page.click("[data-option=table]")
    page.wait_for_function(SHOWN)
    rows = page.locator(".gf-table tbody tr").all()
    cells = [row.locator("td").all_inner_texts() for row in rows]
    written = re.compile(r"[<>+−-]?\d+(\.\d+)?")

    def value(text: str) -> float:
        found = written.search(text)
        return number(found.group()) if found else np.nan

    return np.array([[value(text) for text in row] for row in cells])


def show_variant(page: "Page", packed: str | None = None) -> None:
    page.evaluate(
        "detail => document.querySelector('#attention [data-drawn]')"
        ".dispatchEvent(new CustomEvent('show-variant', {detail}))",
        packed or second(),
    )
    page.wait_for_selector("#attention [data-side=variant]")


def lens_head(data: dict[str, Any]) -> dict[str, Any]:
    assert data == {"id": "first", "lens": "occlusion", "kind": "cross", "layer": 0, "head": 0}
    return pack_head(OCCLUSION)


def stated(page: "Page") -> str:
    return page.inner_text("#attention [data-part=stated]")


def test_hidden_tokens_and_mass_change_the_numbers(page: "Page") -> None:
    choose(page, "cross", 1, 2)
    page.wait_for_selector("[data-exact=true]")
    page.click("[data-toggle=specials]")
    kept = ARRAYS["cross"][1, 2, :-1, :-1]
    kept = kept / kept.sum(1, keepdims=True)
    assert np.allclose(table(page), kept, atol=6e-4)
    assert stated(page) == TEXTS["attention.stated.specials"]
    page.fill("[data-part=mass]", "0.5")
    shown = table(page)
    assert np.allclose(shown[~np.isnan(shown)], kept[~np.isnan(shown)], atol=6e-4)
    covered = np.nansum(shown, 1)
    assert (covered >= 0.5 - 1e-3).all() and (covered - np.nanmin(shown, 1) < 0.5).all()  # none could be left out
    assert stated(page).endswith("covers 50% is shown.")


def test_added_heads_are_combined_and_removed_by_chips(page: "Page") -> None:
    choose(page, "cross", 0, 0)
    page.click("[data-tile='cross.1.1']", modifiers=["Control"])
    page.click("[data-part=add-heads]")
    page.click("[data-tile='cross.0.2']")
    page.click("[data-part=add-heads]")
    assert [state(page)[name] for name in ("layer", "head")] == ["0", "0"]
    page.click("[data-option=mean]")
    expected = np.mean([ARRAYS["cross"][at] for at in ((0, 0), (1, 1), (0, 2))], 0)
    assert np.allclose(table(page), expected, atol=6e-4)
    assert stated(page) == "Mean of 3 heads."
    page.click("[data-option=max]")
    assert np.allclose(table(page), np.max([ARRAYS["cross"][at] for at in ((0, 0), (1, 1), (0, 2))], 0), atol=6e-4)
    assert page.locator("[data-chip]").all_inner_texts() == ["L1 H3 ×", "L2 H2 ×"]
    page.click("[data-chip='cross.1.1']")
    page.click("[data-chip='cross.0.2']")
    assert page.get_attribute("[data-option=one]", "aria-checked") == "true"
    page.click("[data-part=add-heads]")
    page.click("[data-add=layer]")
    assert page.locator("[data-chip]").all_inner_texts() == ["layer 1, all heads ×"]


def test_lens_replaces_the_numbers_and_states_its_limits(page: "Page") -> None:
    choose(page, "cross", 1, 2)
    page.select_option("#attention [data-part=lens]", "occlusion")
    page.wait_for_selector("#attention .gf-agreement", state="attached")
    assert np.allclose(table(page), OCCLUSION, atol=0.06)  # one digit of 8 bits
    text = stated(page)
    assert text.startswith(TEXTS["attention.lens.occlusion.note"])
    assert TEXTS["attention.lens.occlusion.limits"] not in text  # how far to trust it is one click further
    page.click("#attention .gf-stated summary")
    assert TEXTS["attention.lens.occlusion.limits"] in stated(page) and "weights 0.25 rollout −0.50" in stated(page)
    assert TEXTS["attention.stated.lens.fused.layers"] in text and page.is_disabled("#attention [data-choice=head]")
    assert page.inner_text("[data-part=reading]").startswith("occlusion: one picture for all layers and heads")
    page.click("[data-tile^='decoder.']")
    assert "It is not defined for decoder self-attention." in stated(page)
    page.select_option("#attention [data-part=lens]", "alti")
    page.wait_for_function("document.querySelector('[data-part=stated]').textContent.includes('too long')")
    page.select_option("#attention [data-part=lens]", "weights")
    assert not page.is_visible("#attention [data-part=stated]")


def test_lens_numbers_become_exact_and_small_ones_are_printed(open_page: OpenPage, stage: Stage) -> None:
    """A blank cell looked masked, and 8-bit numbers were printed as if they were exact."""
    view = attention_view(payload(), texts=TEXTS, server=[head_values, lens_values, lens_head])
    page = open_page(stage.add(Scene([view])), "#attention [data-drawn=first][data-exact=true]")
    choose(page, "cross", 1, 2)
    page.select_option("#attention [data-part=lens]", "occlusion")
    page.wait_for_selector("#attention [data-lens=occlusion][data-exact=true]")
    assert np.allclose(table(page), OCCLUSION, atol=6e-3)
    page.click("[data-option=matrix]")
    numbers = [text for text in drawn_texts(page) if re.fullmatch(r"−?\d\.\d\d", text)]
    assert numbers[: OCCLUSION.size] == [f"{value:.2f}".replace("-", "−") for value in OCCLUSION.ravel()]
    page.click("[data-opens=save]")
    with page.expect_download() as download:
        page.click("[data-save=head_csv]")
    assert download.value.suggested_filename == "attention_cross_all_occlusion_a-dog-runs-img-src-x-onerror.csv"
    written = download.value.path().read_text(encoding="utf-8").splitlines()
    assert (
        written[1].endswith(",occlusion")
        and written[2].startswith("cross,all,all,1,1,")
        and float(written[2].split(",")[-1]) == OCCLUSION[0, 0]
    )


def test_keyboard_adds_a_head_to_the_next_one(page: "Page") -> None:
    choose(page, "cross", 1, 0)
    page.focus("[data-tile='cross.1.0']")
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-chip]").all_inner_texts() == ["L2 H1 ×"] and state(page)["head"] == "1"
    assert page.get_attribute("[data-tile='cross.1.0']", "aria-label").endswith(TEXTS["attention.heads.beside"])
    page.click("[data-option=mean]")
    assert np.allclose(table(page), ARRAYS["cross"][1, :2].mean(0), atol=6e-4)
    assert page.inner_text("[data-part=readout]").startswith("Each row sums to 1.")
    page.click("[data-option=max]")
    assert page.inner_text("[data-part=readout]").startswith(TEXTS["attention.readout.table.other"])


def test_sentence_names_heads_that_are_off(page: "Page") -> None:
    choose(page, "cross", 0, 1)
    show_variant(page)
    assert stated(page) == "Switched off in the changed translation: cross L1 H2."
    page.click("[data-tile='cross.0.2']")
    assert not page.is_visible("#attention [data-part=stated]")


def test_difference_reports_a_lens_without_numbers(page: "Page") -> None:
    show_variant(page)
    page.select_option("#attention [data-part=lens]", "alti")
    for side in ("difference", "both"):
        page.click(f"[data-option={side}]")
        page.wait_for_function("document.querySelector('[data-part=stated]').textContent.includes('too long')")


def test_each_side_has_its_own_figures(page: "Page") -> None:
    """One name for two frames left one figure where two belong, and the reverse broke the page."""
    show_variant(page)
    for side, figures in (("difference", 1), ("both", 2), ("difference", 1)):
        page.click(f"[data-option={side}]")
        assert page.locator("[data-part=figure] .gf-lines").count() == figures


def test_link_restores_the_view_once(linked: "Page") -> None:
    now = state(linked)
    assert [now[name] for name in ("kind", "layer", "head", "view", "step")] == ["decoder", "1", "2", "matrix", "1"]
    assert linked.get_attribute("[data-toggle=words]", "aria-pressed") == "true"
    assert linked.inner_text("[data-part=mass-number]") == TEXTS["attention.options.mass.all"]  # 7 is not a share
    assert linked.locator("[data-part=lens] option").all_inner_texts() == ["weights"]  # others need a server


def test_copied_link_describes_the_view(page: "Page") -> None:
    choose(page, "cross", 1, 2)
    page.click("[data-option=matrix]")
    page.click("[data-toggle=words]")
    page.click("[data-part=words] [data-step='3']")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.click("#attention [data-opens=more]")
    page.click("#attention [data-part=link]")
    link = urlsplit(page.input_value("#attention [data-part=link-text]"))
    asked = {name: values[0] for name, values in parse_qs(link.query).items()}
    assert (link.scheme, link.netloc) == ("https", "name.hf.space")
    assert asked == {
        "text": "".join(SRC[:-1]), "beam": "4", "alpha": "0.6", "kind": "cross", "layer": "2", "head": "3",
        "view": "matrix", "step": "4", "words": "1",
    }  # fmt: skip


def test_playing_builds_the_translation_again_and_stops(new_page: Callable[[], "Page"], address: str) -> None:
    page = new_page()
    page.goto(address)
    page.wait_for_selector("#attention [data-drawn=first][data-exact=true]")
    choose(page, "decoder", 0, 0)
    page.click("[data-option=table]")
    page.click("[data-part=words] [data-step='4']")
    page.clock.install(time=0)
    page.clock.pause_at(3_600_000)  # else it goes on beside `run_for`, as fast as the machine is slow
    page.focus("[data-part=words] [data-step='4']")
    page.keyboard.press("Space")
    assert state(page)["playing"] == "true" and state(page)["step"] == "0"
    assert page.locator("[data-part=words] .gf-later").count() == STEPS - 1
    page.clock.run_for(750)
    assert state(page)["step"] == "1"
    entropy = page.inner_text("[data-part=entropy]")
    assert entropy == "entropy 1.200 nats"
    rows = page.locator(".gf-table tbody tr").all()
    made = [bool(re.search(r"\d", " ".join(row.locator("td").all_inner_texts()))) for row in rows]
    assert made == [True, True, False, False, False]
    page.keyboard.press("Space")
    page.clock.run_for(2000)
    assert state(page)["playing"] == "false" and state(page)["step"] == "1"
    page.click("[data-part=play]")
    page.clock.run_for(5000)
    assert state(page)["playing"] == "false" and state(page)["step"] == str(STEPS - 1)
    assert page.locator("[data-part=words] .gf-later").count() == 0
    assert page.get_attribute("[data-toggle=grow]", "aria-pressed") == "false"  # as it was before


def test_page_keys_walk_the_layers_from_the_strip(page: "Page") -> None:
    choose(page, "cross", 0, 1)
    page.click("[data-part=words] [data-step='2']")
    page.keyboard.press("PageDown")
    assert state(page)["layer"] == "1"
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    assert state(page)["layer"] == "0" and state(page)["step"] == "2"


def test_second_translation_shows_changes_and_amounts(page: "Page") -> None:
    show_variant(page)
    assert page.inner_text("[data-part=change]") == "Switched off: cross L1 H2, decoder L2 H3."
    changed = page.locator("[data-part=variant-words] [data-changed=true]").all_inner_texts()
    assert [text.strip() for text in changed] == ["ganz"]
    first, new = np.log(0.9 * 0.5 * 0.25 * 0.75 * 1.0), np.log(0.9 * 0.5**4)
    assert f"log-probability −{abs(new):.3f} nats, the first one −{abs(first):.3f}" in page.inner_text(
        "[data-part=variant-total]"
    )
    assert "new: ganz" in page.inner_text("[data-part=changed]")
    heard = page.locator("[data-part=variant-words]").aria_snapshot()
    labels = [line for line in heard.splitlines() if "button" in line]
    assert "ganz" in labels[1] and "no counterpart" in labels[1] and " 0.000 nats" in labels[2]
    assert "+0.693" in labels[3] and "−0.693" in labels[4]
    page.click("[data-part=drop]")
    assert not page.is_visible("[data-part=variant]") and state(page)["side"] == "base"


def test_long_name_of_a_system_stays_within_a_phone(page: "Page") -> None:
    name = "run/a-name-of-a-run-as-long-as-names-may-be-with-all-that-was-tried"
    change = {"checkpoint": name, "systems": "AB"}
    page.set_viewport_size({"width": 390, "height": 844})
    show_variant(page, payload("changed", checkpoint=name, change=change))
    button = page.locator("[data-group=side] [data-option=variant]")
    assert (button.inner_text(), button.get_attribute("title")) == (f"B {name}", f"B {name}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    other = page.locator("[data-group=side] [data-option=both]")
    assert other.evaluate("button => button.scrollWidth <= button.clientWidth"), "only names are cut"
    box = other.bounding_box()
    assert box and box["x"] + box["width"] <= 390


def test_translation_of_another_system_is_not_called_the_visitors_own(page: "Page") -> None:
    show_variant(page, payload("changed", change={"target": "Ein Hund", "systems": "AB"}))
    assert page.inner_text("[data-part=change]").startswith("The translation of “B (file)”, scored")


def test_each_side_and_the_difference_carry_exact_numbers(page: "Page") -> None:
    choose(page, "cross", 0, 0)
    show_variant(page)
    page.wait_for_selector("#attention [data-exact=true]")
    assert np.allclose(table(page), CHANGED_ARRAYS["cross"][0, 0], atol=6e-4)
    page.click("[data-option=difference]")
    page.wait_for_selector("#attention [data-exact=true]")
    expected = np.full((STEPS, len(SRC)), np.nan)  # the fourth token has no counterpart
    for row, other in COUNTERPART.items():
        expected[row] = CHANGED_ARRAYS["cross"][0, 0, other] - ARRAYS["cross"][0, 0, row]
    assert np.allclose(table(page), expected, atol=6e-4, equal_nan=True)
    full = np.ceil(100 * np.nanmax(np.abs(expected))) / 100  # one scale for both signs, that of the largest change
    assert 0.1 <= full < 1
    unit = "weight: without cross L1 H2, decoder L2 H3 minus base (orange: more, blue: less)"
    assert page.text_content("#attention [data-part=legend]") == f"−{full:g}{full:g}{unit}"
    page.click("[data-option=matrix]")
    page.focus("[data-part=figure]")
    page.keyboard.press("ArrowRight")  # the second key of the step's row, with both numbers that it is the change of
    row = int(state(page)["step"])
    sides = [array["cross"][0, 0, at, 1] for array, at in ((ARRAYS, row), (CHANGED_ARRAYS, COUNTERPART[row]))]
    assert f"({sides[0]:.3f} → {sides[1]:.3f})" in page.inner_text("#attention [data-part=readout]")
    page.click("[data-option=table]")
    page.click("[data-option=base]")
    assert np.allclose(table(page), ARRAYS["cross"][0, 0], atol=6e-4)


def show_both_at(page: "Page", step: int) -> None:
    """Show both translations as lines, with a step chosen and the pointer away from them."""
    choose(page, "cross", 0, 0)
    show_variant(page)
    page.click("[data-option=both]")
    page.click("[data-option=lines]")
    page.wait_for_selector("#attention [data-exact=true]")
    page.click(f"[data-part=words] [data-step='{step}']")
    page.mouse.move(5, 5)


def test_both_sides_point_at_the_same_token(page: "Page") -> None:
    show_both_at(page, 2)
    assert page.locator("#attention .gf-side").count() == 2
    rows = [ARRAYS["cross"][0, 0, 2], CHANGED_ARRAYS["cross"][0, 0, COUNTERPART[2]]]
    assert drawn_weights(page) == [f"{value:.3f}" for row in rows for value in row if value >= 0.01]
    most = page.inner_text("[data-part=most]")
    assert [most.count(words) for words in ("attends most to", *(f"{max(row):.3f}" for row in rows))] == [2, 1, 1]
    page.click("[data-option=matrix]")
    page.focus("[data-part=figure]")
    page.keyboard.press("ArrowRight")
    readout = " · ".join(f"${{window.hacked=1}} → dog: {row[1]:.3f}" for row in rows)
    assert page.inner_text("#attention [data-part=readout]").startswith(readout)
    assert page.get_attribute("#attention [data-part=figure]", "data-sides") == "beside"
    page.click("[data-option=table]")
    assert page.get_attribute("#attention [data-part=figure]", "data-sides") == "stacked"
    page.set_viewport_size({"width": 390, "height": 900})
    settle(page)
    assert page.get_attribute("#attention [data-part=figure]", "data-sides") == "stacked"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_step_without_a_counterpart_marks_nothing_on_the_other_side(page: "Page") -> None:
    """The other side jumped to an unrelated token and drew its row."""
    show_both_at(page, 3)
    row = ARRAYS["cross"][0, 0, 3]
    assert drawn_weights(page) == [f"{value:.3f}" for value in row if value >= 0.01]
    assert page.locator("[data-part=variant-words] :is(.gf-now, [aria-current])").count() == 0
    assert "does not have a counterpart in “changed”: no row" in stated(page)
    page.click("[data-part=words] [data-step='2']")
    assert page.locator("[data-part=variant-words] .gf-now").get_attribute("data-step") == "3"
    assert "counterpart" not in stated(page)


def test_hovered_row_may_not_exist_in_the_next_kind(page: "Page") -> None:
    # The pointer rests on the seventh row of the encoder when the keyboard chooses the decoder, which has five.
    choose(page, "encoder", 1, 0)
    figure = page.locator("[data-part=figure] .gf-scroll")
    figure.evaluate("node => node.scrollIntoView({block: 'center'})")
    box = figure.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 60, box["y"] + 6.5 / len(SRC) * box["height"])
    assert "</s>" in page.inner_text("[data-part=most]")
    page.evaluate(  # not select_option: it may scroll the figure away from under the pointer
        "() => { const pick = document.querySelector('#attention [data-choice=kind]');"
        " pick.value = '1'; pick.dispatchEvent(new Event('change')); }"
    )
    assert state(page)["kind"] == "decoder"  # and no fault on the page
    assert "was read when" in page.inner_text("[data-part=meaning]")
