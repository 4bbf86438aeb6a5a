"""axe-core over every tab, panel and lab, in each language and theme, and what the browser's console reports there.

    python -m tests.axe_sweep [--language zh] [--themes dark] [--width 390]
        [--tabs train] [--panels preflight] [--labs masks softmax]

Each tab is examined as it opens and with everything unfolded. Prints, for each language and theme, how many states were
examined, what violates WCAG 2.2 AA, what violates axe-core's best practices, and errors and warnings of the console;
ends with 1 if there is any. Needs Chromium and `npm ci`; takes tens of minutes.
"""

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.page import ROOT, app_command, served
from tests.conftest import CHROMIUM, SWITCHES
from tests.pictures import LAB, PANELS, READY, THEMES, open_again, open_lab, open_panel, open_tab, opened
from tests.viz.tabs.train.made import stopped_run
from viz.labs import lab_names

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = """async ([within, tags]) => {
  const options = {runOnly: {type: 'tag', values: tags}, rules: {'target-size': {enabled: true}}};
  const {violations} = await axe.run(within, options);
  return violations.map(({id, tags, nodes}) => ({
    rule: `${tags.includes('best-practice') ? 'best practice' : 'WCAG'}: ${id}`,
    nodes: nodes.map(({target, html, failureSummary}) =>
      `${target.join(' ')}  ${html.slice(0, 120)}  ${failureSummary.split('\\n').slice(1).join(' ').trim()}`),
  }));
}"""
UNFOLD = """() => {
  for (const fold of document.querySelectorAll('details:not([open]) > summary, button.label-wrap:not(.open)'))
    if (fold.checkVisibility()) fold.click();
}"""


def examine(page: Page, ready: str, within: str = "html") -> dict[str, list[str]]:
    """Return the elements within a part of a complete state that violate a rule, by rule."""
    page.wait_for_selector(ready)
    page.wait_for_timeout(500)  # figures are drawn after their tab has its width
    return {one["rule"]: one["nodes"] for one in page.evaluate(FOUND, [within, TAGS])}


def states(page: Page, chosen: argparse.Namespace) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Open the chosen tabs, labs and panels in turn; yield the name of each and what violates a rule there."""
    address = page.url  # opening a tab changes it
    page.add_script_tag(path=str(AXE))
    for tab in chosen.tabs:
        open_tab(page, tab)
        yield tab, examine(page, READY[tab])
        page.evaluate(UNFOLD)
        yield f"{tab}, unfolded", examine(page, READY[tab])
    for lab in chosen.labs:
        open_tab(page, "maths")
        open_lab(page, lab)
        yield f"lab {lab}", examine(page, LAB.format(lab), "#maths")
    for panel in chosen.panels:
        open_again(page, address)
        page.add_script_tag(path=str(AXE))
        open_panel(page, panel)
        yield f"panel {panel}", examine(page, PANELS[panel].ready)


def left(message: str) -> bool:
    """Return whether Gradio reports that a page was left while it waited for an answer."""
    return message.startswith(("AbortError: signal is aborted", "Unexpected error Connection errored"))


def heard(page: Page) -> list[str]:
    """Return a list that receives errors and warnings of the console, failed requests and uncaught exceptions."""
    lines: list[str] = []
    page.on("console", lambda one: one.type in ("error", "warning") and not left(one.text) and lines.append(one.text))
    page.on("pageerror", lambda error: lines.append(f"uncaught: {error}"))
    page.on("response", lambda one: one.status >= 400 and lines.append(f"{one.status}: {one.url}"))
    return lines


def sweep(page: Page, chosen: argparse.Namespace) -> dict[str, int]:
    """Print what is wrong with each state; return how many states there are, and faults of each sort."""
    lines = heard(page)
    counts = {"states": 0, "WCAG": 0, "best practice": 0, "console": 0}
    for name, found in states(page, chosen):
        counts["states"] += 1
        print(f"{counts['states']} {name}", file=sys.stderr, flush=True)
        for rule, nodes in found.items():
            counts[rule.partition(":")[0]] += len(nodes)
            print(f"  {name}: {rule}", *nodes, sep="\n    ", flush=True)
        counts["console"] += len(lines)
        for line in lines:
            print(f"  {name}: console: {line}", flush=True)
        lines.clear()
    return counts


def main() -> int:
    """Read the command line, sweep each language and theme, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", nargs="+", default=["en", "zh"])
    parser.add_argument("--themes", nargs="+", default=list(THEMES), choices=THEMES)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--tabs", nargs="*", default=list(READY), choices=READY)
    parser.add_argument("--panels", nargs="*", default=list(PANELS), choices=PANELS)
    parser.add_argument("--labs", nargs="*", default=list(lab_names()), choices=lab_names(), metavar="LAB")
    arguments = parser.parse_args()
    if not AXE.exists():
        parser.error("axe-core is not installed: npm ci")
    faults = 0
    with tempfile.TemporaryDirectory() as runs, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[f"--{switch}" for switch in SWITCHES])
        stopped_run(Path(runs))
        with served(app_command(ROOT / "checkpoints", Path(runs))) as (site, _):
            for language, theme in itertools.product(arguments.language, arguments.themes):
                with opened(browser, f"{site}?lang={language}", arguments.width, color_scheme=theme) as page:
                    counts = sweep(page, arguments)
                print(
                    f"{language}, {theme}: {', '.join(f'{count} {name}' for name, count in counts.items())}", flush=True
                )
                faults += sum(counts.values()) - counts["states"]
        browser.close()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
