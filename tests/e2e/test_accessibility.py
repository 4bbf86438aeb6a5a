"""Every reader: axe-core over every tab and panel, documented paths, narrow windows, less motion, forced colours."""

import contextlib
import re
from pathlib import Path

import pytest

from tests.documents import ROOT, fenced
from tests.e2e.explorer import drawn
from tests.e2e.walk import Walk
from viz.texts import texts_in

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = """async ([part, runOnly]) => {
  const rules = {'target-size': {enabled: true}};
  const {violations} = await axe.run(part || document, {runOnly, rules, resultTypes: ['violations']});
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' ')}`);
}"""
TABS = {
    "translate": "#attention [data-state=ready]:not([data-busy=true])",
    "machine": "#machine [data-part=panel][data-state=ready]",
    "maths": "#maths .gf-lab-figure canvas",
    "train": "#train-parameters .prose :text-matches('[0-9]')",
    "evaluate": "#evaluate-preview td",
    "about": "#study dt",
}
DOCUMENTS = {"zh": "docs/zh-CN/accessibility.md", "en": "docs/accessibility.md"}
PANELS = ("tree", "lab", "close_up", "catalogue", "compare")
INSIDE = ("[data-option=table]", *(f"[data-bench={name}]" for name in PANELS))  # they change the explorer alone
PLACES = (
    *(
        "[data-tab-id=machine]",
        "[data-tab-id=maths]",
        "#maths [data-group=attention] summary",
        "#maths [data-lab=empty_row]",
    ),
    *("[data-tab-id=train]", "#train-source input >> nth=5", "[data-tab-id=evaluate]", "[data-tab-id=about]"),
)
# What a window does not show: it is further right, and nothing around it scrolls.
CUT_OFF = """() => {
  const scrolls = around => ['auto', 'scroll'].includes(getComputedStyle(around).overflowX)
    && around.getBoundingClientRect().right <= innerWidth + 1;
  const unseen = around => getComputedStyle(around).clipPath !== 'none'
    || around.matches('svg, canvas[aria-hidden], .visually-hidden, .katex');
  const found = [...document.querySelectorAll('main *')].filter(node => {
    const {width, height, right} = node.getBoundingClientRect();
    if (!width || !height || right <= innerWidth + 1 || !node.checkVisibility({visibilityProperty: true})) return false;
    for (let around = node; around !== document.body; around = around.parentElement)
      if (unseen(around) || (around !== node && scrolls(around))) return false;
    return true;
  });
  const wide = document.documentElement.scrollWidth;
  return [...wide > innerWidth ? [`the page is ${wide} wide`] : [], ...found.map(node => node.outerHTML.slice(0, 90))];
}"""
MOVING = "document.getAnimations().filter(one => one.playState === 'running').map(one => one.effect?.target?.className)"


@pytest.mark.slow
def test_no_tab_or_panel_violates_wcag(empty_page, served):
    """Every rule, and what axe calls good practice, in one theme; the rule of contrast in the other, too."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci")
    page = empty_page
    page.goto(f"{served}?checkpoint=numbers")
    drawn(page)
    page.click("#attention [data-opens=save]")
    page.click("#attention [data-save=print]")
    assert_accessible(page, "the dialog of a figure for print")
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#attention [data-drawn]').dataset.problem = true")
    assert_accessible(page, "an older translation next to a problem")
    page.evaluate("document.querySelector('#attention [data-drawn]').dataset.problem = false")
    for place in (*INSIDE, *PLACES):
        page.click(place)
        page.wait_for_function("!document.querySelector('#attention [aria-busy=true]')")
        assert_accessible(page, place, part="#attention" if place in INSIDE else "")


def violations(page, rules: dict[str, object], part: str = "") -> list[str]:
    """Return what axe-core finds in a page, or a part of it, as it is; the script is added to a page once."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=str(AXE))
    return page.evaluate(FOUND, [part, rules])


def assert_accessible(page, place: str, part: str = "") -> None:
    """Examine one state in both themes, and leave the second, so that each is the first of every other state."""
    assert violations(page, {"type": "tag", "values": LEVELS}, part) == [], f"{place}, {_theme(page)}"
    _toggle_theme(page)
    assert violations(page, {"type": "rule", "values": ["color-contrast"]}, part) == [], f"{place}, {_theme(page)}"


def _theme(page) -> str:
    return "dark" if page.evaluate("document.body.classList.contains('dark')") else "light"


def _toggle_theme(page) -> None:
    """Press the button, also behind a dialog, and wait for the colours to have changed."""
    before = _theme(page)
    page.evaluate("document.querySelector('#theme').click()")
    page.wait_for_function("dark => document.body.classList.contains('dark') !== dark", arg=before == "dark")
    page.wait_for_function(f"!{MOVING}.length")


def documented_paths(language: str) -> dict[str, list[str]]:
    """Return what the page on accessibility says of each tab: roles and names in their order."""
    text = (ROOT / DOCUMENTS[language]).read_text(encoding="utf-8")
    headings = re.findall(r"^### (.+)$", text, re.MULTILINE)
    blocks = [block.text.splitlines() for block in fenced(text) if block.language == "text"]
    return dict(zip(headings, blocks, strict=True))


def missing_stops(tree: str, path: list[str]) -> list[str]:
    """Return the first stop of a path that an accessibility tree does not have after those before it."""
    lines = [line.strip().removeprefix("- ").removeprefix("'") for line in tree.splitlines()]
    at = 0
    for stop in path:
        place = next((k for k in range(at, len(lines)) if lines[k].startswith(stop)), None)
        if place is None:
            return [stop]
        at = place + 1
    return []


def test_a_stop_that_is_missing_or_out_of_order_is_found():
    tree = '- main:\n  - heading "A" [level=1]\n  - \'button "B: b"\''
    assert missing_stops(tree, ['heading "A"', 'button "B']) == []
    assert missing_stops(tree, ['button "B', 'heading "A"']) == ['heading "A"']


@pytest.mark.slow
def test_tabs_are_read_narrowed_and_recoloured(page):
    """One page for all of it: the documented order, no sideways scrolling, no motion, choices told without colour."""
    drawn(page)
    page.emulate_media(reduced_motion="reduce")
    for language in DOCUMENTS:
        _assert_read_as_documented(page, language)
    walk = Walk(page, "en")
    walk.open("tab.train")
    page.focus("#train-source input >> nth=0")
    assert page.get_by_role("group", name="Data").count() == 1
    for width in (640, 320):
        page.set_viewport_size({"width": width, "height": 900})
        for tab in (*TABS, "translate"):
            walk.open(f"tab.{tab}")
            assert cut_off(page) == [], (width, tab)
        for panel in PANELS:
            page.click(f"#attention [data-bench={panel}]")
            page.wait_for_function("!document.querySelector('#attention [aria-busy=true]')")
            assert cut_off(page) == [], (width, panel)
    _forced_colours(page)


def _assert_read_as_documented(page, language: str) -> None:
    """Every tab in a language is read as its page on accessibility describes, and nothing in it moves by itself."""
    page.click(f"#language [data-code={language}]")
    walk, paths, say = Walk(page, language), documented_paths(language), texts_in(language)
    everywhere, *tabs = paths
    assert tabs == [say(f"tab.{tab}") for tab in TABS]
    for tab, ready in TABS.items():
        walk.open(f"tab.{tab}")
        page.wait_for_selector(ready)
        walk.settle()
        tree = page.locator("body").aria_snapshot()
        missing = missing_stops(tree, paths[everywhere]) + missing_stops(tree, paths[say(f"tab.{tab}")])
        assert missing == [], (language, tab)
        assert page.evaluate(MOVING) == [], (language, tab)


def cut_off(page) -> list[str]:
    """Return what the window does not show, once the figures have followed its width."""
    with contextlib.suppress(Exception):
        page.wait_for_function(f"!({CUT_OFF})().length", timeout=5000)
    return page.evaluate(CUT_OFF)


def _forced_colours(page) -> None:
    """What is chosen has a frame, and the pictures of the heads keep their hues."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(forced_colors="active")
    framed = "node => getComputedStyle(node).outlineStyle + getComputedStyle(node).outlineWidth"
    assert page.eval_on_selector("#attention [data-option=lines]", framed) == "solid2px"
    assert page.eval_on_selector("#attention [data-option=matrix]", framed) != "solid2px"
    assert page.eval_on_selector("#language [aria-pressed=true]", framed) == "solid2px"
    page.click("#attention [data-option=matrix]")
    page.reload()  # colours are read when the page is drawn
    drawn(page)
    hues = page.evaluate("""() => {
      const canvas = document.querySelector('#attention .gf-pictures');
      const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }""")
    assert hues > 10
