"""Another language, in Chromium: from the click on the switch to the words of the open tab, and to the page at rest.

    python -m benchmarks.language [--turns 9] [--training]

The page is started as by a user; every tab has been opened, and the explorer shows a translation. With `--training` a
training runs meanwhile, whose process shares the processor. The clock ends with the first frame in which every word
of the open tab is in the other language. The browser's CPU time is that of the page's main thread until nothing
changed for a second; the server's is that of its process.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.alternating import Report, at_most
from benchmarks.page import CHROMIUM_ARGUMENTS, ROOT, app_command, served
from core.training.runs import list_runs
from tests.e2e import train_tab as tab
from tests.e2e.explorer import drawn
from viz.texts import texts_in

BUDGET = 300  # ms
TABS = ("machine", "maths", "train", "about", "translate")
# Times one click on the switch: until the open tab and the header have the language, and until the last change.
WATCH = """([code, marks]) => {
  const times = window.switched = {last: 0}, button = document.querySelector(`#language [data-code=${code}]`);
  button.addEventListener('click', () => { times.clicked = performance.now(); }, {capture: true, once: true});
  const wordsOf = selector => document.querySelector(selector)?.textContent ?? '';
  const isThere = () => marks.every(([selector, words]) => wordsOf(selector).includes(words));
  const look = () => {
    if (!times.clicked) return;
    times.last = performance.now();
    if (!times.worded && isThere()) {
      times.worded = -1;
      requestAnimationFrame(() => setTimeout(() => { times.worded = performance.now(); }));
    }
  };
  const all = {subtree: true, childList: true, characterData: true, attributes: true};
  new MutationObserver(look).observe(document.body, all);
}"""
# No change for a second; beside a training, whose numbers change again and again, three seconds after the words.
REST = """(({worded, last}) => worded > 0 && (performance.now() - last > 1000 || performance.now() - worded > 3000))(
  window.switched)"""
MARKS = (  # of the first tab: what changes first and last in it, and the header
    ("#tabs [role=tab][aria-selected=true]", "tab.translate"),
    ("#translate", "translate.run"),
    ("#attention .gf-strip h2", "attention.strip.title"),
    ("#attention [data-part=bench-tabs]", "attention.bench.compare.question"),
    ("h1 small", "page.subtitle"),
)


def switch(page: Page, cdp: CDPSession, code: str) -> tuple[float, float, float]:
    """Choose a language; milliseconds to the words of the open tab, to the last change, and of the main thread."""
    marks = [[selector, texts_in(code)(key)] for selector, key in MARKS]
    page.hover(f"#language [data-code={code}]")  # as a person's pointer does
    page.wait_for_timeout(1000)
    page.evaluate(WATCH, [code, marks])
    before = task_seconds(cdp)
    page.click(f"#language [data-code={code}]")
    page.wait_for_function(REST, timeout=60_000)
    worked = 1000 * (task_seconds(cdp) - before)
    times = page.evaluate("window.switched")
    return times["worded"] - times["clicked"], times["last"] - times["clicked"], worked


def task_seconds(cdp: CDPSession) -> float:
    """Return the seconds that the main thread of the page has worked."""
    metrics = cdp.send("Performance.getMetrics")["metrics"]
    return next(one["value"] for one in metrics if one["name"] == "TaskDuration")


def server_seconds(address: str) -> float:
    """Return the CPU seconds of the process that listens at the address."""
    port = address.rstrip("/").rpartition(":")[2]
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and port in (folder / "cmdline").read_bytes().decode(errors="replace").split("\0"):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    raise RuntimeError(f"no process was started with port {port}")


def measure(report: Report, page: Page, address: str, turns: int) -> None:
    """Switch to and fro, and report."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU time
    switch(page, cdp, "zh")  # the words of both languages arrive
    switch(page, cdp, "en")
    before = server_seconds(address)
    found = [switch(page, cdp, code) for code in ["zh", "en"] * turns]
    worded, last, worked = zip(*found, strict=True)
    report.value("from the click to the words of the open tab", list(worded), " ms", at_most(BUDGET))
    report.value("from the click to the last change", list(last), " ms")
    report.value("work of the browser's main thread for a switch", list(worked), " ms")
    report.value("CPU time of the server for a switch", [1000 * (server_seconds(address) - before) / len(found)], " ms")


def main() -> int:
    """Measure, print, and say whether the budget was kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=9, help="Switches to each language.")
    parser.add_argument("--training", action="store_true", help="While a training runs.")
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="The browser's program.")
    arguments = parser.parse_args()
    report = Report()
    report.title("Another language in Chromium" + (", while a training runs" if arguments.training else ""))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        runs = Path(folder) / "runs"
        browser = playwright.chromium.launch(executable_path=arguments.chromium, args=list(CHROMIUM_ARGUMENTS))
        try:
            with served(app_command(ROOT / "checkpoints", runs)) as (address, _):
                page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="en")
                page.goto(address)
                drawn(page)
                if arguments.training:
                    tab.open_training(page)
                    tab.start(page, "meanwhile", steps=100_000)
                    tab.wait_for(page, lambda: tab.seen_step(page) >= 5)
                for name in TABS:
                    page.click(f"[role=tab][data-tab-id={name}]")
                    page.wait_for_timeout(2000)
                measure(report, page, address, arguments.turns)
        finally:
            for run in list_runs(runs):
                tab.end(run)
        browser.close()
    return report.status


if __name__ == "__main__":
    sys.exit(main())
