"""Notices about runs that have ended."""

import json
import os

import pytest

from tests.viz.tabs.train.made import request, tab, written
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.runs.panel import on_follow, on_load, on_tick
from viz.tabs.train.runs.viewing import pack_fingerprint, unpack_fingerprint


def notice_after(runs, state: str, limits=HOME, viewed: str = "a") -> dict | None:
    """What a page that shows one run says when run "a" has come to this state."""
    shown = tab(runs, limits).runs
    run = written(runs, "a")
    written(runs, "other")
    before = on_follow(shown, request(shown), viewed)
    seen = unpack_fingerprint(before[shown.fingerprint])
    busy = seen._replace(runs=tuple(one._replace(state="running") if one.name == "a" else one for one in seen.runs))
    run.set_status(state, 1000, "max_steps")
    update = on_tick(shown, request(shown, viewed, fingerprint=pack_fingerprint(busy)))
    return json.loads(update[shown.notice.packed]) if shown.notice.packed in update else None


@pytest.mark.parametrize(
    ("state", "title"), [("finished", "✓ a · Glassformer"), ("failed", "✗ a · Glassformer"), ("stopped", None)]
)
def test_end_of_a_run_is_in_the_title(tmp_path, state, title):
    found = notice_after(tmp_path, state)
    assert (found and found["title"]) == title
    assert not found or found["text"] == f"a has {state} at step 1,000."


def test_stranger_gets_no_notice_of_another_run(tmp_path):
    assert notice_after(tmp_path / "home", "finished", HOME, "other")
    assert notice_after(tmp_path / "shared", "finished", SHARED, "other") is None
    assert notice_after(tmp_path / "mine", "finished", SHARED, "a")


def notice_after_reload(runs, state: str, stored: dict, limits=HOME) -> dict | None:
    """What a page says that is loaded anew once run "a" has come to this state."""
    shown = tab(runs, limits).runs
    written(runs, "a").set_status(state, 1000, "max_steps", process=os.getpid() if state == "running" else None)
    written(runs, "other")
    loaded = on_load(shown, request(shown, stored=json.dumps(stored)))
    return json.loads(loaded[shown.notice.packed]) if shown.notice.packed in loaded else None


def test_reloaded_page_gives_notice_of_a_run_that_ended_meanwhile(tmp_path):
    """A run that ended while the page was being loaded anew was never announced."""
    stored = {"name": "a", "compared": [], "running": ["a", "gone"]}
    found = notice_after_reload(tmp_path / "ended", "finished", stored)
    assert found and (found["title"], found["text"]) == ("✓ a · Glassformer", "a has finished at step 1,000.")
    assert notice_after_reload(tmp_path / "stopped", "stopped", stored) is None
    assert notice_after_reload(tmp_path / "running", "running", stored) is None
    older = {"name": "a", "compared": []}
    for number, known in enumerate([older, {**stored, "running": [["a"], None]}, {**stored, "running": 7}]):
        assert notice_after_reload(tmp_path / str(number), "finished", known) is None
    stranger = {**stored, "name": "other"}
    assert notice_after_reload(tmp_path / "shared", "finished", stranger, SHARED) is None
    assert notice_after_reload(tmp_path / "mine", "finished", stored, SHARED)
