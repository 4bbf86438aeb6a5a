"""The attention explorer in a real browser, on the real page: every question that it answers, asked with the mouse."""

import io
import json
import zipfile
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest

VIEW = "#attention[data-drawn], #attention [data-drawn]"
WAIT = 60_000  # ms
SENTENCE = "Two dogs play in the snow."
CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: {writeText: text => { window.copied = text; }}})"


def drawn(page) -> None:
    page.wait_for_selector(VIEW, timeout=WAIT, state="attached")
    until(page, lambda: state(page, "state") == "ready" and state(page, "busy") != "true")


def state(page, name: str) -> str | None:
    return page.locator(VIEW).first.get_attribute(f"data-{name}")


def until(page, condition) -> None:
    for _ in range(WAIT // 50):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("what was waited for did not happen")


@pytest.fixture
def explorer(empty_page, served):
    """The page with one sentence translated."""
    empty_page.goto(f"{served}?{urlencode({'text': SENTENCE, 'checkpoint': 'en-de'})}")
    drawn(empty_page)
    return empty_page


def part(page, name: str):
    return page.locator(f"#attention [data-part={name}]").first


def bench(page, name: str) -> None:
    page.locator(f"#attention [data-bench={name}]").click()
    page.wait_for_selector(f"#attention [data-panel-of={name}]", timeout=WAIT)


def variant_is_shown(page) -> bool:
    return part(page, "variant").is_visible() and state(page, "side") == "variant"


# A link


def test_a_link_opens_the_same_view_in_another_browser(empty_page, served, browser):
    page = empty_page
    asked = {
        "text": "A man rides a horse.",
        "checkpoint": "en-de",
        "beam": "2",
        "alpha": "1.1",
        "kind": "decoder",
        "layer": "2",
        "head": "3",
        "view": "matrix",
        "rows": "read",
        "step": "3",
        "words": "1",
    }
    page.goto(f"{served}?{urlencode(asked)}")
    drawn(page)
    expected = {"kind": "decoder", "layer": "1", "head": "2", "view": "matrix", "rows": "read", "step": "2"}
    assert {name: state(page, name) for name in expected} == expected
    assert page.input_value("#source textarea") == "A man rides a horse."
    assert page.input_value("#beam input") == "2"
    assert float(page.input_value("#alpha input")) == 1.1
    page.locator("#attention [role=gridcell]").nth(1).click()
    page.locator("#attention [data-option=lines]").first.click()
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: text => { window.copied = text; }}})"
    )
    part(page, "link").click()
    link = page.evaluate("window.copied")
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    other = context.new_page()
    other.goto(link)
    drawn(other)
    names = ("kind", "layer", "head", "view", "rows", "step", "drawn", "side", "lens")
    assert {name: state(other, name) for name in names} == {name: state(page, name) for name in names}
    assert other.input_value("#source textarea") == "A man rides a horse."
    context.close()


def test_a_link_brings_back_heads_that_are_off_and_uniform(empty_page, served):
    page = empty_page
    asked = {
        "text": SENTENCE,
        "checkpoint": "en-de",
        "off": "c.4.2,e.1.3",
        "uniform": "d.2.1",
        "side": "both",
        "step": 3,
    }
    page.goto(f"{served}?{urlencode(asked)}")
    drawn(page)
    until(page, lambda: part(page, "variant").is_visible() and state(page, "side") == "both")
    change = part(page, "change").inner_text()
    assert "cross L4 H2" in change and "encoder L1 H3" in change and "decoder L2 H1" in change
    assert state(page, "step") == "2"
    bench(page, "lab")
    states = {name: page.get_attribute(f"[data-gate='{name}']", "data-state") for name in ("cross.3.1", "decoder.1.0")}
    assert states == {"cross.3.1": "off", "decoder.1.0": "uniform"}
    page.evaluate(CLIPBOARD)
    part(page, "link").click()
    query = parse_qs(urlsplit(page.evaluate("window.copied")).query)
    assert (set(query["off"][0].split(",")), query["uniform"]) == ({"c.4.2", "e.1.3"}, ["d.2.1"])
    assert query["side"] == ["both"]


def test_what_a_link_gets_wrong_is_said_and_the_page_is_alive(empty_page, served):
    page = empty_page
    page.goto(f"{served}?{urlencode({'text': '<img src=x onerror=window.hacked=1>', 'beam': '99', 'layer': 'x'})}")
    drawn(page)
    assert "beam, layer" in part(page, "problem").inner_text()
    assert page.evaluate("window.hacked") is None
    assert page.locator("#attention img").count() == 0


def test_choosing_another_checkpoint_after_a_link_begins_with_its_own_example(explorer):
    before = state(explorer, "drawn")
    explorer.locator("#checkpoint input").click()
    explorer.get_by_role("option", name="numbers").click()
    until(explorer, lambda: state(explorer, "drawn") != before and state(explorer, "busy") != "true")
    assert explorer.input_value("#source textarea") != SENTENCE


# Without a network


def test_everything_but_exact_numbers_works_after_the_network_is_cut(explorer):
    explorer.wait_for_timeout(500)
    explorer.context.set_offline(True)
    explorer.route("**/*", lambda route: route.abort())
    cells = explorer.locator("#attention [role=gridcell]")
    for index in (0, 21, 40):
        cells.nth(index).click()
        place = explorer.locator("#attention [role=gridcell][aria-selected=true]")
        assert place.count() == 1
        for view in ("matrix", "table", "lines"):
            explorer.locator(f"#attention [data-option={view}]").first.click()
            assert state(explorer, "view") == view
            assert part(explorer, "figure").locator("svg, canvas, table, [role=grid], [role=table]").count() >= 1
    kinds = set()
    for kind in (0, 1, 2):
        explorer.locator("#attention [data-choice=kind]").select_option(index=kind)
        kinds.add(state(explorer, "kind"))
    assert kinds == {"encoder", "decoder", "cross"}
    before = state(explorer, "step")
    explorer.locator("#attention [data-move='-1']").click()
    assert int(state(explorer, "step")) == int(before) - 1
    explorer.locator("#attention [data-option=read]").first.click()
    assert state(explorer, "rows") == "read"
    explorer.locator("#attention [data-toggle=words]").click()
    explorer.locator("#attention [data-toggle=specials]").click()


# Lenses, heads, tree


def test_a_lens_is_laid_over_the_views_with_its_agreement(explorer):
    lens = part(explorer, "lens")
    for name in ("alti", "gradient", "occlusion", "scores"):
        lens.select_option(name)
        assert state(explorer, "lens") == name
        stated = part(explorer, "stated")
        until(explorer, lambda stated=stated: "computed" not in stated.inner_text())
        assert stated.inner_text().strip()
    lens.select_option("weights")
    assert state(explorer, "lens") == "weights"


def test_a_head_is_switched_off_and_the_change_is_shown(explorer):
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


def test_importance_ranks_every_head(explorer):
    bench(explorer, "lab")
    explorer.locator("#attention [data-lab=rank]").click()
    until(explorer, lambda: explorer.locator("#attention [data-lab-grid][data-heat]").count() == 3)


def test_the_search_tree_goes_on_from_a_pruned_token(explorer):
    bench(explorer, "tree")
    explorer.wait_for_selector("#attention [data-node]", timeout=WAIT)
    assert explorer.locator("#attention [data-node][data-chosen=true]").count() >= 5
    fold = explorer.locator("#attention [data-tree=fold], #attention .gf-tree-fold").first
    if explorer.locator("#attention [data-node][data-status=pruned]").count() == 0:
        fold.click()
    explorer.locator("#attention [data-node][data-status=pruned]").first.click()
    explorer.locator("#attention [data-action=continue]").first.click()
    until(explorer, lambda: variant_is_shown(explorer))


def test_another_token_can_be_used_instead(explorer):
    explorer.locator("#attention .gf-instead").first.click(force=True)
    until(explorer, lambda: variant_is_shown(explorer))
    shown = explorer.locator("#attention [data-part=variant-words]").inner_text()
    assert shown.strip()


def test_the_other_panels_open_and_say_something(explorer):
    for name in ("close_up", "catalogue", "compare"):
        bench(explorer, name)
        panel = explorer.locator(f"#attention [data-panel-of={name}]")
        until(explorer, lambda panel=panel: len(panel.inner_text()) > 40)
        assert not panel.locator(".gf-problem:visible").count()


# Take it away


def saved(explorer, form: str) -> bytes:
    explorer.locator("#attention [data-opens=save]").click()
    with explorer.expect_download(timeout=WAIT) as waiting:
        explorer.locator(f"#attention [data-save={form}]").click()
    return waiting.value.path().read_bytes()


def test_the_translation_is_saved_in_every_form(explorer, new_page, tmp_path):
    assert saved(explorer, "csv").startswith(b"kind,layer,head,query,key,query_token,key_token,weight\n")
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
