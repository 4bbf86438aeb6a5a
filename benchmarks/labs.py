"""The speed of "Inside the maths" in Chromium: its tab, labs of the browser while a slider moves, labs of the server.

    python -m benchmarks.labs [--checkpoint en-de] [--labs softmax masks]

Of a lab that the browser computes: the drawing of one frame after a slider's input event, the 95th percentile of twenty
moves from one end to the other for each slider. Of a lab that asks the server: from opening it to its figures, all
answers of those that ask for several. Figures over their limit are printed again at the end, and the exit status is 1.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, Request, sync_playwright

from benchmarks.alternating import machine
from benchmarks.page import CHROMIUM_ARGUMENTS, DRAWN, ROOT, app_command, served
from viz.labs import lab_names

FRAME, ANSWER, TAB = 16, 150, 1000  # milliseconds
WAIT = 60_000  # milliseconds
# Labs that run for a while by intention, with their limits: they measure times, or train models one after the other.
MEASURED = {"layer_times": 500, "fused_attention": 500, "cache": 500, "training_step": 500}
TRAININGS = {"why_warmup": 3000, "several_heads_trained": 4000, "label_smoothing_trained": 4000}
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


class Figure(NamedTuple):
    """One measurement and its limit, in milliseconds."""

    name: str  # of the lab, or "the tab"
    what: str
    value: float
    limit: float

    @property
    def is_over(self) -> bool:
        """Whether it exceeds its limit; NaN does."""
        return not self.value <= self.limit

    def __str__(self) -> str:
        words = f"{self.name:<26}{self.what:<28}{self.value:>8,.1f} ms, limit {self.limit:>5,.0f} ms"
        return f"{words}  OVER" if self.is_over else words


def measure_lab(page: Page, name: str) -> Figure | None:
    """Open a lab, then move its sliders if the browser computes it; None for a lab without either."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.post_data or "")

    page.on("request", note)
    opened = page.evaluate(OPEN, name)
    page.wait_for_timeout(100)
    page.remove_listener("request", note)
    if any("turn" in body for body in asked):
        limit = (MEASURED | TRAININGS).get(name, ANSWER)
        return Figure(name, "the server's answers" if name in TRAININGS else "the server's answer", opened, limit)
    times = sorted(page.evaluate(DRAG))
    return Figure(name, "a frame, 95th percentile", times[int(0.95 * len(times))], FRAME) if times else None


def summary(figures: list[Figure]) -> str:
    """Return the figures over their limit, a line each, and a last line that counts them.

    Examples:
        >>> print(summary([Figure("masks", "the server's answer", 166.0, 150.0), Figure("bleu", "a frame", 5.0, 16.0)]))
        masks: the server's answer took 166.0 ms, limit 150 ms
        1 of 2 figures is over its limit.
        >>> print(summary([Figure("bleu", "a frame", 5.0, 16.0)] * 2))
        All 2 figures are within their limits.
    """
    over = [one for one in figures if one.is_over]
    if not over:
        return f"All {len(figures)} figures are within their limits."
    lines = [f"{one.name}: {one.what} took {one.value:,.1f} ms, limit {one.limit:,.0f} ms" for one in over]
    verb = "is over its limit" if len(over) == 1 else "are over their limit"
    return "\n".join([*lines, f"{len(over)} of {len(figures)} figures {verb}."])


def main() -> int:
    """Measure, print, and say whether every figure is within its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", default="en-de")
    parser.add_argument("--labs", nargs="*", default=[])
    arguments = parser.parse_args()
    print(f"Inside the maths, times of the page\n{machine()}\n", flush=True)
    figures: list[Figure] = []

    def report(figure: Figure | None) -> None:
        if figure is None:
            return
        figures.append(figure)
        print(figure, flush=True)

    with tempfile.TemporaryDirectory() as runs, sync_playwright() as playwright:
        command = app_command(ROOT / "checkpoints", Path(runs))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM_ARGUMENTS)
        with served(command) as (address, _), browser.new_context(viewport={"width": 1280, "height": 900}) as context:
            page = context.new_page()
            page.goto(f"{address}?checkpoint={arguments.checkpoint}")
            page.wait_for_selector(DRAWN, state="attached", timeout=WAIT)
            page.wait_for_timeout(1500)  # the page is at rest
            report(Figure("the tab", "from the click to a lab", page.evaluate(TAB_OPENED), TAB))
            for name in arguments.labs or lab_names():
                report(measure_lab(page, name))
        browser.close()
    print(f"\n{summary(figures)}")
    return 1 if any(one.is_over for one in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
