"""How much a visitor meets at first sight, and how many clicks lead to what is folded away, in Chromium.

    python -m benchmarks.first_screen [--url http://127.0.0.1:7860/]

Controls (buttons, links, fields, disclosures) and words are counted as they are seen in a window of 1280 × 900; those
of a part that is opened, such as a menu, in the whole part. A click to a wanted thing is one that a visitor makes
after the page is there, the last one on the thing itself included.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from benchmarks.page import CHROMIUM_ARGUMENTS, DRAWN, served

WINDOW = {"width": 1280, "height": 900}
WAIT = 20_000.0  # milliseconds
SETTLED = 700  # milliseconds after a click

# Controls and words inside of a part, or of the window where there is no part.
COUNT = """part => {
  const root = part ? document.querySelector(part) : document.body;
  if (!root) return null;
  const seen = box => box.width > 0 && box.height > 0 && (part
    || (box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth));
  const shown = node => node.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const controls = [...root.querySelectorAll('button, a[href], input, select, textarea, summary, [role=tab]')]
    .filter(node => shown(node) && seen(node.getBoundingClientRect()));
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), range = document.createRange();
  let words = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode, holder = node.parentElement;
    if (!node.data.trim() || /^(script|style|option)$/i.test(holder.tagName) || !shown(holder)) continue;
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some(seen)) words += node.data.trim().split(/\\s+/).length;
  }
  return [controls.length, words];
}"""

BUSY = "() => ![...document.querySelectorAll('[aria-busy=true]')].some(node => node.checkVisibility())"


class Screen(NamedTuple):
    """A screen or an opened part: the tab, what is clicked, and the part that is counted."""

    name: str
    tab: str = ""
    clicks: tuple[str, ...] = ()
    part: str = ""


OPTIONS = "#attention [data-part=options-open]"
SAVE = "#attention [data-opens=save]"
CATALOGUE = "#attention [data-bench=catalogue]"
LABS = "#maths [data-part=list]"
SCREENS = (
    Screen("Translate"),
    Screen("The machine", "machine"),
    Screen("Inside the maths", "maths"),
    Screen("Train", "train"),
    Screen("Evaluate", "evaluate"),
    Screen("About", "about"),
    Screen("list of labs", "maths", (), "#maths [data-part=nav]"),
    Screen("view options", "", (OPTIONS,), "#attention [data-part=options]"),
    Screen("save menu", "", (SAVE,), "#attention [data-panel=save]"),
    Screen("head catalogue", "", (CATALOGUE,), "#attention [data-part=bench]"),
    Screen("about, whole tab", "about", (), "[role=tabpanel]:has(#about)"),
)
# what is wanted -> its tab, and what leads to it; a step is clicked only where the last one is not in sight yet
THINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "the lab of the learning rate": ("maths", (f"{LABS} [data-lab=schedule]",)),
    "the lab of Table 1": ("maths", (f"{LABS} [data-group=cost] summary", f"{LABS} [data-lab=complexity]")),
    "picture as PNG": ("", (SAVE, "#attention [data-save=png]")),
    "all numbers (NPZ)": ("", (SAVE, "#attention [data-save=npz]")),
    "page with the model": ("", (SAVE, "#attention [data-save=html_model]")),
    "worksheet": ("", (SAVE, "#attention [data-save=worksheet]")),
    "a lens": ("", (OPTIONS, "#attention [data-part=lens]")),
    "heads in overlay": ("", (OPTIONS, "#attention [data-part=options] summary", "#attention [data-option=overlay]")),
    "rows by the token read": (
        "",
        (OPTIONS, "#attention [data-part=options] summary", "#attention [data-option=read]"),
    ),
    "entropy of every head": (
        "",
        (CATALOGUE, "#attention [data-catalogue=measures]", "#attention [data-sort=entropy]"),
    ),
    "the model's training command": ("about", ("#about-card-whole-section > button", "#model-card pre")),
}


def _open(page: Page, url: str, tab: str, sees: str = DRAWN) -> int:
    """Open the page and a tab; return the number of clicks."""
    page.goto(url)
    page.wait_for_selector(sees, timeout=WAIT, state="attached")
    if tab:
        page.locator(f"[data-tab-id={tab}]").first.click()
    page.wait_for_timeout(3 * SETTLED)
    return int(bool(tab))


def _clicks(page: Page, url: str, tab: str, steps: Sequence[str]) -> int | None:
    """Return how many clicks lead to the last step, that on it included; None if it is not reached."""
    count = _open(page, url, tab)
    *before, wanted = steps
    for step in before:
        if page.locator(wanted).first.is_visible():
            break
        if page.locator(step).first.is_visible():
            page.locator(step).first.click()
            page.wait_for_timeout(SETTLED)
            count += 1
    try:
        page.locator(wanted).first.wait_for(state="visible", timeout=WAIT / 4)
    except Exception:
        return None
    return count + 1


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="benchmarks.first_screen", description="Count controls, words and clicks.")
    parser.add_argument("--url", help="Address of a running page (default: one is started).")
    given = parser.parse_args(arguments)
    with ExitStack() as stack:
        url = given.url or stack.enter_context(served([sys.executable, "app.py", "--port"]))[0]
        browser = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path="/usr/bin/chromium", args=[*CHROMIUM_ARGUMENTS]
        )
        page = browser.new_page(viewport=WINDOW)
        print(f"{'screen or part':<32}{'controls':>9}{'words':>7}")
        for name, tab, clicks, part in SCREENS:
            _open(page, url, tab)
            for selector in clicks:
                page.locator(selector).first.click()
                page.wait_for_timeout(3 * SETTLED)
            page.wait_for_function(BUSY, timeout=WAIT)
            controls, words = page.evaluate(COUNT, part) or ("–", "–")
            print(f"{name:<32}{controls:>9}{words:>7}")
        print(f"\n{'wanted':<32}{'clicks':>9}")
        for name, (tab, steps) in THINGS.items():
            print(f"{name:<32}{_clicks(page, url, tab, steps) or '–':>9}")
        browser.close()


if __name__ == "__main__":
    main()
