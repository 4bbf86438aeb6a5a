"""axe-core over every tab and panel: no violation of WCAG 2.2 AA."""

from pathlib import Path

import pytest

from tests.e2e.explorer import drawn

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
FOUND = """levels => axe.run(document, {
  runOnly: {type: 'tag', values: levels}, rules: {'target-size': {enabled: true}},
}).then(({violations}) =>
  violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' ')}`))"""


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_no_tab_or_panel_violates_wcag(page, dark):
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci")
    drawn(page)
    if dark:
        page.click("#theme")
    page.add_script_tag(path=str(AXE))
    page.click("#attention [data-opens=save]")
    page.click("#attention [data-save=print]")
    assert page.evaluate(FOUND, LEVELS) == [], "the dialog of a figure for print"
    page.keyboard.press("Escape")
    places = ["[data-option=table]", *(f"[data-bench={name}]" for name in ("tree", "lab", "close_up", "catalogue"))]
    places += ["[data-bench=compare]", *(f"[data-tab-id={tab}]" for tab in ("machine", "maths", "train", "about"))]
    for place in places:
        page.click(place)
        page.wait_for_function("!document.querySelector('#attention [aria-busy=true]')")
        assert page.evaluate(FOUND, LEVELS) == [], place
