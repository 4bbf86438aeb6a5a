"""How long a question of the service takes, and how much memory many of them leave behind.

    python -m benchmarks.interventions [--rounds 8] [--translations 200]

Seconds from the click on a head in the head lab to the frames that show the old words without it, scored again, and the
second translation: by the engine in the browser, and by the server (as for a visitor who saves data; the old words in
the mode "same words"), with the processor time of the page's main thread, which other programs on the machine hardly
lengthen. Then from the click that ranks all heads to their heat map. In Chromium on `python app.py` with the shipped
model and sentences of 12 and of 20 tokens, three heads each. Then, in this process, the growth of its memory over many
translations once all that is kept is full.
"""

import argparse
import gc
import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from urllib.parse import urlencode

import psutil
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.alternating import Report, at_most, ratios
from benchmarks.page import CHROMIUM_ARGUMENTS, ROOT, TOKENS, app_command, captions, served
from core.library import CheckpointLibrary
from core.service import Service, ask

CHECKPOINT = "en-de"
DRAWN = "#attention[data-drawn], #attention [data-drawn]"
LAB_GRID = "#attention [data-lab-grid=cross]"
SAVES_DATA = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"  # the server answers
LENGTHS = (12, TOKENS)
ONE_BY_ONE = 3  # heads of a sentence, each switched off alone
FRAMES = 2 / 60  # seconds
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
# From a click on a head to the frames after each answer: the old words, where they come first, and what was asked for.
ANSWERS = """clicked => {
  const times = window.benchmark = {}, node = document.querySelector('#attention [data-lab=outcome]');
  document.querySelector(clicked).addEventListener('click', () => { times.clicked = performance.now(); },
    {capture: true, once: true});
  const watcher = new MutationObserver(() => {
    const {answer, waiting} = node.dataset, isWhole = answer === 'whole' && waiting === undefined;
    if (!times.clicked || times.seen === answer || !(isWhole || answer === 'first')) return;
    times.seen = answer;
    if (isWhole) watcher.disconnect();
    const drawn = () => { times[answer] = (performance.now() - times.clicked) / 1000; };
    requestAnimationFrame(() => scheduler.postTask(drawn, {priority: 'user-blocking'}));
  });
  watcher.observe(node, {childList: true, attributeFilter: ['data-waiting', 'data-answer']});
}"""
PROCESSOR = {
    "TaskDuration": "all",
    "ScriptDuration": "script",
    "LayoutDuration": "layout",
    "RecalcStyleDuration": "style",
}


def timed_click(page: Page, clicked: str, watched: str) -> float:
    """Seconds from a click to the frame that shows its answer."""
    page.evaluate(WATCH, [clicked, watched])
    page.click(clicked)
    page.wait_for_function("() => window.benchmark.drawn", timeout=60_000)
    return page.evaluate("() => (benchmark.drawn - benchmark.clicked) / 1000")


def processor(session: CDPSession) -> dict[str, float]:
    """Milliseconds of the processor that the page's main thread has spent."""
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return {name: 1000 * found[metric] for metric, name in PROCESSOR.items()}


def at_rest(page: Page, session: CDPSession) -> None:
    """Wait until what an answer leads to in the background is computed and drawn."""
    before = -1.0
    while (now := processor(session)["all"]) - before > 20:
        before = now
        page.wait_for_timeout(700)


def timed_answers(page: Page, session: CDPSession, head: str) -> dict[str, float]:
    """Switch a head off: seconds until each answer is drawn, milliseconds of the processor until the last one is."""
    gate = f"#attention [data-gate='{head}']"
    page.hover(gate)
    at_rest(page, session)
    page.evaluate(ANSWERS, gate)
    before = processor(session)
    page.click(gate)
    page.wait_for_function("() => window.benchmark.whole", timeout=60_000)
    spent = {name: value - before[name] for name, value in processor(session).items()}
    times = page.evaluate("() => benchmark")
    page.click("#attention [data-lab=all-on]")
    page.wait_for_selector("#attention [data-part=variant]", state="hidden")
    return spent | {name: times[name] for name in ("first", "whole") if name in times}


def open_lab(page: Page, address: str, sentence: str, *, engine: bool) -> None:
    """A page with one sentence translated and the head lab open, its engine ready if it has one."""
    page.goto(f"{address}?{urlencode({'text': sentence, 'checkpoint': CHECKPOINT, 'bench': 'lab'})}")
    page.wait_for_selector(DRAWN, state="attached", timeout=120_000)
    page.wait_for_selector("#attention [data-gate='cross.3.0']", timeout=60_000)
    if engine:
        page.wait_for_selector("#attention[data-engine], #attention [data-engine]", state="attached", timeout=60_000)
    page.wait_for_timeout(800)


Answers = dict[tuple[str, str], list[dict[str, float]]]


def measure_clicks(report: Report, browser: Browser, sentences: dict[int, Sequence[str]]) -> None:
    """Heads off in every sentence, one by one, and the ranking of all heads of every sentence."""
    heads = (f"{('encoder', 'decoder', 'cross')[i % 3]}.{(i // 3) % 4}.{(5 * i) % 4}" for i in count())
    ranked = []
    with served(app_command(ROOT / "checkpoints", ROOT / "runs")) as (address, _):
        pages = {name: browser.new_page(viewport={"width": 1440, "height": 900}) for name in ("browser", "server")}
        pages["server"].add_init_script(SAVES_DATA)
        sessions = {name: page.context.new_cdp_session(page) for name, page in pages.items()}
        for session in sessions.values():
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for tokens, texts in sentences.items():
            answers: Answers = defaultdict(list)
            for sentence in texts:
                chosen = {mode: [next(heads) for _ in range(ONE_BY_ONE)] for mode in ("again", "same")}
                for name, page in pages.items():
                    open_lab(page, address, sentence, engine=name == "browser")
                    for mode, names in chosen.items():
                        page.click(f"#attention [data-mode={mode}]")
                        answers[name, mode] += [timed_answers(page, sessions[name], head) for head in names]
                if tokens == TOKENS:
                    ranked.append(timed_click(pages["server"], "#attention [data-lab=rank]", LAB_GRID))
            report_answers(report, tokens, answers)
    report.value(f"importance of all heads, {TOKENS} tokens, click to drawn", ranked[1:], " s", at_most(0.8))


def report_answers(report: Report, tokens: int, answers: Answers) -> None:
    """Print what was measured with sentences of one length."""
    first = [one["first"] for one in answers["browser", "again"] if "first" in one]
    if first:  # not on a device that is so slow that it leaves the work to the server
        report.value(f"{tokens} tokens, browser: the same words drawn", first, " s", at_most(FRAMES))
    wholes = {key: [one["whole"] for one in found] for key, found in answers.items()}
    report.value(f"{tokens} tokens, server: the same words drawn", wholes["server", "same"], " s")
    for name in ("browser", "server"):
        report.value(f"{tokens} tokens, {name}: second translation drawn", wholes[name, "again"], " s", at_most(0.6))
    report.value("browser / server, time", ratios(wholes["browser", "again"], wholes["server", "again"]), "x")
    for (name, mode), found in answers.items():
        title = f"{tokens} tokens, {name}, {'translate again' if mode == 'again' else 'same words'}: processor"
        report.value(title, [one["all"] for one in found], " ms")
        for part in ("script", "layout", "style"):
            report.value(f"  of which {part}", [one[part] for one in found], " ms")


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
    sentences = captions(tokenizer, max(arguments.rounds, 20))
    if not arguments.memory_only:
        lengths = {tokens: captions(tokenizer, arguments.rounds, tokens) for tokens in LENGTHS}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=arguments.chromium, args=list(CHROMIUM_ARGUMENTS))
            measure_clicks(report, browser, lengths)
            browser.close()
    if arguments.translations:
        measure_memory(report, sentences, arguments.translations)
    return report.status


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=8, help="Sentences of each length, with three heads each.")
    parser.add_argument("--translations", type=int, default=200, help="Translations once full; 0: none.")
    parser.add_argument("--memory-only", action="store_true", help="Leave the browser out.")
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="The browser's program.")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
