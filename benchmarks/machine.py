"""The speed of "The machine" in Chromium: opening its tab, opening each block, and the frames of its player.

    python -m benchmarks.machine [--checkpoint en-de]

Times are from the click to the end of the frame in which the component says that its numbers are drawn.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.alternating import Report, at_most
from benchmarks.page import CHROMIUM_ARGUMENTS, DRAWN, ROOT, app_command, served

FRAME = 1000 / 60  # milliseconds
SECONDS = 6  # of playing
WAIT = 60_000  # milliseconds
# From one click to the frame in which a condition on the panel holds; true at once if the block is shown already.
OPENED = """([selector, wanted]) => new Promise(resolve => {
  const from = performance.now();
  const isDrawn = () => {
    const {state, explains} = document.querySelector('#machine [data-part="panel"]')?.dataset ?? {};
    return state === 'ready' && (!wanted || explains === wanted);
  };
  const look = () => {
    if (isDrawn()) setTimeout(() => resolve(performance.now() - from));
    else requestAnimationFrame(look);
  };
  document.querySelector(selector).dispatchEvent(new MouseEvent('click', {bubbles: true}));
  look();
})"""
FRAMES = """seconds => new Promise(resolve => {
  const times = [];
  const frame = now => {
    times.push(now);
    if (now - times[0] < seconds * 1000) requestAnimationFrame(frame);
    else resolve(times.slice(1).map((time, i) => time - times[i]));
  };
  document.querySelector('#machine [data-part="play"]').click();
  requestAnimationFrame(frame);
})"""


def measure_blocks(report: Report, page: Page) -> None:
    """Open every block that is drawn, of one layer after another."""
    names = [node.get_attribute("data-block") or "" for node in page.locator("#machine [data-block]").all()]
    times = []
    for name in names:
        times.append(page.evaluate(OPENED, [f"#machine [data-block='{name}']", name]))
        page.wait_for_timeout(200)  # as a person who looks at it
    report.value(f"a block, from the click to its numbers ({len(names)} blocks)", times, " ms", at_most(150))
    report.value("the slowest of them", [max(times)], " ms", at_most(150))


def measure_player(report: Report, page: Page) -> None:
    """Let the player run at its fastest, and look at the times between frames."""
    while page.locator("#machine [data-part=speed]").inner_text() != "4×":
        page.click("#machine [data-part=speed]")
    page.locator("#machine [data-part=range]").evaluate(
        "node => { node.value = 0; node.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    times = page.evaluate(FRAMES, SECONDS)
    report.value("player at 4x, between two frames", times, " ms", at_most(1.1 * FRAME))
    late = 100 * sum(time > 1.5 * FRAME for time in times) / len(times)
    report.value("frames that came late", [late], " %", at_most(5))


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", default="en-de")
    arguments = parser.parse_args()
    report = Report()
    report.title("The machine, times of the page")
    with tempfile.TemporaryDirectory() as runs, sync_playwright() as playwright:
        command = app_command(ROOT / "checkpoints", Path(runs))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM_ARGUMENTS)
        with served(command) as (address, _), browser.new_context(viewport={"width": 1280, "height": 900}) as context:
            page = context.new_page()
            page.goto(f"{address}?checkpoint={arguments.checkpoint}")
            page.wait_for_selector(DRAWN, state="attached", timeout=WAIT)
            page.wait_for_timeout(1500)  # the page is at rest
            opened = page.evaluate(OPENED, ["[data-tab-id=machine]", ""])
            report.value("the tab, from the click to its numbers", [opened], " ms", at_most(1000))
            measure_blocks(report, page)
            measure_player(report, page)
        browser.close()
    return 0 if all(report.verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
