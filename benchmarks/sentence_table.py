"""How fast the table of an evaluation's sentences is in Chromium: first draw, sorts, a search, frames of scrolling.

    python -m benchmarks.sentence_table [--sentences 20000] [--rounds 5]

Made sentences of two systems, on a page without Gradio. A change is timed from the event to the frame after it; frames
are those of two seconds in which the table scrolls by 400 pixels a frame; an idle page draws one in 16.7 ms, and other
programs on the machine make frames late too.
"""

import argparse
import sys

from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.alternating import Report, at_most
from benchmarks.page import CHROMIUM_ARGUMENTS
from tests.conftest import CHROMIUM
from tests.viz.components.sentences import packed_sentences
from tests.viz.components.stage import Scene, Stage
from viz.components.evaluation import sentence_table
from viz.texts import ENGLISH

ROW = ".gf-sentences-row"
CHANGE = at_most(250)  # ms: seen as an answer to a click
FRAME = at_most(33.4)  # ms: 30 frames a second
TIMED = """async act => {
  const started = performance.now();
  new Function(act)();
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - started;
}"""
ACTS = {
    **{f"sort by {key}": f"document.querySelector('[data-sort=\"{key}\"]').click()" for key in ("chrf.1", "source")},
    "worst first": "document.querySelector('[data-order=worst]').click()",
    "most different first": "document.querySelector('[data-order=different]').click()",
    "a flag on or off": "document.querySelector('[data-flag]').click()",
}
SCROLLED = """() => new Promise(resolve => {
  const grid = document.querySelector('[data-part=grid]'), times = [];
  const started = performance.now();
  let last = started;
  const step = now => {
    times.push(now - last);
    last = now;
    grid.scrollTop += 400;
    if (now - started < 2000) requestAnimationFrame(step);
    else resolve(times.slice(1));
  };
  requestAnimationFrame(step);
})"""
SEARCHED = """text => new Promise(resolve => {
  const count = document.querySelector('[data-part=count]'), field = document.querySelector('[data-part=search]');
  const started = performance.now();
  new MutationObserver((_, watch) => {
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
  }).observe(count, {childList: true, characterData: true, subtree: true});
  field.value = text;
  field.dispatchEvent(new Event('input', {bubbles: true}));
})"""
DRAWN = f"""() => new Promise(resolve => {{
  const node = document.querySelector('#sentences');
  const started = performance.now();
  document.querySelector('#given').click();
  new MutationObserver((_, watch) => {{
    if (!node.querySelector('{ROW}')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
  }}).observe(node, {{childList: true, subtree: true}});
}})"""


def worked(session: CDPSession) -> float:
    """Return the milliseconds for which the page's main thread has worked, whatever else runs on the machine."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(one["value"] for one in metrics if one["name"] == "TaskDuration")


def measure(report: Report, page: Page, rounds: int) -> None:
    """Time what a visitor does with a drawn table."""
    for name, act in ACTS.items():
        report.value(name, [page.evaluate(TIMED, act) for _ in range(2 * rounds)], " ms", CHANGE)
    waited = [page.evaluate(SEARCHED, text) for text in ("paris", "paris cat", "") * rounds]
    report.value("a search, with the pause of 150 ms after a letter", waited, " ms", at_most(400))
    page.get_by_role("button", name="as in the file").click()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(session)
    frames = [time for _ in range(rounds) for time in page.evaluate(SCROLLED)]
    report.value(
        "main thread's work for such a frame", [(worked(session) - before) / len(frames)], " ms", at_most(16.7)
    )
    report.value("a frame while scrolling", frames, " ms", FRAME)
    late = sum(time > FRAME.limit + 0.6 for time in frames)
    report.condition("frames over 34 ms", late <= len(frames) // 20, f"{late} of {len(frames)}")
    report.condition("rows in the page", page.locator(ROW).count() < 40, str(page.locator(ROW).count()))


def main() -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    report, stage = Report(), Stage()
    report.title(f"A table of {arguments.sentences:,} sentences of two systems")
    value = packed_sentences(arguments.sentences)
    print(f"{len(value.encode()) / 1e6:.1f} MB are sent")
    view = sentence_table(texts=ENGLISH.section("sentences."), elem_id="sentences")
    address = stage.add(Scene([view], {"given": {"sentences": {"value": value}}}))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*CHROMIUM_ARGUMENTS])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        drawn = []
        for _ in range(arguments.rounds):
            page.goto(address)
            page.wait_for_selector(".gf-sentences-empty")
            page.evaluate("sessionStorage.clear()")
            drawn.append(page.evaluate(DRAWN))
        report.value("first draw, from the request for the sentences", drawn, " ms", at_most(1500))
        measure(report, page, arguments.rounds)
        browser.close()
    stage.shutdown()
    return report.status


if __name__ == "__main__":
    sys.exit(main())
