"""How the attention view draws: overview, lines, matrix, table, saved pictures and long inputs, in a real browser."""

import base64
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.viz.components.conftest import OPEN_OPTIONS, OpenPage
from tests.viz.components.panels import settle
from tests.viz.components.stage import Scene, Stage
from tests.viz.components.translation import LENSES
from viz.components.attention_view import attention_view
from viz.texts.en import TEXTS
from viz.wire.payload import CELLS, Payload, is_long, reduced_heads

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAYERS, HEADS = 2, 3
HOSTILE = [
    "A",
    " ${alert(1)}",
    " `x`",
    "<img src=x onerror=window.hacked=1>",
    "\u202eשלום",
    "e\u0301\u0327",
    "🐕",
    "w" * 5000,
    "</s>",
]
SVG = "{http://www.w3.org/2000/svg}"


def attention(queries: int, keys: int, causal: bool = False) -> np.ndarray:
    """Random float32 attention [LAYERS, HEADS, queries, keys] whose rows sum to 1."""
    scores = np.random.default_rng(queries * 1000 + keys).normal(size=(LAYERS, HEADS, queries, keys)) * 2
    weights = np.exp(np.where(np.tri(queries, keys, dtype=bool), scores, -np.inf) if causal else scores)
    return (weights / weights.sum(-1, keepdims=True)).astype(np.float32)


def payload(name: str, src: list[str], tgt: list[str]) -> tuple[str, dict[str, np.ndarray]]:
    """A packed translation and its arrays."""
    arrays = {
        "encoder": attention(len(src), len(src)),
        "decoder": attention(len(tgt), len(tgt), causal=True),
        "cross": attention(len(tgt), len(src)),
    }
    text = Payload(
        id=name, source="".join(src[:-1]), translation="".join(tgt[:-1]), src_tokens=src,
        tgt_tokens=["<s>", *tgt[:-1]], predicted_tokens=tgt, probabilities=[0.5] * len(tgt), entropies=[1.0] * len(tgt),
        top=[[(token[:20], 0.5)] for token in tgt], checkpoint="tiny & <b>", lenses=LENSES, **arrays,
    ).to_json()  # fmt: skip
    return text, arrays


def words(count: int) -> list[str]:
    return [f" w{i}" for i in range(count - 1)] + ["</s>"]


SMALL = payload("small", words(7), words(5))
INPUTS = {
    "small": SMALL,
    "hostile": payload("hostile", HOSTILE, [*HOSTILE[::-1][1:], "</s>"]),
    "uneven": payload("uneven", words(5), words(61)),
    "long": payload("long", words(509), words(503)),
}


def test_reduced_heads_keep_the_largest_weight_of_each_cell() -> None:
    weights = np.random.default_rng(3).random((2, 3, 101, 53)).astype(np.float32)
    small = reduced_heads(weights, cells=7)
    expected = np.zeros((2, 3, 7, 7), np.float32)
    for q in range(101):
        for k in range(53):
            cell = expected[:, :, q * 7 // 101, k * 7 // 53]
            np.maximum(cell, weights[:, :, q, k], out=cell)
    assert np.array_equal(small, expected)
    assert reduced_heads(weights, cells=200) is weights
    with pytest.raises(ValueError, match=r"\[layers, heads, queries, keys\], not \(101, 53\)"):
        reduced_heads(weights[0, 0])


def test_is_long_begins_above_100_tokens_of_48_heads() -> None:
    assert not is_long([(6, 8, 100, 100)] * 3)
    assert is_long([(6, 8, 103, 103)] * 3)
    part = json.loads(INPUTS["long"][0])["kinds"]["cross"]
    assert part["shape"] == [LAYERS, HEADS, 503, 509] and part["reduced"] == [CELLS, CELLS]
    assert "reduced" not in json.loads(SMALL[0])["kinds"]["cross"]


def layer_values(data: dict[str, Any]) -> dict[str, Any]:
    levels = np.rint(INPUTS[data["id"]][1][data["kind"]][data["layer"]] * 255).astype(np.uint8)
    return {"levels": base64.b64encode(levels.tobytes()).decode(), "shape": list(levels.shape)}


@pytest.fixture(scope="module")
def address(stage: Stage) -> str:
    buttons = {name: {"attention": {"value": text}} for name, (text, _) in INPUTS.items()}
    return stage.add(Scene([attention_view(texts=TEXTS, server=[layer_values])], buttons))


@pytest.fixture
def page(open_page: OpenPage, address: str) -> "Page":
    opened = open_page(address, "#small")
    show(opened, "small")
    return opened


def show(page: "Page", name: str) -> None:
    page.click(f"#{name}")
    page.wait_for_selector(f"#attention [data-drawn={name}]")
    page.evaluate(OPEN_OPTIONS)


def saved(page: "Page", name: str) -> bytes:
    page.click("[data-opens=save]")
    with page.expect_download() as download:
        page.click(f"[data-save={name}]")
    return Path(download.value.path()).read_bytes()


def picture(page: "Page", name: str = "svg") -> ElementTree.Element:
    return ElementTree.fromstring(saved(page, name).decode())


def texts_of(svg: ElementTree.Element) -> list[str]:
    """The words of a picture, without the titles that carry full tokens."""
    titled = [(node, node.find(f"{SVG}title")) for node in svg.iter(f"{SVG}text")]
    return [
        "".join(node.itertext()).removesuffix(title.text or "" if title is not None else "") for node, title in titled
    ]


def choose(page: "Page", kind: str, layer: int, head: int) -> None:
    page.click(f"[data-tile='{kind}.{layer}.{head}']")


def test_overview_picture_lies_under_its_tile(page: "Page") -> None:
    found = page.evaluate("""() => {
      const canvas = document.querySelector('[data-pictures=cross]'), own = canvas.getBoundingClientRect();
      const tile = document.querySelector('[data-tile="cross.1.2"]').getBoundingClientRect();
      const scale = canvas.width / own.width, context = canvas.getContext('2d');
      const at = (q, k) => context.getImageData(Math.round((tile.left - own.left + (k + 0.5) * tile.width / 7) * scale),
        Math.round((tile.top - own.top + (q + 0.5) * tile.height / 5) * scale), 1, 1).data[2];
      return Array.from({length: 35}, (_, i) => at(Math.floor(i / 7), i % 7));
    }""")
    blue, weights = np.array(found), SMALL[1]["cross"][1, 2].ravel()  # vermilion: blue falls as the weight grows
    assert (np.diff(blue[np.argsort(weights)]) <= 0).all() and blue.max() - blue.min() > 60


def test_one_kind_at_a_time_follows_the_chosen_head(page: "Page") -> None:
    page.click("[data-group=kinds] [data-option=one]")
    assert page.locator("[data-tile]").count() == LAYERS * HEADS
    page.select_option("[data-choice=kind]", "0")
    assert page.locator("[data-pictures=encoder]").count() == 1 and page.locator("[data-pictures]").count() == 1
    page.click("[data-group=kinds] [data-option=all]")
    assert page.locator("[data-tile]").count() == 3 * LAYERS * HEADS


def test_saved_matrix_holds_every_cell_and_label(page: "Page") -> None:
    choose(page, "cross", 1, 2)
    page.click("[data-option=matrix]")
    svg = picture(page)
    cells = svg.findall(f".//{SVG}g[@shape-rendering]/{SVG}rect")
    blue = np.array([int(re.findall(r"\d+", cell.get("fill", ""))[2]) for cell in cells])
    weights = np.rint(SMALL[1]["cross"][1, 2].ravel() * 255)
    assert len(cells) == 35 and (np.diff(blue[np.argsort(weights, kind="stable")]) <= 0).all()
    written = texts_of(svg)
    assert (
        "cross-attention · layer 2 · head 3" in written
        and "rows: token predicted · columns: source token attended to" in written
    )
    assert any("tiny & <b>" in text for text in written) and {"0", "1"} <= set(written)
    assert f"≈{weights[8] / 255:.2f}" in written


def test_cells_without_a_weight_are_hatched_and_not_zero(page: "Page") -> None:
    choose(page, "decoder", 0, 0)
    page.click("[data-option=matrix]")
    svg = picture(page)
    fills = [cell.get("fill") for cell in svg.findall(f".//{SVG}g[@shape-rendering]/{SVG}rect")]
    above = {fills[q * 5 + k] for q in range(5) for k in range(q + 1, 5)}
    assert len(above) == 1 and above.isdisjoint(fills[q * 5 + k] for q in range(5) for k in range(q + 1))
    assert svg.find(f".//{SVG}clipPath") is not None and "masked or left out" in texts_of(svg)
    assert page.locator("[data-part=legend] .gf-hatched").count() == 1


def test_labels_pin_rows_and_escape_clears_them(page: "Page") -> None:
    page.click("[data-option=matrix]")
    before = len(picture(page).findall(f".//{SVG}rect"))
    sight = page.locator(".gf-sight").bounding_box()
    assert sight
    for y in (0.55, 0.75):
        page.mouse.click(sight["x"] + 20, sight["y"] + sight["height"] * y)
    page.mouse.move(5, 5)
    assert len(picture(page).findall(f".//{SVG}rect")) == before + 2
    page.focus("[data-part=figure]")
    page.keyboard.press("Escape")
    assert len(picture(page).findall(f".//{SVG}rect")) == before


def test_several_heads_have_own_colours_and_table_rows(page: "Page") -> None:
    choose(page, "cross", 0, 0)
    page.click("[data-tile='cross.1.1']", modifiers=["Shift"])
    strokes = {path.get("stroke") for path in picture(page).iter(f"{SVG}path")}
    assert len(strokes) == 2
    page.click("[data-option=table]")
    rows = page.locator(".gf-table tbody th").all_text_contents()
    assert len(rows) == 2 * 5 and rows[0].endswith("layer 1 head 1") and rows[1].endswith("layer 2 head 2")
    found = page.locator(".gf-table td.gf-number").all_text_contents()[7:14]
    assert found == [f"≈{value:.2f}" for value in np.rint(SMALL[1]["cross"][1, 1, 0] * 255) / 255]


def test_both_sides_stay_in_sight_when_one_is_much_longer(page: "Page") -> None:
    show(page, "uneven")
    keys = {f"▁w{i}" for i in range(4)} | {"</s>"}
    for step in ("0", "60"):
        page.click(f"[data-part=words] [data-step='{step}']")
        page.mouse.move(5, 5)
        settle(page)
        svg = picture(page)
        height = float(svg.get("height", "0"))
        texts = [node for node in svg.iter(f"{SVG}text") if node.get("text-anchor") == "start"]
        shown = {"".join(node.itertext()) for node in texts if 0 < float(node.get("y", "0")) < height}
        assert {key for key in keys if any(text.startswith(key) for text in shown)} == keys


def test_matrix_is_suggested_for_more_than_40_tokens(page: "Page") -> None:
    assert not page.is_visible("[data-part=many]")
    show(page, "uneven")
    assert page.inner_text("[data-part=many]").startswith("61 tokens: the strip next to a column is its map.")
    page.click("[data-part=many-matrix]")
    assert page.get_attribute("#attention [data-drawn]", "data-view") == "matrix"
    assert not page.is_visible("[data-part=many]")
    assert page.evaluate("document.activeElement.dataset.part") == "figure"


def test_hostile_tokens_are_text_in_views_and_saved_pictures(page: "Page") -> None:
    show(page, "hostile")
    for name in ("lines", "matrix", "table"):
        page.click(f"[data-option={name}]")
        svg = picture(page)
        assert {node.tag for node in svg.iter()} <= {
            SVG + tag for tag in ("svg", "title", "metadata", "g", "rect", "path", "text", "tspan", "clipPath")
        }
        written = " ".join("".join(node.itertext()) for node in svg.iter(f"{SVG}text"))
        for part in ("${alert(1)}", "`x`", "<img src=x", "e\u0301", "🐕", "U+202E"):
            assert part in written, (name, part)
        assert "\u202e" not in written and all(node.get("unicode-bidi") == "isolate" for node in svg.iter(f"{SVG}text"))
        assert page.locator("#attention img").count() == 0
        assert saved(page, "png")[:8] == b"\x89PNG\r\n\x1a\n"


def test_all_heads_are_saved_as_one_picture(page: "Page") -> None:
    svg = picture(page, "heads_svg")
    assert len(svg.findall(f".//{SVG}image")) == 3 * LAYERS * HEADS
    assert {"Every head", "encoder self-attention", "cross-attention", "L2", "H3"} <= set(texts_of(svg))


def test_long_input_loads_every_weight_of_the_layer(page: "Page") -> None:
    show(page, "long")
    page.click("[data-option=matrix]")
    choose(page, "cross", 1, 2)
    page.wait_for_function("document.querySelector('[data-part=stated]').textContent.includes('weights are loaded')")
    assert "Layer 2: all weights are loaded (0.8 MB)." in page.inner_text("[data-part=stated]")
    weights = np.rint(INPUTS["long"][1]["cross"][1, 2] * 255) / 255
    page.locator(".gf-sight").scroll_into_view_if_needed()
    sight = page.locator(".gf-sight").bounding_box()
    assert sight
    page.mouse.move(sight["x"] + sight["width"] - 60, sight["y"] + sight["height"] - 70)
    written = page.inner_text("[data-part=readout]")
    query, key, number = re.match(r"▁?w(\d+) → ▁?w(\d+): ≈([\d.]+)", written).groups()
    assert number == f"{weights[int(query), int(key)]:.2f}"
    page.click(".gf-zoom")
    assert page.evaluate("document.querySelector('.gf-scroll').scrollHeight") > 503 * 18
    for name in ("lines", "table"):
        page.click(f"[data-option={name}]")
        page.wait_for_selector(f"[data-part=figure] .gf-{name}")
