"""The tab "Evaluate" in a browser: from the form to a sentence in the explorer and back, on the smallest model."""

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PATIENCE, opened_pages
from tests.e2e.test_accessibility import AXE, LEVELS, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
SENTENCES = 12
GRID = "#evaluate-sentences [data-part=grid]"


@pytest.fixture
def evaluated(tmp_path: Path, browser: "Browser"):
    """A page over two copies of the smallest model, the second with another name."""
    from app import build, launch_settings

    for name in ("one", "two"):
        shutil.copytree(ROOT / "checkpoints" / "numbers", tmp_path / "checkpoints" / name)
    page = build(tmp_path / "checkpoints", tmp_path / "runs")
    _, address, _ = page.launch(prevent_thread_lock=True, quiet=True, server_name="127.0.0.1", **launch_settings())
    with opened_pages(browser) as open_empty:
        shown = open_empty()
        shown.goto(f"{address}?tab=evaluate&checkpoint=two")
        yield shown, tmp_path
    page.close()


def start(page: "Page") -> None:
    page.wait_for_selector("#evaluate-preview td", timeout=PATIENCE)
    page.wait_for_function("document.querySelector('#evaluate-first input').value === 'two'", timeout=PATIENCE)
    page.wait_for_function("document.querySelector('#evaluate-name input').value === 'two-test'", timeout=PATIENCE)
    for system, name in (("first", "one"), ("second", "two")):
        page.click(f"#evaluate-{system} input")
        page.locator(f"#evaluate-{system}").get_by_role("option", name=name, exact=True).click()
    page.wait_for_function("document.querySelector('#evaluate-name input').value === 'one-vs-two-test'")
    page.fill("#evaluate-most input", str(SENTENCES))
    page.focus("#evaluate-start")
    page.keyboard.press("Enter")
    page.wait_for_selector("#evaluate-state >> text=finished", timeout=PATIENCE)
    page.wait_for_selector("#evaluate-sentences [data-position]", timeout=PATIENCE)


def sides(page: "Page") -> list[str]:
    """The names of both translations in the explorer, once both are there."""
    both = page.locator("#attention [data-part=variant] [data-group=side]")
    both.wait_for(timeout=PATIENCE)
    return both.locator("[data-option=base], [data-option=variant]").all_inner_texts()


def test_two_systems_are_compared_down_to_the_sentence(evaluated):
    page, folder = evaluated
    start(page)
    assert page.evaluate("document.activeElement.matches('#evaluate-form .label-wrap:not(.open)')")
    job = folder / "runs" / "one-vs-two-test"
    result = json.loads((job / "result.json").read_text(encoding="utf-8"))
    assert result["sentences"] == SENTENCES
    assert page.inner_text("#evaluate-verdict .gf-pre-title") == "No difference that this test set can show"
    assert "one" in page.inner_text("#evaluate-scores thead") and str(folder) not in page.content()

    page.hover("#evaluate-scores .gf-gloss[data-term=interval]")
    page.wait_for_selector("#glossary [data-part=gloss] >> text=middle 95 %", timeout=PATIENCE)
    page.keyboard.press("Enter")  # unfolds the form
    term = page.locator("#evaluate-form .info-text .gf-gloss[data-term=greedy]")
    term.hover()
    page.wait_for_selector("#glossary [data-part=gloss] >> text=Takes the most", timeout=PATIENCE)
    term.click()  # within the label of a field, which it does not lead to
    assert page.locator("#glossary [data-part=card]").is_visible()
    assert page.evaluate("!document.activeElement.matches('input')")

    if AXE.exists():
        assert violations(page, {"type": "tag", "values": LEVELS}) == []
        page.click("#theme")
        assert violations(page, {"type": "rule", "values": ["color-contrast"]}) == []

    page.locator("#evaluate-metric").get_by_label("chrF").check()
    page.wait_for_selector("#evaluate-figure >> text=chrF by length", timeout=PATIENCE)
    page.locator("#evaluate-figure .point path").first.wait_for(state="attached", timeout=PATIENCE)
    page.locator("#evaluate-figure").scroll_into_view_if_needed()
    page.locator("#evaluate-figure .point path").first.hover(force=True)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector("#evaluate-sentences [data-free]", timeout=PATIENCE)
    outlined = "document.querySelector('#evaluate-figure .gf-figure-plot').data[0].marker.line?.width.some(Boolean)"
    page.wait_for_function(f"{outlined} === true", timeout=PATIENCE)
    page.click("#evaluate-sentences [data-free]")
    page.wait_for_function(f"{outlined} === false", timeout=PATIENCE)

    page.focus(GRID)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # on the button of the open row
    page.wait_for_selector("#evaluate-back", timeout=PATIENCE)
    page.wait_for_function("new URLSearchParams(location.search).get('vs_checkpoint') === 'two'", timeout=PATIENCE)
    assert sides(page) == ["A one", "B two"]
    assert page.locator("#evaluate-beside th").all_inner_texts()[1:] == ["A one", "B two"]
    page.focus("#evaluate-back")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.activeElement.matches('{GRID}')", timeout=PATIENCE)
    assert page.locator("#evaluate-sentences [data-do=open]").is_visible()
    page.hover("#evaluate-sentences [data-do=open]")  # scrolls there, as the click will
    place = page.evaluate("window.scrollY")
    page.click("#evaluate-sentences [data-do=open]")
    page.wait_for_function("!new URLSearchParams(location.search).has('tab')", timeout=PATIENCE)
    page.wait_for_selector("#evaluate-back", timeout=PATIENCE)
    page.go_back()
    page.wait_for_selector(GRID, timeout=PATIENCE)
    page.wait_for_function(f"window.scrollY === {place}", timeout=PATIENCE)
    page.go_forward()
    assert sides(page) == ["A one", "B two"]
    page.go_back()
    page.wait_for_selector(GRID, timeout=PATIENCE)

    with page.expect_download() as download:
        page.click("#evaluate-save-report")
    assert "default-src 'none'" in Path(download.value.path()).read_text(encoding="utf-8")

    page.reload()
    page.wait_for_selector("#evaluate-verdict .gf-pre-title >> text=No difference", timeout=PATIENCE)
    page.click("#evaluate-list [data-action=ask-delete]")
    page.click("#evaluate-list [data-action=delete]")
    page.wait_for_selector("#evaluate-state >> text=No evaluation yet", timeout=PATIENCE)
    assert not job.exists()
