"""The attention view: what a browser makes of a translation that was packed for it."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from typing import TYPE_CHECKING, Any
from unittest.mock import ANY

import numpy as np
import pytest
from PIL import Image

from tests.viz.components.conftest import OpenPage
from tests.viz.components.drawing import drawn_texts, drawn_weights, saved
from tests.viz.components.panels import answered, choose, settle, state
from tests.viz.components.stage import Scene, Stage
from tests.viz.components.translation import ARRAYS, HEADS, LAYERS, PREDICTED, SRC_LENGTH, STEPS, payload
from viz.components.attention_view import attention_view
from viz.texts.en.attention import ATTENTION
from viz.texts.en.notices import NOTICES
from viz.wire.payload import Check, pack_head

if TYPE_CHECKING:
    from playwright.sync_api import Page


def head_values(data: dict[str, Any]) -> dict[str, Any] | None:
    kind, layer, head = (data[name] for name in ("kind", "layer", "head"))
    if kind == "encoder":
        raise RuntimeError("this kind fails, to see that drawing continues")
    wrong = kind == "decoder" and head == 2  # another head's numbers: must not be believed
    return pack_head(ARRAYS[kind][layer, 0 if wrong else head])


@pytest.fixture(scope="module")
def address(stage: Stage) -> str:
    """A page with the view; its buttons bring a second translation, and what a server reports."""
    short = {kind: array[:1] for kind, array in ARRAYS.items()}  # one layer
    second = payload("second", **{**short, "checks": [Check("finite", False, 2.0, 1.0)]})
    view = attention_view(payload(), texts={**ATTENTION, **NOTICES}, server=[head_values], input_slot=True)
    buttons = {"again": {"value": second}, "busy": {"busy": True}, "problem": {"problem": "<i>no</i>", "busy": False}}
    return stage.add(Scene([view], {name: {"attention": props} for name, props in buttons.items()}, children="<input>"))


@pytest.fixture
def page(open_page: OpenPage, address: str) -> "Page":
    return open_page(address, "#attention [data-drawn=first][data-exact=true]")


def test_every_head_has_a_tile_and_hostile_tokens_are_text(page: "Page") -> None:
    assert page.locator("[data-tile]").count() == 3 * LAYERS * HEADS
    words = page.locator("[data-part=words]").inner_text()
    assert "${window.hacked=1}" in words and "U+202E`{{value}}" in words
    assert page.locator("#attention img").count() == 0


def test_tokens_are_read_in_the_language_of_the_translation(page: "Page") -> None:
    heard = page.locator("[data-part=words]").aria_snapshot()
    assert f"step 2 of 5: {PREDICTED[1].strip()} , probability 0.500" in heard
    marked = page.locator("[data-part=words] .gf-letters").evaluate_all("nodes => nodes.map(node => node.lang)")
    assert marked == ["de"] * 4 + [""]  # the last is the end symbol
    assert page.locator("[data-hypothesis='0']").get_attribute("lang") == "de"


def test_numbers_are_approximate_until_the_exact_weights_arrive(page: "Page") -> None:
    page.click("[data-option=table]")
    choose(page, "cross", 1, 2)
    page.wait_for_selector("[data-exact=true]")
    cells = page.locator(".gf-table td.gf-number").all_inner_texts()
    assert cells == [f"{value:.3f}" if value >= 0.0005 else "<0.001" for value in ARRAYS["cross"][1, 2].ravel()]
    with answered(page, "head_values"):
        choose(page, "encoder", 0, 1)  # its server function fails
    assert state(page)["exact"] == "false"
    cells = page.locator(".gf-table td.gf-number").all_inner_texts()
    assert cells == [f"≈{value:.2f}" for value in np.rint(ARRAYS["encoder"][0, 1] * 255).ravel() / 255]


def test_numbers_of_another_head_are_not_believed(page: "Page") -> None:
    choose(page, "decoder", 1, 1)
    page.wait_for_selector("[data-kind=decoder][data-exact=true]")
    with answered(page, "head_values"):
        choose(page, "decoder", 1, 2)
    assert state(page)["exact"] == "false"


def test_arrow_keys_walk_through_the_heads_of_all_kinds(page: "Page") -> None:
    choose(page, "encoder", 0, 2)
    page.keyboard.press("ArrowRight")
    assert [state(page)[name] for name in ("kind", "layer", "head")] == ["decoder", "0", "0"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    assert [state(page)[name] for name in ("kind", "layer", "head")] == ["encoder", "1", "2"]
    assert page.evaluate("document.activeElement.dataset.tile") == "encoder.1.2"
    assert page.locator("[data-tile][aria-selected=true]").count() == 1
    assert page.inner_text("[data-part=live]") == "encoder self-attention · layer 2 · head 3"


def test_the_lines_of_one_row_carry_its_weights(page: "Page") -> None:
    choose(page, "cross", 0, 1)
    page.click("[data-part=words] [data-step='1']")
    page.wait_for_selector("[data-step='1'][data-exact=true]")
    assert drawn_weights(page) == [f"{value:.3f}" for value in ARRAYS["cross"][0, 1, 1] if value >= 0.01]
    assert page.inner_text("[data-part=meaning]") == "Hund was predicted while Ein was read."
    page.click("[data-option=read]")
    assert "<s>" in drawn_texts(page)


def test_hover_names_the_strongest_row_and_click_pins_it(page: "Page") -> None:
    choose(page, "cross", 0, 1)
    page.wait_for_selector("[data-exact=true]")
    box = page.locator("[data-part=figure] .gf-scroll").bounding_box()
    assert box is not None
    at = box["x"] + box["width"] - 60, box["y"] + 2.5 / SRC_LENGTH * box["height"]
    page.mouse.move(*at)
    column = ARRAYS["cross"][0, 1, :, 2]
    most = PREDICTED[int(column.argmax())].strip().replace("\u202e", "U+202E")
    sentence = f"runs is attended to most by {most}: {column.max():.3f}."
    page.wait_for_function("text => document.querySelector('[data-part=most]').textContent === text", arg=sentence)
    page.mouse.click(*at)
    page.mouse.move(5, 5)
    assert page.inner_text("[data-part=most]") == sentence
    assert drawn_weights(page) == [f"{value:.3f}" for value in column if value >= 0.01]
    choose(page, "cross", 1, 2)  # the token stays chosen: to follow it through the heads
    page.mouse.move(5, 5)
    page.wait_for_selector("[data-exact=true]")
    assert f": {ARRAYS['cross'][1, 2, :, 2].max():.3f}." in page.inner_text("[data-part=most]")
    choose(page, "encoder", 0, 0)
    page.mouse.move(5, 5)
    assert page.inner_text("[data-part=most]") == "Click a token to see what it attends to."


def test_figure_keeps_its_place_while_the_pointer_moves(page: "Page") -> None:
    top = "document.querySelector('[data-part=figure]').getBoundingClientRect().top + scrollY"
    choose(page, "cross", 0, 1)
    for width in (390, 820):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        tops = set()
        for step in range(STEPS):
            page.hover(f"[data-part=words] [data-step='{step}']")
            predicted = page.inner_text(f"[data-part=words] [data-step='{step}']").strip()
            page.wait_for_function(
                "token => document.querySelector('[data-part=meaning]').textContent.startsWith(token)", arg=predicted
            )
            tops.add(page.evaluate(top))
        assert len(tops) == 1


def test_matrix_shows_the_hovered_weight(page: "Page") -> None:
    choose(page, "cross", 1, 0)
    page.click("[data-option=matrix]")
    page.wait_for_selector("[data-exact=true]")
    page.click("[data-part=words] [data-step='0']")
    page.focus("[data-part=figure]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("[data-part=readout]").startswith(f"Hund → dog: {ARRAYS['cross'][1, 0, 1, 1]:.3f}")


def test_step_arrows_move_and_show_the_next_tokens(page: "Page") -> None:
    page.click("[data-part=words] [data-step='0']")
    assert page.is_disabled("[data-move='-1']")
    page.click("[data-move='1']")
    assert state(page)["step"] == "1"
    assert page.inner_text("[data-part=step]") == "step 2 of 5"
    assert page.inner_text("[data-part=entropy]") == "entropy 1.200 nats"
    rows = [item.replace("\n", " ").split() for item in page.locator("[data-part=next] li").all_inner_texts()]
    assert rows == [["▁Hund", "0.500"], ["▁x", "0.250"], ["all", "others", "0.250"]]


def test_choices_outlive_a_new_translation_within_its_bounds(page: "Page") -> None:
    choose(page, "decoder", 1, 2)
    page.click("[data-option=matrix]")
    page.click("[data-part=words] [data-step='4']")
    page.click("#again")
    page.wait_for_selector("[data-drawn=second]")
    now = state(page)
    assert [now[name] for name in ("kind", "layer", "head", "view", "step")] == ["decoder", "0", "2", "matrix", "4"]
    assert page.inner_text("[data-opens=checks]") == "✗ 1 check failed: finite"


def test_hypothesis_and_files_are_asked_for_by_events(page: "Page") -> None:
    page.click("[data-opens=hypotheses]")
    numbers = page.locator("[data-panel=hypotheses] tbody tr").first.locator(".gf-number").all_inner_texts()
    assert numbers == ["1", "−0.500", "−2.500"]
    page.click("[data-hypothesis='1']")
    page.click("[data-opens=save]")
    page.click("[data-save=npz]")
    assert page.evaluate("events") == [
        ["hypothesis_select", {"id": "first", "index": 1}],
        ["save_request", {"id": "first", "format": "npz", "lens": "weights"}],
    ]


def test_head_is_saved_as_picture_and_exact_numbers(page: "Page") -> None:
    choose(page, "cross", 1, 2)
    page.click("[data-option=matrix]")
    page.wait_for_selector("[data-exact=true]")
    picture = saved(page, "svg").decode()
    root = ElementTree.fromstring(picture)
    assert "var(--" not in picture and "class=" not in picture
    rectangles = root.findall(".//{http://www.w3.org/2000/svg}g[@shape-rendering]/{http://www.w3.org/2000/svg}rect")
    assert len(rectangles) == STEPS * SRC_LENGTH
    image = saved(page, "png")
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(image[16:20], "big") == 3 * int(root.get("width", "0"))
    rows = list(csv.DictReader(io.StringIO(saved(page, "head_csv").decode().split("\n", 1)[1])))
    weights = np.array([row["weight"] for row in rows], np.float32).reshape(STEPS, SRC_LENGTH)
    assert np.array_equal(weights, ARRAYS["cross"][1, 2])
    assert (rows[8]["query"], rows[8]["key"], rows[8]["key_token"]) == ("2", "2", " dog")


def test_saved_pictures_and_numbers_say_where_they_come_from(page: "Page") -> None:
    picture = ElementTree.fromstring(saved(page, "svg")).findtext("{http://www.w3.org/2000/svg}metadata")
    found = json.loads(picture or "")
    assert (found["source"], found["rank"], found["lens"]) == (json.loads(payload())["source"], 1, None)
    with Image.open(io.BytesIO(saved(page, "heads_png"))) as image:
        image.load()
        assert json.loads(str(image.info["Comment"])) == found
    line = saved(page, "head_csv").decode().splitlines()[0]
    assert json.loads(line.removeprefix("# ")) == {**found, "rows": ANY, "heads": ANY}


def test_numbers_that_are_not_exact_are_saved_under_another_name(page: "Page") -> None:
    choose(page, "encoder", 0, 0)
    assert "weight_quantised_8_bit" in saved(page, "head_csv").decode().splitlines()[1]


def test_waiting_and_failing_show_messages(page: "Page") -> None:
    page.click("#busy")
    page.wait_for_selector("[data-busy=true]")
    assert page.inner_text("[data-part=note]") == ATTENTION["attention.busy"]
    page.click("#problem")
    page.wait_for_selector("[data-busy=false]")
    assert page.inner_text("[data-part=problem]") == "<i>no</i>"


def test_theme_change_redraws_the_tiles(page: "Page") -> None:
    lightest = (
        "(() => { const c = document.querySelector('[data-pictures=cross]');"
        " const {data} = c.getContext('2d').getImageData(0, 0, c.width, c.height);"
        " return [0, 1, 2].map(i => data.filter((_, at) => at % 4 === i && data[at - i + 3] === 255)"
        ".reduce((a, b) => Math.max(a, b))) })()"
    )
    assert min(page.evaluate(lightest)) > 200  # a weight of 0 is nearly the page's background
    page.evaluate("document.body.classList.add('dark')")
    settle(page)
    assert min(page.evaluate(lightest)) < 100


def test_the_page_never_scrolls_sideways(page: "Page") -> None:
    for width in (390, 768, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        for view in ("lines", "matrix", "table"):
            page.click(f"[data-option={view}]")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        rows = page.evaluate("[...document.querySelectorAll('[data-tile^=\"cross.0.\"]')].map(n => n.offsetTop)")
        assert len(set(rows)) == 1


def test_view_redraws_when_shown_after_a_hidden_resize(page: "Page") -> None:
    width = "document.querySelector('.gf-lines').getBoundingClientRect().width"
    before = page.evaluate(width)
    page.evaluate("document.querySelector('#attention').hidden = true")
    page.set_viewport_size({"width": 1000, "height": 900})
    page.evaluate("document.querySelector('#attention').hidden = false")
    page.wait_for_function(f"before => {width} > 300 && {width} !== before", arg=before)
