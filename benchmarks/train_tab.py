"""The tab "Train" in Chromium: from the click on Start to a model, and from the click on Stop to its word.

    python -m benchmarks.train_tab [--stops 7]

The page runs as a person runs it, and the trainings as its tab starts them. First `numbers` with the settings that the
tab offers, and what its checkpoint makes of numbers that it was never trained on; then the smallest task, stopped again
and again while it trains.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.alternating import Report, at_most
from benchmarks.page import CHROMIUM_ARGUMENTS, ROOT, app_command, served
from core.training.runs import list_runs
from tests.e2e import train_tab as tab

MODEL_IN = 180  # seconds
STOP_SHOWS = 2  # seconds
LONG = 100_000  # more steps than the benchmark waits for
# Times the browser's click on Stop and the moment at which the state says so.
WATCH_STOP = """selector => {
  const state = document.querySelector(selector), times = window.stopping = {};
  document.querySelector('#train-stop').addEventListener(
    'click', () => { times.clicked = performance.now(); }, {capture: true, once: true});
  const look = () => {
    if (times.clicked && !times.shown && /stopp(ing|ed)/.test(state.textContent)) times.shown = performance.now();
  };
  new MutationObserver(look).observe(state, {subtree: true, childList: true, characterData: true});
}"""


def start_to_model(page: Page, runs: Path) -> tuple[float, float]:
    """Train the numbers task as offered; seconds to its checkpoint, and the share of fresh numbers that is exact."""
    tab.choose_task(page, "numbers")
    name = page.input_value("#train-name input")
    clicked = time.perf_counter()
    page.click("#train-start")
    tab.wait_for_state(page, "finished", timeout=tab.TRAINED)
    return time.perf_counter() - clicked, tab.exact_share(runs / name / "checkpoint")


def stop_to_word(page: Page, name: str) -> float:
    """Start a run, stop it once it trains; seconds until the page says that it stops."""
    tab.start(page, name, steps=LONG)
    tab.wait_for(page, lambda: tab.seen_step(page) >= 5)
    page.evaluate(WATCH_STOP, tab.STATE)
    page.click("#train-stop")
    page.wait_for_function("window.stopping.shown", timeout=tab.WAIT)
    seconds = page.evaluate("(window.stopping.shown - window.stopping.clicked) / 1000")
    tab.wait_for_state(page, "stopped")
    return seconds


@contextmanager
def training_tab(browser: Browser, runs: Path) -> Iterator[Page]:
    """The tab, opened over a folder of runs; in the end no process of theirs is left."""
    try:
        with served(app_command(ROOT / "checkpoints", runs)) as (address, _):
            with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
                page = context.new_page()
                page.set_default_timeout(2 * tab.WAIT)  # a machine that trains is slow to draw
                page.goto(address)
                tab.open_training(page)
                yield page
    finally:
        for run in list_runs(runs):
            tab.end(run)


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stops", type=int, default=7, help="Runs that are stopped.")
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="The browser's program.")
    arguments = parser.parse_args()
    report = Report()
    report.title('The tab "Train" in Chromium: from Start to a model, from Stop to its word')
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        runs = Path(folder) / "runs"
        browser = playwright.chromium.launch(executable_path=arguments.chromium, args=list(CHROMIUM_ARGUMENTS))
        with training_tab(browser, runs) as page:
            seconds, share = start_to_model(page, runs)
            report.value("numbers, from the click on Start to its checkpoint", [seconds], " s", at_most(MODEL_IN))
            report.condition(f"of {tab.FRESH} fresh numbers translated exactly", share >= tab.EXACT, f"{share:.1%}")
            stops = [stop_to_word(page, f"stop-{turn}") for turn in range(arguments.stops)]
            report.value("from the click on Stop to its word", stops, " s", at_most(STOP_SHOWS))
        browser.close()
    return report.status


if __name__ == "__main__":
    sys.exit(main())
