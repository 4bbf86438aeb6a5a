"""axe-core over every tab and panel: no violation of WCAG 2.2 AA."""

from pathlib import Path

import pytest

from tests.e2e.explorer import drawn

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
FOUND = """runOnly => axe.run(document, {runOnly, rules: {'target-size': {enabled: true}}}).then(({violations}) =>
  violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' ')}`))"""


PLACES = (
    *("[data-option=table]", *(f"[data-bench={name}]" for name in ("tree", "lab", "close_up", "catalogue", "compare"))),
    *(f"[data-tab-id={tab}]" for tab in ("machine", "maths", "train", "about")),
)


@pytest.mark.slow
def test_no_tab_or_panel_violates_wcag(page):
    """Every rule in the light theme; in the dark one the rule on which a theme has a bearing."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci")
    drawn(page)
    page.add_script_tag(path=str(AXE))
    assert_accessible(page, {"type": "tag", "values": LEVELS})
    page.click("[data-tab-id=translate]")
    page.click("#theme")
    assert_accessible(page, {"type": "rule", "values": ["color-contrast"]})


def assert_accessible(page, rules: dict[str, object]) -> None:
    page.click("#attention [data-opens=save]")
    page.click("#attention [data-save=print]")
    assert page.evaluate(FOUND, rules) == [], "the dialog of a figure for print"
    page.keyboard.press("Escape")
    for place in PLACES:
        page.click(place)
        page.wait_for_function("!document.querySelector('#attention [aria-busy=true]')")
        assert page.evaluate(FOUND, rules) == [], place
