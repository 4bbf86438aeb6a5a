import json
from typing import TYPE_CHECKING

import pytest

from tests.viz.components.conftest import OpenPage
from tests.viz.components.stage import Scene, Stage
from viz.components.preflight import Bars, Panel, Part, pack_panel, preflight

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_packed_panel_is_json_without_tags():
    bars = Bars("<svg onload=x>", (0, 3, 7), ("<b>", "</script>"), ((5, 2), (0, 11)), "tokens")
    panel = Panel("<i>", cautions=["${alert(1)}"], facts=[("a", "b", "c")], parts=[Part("d", 13, "cross")], bars=bars)
    packed = pack_panel(panel)
    assert "<" not in packed
    shown = json.loads(packed)
    assert shown["title"] == "<i>" and shown["cautions"] == ["${alert(1)}"] and shown["facts"] == [["a", "b", "c"]]
    assert shown["parts"] == [{"name": "d", "count": 13, "hue": "cross", "pale": False}]
    assert shown["bars"]["counts"] == [[5, 2], [0, 11]]


def test_an_empty_panel_has_every_key_that_the_browser_reads():
    assert set(json.loads(pack_panel(Panel()))) == {*Panel._fields, "languages"}


def test_bars_that_do_not_lie_between_the_edges_are_refused():
    with pytest.raises(ValueError, match="3 edges"):
        pack_panel(Panel(bars=Bars("", (0, 3, 7), ("", ""), ((1, 2), (3,)), "")))


# In the browser


@pytest.fixture
def page(open_page: OpenPage, stage: Stage) -> "Page":
    """An empty panel, which a preflight first shows busy, then with its result."""
    shown = {
        "busy": Panel("busy", busy=True, outdated="changed since"),
        "result": Panel("ok", outdated="changed since"),
    }
    buttons = {name: {"panel": {"value": pack_panel(panel)}} for name, panel in shown.items()}
    return open_page(stage.add(Scene([preflight(elem_id="panel")], buttons=buttons)), "#result")


def signal(page: "Page", name: str) -> None:
    page.evaluate("name => document.querySelector('.gf-pre').dispatchEvent(new Event(name))", name)


def test_result_is_outdated_by_a_change_while_it_runs(page: "Page") -> None:
    """The note came only after a change that followed the result; one made while it was busy was forgotten."""
    signal(page, "asked")
    page.click("#busy")
    page.wait_for_selector(".gf-pre[data-busy=true]")
    signal(page, "outdated")
    page.click("#result")
    page.wait_for_selector(".gf-pre[data-busy=false]")
    assert page.is_visible(".gf-pre-outdated")


def test_change_before_the_question_does_not_outdate_its_answer(page: "Page") -> None:
    """Each refusal of the start came with the words that the settings have changed since."""
    signal(page, "outdated")
    signal(page, "asked")
    page.click("#result")
    page.wait_for_selector(".gf-pre[data-busy=false]")
    assert page.is_hidden(".gf-pre-outdated")


def test_result_replaces_the_guess_until_a_setting_changes(open_page: OpenPage, stage: Stage) -> None:
    """A guess of 26 hours stood above a preflight that had measured 46 seconds."""
    result = Panel("ok", outdated="changed since", facts=[("time", "46 s", "")])
    guess = preflight(pack_panel(Panel(message="About 26 h")), elem_id="train-outlook")
    buttons = {"result": {"train-findings": {"value": pack_panel(result)}}, "none": {"train-findings": {"value": None}}}
    page = open_page(stage.add(Scene([guess, preflight(elem_id="train-findings")], buttons=buttons)), "#result")
    page.evaluate("document.body.className = 'gradio-container'; document.querySelector('main').id = 'train-form'")
    page.wait_for_selector("text=About 26 h", state="visible")
    page.click("#result")
    page.wait_for_selector("#train-findings dd")
    page.wait_for_selector("text=About 26 h", state="hidden")
    page.evaluate("document.querySelector('#train-findings .gf-pre').dispatchEvent(new Event('outdated'))")
    page.wait_for_selector("text=About 26 h", state="visible")
    page.evaluate("document.querySelector('#train-findings .gf-pre').dispatchEvent(new Event('asked'))")
    page.click("#result")
    page.click("#none")
    page.wait_for_selector("#train-findings .gf-pre", state="hidden")
    page.wait_for_selector("text=About 26 h", state="visible")
