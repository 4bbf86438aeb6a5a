"""The speed of "Inside the maths" in Chromium: its tab, labs of the browser while a slider moves, labs of the server.

    python -m tests.benchmarks.labs [--checkpoint en-de] [--labs softmax masks]

Of a lab that the browser computes: the drawing of one frame after a slider's input event, the 95th percentile of twenty
moves from one end to the other for each slider. Of a lab that asks the server: from opening it to its figures.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, Request, sync_playwright

from tests.benchmarks.alternating import Report, at_most
from tests.benchmarks.page import CHROMIUM_ARGUMENTS, DRAWN, ROOT, app_command, served
from viz.components.maths import lab_names

FRAME, ANSWER, TAB = 16, 150, 1000  # milliseconds
WAIT = 60_000  # milliseconds
# Labs that run for a while by intention, with their limits; the last one trains several models, one after the other.
MEASURED = {"layer_times": 500, "fused_attention": 500, "cache": 500, "training_step": 500, "why_warmup": 3000}
# The drawing of a lab, apart from the wait for the frame in which it happens: the callback of the frame is measured.
DRAG = """async () => {
  const lab = document.querySelector('#maths [data-part=lab]'), found = [];
  for (const slider of document.querySelectorAll('#maths [data-part=controls] input[type=range]')) {
    const low = Number(slider.min), high = Number(slider.max), step = Number(slider.step) || 1;
    for (let i = 0; i < 20; i++) {
      slider.value = String(low + Math.round((high - low) * i / 19 / step) * step);
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
      const before = lab.dataset.drawings;
      let start;
      const begun = new Promise(resolve => requestAnimationFrame(() => { start = performance.now(); resolve(); }));
      slider.dispatchEvent(new Event('input', {bubbles: true}));
      await begun;
      await new Promise(resolve => setTimeout(resolve));
      if (lab.dataset.drawings !== before) found.push(performance.now() - start);
    }
  }
  return found;
}"""
OPEN = """async name => {
  const lab = document.querySelector('#maths [data-part=lab]'), start = performance.now();
  document.querySelector(`#maths [data-part=list] [data-lab=${name}]`).click();
  while (lab.dataset.drawings === '0' || lab.getAttribute('aria-busy') === 'true') {
    if (performance.now() - start > 20000) break;
    await new Promise(resolve => setTimeout(resolve, 1));
  }
  return performance.now() - start;
}"""
TAB_OPENED = """() => new Promise(resolve => {
  const start = performance.now();
  const look = () => {
    const lab = document.querySelector('#maths [data-part=lab]');
    if (Number(lab?.dataset.drawings ?? 0) > 0) resolve(performance.now() - start);
    else requestAnimationFrame(look);
  };
  document.querySelector('[data-tab-id=maths]').click();
  look();
})"""


def measure_lab(report: Report, page: Page, name: str) -> None:
    """Open a lab, then move its sliders if the browser computes it."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.post_data or "")

    page.on("request", note)
    opened = page.evaluate(OPEN, name)
    page.wait_for_timeout(100)
    page.remove_listener("request", note)
    if any("turn" in body for body in asked):
        budget = at_most(MEASURED.get(name, ANSWER))
        report.value(f"{name}: opened with the server's answer", [opened], " ms", budget)
        return
    times = page.evaluate(DRAG)
    if times:
        slow = sorted(times)[int(0.95 * len(times))]
        report.value(f"{name}: a frame, 95th percentile", [slow], " ms", at_most(FRAME))


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", default="en-de")
    parser.add_argument("--labs", nargs="*", default=[])
    arguments = parser.parse_args()
    report = Report()
    report.title("Inside the maths, times of the page")
    with tempfile.TemporaryDirectory() as runs, sync_playwright() as playwright:
        command = app_command(ROOT / "checkpoints", Path(runs))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM_ARGUMENTS)
        with served(command) as (address, _), browser.new_context(viewport={"width": 1280, "height": 900}) as context:
            page = context.new_page()
            page.goto(f"{address}?checkpoint={arguments.checkpoint}")
            page.wait_for_selector(DRAWN, state="attached", timeout=WAIT)
            page.wait_for_timeout(1500)  # the page is at rest
            report.value("the tab, from the click to its first lab", [page.evaluate(TAB_OPENED)], " ms", at_most(TAB))
            for name in arguments.labs or lab_names():
                measure_lab(report, page, name)
        browser.close()
    return 0 if all(report.verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
