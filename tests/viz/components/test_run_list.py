"""The list of runs: what is packed for the browser, and what the browser makes of it."""

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.viz.components.conftest import OpenPage
from tests.viz.components.stage import Scene, Stage, Updates
from viz.components.run_list import EVENTS, WORDS, RunLine, pack_runs, run_list

if TYPE_CHECKING:
    from playwright.sync_api import Page

LINE = RunLine("night-7", "good", "finished", "1,000", "BLEU 31.4", 1e9, followed=True, colour=("#000001", "#000002"))
SPOKEN = {word: word for word in WORDS}


def test_packed_runs_hold_every_line():
    packed = json.loads(pack_runs([LINE, LINE._replace(name="b", colour=None)], words=SPOKEN, most_compared=5))
    assert packed["runs"][0] == {
        "name": "night-7",
        "tone": "good",
        "state": "finished",
        "step": "1,000",
        "score": "BLEU 31.4",
        "when": 1e9,
        "followed": True,
        "colour": ["#000001", "#000002"],
        "changeable": True,
    }
    assert packed["runs"][1]["colour"] is None and packed["most"] == 5 and packed["words"] == SPOKEN


def test_packed_runs_hold_no_tags():
    hostile = LINE._replace(state="<img src=x onerror=alert(1)>")
    assert "<" not in pack_runs([hostile], words=SPOKEN, most_compared=5)


def test_pack_runs_names_a_missing_word():
    with pytest.raises(ValueError, match="words lacks rename, delete"):
        pack_runs([LINE], words={w: w for w in WORDS if w not in ("rename", "delete")}, most_compared=5)


def test_run_list_offers_its_events():
    component = run_list(elem_id="runs")
    assert all(callable(getattr(component, event)) for event in EVENTS)


# In the browser

LONG = "n" * 64
FOCUSED = "document.activeElement.dataset"


def packed(*names: str, followed: str) -> str:
    runs = [LINE._replace(name=name, followed=name == followed, colour=None) for name in names]
    return pack_runs(runs, words={**SPOKEN, "delete_question": "delete {name}?"}, most_compared=5)


@pytest.fixture
def page(open_page: OpenPage, stage: Stage) -> "Page":
    """Two runs, of which the one with a long name is followed; a new name is taken, except "taken"."""

    def renamed(event: dict[str, Any]) -> Updates:
        to = event["to"]
        return None if to == "taken" else {"runs": {"value": packed(to, "taken", followed=to)}}

    view = run_list(packed(LONG, "taken", followed=LONG), elem_id="runs")
    deleted = {"runs": {"value": packed("taken", followed="taken")}}
    scene = Scene([view], events={"run_rename": renamed, "run_delete": lambda event: deleted})
    return open_page(stage.add(scene), "#runs tr.followed")


@pytest.mark.parametrize("width", [1280, 390])
def test_long_name_keeps_actions_in_sight_and_focus(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for action in ("ask-rename", "ask-delete"):
        button = page.locator(f"[data-action={action}]")
        button.click()
        page.keyboard.press("Escape")
        assert page.evaluate(f"{FOCUSED}.action") == action
        box = button.bounding_box()
        assert box is not None and box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [1280, 390])
def test_actions_are_large_enough_and_apart(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    rename, delete = (page.locator(f"[data-action=ask-{name}]").bounding_box() for name in ("rename", "delete"))
    assert rename and delete and min(rename["height"], delete["height"]) >= 24
    assert delete["x"] - rename["x"] - rename["width"] >= 8


def test_run_without_validation_has_a_dash(open_page: OpenPage, stage: Stage) -> None:
    value = pack_runs([LINE._replace(score="")], words=SPOKEN, most_compared=5)
    page = open_page(stage.add(Scene([run_list(value, elem_id="runs")])), "#runs tr.followed")
    assert page.inner_text(".gf-runs-score:not(th)") == "–"


def test_ticked_run_keeps_its_colour_in_forced_colours(open_page: OpenPage, stage: Stage) -> None:
    """Its box looked like one without a tick."""
    value = pack_runs([LINE], words=SPOKEN, most_compared=5)
    page = open_page(stage.add(Scene([run_list(value, elem_id="runs")])), "#runs tr.followed")
    page.emulate_media(forced_colors="active", color_scheme="light")
    fill = "box => getComputedStyle(box, '::before').backgroundColor"
    assert page.eval_on_selector("#runs input[type=checkbox]", fill) == "rgb(0, 0, 1)"


def test_rename_field_stays_until_the_run_is_renamed(page: "Page") -> None:
    page.click("[data-action=ask-rename]")
    page.fill(".gf-runs-field", "taken")
    page.keyboard.press("Enter")
    page.click("[data-action=rename]")
    assert page.evaluate("events") == [["run_rename", {"name": LONG, "to": "taken"}]] * 2
    assert page.input_value(".gf-runs-field") == "taken"
    page.fill(".gf-runs-field", " short ")
    page.keyboard.press("Enter")
    page.wait_for_selector("tr.followed[data-run=short]")
    assert page.evaluate("events")[-1] == ["run_rename", {"name": LONG, "to": "short"}]
    assert page.evaluate(f"{FOCUSED}.name") == "short"


def test_run_is_deleted_only_after_a_question(page: "Page") -> None:
    page.click("[data-action=ask-delete]")
    assert page.inner_text(".gf-runs-question [role=alert]") == f"delete {LONG}?"
    page.click(".gf-runs-question [data-action=cancel]")
    assert page.locator(".gf-runs-question").count() == 0 and page.evaluate("events") == []
    page.click("[data-action=ask-delete]")
    page.click(".gf-runs-question [data-action=delete]")
    page.wait_for_selector("tr.followed[data-run=taken]")
    assert page.evaluate("events") == [["run_delete", {"name": LONG}]]


def test_reload_knows_which_runs_were_being_trained(open_page: OpenPage, stage: Stage) -> None:
    lines = [
        LINE,
        LINE._replace(name="b", tone="busy", followed=False, colour=None),
        LINE._replace(name="c", followed=False),
    ]
    value = pack_runs(lines, words=SPOKEN, most_compared=5)
    page = open_page(stage.add(Scene([run_list(value, elem_id="runs")])), "#runs tr.followed")
    stored = json.loads(page.evaluate("sessionStorage.getItem('glassformer-runs')"))
    assert stored == {"name": "night-7", "compared": ["c"], "running": ["b"]}
