"""Every text of the page is translated: in a generated language, no plain English word is left."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.training.run import Run
from core.training.runs import list_runs
from tests.e2e.explorer import WAIT, drawn
from tests.e2e.train_tab import end, open_training, paused, seen_step, start, wait_for
from tests.e2e.walk import LAB_GROUPS, NAMES, WORD, Walk, data_words, serving
from tests.pseudo import LANGUAGE, pseudo_catalogue
from tests.viz.test_texts import SITES, Unfilled
from viz import texts
from viz.texts import as_sentence, en

ERRORS = {f"error.{site.code}": as_sentence(site.template, Unfilled()) for site in SITES}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The folder of the page's checkpoints and runs."""
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def pseudo_served(folder) -> Iterator[str]:
    """Address of the page with a second language and an ended run; trainings that a test began are ended."""
    texts.CATALOGUES[LANGUAGE] = pseudo_catalogue({**ERRORS, **en.TEXTS})
    try:
        with serving(folder) as address:
            yield address
    finally:
        del texts.CATALOGUES[LANGUAGE]
        for run in list_runs(folder / "runs"):
            end(run)


def test_no_plain_english_word_is_left(new_page, pseudo_served, capsys):
    page = new_page()
    page.goto(f"{pseudo_served}?lang={LANGUAGE}")
    drawn(page)
    for part in ("translate", "card"):  # the line about the model follows the other words
        page.wait_for_function(f"document.querySelector('#{part}').textContent.includes('⟦')", timeout=WAIT)
    walk = Walk(page, LANGUAGE)
    walk.whole()
    left = walk.plain_words(NAMES | data_words())
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
  runs: [...document.querySelectorAll('#train-runs tr[data-run]')]
    .map(({dataset, className}) => [dataset.run, dataset.tone, className]),
})"""
LIVE = "copy-live"


def test_another_language_keeps_the_page_and_computes_nothing(new_page, pseudo_served, folder, computed):
    page = new_page()
    page.goto(pseudo_served)
    drawn(page)
    assert page.evaluate("document.documentElement.lang") == "en"
    walk, run = Walk(page, LANGUAGE), Run(folder / "runs" / LIVE)
    open_training(page)
    page.wait_for_selector("#train-chart-loss .main-svg", timeout=WAIT)
    start(page, LIVE, steps=100_000)
    wait_for(page, lambda: seen_step(page) > 0)
    with paused(run):
        page.click("#train-preflight")
        page.wait_for_selector("#train-findings .gf-pre-facts > div", timeout=WAIT)
        for place in ("form .info-text", "findings small", "state dt", "chart-loss"):  # terms of the glossary
            page.wait_for_selector(f"#train-{place} .gf-gloss", timeout=WAIT)
        page.fill("#train-max-steps input", "777")
        page.fill("#train-name input", "mine")
        page.get_by_role("tab", name="Inside the maths").click()
        page.wait_for_selector("#maths .gf-lab-figure canvas", timeout=WAIT)
        page.get_by_role("tab", name="The machine").click()
        page.wait_for_selector("#machine [data-part=panel][data-state=ready]", timeout=WAIT)
        page.get_by_role("tab", name="Translate").click()
        page.click("#attention [data-option=matrix]")
        page.click("#attention [data-bench=tree]")
        page.fill("#source textarea", "A sentence that is not")
    walk.settle()
    before, asked, trained = page.evaluate(KEPT), len(computed), run.status().step
    assert (
        computed.count("a process") == 2 and len(computed) > 2
    )  # the counter counts: a preflight, a run, a translation
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
    own = {*NAMES, *data_words(), *WORD.findall(f"{before['draft']} {LIVE}")}
    assert walk.plain_words(own) == {}, "also in what was there before"
    assert computed[asked:] == []
    wait_for(page, lambda: run.status().state == "running" and run.status().step > trained)
    page.goto(pseudo_served)  # without the language in the address
    page.wait_for_function("document.querySelector('#translate')?.textContent.includes('⟦')", timeout=WAIT)
