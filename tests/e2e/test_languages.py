"""Every text of the page is translated: in a generated language, no plain English word is left."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core.data.tasks import task
from tests.e2e.explorer import WAIT, drawn
from tests.pseudo import LANGUAGE, pseudo_catalogue
from tests.viz.tabs.train.made import progress, written
from tests.viz.test_texts import SITES, Unfilled
from viz import texts
from viz.texts import as_sentence, en

if TYPE_CHECKING:
    from playwright.sync_api import Locator

ROOT = Path(__file__).parents[2]
# Everything that a visitor can read or hear: text, attributes for hints and screen readers, figures with their hovers.
READ = """() => {
  const found = [['title', document.title]];
  const skipped = `script, style, noscript, .katex, math, code, pre, textarea, #model-card,
    [data-testid=block-info] svg, #study [lang]`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement;
    if (node.data.trim() && !around.closest(skipped)) found.push([around.closest('[id]')?.id || '', node.data.trim()]);
  }
  for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title',
    'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`))
      found.push([`${element.closest('[id]')?.id || ''} ${name}`, element.getAttribute(name)]);
  for (const plot of document.querySelectorAll('.js-plotly-plot')) {
    for (const trace of plot.data || [])
      for (const part of [trace.name, trace.hovertemplate, trace.text, trace.hovertext].flat())
        if (typeof part === 'string') found.push(['hover', part.replace(/%\\{[^}]*\\}|<[^>]*>/g, ' ')]);
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
LAB_GROUPS = 7  # the first lab of each is read; `tests/viz/labs` holds the words of all
NAMES = {
    *("Glassformer", "EN", "en", "zh", "de", "numbers", "copy", "cpu", "cuda", "bfloat", "float", "pad", "AM", "PM"),
    *("SVG", "PNG", "CSV", "NPZ", "JSON", "HTML"),
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
)
ERRORS = {f"error.{site.code}": as_sentence(site.template, Unfilled()) for site in SITES}


@pytest.fixture(scope="module")
def pseudo_served(tmp_path_factory) -> Iterator[str]:
    """Address of the page with a second language and an ended run."""
    from app import build, launch_settings

    texts.CATALOGUES[LANGUAGE] = pseudo_catalogue({**ERRORS, **en.TEXTS})
    checkpoints, runs = tmp_path_factory.mktemp("checkpoints"), tmp_path_factory.mktemp("runs")
    shutil.copytree(ROOT / "checkpoints/numbers", checkpoints / "numbers")
    speed = {"tokens_per_second": 900.0, "padding": 0.1}
    trained = written(runs, "copy-1", *(progress(step, 9 / step, 60.0, **speed) for step in range(1, 9)))
    trained.set_status("stopped", 8)
    page = build(checkpoints, runs)
    try:
        _, address, _ = page.launch(prevent_thread_lock=True, quiet=True, server_name="127.0.0.1", **launch_settings())
        yield address
    finally:
        page.close()
        del texts.CATALOGUES[LANGUAGE]


class Walk:
    """The texts read while going through the page."""

    def __init__(self, page) -> None:
        self.page = page
        self.read: dict[str, str] = {}  # text -> where
        self.opened: dict[str, int] = {"tabs": 0, "labs": 0, "panels": 0}

    def open(self, key: str) -> None:
        """Open a tab of the page."""
        self.page.get_by_role("tab", name=texts.texts_in(LANGUAGE)(key)).first.click()

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


def test_no_plain_english_word_is_left(new_page, pseudo_served, capsys):
    page = new_page()
    page.goto(f"{pseudo_served}?lang={LANGUAGE}")
    drawn(page)
    page.wait_for_function("document.querySelector('#translate').textContent.includes('⟦')", timeout=WAIT)
    walk = Walk(page)
    _translate(walk)
    _maths(walk)
    _train(walk)
    walk.open("tab.machine")
    page.wait_for_selector("#machine [data-part=panel][data-state=ready]", timeout=WAIT)
    walk.look("tabs")
    walk.open("tab.about")
    page.wait_for_selector("#about", timeout=WAIT)
    walk.look("tabs")
    left = walk.plain_words(NAMES | _data())
    with capsys.disabled():
        print(f"\n{walk.opened}, {len(walk.read)} texts read; {len(texts.CATALOGUES[LANGUAGE])} in the catalogue")
    assert walk.opened == {"tabs": 5, "labs": LAB_GROUPS, "panels": 14}
    assert left == {}


@pytest.fixture
def computed(monkeypatch) -> list[str]:
    """Everything that a model computes, and every process that is started, from now on."""
    import torch

    from core.jobs import process

    noted: list[str] = []
    whole, started = torch.nn.Module.__call__, process.subprocess.Popen

    def call(module: torch.nn.Module, *given: object, **options: object) -> object:
        noted.append(type(module).__name__)
        return whole(module, *given, **options)

    def start(*given: Any, **options: Any) -> Any:
        noted.append("a process")
        return started(*given, **options)

    monkeypatch.setattr(torch.nn.Module, "__call__", call)
    monkeypatch.setattr(process.subprocess, "Popen", start)
    return noted


KEPT = """() => ({
  translation: document.querySelector('#attention [data-drawn]').dataset.drawn,
  view: document.querySelector('#attention [data-drawn]').dataset.view,
  panel: document.querySelector('#attention [data-part=bench-tabs] [aria-selected=true]').dataset.bench,
  draft: document.querySelector('#source textarea').value,
  steps: document.querySelector('#train-max-steps input').value,
  name: document.querySelector('#train-name input').value,
  lab: document.querySelector('#maths [data-open], #maths[data-open]').dataset.open,
  block: document.querySelector('#machine [data-part=body]').textContent.length > 0,
})"""


def test_another_language_keeps_the_page_and_computes_nothing(new_page, pseudo_served, computed):
    page = new_page()
    page.goto(pseudo_served)
    drawn(page)
    assert page.evaluate("document.documentElement.lang") == "en"
    walk = Walk(page)
    page.get_by_role("tab", name="Train").click()
    page.fill("#train-max-steps input", "777")
    page.fill("#train-name input", "mine")
    page.wait_for_selector("#train-chart-loss .main-svg", timeout=WAIT)
    page.click("#train-preflight")
    page.wait_for_selector("#train-findings .gf-pre-facts > div", timeout=WAIT)
    page.get_by_role("tab", name="Inside the maths").click()
    page.wait_for_selector("#maths .gf-lab-figure canvas", timeout=WAIT)
    page.get_by_role("tab", name="The machine").click()
    page.wait_for_selector("#machine [data-part=panel][data-state=ready]", timeout=WAIT)
    page.get_by_role("tab", name="Translate").click()
    page.click("#attention [data-option=matrix]")
    page.click("#attention [data-bench=tree]")
    page.fill("#source textarea", "A sentence that is not")
    walk.settle()
    before, asked = page.evaluate(KEPT), len(computed)
    assert computed and "a process" in computed  # the counter counts: the first translation, and the preflight
    page.click(f"#language [data-code={LANGUAGE}]")
    page.wait_for_function("document.querySelector('#translate').textContent.includes('⟦')", timeout=WAIT)
    walk.settle()
    assert page.evaluate(KEPT) == before
    assert computed[asked:] == []
    assert (
        page.evaluate("[document.documentElement.lang, new URL(location).searchParams.get('lang')]") == [LANGUAGE] * 2
    )
    for tab in ("tab.train", "tab.maths", "tab.machine"):  # a tab that is not open is drawn when it opens
        walk.open(tab)
        walk.settle()
    walk.look()
    assert walk.plain_words(NAMES | _data() | set(WORD.findall(before["draft"]))) == {}, "also in what was there before"
    assert computed[asked:] == []
    page.goto(pseudo_served)  # without the language in the address
    page.wait_for_function("document.querySelector('#translate')?.textContent.includes('⟦')", timeout=WAIT)


def _data() -> set[str]:
    """Return the words of the model's and the task's sentences: numbers in English."""
    vocabulary = json.loads((ROOT / "checkpoints/numbers/tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    return {word for piece in vocabulary for word in WORD.findall(piece.replace("Ġ", ""))} | {*_numbers()}


def _numbers() -> list[str]:
    return WORD.findall(" ".join(task("numbers").pairs(500, 1, split="train").source))


def _translate(walk: Walk) -> None:
    page = walk.page
    walk.look("tabs")
    walk.look_at_each(page.locator("#attention [data-part=bench-tabs] [role=tab]"), "panels")
    page.fill("#beam input", "2.5")
    page.click("#translate")
    page.wait_for_selector("#attention [data-part=problem]:not(:empty)", timeout=WAIT)
    walk.look("panels")


def _maths(walk: Walk) -> None:
    walk.open("tab.maths")
    walk.look("tabs")
    drawn_figure = "#maths [data-part=figures] > * >> nth=0"
    walk.page.wait_for_selector("#maths [data-part=list] button", timeout=WAIT)
    first_of_each_group = walk.page.locator("#maths [data-part=list] section li:first-child button")
    walk.look_at_each(first_of_each_group, "labs", drawn_figure)


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
