"""Query and key up close, in the browser: what is drawn is what is computed."""

import json
import re
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from core.model.probe import AttentionState, Probe
from core.service import Service
from tests.viz.components.panels import Site, answered, choose, number, open_panel, shown_id, state
from viz.texts.beside import panel_words

if TYPE_CHECKING:
    from playwright.sync_api import Page

PANEL_WORDS = panel_words("en")


class Keep(Probe):
    """Query and key of every attention."""

    def __init__(self) -> None:
        self.states: dict[str, AttentionState] = {}

    def attention(self, state: AttentionState) -> Any:
        self.states[state.site] = state
        return state.weights


def query_and_key(service: Service, id: str, kind: str, layer: int, head: int) -> tuple[np.ndarray, np.ndarray]:
    """[Q, E] and [K, E] of one head, from a pass of its own."""
    import torch

    from core.data.tokenizer import BOS_ID

    pair, probe = service.pair(id), Keep()
    with torch.inference_mode():
        model = pair.translator.model
        memory, mask = model.encode(torch.tensor([pair.source_ids]), probe)
        model.decode(torch.tensor([[BOS_ID, *pair.target_ids[:-1]]]), memory, mask, probe)
    site = f"{'encoder' if kind == 'encoder' else 'decoder'}.{layer}.{'cross' if kind == 'cross' else 'self'}"
    found = probe.states[site]
    return found.query[0, head].double().numpy(), found.key[0, head].double().numpy()


def await_close_up(page: "Page", id: str, place: str) -> None:
    page.wait_for_selector(f".gf-close_up[data-shown='{id}|{place}']:not([aria-busy])")


def chain(page: "Page") -> dict[str, str]:
    return {
        name: page.inner_text(f"[data-close=chain] [data-link={name}] b")
        for name in ("dot", "scaled", "softmax", "weight")
    }


def telling_place(service: Service, id: str, kind: str) -> tuple[int, int, int]:
    """Layer, head and row where a wrong sum would show: the flattest row, or one with a large score behind the mask."""
    weights = service.trace(id).weights(kind)
    layers, heads, rows, _ = weights.shape
    places = [(layer, head, row) for layer in range(layers) for head in range(heads) for row in range(2, rows - 1)]
    if kind == "encoder":
        return min(places, key=lambda place: weights[place].max())

    def hidden(place: tuple[int, int, int]) -> float:
        queries, keys = query_and_key(service, id, kind, *place[:2])
        scores = queries[place[2]] @ keys.T
        return scores[place[2] + 1 :].max() - scores[: place[2] + 1].max()

    return max(places, key=hidden)


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_close_up_numbers_match_numpy(page: "Page", site: Site, kind: str) -> None:
    id = shown_id(page)
    layer, head, row = telling_place(site.service, id, kind)
    choose(page, kind, layer, head)
    open_panel(page, "close_up")
    page.wait_for_selector("[data-close=body]:not([hidden])")
    page.select_option("[data-close=query]", str(row))
    await_close_up(page, id, f"{kind}.{layer}.{head}.{row}")
    queries, keys = query_and_key(site.service, id, kind, layer, head)
    size, dots, seen = keys.shape[1], queries[row] @ keys.T, row + 1 if kind == "decoder" else len(keys)
    scaled = dots / np.sqrt(size)
    powers = np.exp(scaled[:seen] - scaled[:seen].max())
    weights = powers / powers.sum()
    assert kind == "decoder" or 0.01 < weights.max() < 0.7
    key = int(np.argsort(weights)[-2])  # not the one that is shown of itself
    page.click(f"[data-close=keys] [data-key='{key}']")
    drawn = chain(page)
    assert number(drawn["dot"]) == pytest.approx(dots[key], rel=5e-6, abs=6e-4)
    assert number(drawn["scaled"]) == pytest.approx(scaled[key], rel=5e-6, abs=6e-4)
    power, total, weight = (float(text.strip(" <")) for text in [*drawn["softmax"].split("÷"), drawn["weight"]])
    assert weight == pytest.approx(weights[key], rel=6e-3, abs=1e-4)
    assert power == pytest.approx(powers[key], rel=6e-3, abs=1e-4)
    assert total == pytest.approx(powers.sum(), abs=7e-4)  # of scores with six digits
    assert power / total == pytest.approx(weight, rel=1e-2, abs=1e-4)  # it follows from what is shown
    bars = page.evaluate("[...document.querySelectorAll('[data-close=products] rect')].map(n => +n.dataset.value)")
    np.testing.assert_allclose(bars, queries[row] * keys[key], atol=1e-3)
    assert sum(bars) == pytest.approx(dots[key], abs=1e-2)
    table = page.locator("[data-close=keys] tbody tr")
    cells = [table.nth(i).locator("td.gf-number").all_inner_texts() for i in range(table.count())]
    np.testing.assert_allclose([number(cell[0]) for cell in cells], dots, rtol=5e-6, atol=6e-4)
    np.testing.assert_allclose([number(cell[1]) for cell in cells], scaled, rtol=5e-6, atol=6e-4)
    np.testing.assert_allclose([number(cell[2].lstrip("<")) for cell in cells[:seen]], weights, rtol=6e-3, atol=1e-4)
    assert not any(re.search(r"\.\d{4}", text) for cell in cells for text in cell[:2]), "decimals that nobody needs"
    assert [cell[2].strip() for cell in cells[seen:]] == ["masked"] * (len(keys) - seen)
    visible = np.tri(len(queries), dtype=bool) | (kind == "encoder")
    pairs = (queries @ keys.T)[visible]
    shown = page.locator("[data-close=numbers] [data-measure=variance] td").all_inner_texts()
    assert [number(text) for text in shown] == pytest.approx([pairs.var(), pairs.var() / size], rel=5e-6, abs=6e-4)
    said = page.inner_text("[data-close=said]")  # the digits of the table
    assert all(text in said for text in page.locator("[data-close=numbers] td.gf-number").all_inner_texts())
    histogram = site.reply("close_up")["histogram"]
    assert sum(histogram["raw"]) == sum(histogram["scaled"]) == len(pairs)
    page.focus("[data-close=field]")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("[data-close=readout]").startswith("dimension 2: ")


def test_the_close_up_follows_the_views_and_the_newest_wins(page: "Page", site: Site) -> None:
    choose(page, "cross", 0, 1)
    page.click("[data-part=words] [data-step='0']")
    open_panel(page, "close_up")
    id = shown_id(page)
    await_close_up(page, id, "cross.0.1.0")
    site.calls.clear()
    page.focus("[data-part=words] [data-step='0']")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    await_close_up(page, id, "cross.0.1.3")
    assert site.asked("close_up")[-1] == {"id": id, "kind": "cross", "layer": 0, "head": 1, "query": 3}
    late = site.held["close_up"] = threading.Event()
    with page.expect_request("**/ask/close_up"):
        choose(page, "encoder", 1, 0)
    choose(page, "encoder", 0, 0)
    await_close_up(page, id, "encoder.0.0.0")
    drawn = page.inner_text("[data-close=keys]")
    with answered(page, "close_up"):
        late.set()
    assert page.inner_text("[data-close=keys]") == drawn
    assert site.asked("close_up")[-1]["layer"] == 1
    await_close_up(page, id, "encoder.0.0.0")
    choose(page, "encoder", 1, 0)
    await_close_up(page, id, "encoder.1.0.0")
    page.select_option("[data-close=query]", "2")
    await_close_up(page, id, "encoder.1.0.2")
    assert page.locator("[data-close=keys] tr[aria-selected=true]").count() == 1
    page.focus("[data-close=keys] tr[aria-selected=true]")
    page.keyboard.press("Home")
    assert page.get_attribute("[data-close=keys] tr[data-key='0']", "aria-selected") == "true"
    assert "not be" not in page.inner_text(".gf-close_up")


def test_close_up_shows_computed_and_used_weights(page: "Page", site: Site) -> None:
    choose(page, "cross", 1, 2)
    open_panel(page, "lab")
    page.click("[data-mode=same]")
    page.click("[data-gate='cross.1.2']")
    page.wait_for_selector("[data-part=variant]:not([hidden])")
    open_panel(page, "close_up")
    changed = json.loads(site.reply("variant")["payload"])["id"]
    page.wait_for_selector(f".gf-close_up[data-shown^='{changed}|cross.1.2']:not([aria-busy])")
    assert page.inner_text("[data-close=changed]") == PANEL_WORDS["attention.close_up.changed.off"]
    used = page.locator("[data-close=keys] [data-weight=used]").all_inner_texts()
    computed = page.locator("[data-close=keys] [data-weight=computed]").all_inner_texts()
    assert {number(text) for text in used} == {0.0}
    assert sum(number(text.lstrip("<")) for text in computed) == pytest.approx(1, abs=5e-3)
    assert page.inner_text("[data-link=used] b") == "0"
    assert number(page.inner_text("[data-link=weight] b")) > 0.1  # of the key looked at most
    choose(page, "cross", 1, 0)  # a head that nobody changed
    page.wait_for_selector(f".gf-close_up[data-shown^='{changed}|cross.1.0']:not([aria-busy])")
    assert page.locator("[data-close=changed]").is_hidden()
    assert page.locator("[data-close=keys] [data-weight=used]").count() == 0
    page.click("[data-part=drop]")
    choose(page, "cross", 1, 2)
    await_close_up(page, shown_id(page), f"cross.1.2.{state(page)['step']}")
    assert page.locator("[data-link=used]").count() == 0
