"""The attention explorer on the real page: every question that it answers, asked with the mouse."""

import io
import json
import re
import zipfile
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from playwright.sync_api import expect

from core.inspection.lenses import lenses
from tests.e2e.conftest import offline
from tests.e2e.explorer import WAIT, drawn, part, state, translate, until

SENTENCE = "Two dogs play in the snow."
CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: {writeText: text => { window.copied = text; }}})"


def open_options(page) -> None:
    opener = part(page, "options-open")
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()
    part(page, "further").evaluate("one => { one.open = true; }")


@pytest.fixture
def explorer(lasting_page):
    """The page with one sentence translated, without a second translation."""
    if drawn(lasting_page) and lasting_page.input_value("#source textarea") != SENTENCE:
        translate(lasting_page, SENTENCE)
    if part(lasting_page, "variant").is_visible():
        part(lasting_page, "drop").click()
    return lasting_page


def bench(page, name: str) -> None:
    if not page.locator(f"#attention [data-panel-of={name}]").is_visible():
        page.locator(f"#attention [data-bench={name}]").click()
    page.wait_for_selector(f"#attention [data-panel-of={name}]", timeout=WAIT)


def variant_is_shown(page) -> bool:
    return part(page, "variant").is_visible() and state(page, "side") == "variant"


def copied_link(page) -> str:
    page.evaluate(CLIPBOARD)
    page.click("#attention [data-opens=more]")
    part(page, "link").click()
    return page.evaluate("window.copied")


# A link


def test_link_opens_the_same_view_in_another_browser(empty_page, served, new_page):
    asked = {"text": "A man rides a horse.", "checkpoint": "en-de", "beam": "2", "alpha": "1.1"}
    asked |= {"kind": "decoder", "layer": "2", "head": "3", "view": "matrix", "rows": "read", "step": "3", "words": "1"}
    asked |= {"off": "c.4.2,e.1.3", "uniform": "d.2.1", "side": "both"}
    empty_page.goto(f"{served}?{urlencode(asked)}")
    drawn(empty_page)
    until(empty_page, lambda: part(empty_page, "variant").is_visible() and state(empty_page, "side") == "both")
    expected = {"kind": "decoder", "layer": "1", "head": "2", "view": "matrix", "rows": "read", "step": "2"}
    assert {name: state(empty_page, name) for name in expected} == expected
    assert empty_page.input_value("#source textarea") == asked["text"]
    assert empty_page.input_value("#beam input") == "2" and float(empty_page.input_value("#alpha input")) == 1.1
    change = part(empty_page, "change").inner_text()
    assert "cross L4 H2" in change and "encoder L1 H3" in change and "decoder L2 H1" in change
    bench(empty_page, "lab")
    gates = {
        name: empty_page.get_attribute(f"[data-gate='{name}']", "data-state") for name in ("cross.3.1", "decoder.1.0")
    }
    assert gates == {"cross.3.1": "off", "decoder.1.0": "uniform"}
    empty_page.locator("#attention [role=gridcell]").nth(1).click()
    empty_page.locator("#attention [data-option=lines]").first.click()
    link = copied_link(empty_page)
    query = parse_qs(urlsplit(link).query)
    assert (set(query["off"][0].split(",")), query["uniform"]) == ({"c.4.2", "e.1.3"}, ["d.2.1"])
    other = new_page()
    other.goto(link)
    drawn(other)
    names = ("kind", "layer", "head", "view", "rows", "step", "drawn", "side", "lens")
    wanted = {name: state(empty_page, name) for name in names}
    until(other, lambda: {name: state(other, name) for name in names} == wanted)
    assert other.input_value("#source textarea") == asked["text"]


# Without a network


def test_explorer_works_without_a_network(explorer):
    explorer.wait_for_selector("#attention [data-exact=true]", timeout=WAIT)
    with offline(explorer):
        cells = explorer.locator("#attention [role=gridcell]")
        for index in (0, 21, 40):
            cells.nth(index).click()
            assert explorer.locator("#attention [role=gridcell][aria-selected=true]").count() == 1
            for view in ("matrix", "table", "lines"):
                explorer.locator(f"#attention [data-option={view}]").first.click()
                assert state(explorer, "view") == view
                assert part(explorer, "figure").locator("svg, canvas, table, [role=grid], [role=table]").count() >= 1
        cells.nth(0).click()
        assert [state(explorer, name) for name in ("kind", "layer", "head")] == ["encoder", "0", "0"]
        explorer.keyboard.press("ArrowRight")
        assert state(explorer, "head") == "1"
        kinds = set()
        for kind in (0, 1, 2):
            explorer.locator("#attention [data-choice=kind]").select_option(index=kind)
            kinds.add(state(explorer, "kind"))
        assert kinds == {"encoder", "decoder", "cross"}
        before = state(explorer, "step")
        explorer.locator("#attention [data-move='-1']").click()
        assert int(state(explorer, "step")) == int(before) - 1
        open_options(explorer)
        for rows in ("read", "predicted"):
            explorer.locator(f"#attention [data-option={rows}]").first.click()
            assert state(explorer, "rows") == rows
        for toggle in ("words", "specials"):
            button = explorer.locator(f"#attention [data-toggle={toggle}]")
            before = button.get_attribute("aria-pressed")
            for pressed in ({"true": "false", "false": "true"}[before], before):
                button.click()
                expect(button).to_have_attribute("aria-pressed", pressed)


# Questions to the server


def test_every_lens_is_shown_with_its_agreement(explorer):
    explorer.locator("#attention [data-choice=kind]").select_option(index=2)  # cross: the only kind that is compared
    open_options(explorer)
    lens = part(explorer, "lens")
    for name in list(lenses())[1:]:
        lens.select_option(name)
        assert state(explorer, "lens") == name
        until(explorer, lambda: "Computing" not in part(explorer, "stated").inner_text())
        assert part(explorer, "stated").inner_text().strip()
    assert explorer.locator("#attention .gf-agreement").count() == len(lenses()) - 1  # all but the reference
    lens.select_option("weights")
    assert state(explorer, "lens") == "weights"


def test_switched_off_heads_change_the_translation(explorer):
    bench(explorer, "lab")
    for head in range(4):
        explorer.locator(f"#attention [data-gate='cross.3.{head}']").click()
    until(explorer, lambda: variant_is_shown(explorer))
    assert explorer.locator("#attention [data-part=variant-words] [data-step]").count() >= 1
    for side in ("difference", "both", "base", "variant"):
        explorer.locator(f"#attention [data-group=side] [data-option={side}]").click()
        assert state(explorer, "side") == side
    part(explorer, "drop").click()
    assert state(explorer, "side") == "base"


def test_importance_ranks_heads_of_every_kind(explorer):
    bench(explorer, "lab")
    explorer.locator("#attention [data-lab=rank]").click()
    until(explorer, lambda: explorer.locator("#attention [data-lab-grid][data-heat]").count() == 3)
    labels = explorer.locator("#attention [data-gate]").evaluate_all("nodes => nodes.map(node => node.ariaLabel)")
    assert len(labels) == explorer.locator("#attention [data-tile]").count() > 0
    assert all("these words" in label for label in labels)


def test_search_tree_continues_from_a_pruned_token(explorer):
    bench(explorer, "tree")
    explorer.wait_for_selector("#attention [data-node]", timeout=WAIT)
    assert explorer.locator("#attention [data-node][data-chosen=true]").count() >= 5
    pruned = explorer.locator("#attention [data-node][data-status=pruned]")
    if pruned.count() == 0:
        explorer.locator("#attention [data-tree=fold]").click()
    pruned.first.click()
    explorer.locator("#attention [data-action=continue]").first.click()
    until(explorer, lambda: variant_is_shown(explorer))


def test_another_likely_token_can_be_used_instead(explorer):
    explorer.locator("#attention .gf-instead").first.click(force=True)
    until(explorer, lambda: variant_is_shown(explorer))
    assert part(explorer, "variant-words").inner_text().strip()


@pytest.mark.parametrize("name", ["close_up", "catalogue", "compare"])
def test_panel_opens_without_a_problem(explorer, name):
    bench(explorer, name)
    panel = explorer.locator(f"#attention [data-panel-of={name}]")
    until(explorer, lambda: len(panel.inner_text()) > 40)
    assert not panel.locator(".gf-problem:visible").count()


# Take it away


def saved(explorer, form: str) -> bytes:
    explorer.locator("#attention [data-opens=save]").click()
    with explorer.expect_download(timeout=WAIT) as waiting:
        explorer.locator(f"#attention [data-save={form}]").click()
    return waiting.value.path().read_bytes()


def test_translation_is_saved_in_every_form(explorer, new_page, tmp_path):
    described, columns = saved(explorer, "csv").split(b"\n")[:2]
    assert described.startswith(b"# {") and columns == b"kind,layer,head,query,key,query_token,key_token,weight"
    data = saved(explorer, "npz")
    assert zipfile.is_zipfile(io.BytesIO(data))
    np.testing.assert_allclose(np.load(io.BytesIO(data))["cross"].sum(-1), 1, atol=1e-5)
    assert json.loads(saved(explorer, "json"))["src_tokens"][-1] == "</s>"
    path = tmp_path / "explorer.html"
    path.write_bytes(saved(explorer, "html"))
    assert path.stat().st_size < 1_000_000
    alone = new_page()
    alone.goto(path.as_uri())
    alone.wait_for_selector("#attention[data-drawn]", timeout=WAIT)
    assert alone.get_attribute("#attention", "data-drawn") == state(explorer, "drawn")
    assert SENTENCE in alone.inner_text(".gf-saved")


def test_page_with_the_model_has_the_size_that_the_menu_names(explorer, new_page, tmp_path):
    explorer.locator("#attention [data-opens=save]").click()
    note = explorer.locator("#attention [data-save=html_model] small")
    until(explorer, lambda: re.search(r"about [0-9.]+ MB", note.inner_text()))
    named = float(note.inner_text().split()[-2])
    with explorer.expect_download(timeout=WAIT) as waiting:
        note.click()
    path = tmp_path / "model.html"
    path.write_bytes(waiting.value.path().read_bytes())
    assert path.stat().st_size / 1e6 == pytest.approx(named, abs=0.15)
    alone = new_page()
    alone.goto(path.as_uri())
    alone.wait_for_selector("html[data-model=ready]", state="attached", timeout=WAIT)
    assert alone.get_attribute("#attention", "data-drawn") == state(explorer, "drawn")
    alone.fill("#live textarea", "Two dogs play in the snow.")
    alone.press("#live textarea", "Enter")
    alone.wait_for_selector("#attention[data-drawn^=here]", timeout=WAIT)
    assert "Hunde" in alone.inner_text("#attention [data-part=words]")


def test_row_of_the_close_up_is_saved_as_a_worksheet(explorer):
    page = saved(explorer, "worksheet").decode()
    layer, head = (int(state(explorer, name)) + 1 for name in ("layer", "head"))
    assert f"layer {layer}, head {head}: " in page and page.count("<table") >= 4


def test_homework_is_shown_and_saved(explorer):
    explorer.click("#attention [data-opens=save]")
    explorer.click("#attention [data-save=homework]")
    sheet = explorer.frame_locator(".gf-homework iframe").locator("body")
    sheet.locator("text=Name").first.wait_for(timeout=WAIT)
    assert "Every task is about the model" in sheet.inner_text()
    with explorer.expect_download() as download:
        explorer.click("[data-homework=save_solutions]")
    assert "Solutions" in Path(download.value.path()).read_text(encoding="utf-8")
    explorer.keyboard.press("Escape")


def test_another_checkpoint_begins_with_its_own_example(explorer):
    before = drawn(explorer)
    explorer.locator("#checkpoint input").click()
    explorer.locator("[data-testid=dropdown-option][aria-label=numbers]").click()
    until(explorer, lambda: state(explorer, "drawn") != before and state(explorer, "busy") != "true")
    assert explorer.input_value("#source textarea") not in ("", SENTENCE)


# Attention from a file


def test_a_trace_is_shown_without_a_model_and_left_again(explorer, tmp_path):
    before, address = drawn(explorer), explorer.url
    path = tmp_path / "mine.npz"
    weights = np.full((2, 3, 4, 4), 0.25, dtype=np.float32)
    np.savez(path, encoder=weights, source_tokens=np.array(["[CLS]", "a", "dog", "[SEP]"]))
    explorer.set_input_files("#open-trace input[type=file]", path)
    expect(part(explorer, "given-file")).to_have_text("mine.npz")
    until(explorer, lambda: drawn(explorer) != before and state(explorer, "exact") == "true")
    assert not explorer.is_visible("#source") and not part(explorer, "deeper").is_visible()
    assert explorer.url == address
    part(explorer, "given-back").click()
    until(explorer, lambda: drawn(explorer) == before)
    assert explorer.is_visible("#source") and part(explorer, "deeper").is_visible()
