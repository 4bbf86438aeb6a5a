"""The keyboard alone does everything, and the focus is never lost."""

import contextlib
import shutil
from pathlib import Path

import pytest

from benchmarks.page import ROOT, app_command, served
from core.training.runs import list_runs
from tests.e2e.explorer import WAIT, drawn, state, until
from tests.e2e.train_tab import LIST, end, wait_for_state

pytestmark = pytest.mark.slow  # a server of its own, and a training

MOST_STOPS = 90  # of one tab, from its beginning to its end
FOCUS = """() => {
  const node = document.activeElement, box = node.getBoundingClientRect();
  return {lost: node === document.body || !box.width || !box.height || Boolean(node.closest('[aria-hidden=true]')),
    name: `${node.tagName} ${node.ariaLabel || node.innerText || node.value || ''}`.slice(0, 80)};
}"""


@pytest.fixture
def site(tmp_path):
    runs: Path = tmp_path / "runs"
    with served(app_command(ROOT / "checkpoints", runs)) as (address, _):
        yield address
    for run in list_runs(runs):
        end(run)
    shutil.rmtree(runs, ignore_errors=True)


class Keys:
    """A person without a mouse."""

    def __init__(self, page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """Press keys; each leaves the focus on something that is visible."""
        for key in keys:
            self.page.keyboard.press(key)
            with contextlib.suppress(Exception):  # what was pressed may be replaced by what it opened, for a moment
                self.page.wait_for_function(f"() => !({FOCUS})().lost", timeout=3000)
            found = self.page.evaluate(FOCUS)
            assert not found["lost"], f"{key}: the focus is on {found['name']}"

    def go(self, selector: str, key: str = "Tab") -> None:
        """Go on to an element, or to an element within it, from stop to stop."""
        for _ in range(MOST_STOPS):
            if self.at(selector):
                return
            self.press(key)
        raise AssertionError(f"{selector} is not within {MOST_STOPS} stops")

    def at(self, selector: str) -> bool:
        """Whether the focus is there."""
        return self.page.evaluate("selector => Boolean(document.activeElement.closest(selector))", selector)

    def type(self, text: str) -> None:
        """Replace what a field has."""
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text, delay=30)  # ms from key to key, as a fast typist


def test_keyboard_alone_does_everything(new_page, site):
    page = new_page()
    page.goto(site)
    first = drawn(page)
    keys = Keys(page)
    _translate(keys, first)
    _change(keys)
    _panels(keys)
    _save(keys)
    _train(keys)


def _translate(keys: Keys, first: str) -> None:
    page = keys.page
    keys.press("Tab")
    keys.go("#source")
    keys.type("Where is the station?")
    keys.press("Enter")
    page.wait_for_selector(f"#attention [data-drawn]:not([data-drawn='{first}'])", timeout=WAIT, state="attached")
    drawn(page)


def _change(keys: Keys) -> None:
    """A token, a head, a view, and the head switched off and on."""
    page = keys.page
    keys.go("#attention [data-part=words]")
    step = state(page, "step")
    keys.press("ArrowLeft")
    assert state(page, "step") != step
    keys.go("#attention [data-tile]")
    chosen = [state(page, name) for name in ("kind", "layer", "head")]
    keys.press("ArrowUp", "ArrowLeft")
    assert [state(page, name) for name in ("kind", "layer", "head")] != chosen
    keys.go("#attention .gf-lab-switch")
    keys.press("Enter")
    page.wait_for_selector("#attention [data-part=variant]:not([hidden])", timeout=WAIT)
    keys.go("#attention [data-group=side]", "Shift+Tab")
    keys.press("ArrowRight")
    until(page, lambda: state(page, "side") == "difference")
    keys.go("#attention [data-part=drop]")
    keys.press("Enter")
    page.wait_for_selector("#attention [data-part=variant]", state="hidden", timeout=WAIT)
    keys.go("#attention [data-group=view]")
    keys.press("ArrowRight")
    until(page, lambda: state(page, "view") == "matrix")


def _panels(keys: Keys) -> None:
    """Each tool opens and shows something to go to."""
    page = keys.page
    keys.go("#attention [data-bench]")
    names = page.eval_on_selector_all("#attention [data-bench]", "nodes => nodes.map(node => node.dataset.bench)")
    for place, name in enumerate(names):
        if place:
            keys.press("ArrowRight")
        if page.get_attribute(f"#attention [data-bench={name}]", "aria-selected") != "true":
            keys.press("Enter")
        page.wait_for_selector(f"#attention [data-panel-of={name}]", timeout=WAIT)
        assert keys.at(f"#attention [data-bench={name}]")
    keys.go(f"#attention [data-panel-of={names[-1]}]")


def _save(keys: Keys) -> None:
    page = keys.page
    keys.go("#attention [data-opens=save]", "Shift+Tab")
    keys.press("Enter")
    page.wait_for_selector("#attention [data-panel=save]:not([hidden])", timeout=WAIT)
    keys.go("#attention [data-panel=save] [role=menuitem]")
    keys.go("#attention [data-save=svg]", "ArrowDown")
    with page.expect_download(timeout=WAIT) as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename.endswith(".svg")


def _train(keys: Keys) -> None:
    page = keys.page
    keys.go("[role=tab][data-tab-id=translate]", "Shift+Tab")
    keys.go("[role=tab][data-tab-id=train]")
    keys.press("Enter")
    page.wait_for_function("document.querySelector('#train-name input')?.value", timeout=WAIT)
    keys.go("#train-source")
    keys.press("ArrowLeft", "ArrowLeft")
    keys.go("#train-max-steps")
    keys.type("100000")
    keys.go("#train-start")
    keys.press("Enter")
    page.wait_for_selector(f"{LIST} tr.followed", timeout=WAIT)
    page.wait_for_selector("#train-stop", timeout=WAIT)  # appears with the first news of the run
    keys.go("#train-stop")
    keys.press("Enter")
    wait_for_state(page, "/stopping|stopped/")
