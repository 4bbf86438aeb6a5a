"""A walk through the page: every tab, panel and error, the first lab of each group or all labs, and the words there.

    python -m tests.e2e.walk [--language zh]

prints the Latin words that the page in that language shows. `test_languages.py` walks in a generated language, in
which a plain English word is one that was not translated.
"""

import argparse
import calendar
import contextlib
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from core.data.tasks import task
from tests.e2e.explorer import WAIT, drawn
from tests.viz.tabs.train.made import stopped_run
from viz.texts import texts_in

if TYPE_CHECKING:
    from playwright.sync_api import Locator

ROOT = Path(__file__).parents[2]
# Everything that a visitor can read or hear: text, attributes for hints and screen readers, figures with their hovers;
# what has been read before in this page is left out.
READ = """() => {
  const read = window.gfRead ??= {words: new Set(), nodes: new WeakMap()};
  const found = [];
  const take = (where, words) => {
    if (read.words.has(words)) return;
    read.words.add(words);
    found.push([where(), words]);
  };
  take(() => 'title', document.title);
  const skipped = `script, style, noscript, .katex, math, code, pre, textarea, #model-card,
    [data-testid=block-info] svg, #study [lang]`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (read.nodes.get(node) === node.data) continue;
    read.nodes.set(node, node.data);
    const around = node.parentElement;
    if (node.data.trim() && !around.closest(skipped))
      take(() => around.closest('[id]')?.id || '', node.data.trim());
  }
  for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title',
    'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`))
      take(() => `${element.closest('[id]')?.id || ''} ${name}`, element.getAttribute(name));
  for (const plot of document.querySelectorAll('.js-plotly-plot')) {
    for (const trace of plot.data || [])
      for (const part of [trace.name, trace.hovertemplate, trace.text, trace.hovertext].flat())
        if (typeof part === 'string') take(() => 'hover', part.replace(/%\\{[^}]*\\}|<[^>]*>/g, ' '));
  }
  return found;
}"""
# Resolves when the page has not changed for some milliseconds and nothing in it is busy.
SETTLED = """([quiet, limit]) => new Promise((resolve, reject) => {
  let timer = 0;
  const again = () => { clearTimeout(timer); timer = setTimeout(check, quiet); };
  const watched = new MutationObserver(again);
  const late = setTimeout(() => { watched.disconnect(); reject(new Error('the page keeps changing')); }, limit);
  const check = () => {
    if (document.querySelector('[data-busy=true], [aria-busy=true]')) return again();
    watched.disconnect();
    clearTimeout(late);
    resolve();
  };
  watched.observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
  again();
})"""
WORD = re.compile(r"[^\W\d_]{2,}")
LAB_GROUPS = 8  # with those to start with
NAMES = {
    *("Glassformer", "EN", "en", "zh", "de", "numbers", "copy", "CPU", "cuda", "bfloat", "float", "pad", "AM", "PM"),
    *("SVG", "PNG", "CSV", "NPZ", "JSON", "HTML", "MIT"),
    *calendar.month_abbr,  # of a language that the browser does not know
}
# Gradio's own texts follow the language of the browser; labels of hidden components are its defaults.
GRADIO = (
    *("More tabs", "number input for", "range slider for", "Reset to default value", "Remove", "Clear", "Close"),
    *(
        "processing |",
        "File upload",
        "Drop File Here",
        "- or -",
        "Click to Upload",
        "Click to upload or drop files",
        "Textbox",
        "Download",
        "Error",
    ),
    *("Use via API", "Stop Recording", "Gradio footer navigation", "logo"),  # of the footer, which is not shown
)


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve the page with the model of numbers and an ended run; yield its address."""
    from app import build, launch_settings

    checkpoints, runs = folder / "checkpoints", folder / "runs"
    shutil.copytree(ROOT / "checkpoints/numbers", checkpoints / "numbers")
    stopped_run(runs)
    page = build(checkpoints, runs)
    try:
        _, address, _ = page.launch(prevent_thread_lock=True, quiet=True, server_name="127.0.0.1", **launch_settings())
        yield address
    finally:
        page.close()


class Walk:
    """The texts read while going through the page."""

    def __init__(self, page, language: str) -> None:
        self.page, self.language = page, language
        self.read: dict[str, str] = {}  # text -> where
        self.opened: dict[str, int] = {"tabs": 0, "labs": 0, "panels": 0}

    def open(self, key: str) -> None:
        """Open a tab of the page."""
        self.page.get_by_role("tab", name=texts_in(self.language)(key)).first.click()

    def look(self, kind: str = "", count: int = 1) -> None:
        """Read all texts once the page has settled."""
        self.settle()
        for where, words in self.page.evaluate(READ):
            self.read.setdefault(words, where)
        if kind:
            self.opened[kind] += count

    def look_at_each(self, choices: "Locator", kind: str, ready: str = "") -> None:
        """Choose each of several tabs or options, wait for an element, and read the page."""
        for place in range(choices.count()):
            choices.nth(place).click()
            if ready:
                self.page.wait_for_selector(ready, timeout=WAIT)
            self.look(kind)

    def settle(self) -> None:
        """Wait until the page no longer changes."""
        self.page.evaluate(SETTLED, [150, WAIT])

    def plain_words(self, names: set[str]) -> dict[str, str]:
        """Return the plain words that are not names, and where each occurs."""
        found: dict[str, str] = {}
        for words, where in self.read.items():
            for own in GRADIO:
                words = words.replace(own, "")
            for word in WORD.findall(words):
                if word.isascii() and word not in names:
                    found.setdefault(word, f"{where}: {words[:90]}")
        return found

    def whole(self, *, every_lab: bool = False) -> None:
        """Go through the page, which is open at its first tab."""
        _translate(self)
        _maths(self, every_lab)
        _train(self)
        self.open("tab.machine")
        self.page.wait_for_selector("#machine [data-part=panel][data-state=ready]", timeout=WAIT)
        self.look("tabs")
        self.open("tab.about")
        self.page.wait_for_selector("#about", timeout=WAIT)
        self.look("tabs")


def data_words() -> set[str]:
    """Return the words of the model's and the task's sentences: numbers in English."""
    vocabulary = json.loads((ROOT / "checkpoints/numbers/tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    return {word for piece in vocabulary for word in WORD.findall(piece.replace("Ġ", ""))} | {*_numbers()}


def _numbers() -> list[str]:
    return WORD.findall(" ".join(task("numbers").pairs(500, 1, split="train").source))


def _translate(walk: Walk) -> None:
    page = walk.page
    walk.look("tabs")
    walk.look_at_each(page.locator("#attention [data-part=bench-tabs] [role=tab]"), "panels")
    page.click("#search-open")
    page.fill("#beam input", "2.5")
    page.click("#translate")
    page.wait_for_selector("#attention [data-part=problem]:not(:empty)", timeout=WAIT)
    walk.look("panels")


def _maths(walk: Walk, every_lab: bool) -> None:
    walk.open("tab.maths")
    walk.look("tabs")
    drawn_figure = "#maths [data-part=figures] > * >> nth=0"
    walk.page.wait_for_selector("#maths [data-part=list] button", timeout=WAIT)
    groups = walk.page.locator("#maths [data-part=list] details")
    groups.evaluate_all("all => all.forEach(one => { one.open = true; })")
    wanted = "li button" if every_lab else "li:first-child button"
    walk.look_at_each(walk.page.locator(f"#maths [data-part=list] {wanted}"), "labs", drawn_figure)


def _train(walk: Walk) -> None:
    page = walk.page
    walk.open("tab.train")
    page.wait_for_selector("#train-chart-loss .main-svg", timeout=WAIT)
    walk.look("tabs")
    sources = page.locator("#train-source input")
    walk.look_at_each(sources, "panels")
    sources.nth(0).click()
    page.wait_for_function("document.querySelector('#train-name input').value.startsWith('copy')", timeout=WAIT)
    walk.settle()
    page.click("#train-preflight")
    page.wait_for_selector("#train-findings .gf-pre-facts, #train-findings dl, #train-findings table", timeout=WAIT)
    walk.look("panels")
    page.fill("#train-name input", "../x")
    page.click("#train-start")
    page.wait_for_selector(".toast-body", timeout=WAIT)
    walk.look("panels")


def main() -> int:
    """Walk through the page in a language and print the Latin words that are left, with a place of each."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM, PATIENCE, SWITCHES

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", default="zh", help="Code of a language of the page.")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[f"--{switch}" for switch in SWITCHES])
        page = browser.new_page(viewport={"width": 1280, "height": 900}, locale=arguments.language)
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}?lang={arguments.language}")
        drawn(page)
        walk = Walk(page, arguments.language)
        walk.whole(every_lab=True)
        browser.close()
    left = walk.plain_words(data_words())
    for word, place in sorted(left.items(), key=lambda item: item[0].lower()):
        print(f"{word:20} {place}")
    print(f"{walk.opened}, {len(walk.read)} texts read, {len(left)} Latin words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
