"""How long a question of the service takes, and how much memory many of them leave behind.

    python -m tests.benchmarks.interventions [--rounds 15] [--translations 200]

Seconds from the click on a head in the head lab to the frame that shows the translation without it, computed by the
server (as for a visitor who saves data) and by the engine in the browser, and from the click that ranks all heads to
their heat map, in Chromium on `python app.py` with the shipped model and a sentence of 20 tokens. Then, in this
process, the growth of its memory over many translations once all that is kept is full.
"""

import argparse
import gc
import shutil
import sys
import time
from urllib.parse import urlencode

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from core.library import CheckpointLibrary
from core.service import Service, ask
from tests.benchmarks.alternating import Report, at_most, ratios
from tests.benchmarks.page import CHROMIUM_ARGUMENTS, ROOT, TOKENS, app_command, captions, served

CHECKPOINT = "en-de"
DRAWN = "#attention[data-drawn], #attention [data-drawn]"
SAVES_DATA = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"  # the server answers
# From a click to the frame after its result has changed in the page.
WATCH = """([clicked, watched]) => {
  const times = window.benchmark = {}, node = document.querySelector(watched);
  document.querySelector(clicked).addEventListener('click', () => { times.clicked = performance.now(); },
    {capture: true, once: true});
  const watcher = new MutationObserver(() => {
    if (!times.clicked) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => { times.drawn = performance.now(); }));
  });
  watcher.observe(node, {childList: true, attributeFilter: ['data-heat']});
}"""


def timed_click(page: Page, clicked: str, watched: str) -> float:
    """Seconds from a click to the frame that shows its answer."""
    page.evaluate(WATCH, [clicked, watched])
    page.click(clicked)
    page.wait_for_function("() => window.benchmark.drawn", timeout=60_000)
    return page.evaluate("() => (benchmark.drawn - benchmark.clicked) / 1000")


def open_lab(page: Page, address: str, sentence: str, *, engine: bool) -> None:
    """A page with one sentence translated and the head lab open, its engine ready if it has one."""
    page.goto(f"{address}?{urlencode({'text': sentence, 'checkpoint': CHECKPOINT, 'bench': 'lab'})}")
    page.wait_for_selector(DRAWN, state="attached", timeout=120_000)
    page.wait_for_selector("#attention [data-gate='cross.3.0']", timeout=60_000)
    if engine:
        page.wait_for_selector("#attention[data-engine], #attention [data-engine]", state="attached", timeout=60_000)
    page.wait_for_timeout(800)


def measure_clicks(report: Report, browser: Browser, sentences: list[str], heads: list[str]) -> None:
    """A head off in every sentence, and the ranking of all heads of every sentence."""
    off: dict[str, list[float]] = {"server": [], "engine": []}
    ranked = []
    with served(app_command(ROOT / "checkpoints", ROOT / "runs")) as (address, _):
        pages = {name: browser.new_page(viewport={"width": 1440, "height": 900}) for name in off}
        pages["server"].add_init_script(SAVES_DATA)
        for sentence, head in zip(sentences, heads, strict=True):
            for name, page in pages.items():
                open_lab(page, address, sentence, engine=name == "engine")
                if name == "server":
                    ranked.append(timed_click(page, "#attention [data-lab=rank]", "#attention [data-lab-grid=cross]"))
                    page.wait_for_timeout(300)
                gate = f"#attention [data-gate='{head}']"
                off[name].append(timed_click(page, gate, "#attention [data-part=variant-words]"))
    for name, seconds in off.items():
        report.value(f"a head off, {TOKENS} tokens, by the {name}, click to drawn", seconds[1:], " s", at_most(0.6))
    report.value("engine / server, time", ratios(off["engine"][1:], off["server"][1:]), "x")
    report.value(f"importance of all heads, {TOKENS} tokens, click to drawn", ranked[1:], " s", at_most(0.8))


def resident_megabytes() -> float:
    """Resident memory of this process."""
    gc.collect()
    return psutil.Process().memory_info().rss / 2**20


def measure_memory(report: Report, sentences: list[str], translations: int) -> None:
    """Growth over `translations` different sentences with everything asked about each, once what is kept is full."""
    service = Service(CheckpointLibrary(ROOT / "checkpoints"))
    long = " ".join(sentences[:8])

    def explore(sentence: str, number: int) -> None:
        request = service.new_request(CHECKPOINT, sentence, 4, 0.6)
        service.compute(request)
        about = {"id": request.id}
        ask(service, "variant", {**about, "off": [["cross", number % 4, 1]]})
        ask(service, "head_importance", about)
        ask(service, "search_tree", about)
        ask(service, "lens_values", {**about, "lens": "alti"})

    started, number = time.perf_counter(), 0
    while service.traces.bytes < 90 << 20 or service.results.bytes < 28 << 20:
        request = service.new_request(CHECKPOINT, f"{long} {number}", 1, 0.6)
        service.compute(request)
        ask(service, "lens_values", {"id": request.id, "lens": "scores"})
        number += 1
        if number > 1000:
            raise RuntimeError("what is kept does not fill up")
    print(f"full after {number} long sentences, {time.perf_counter() - started:.0f} s", flush=True)
    for index in range(40):  # what the allocator and the libraries keep for sentences of this length
        explore(f"{sentences[index % len(sentences)]} {index} again", index)
    before = resident_megabytes()
    for index in range(translations):
        explore(f"{sentences[index % len(sentences)]} {index}", index)
    after = resident_megabytes()
    print(f"kept: {service.traces.bytes >> 20} MB of traces, {service.results.bytes >> 20} MB of results")
    report.value(f"memory grown by {translations} more translations", [after - before], " MB", at_most(20))
    report.value("resident memory in the end", [after], " MB")


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    arguments = _arguments()
    report = Report()
    report.title("Questions of the attention service, with the shipped model")
    tokenizer = CheckpointLibrary(ROOT / "checkpoints").translator(CHECKPOINT).vocabularies.source
    sentences = captions(tokenizer, max(arguments.rounds + 1, 20))
    if not arguments.memory_only:
        heads = [
            f"{('encoder', 'decoder', 'cross')[i % 3]}.{(i // 3) % 4}.{(5 * i) % 4}"
            for i in range(arguments.rounds + 1)
        ]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=arguments.chromium, args=list(CHROMIUM_ARGUMENTS))
            measure_clicks(report, browser, sentences[: arguments.rounds + 1], heads)
            browser.close()
    if arguments.translations:
        measure_memory(report, sentences, arguments.translations)
    return report.status


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="Sentences, each with one head off and one ranking.")
    parser.add_argument("--translations", type=int, default=200, help="Translations once full; 0: none.")
    parser.add_argument("--memory-only", action="store_true", help="Leave the browser out.")
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="The browser's program.")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
