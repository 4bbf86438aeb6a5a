"""What the tree and the lab have in common: words, widths, and that no text of theirs is ever markup."""

import re
from typing import TYPE_CHECKING

from tests.viz.components.attention_lab.bench import FOLDER, Served, opened, settled
from tests.viz.components.panels import settle
from viz.texts.beside import panel_words

if TYPE_CHECKING:
    from playwright.sync_api import Page

PANEL_WORDS = panel_words("en")


def test_hostile_text_is_drawn_as_text(page: "Page", served: Served) -> None:
    served.hostile = True
    before = page.get_attribute("[data-drawn]", "data-drawn")
    page.click("#hostile")
    page.wait_for_selector(f"[data-drawn]:not([data-drawn='{before}'])")
    opened(page, "tree")
    page.hover("[data-node][aria-level='2'] >> nth=0")
    assert "<img src=x onerror=window.hacked=1> ${window.hacked=1} `{{value}}` U+202Eabc" in page.inner_text(
        "[data-tree=words]"
    )
    opened(page, "lab")
    page.click("[data-tile='encoder.0.0']")
    page.click("[data-gate='encoder.0.0']")
    settled(page)
    keys = "".join(page.locator(".gf-edit-keys .gf-letters").all_inner_texts())
    assert "onerror" in keys.replace("\n", "")


def test_opened_panel_is_scrolled_into_view_under_its_name(page: "Page") -> None:
    page.set_viewport_size({"width": 1280, "height": 600})
    page.focus("[data-bench=tree]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-tree=body]:not([hidden])")
    assert page.inner_text(".gf-bench h2").split("\n") == ["Search tree", "Why these words and not others?"]
    page.wait_for_function(
        "[['.gf-bench h2', 0, 0.4], ['[data-tree=scroll]', 0, 0.9]].every(([name, low, high]) =>"
        "(top => top >= low && top < high * innerHeight)(document.querySelector(name).getBoundingClientRect().top))"
    )
    assert page.evaluate("document.activeElement.dataset.bench") == "tree"


def test_neither_panel_scrolls_the_page_sideways(page: "Page") -> None:
    opened(page, "tree")
    for width in (390, 768):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    opened(page, "lab")
    page.click("[data-lab=rank]")
    page.click("[data-gate='cross.0.0']")
    page.wait_for_selector(".gf-lab-list li")
    settled(page)
    for width in (390, 768):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_lab_and_tree_words_have_texts() -> None:
    names = ("tree/*", "lab/*", "steps/step", "changes/changes", "figure/head")
    files = [path for name in names for path in FOLDER.glob(f"{name}.js")]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    asked = set(re.findall(r"'((?:tree|lab)\.[a-z_.]+[a-z_])'", source)) - {"lab.edit.rows", "lab.selected.count"}
    assert len(asked) > 40
    missing = {key for key in asked if f"attention.{key}" not in PANEL_WORDS}
    assert missing == set()
