"""The saved page that translates: its tokens and weights against torch, its size, and its time in Chromium.

    python -m benchmarks.saved_page [--checkpoint en-de] [--src FILE] [--sentences 1000] [--rounds 15]

The engine runs in Node on every sentence: tokens of the text, greedy and beam 4 against torch's, then the attention
weights of torch's beam-4 translation. Then the page opens from `file://` in Chromium without a network, and sentences
of 12 tokens are typed: wall time from the key to the drawn frame, and the processor time of the page's main thread,
which other programs on the machine hardly lengthen. Without --src the sentences are generated.
"""

import argparse
import base64
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.alternating import Report, at_most
from benchmarks.page import CHROMIUM_ARGUMENTS, ROOT
from benchmarks.sentences import made_up_text, sentences_of_length
from core.attention_kinds import KINDS
from core.config import DecodingConfig
from core.decoding.batched import search_many
from core.inspection.trace import record_trace
from core.translator import Translator
from tests.viz.saved_page.engine import run_engine
from viz.cli.parser import main as viz

AT_ONCE = 50  # sentences of one run of the engine
TOKENS = 12  # of a sentence in Chromium, with the end symbol
WARM_UP = 3  # sentences that the browser compiles the engine with
IDLE = 0.02  # seconds of the main thread within one second
SIZE, SECONDS, WEIGHTS = 22.0, 0.5, 1e-4  # the limits: MB, from the key to the drawn frame, largest difference
# From the key to the frame after the new translation is drawn.
WATCH = """() => {
  const root = document.querySelector('#attention'), times = window.benchmark = {};
  document.addEventListener('keydown', () => { times.pressed = performance.now(); }, {capture: true, once: true});
  new MutationObserver((_, watcher) => {
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => { times.drawn = performance.now(); }));
  }).observe(root, {attributes: true, attributeFilter: ['data-drawn']});
}"""


def main() -> int:
    """Print every result; return 0 where all limits are kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checkpoint", default="en-de", help="name in checkpoints/ (default en-de)")
    parser.add_argument("--src", type=Path, help="sentences, one per line")
    parser.add_argument("--sentences", type=int, default=1000, help="how many of them (default 1000; 0 for none)")
    parser.add_argument("--rounds", type=int, default=15, help="sentences in Chromium (default 15; 0 for none)")
    parsed = parser.parse_args()
    torch.set_grad_enabled(False)
    report, translator = Report(), Translator.load(ROOT / "checkpoints" / parsed.checkpoint)
    report.title(f"The saved page that translates: {parsed.checkpoint}")
    if parsed.sentences:
        compare(report, translator, read_sentences(parsed.src, parsed.sentences))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        viz(["page", "--checkpoint", parsed.checkpoint, "--out", str(page)])
        report.value("size of the page", [page.stat().st_size / 1e6], " MB", at_most(SIZE))
        if parsed.rounds:
            measure_page(report, page, typed_sentences(translator, parsed.src, parsed.rounds + WARM_UP))
    return report.status


def read_sentences(path: Path | None, count: int) -> list[str]:
    """Return the first distinct sentences that are not blank."""
    lines = made_up_text(count).source if path is None else path.read_text(encoding="utf-8").split("\n")
    return list(dict.fromkeys(line for line in lines if line.strip()))[:count]


def typed_sentences(translator: Translator, path: Path | None, count: int) -> list[str]:
    """Return sentences of exactly `TOKENS` tokens: of the file, or generated ones where it has too few."""
    vocabulary = translator.vocabularies.source
    given = [] if path is None else read_sentences(path, 20_000)
    found = [text for text in given if len(vocabulary.encode(text).ids) == TOKENS]
    return found[:count] if len(found) >= count else sentences_of_length(vocabulary, TOKENS, count)


def compare(report: Report, translator: Translator, sentences: Sequence[str]) -> None:
    """Compare the engine with torch on every sentence."""
    agree: dict[str, list[bool]] = {"tokens of the text": [], "greedy": [], "beam 4": []}
    differences: list[float] = []
    for part in (sentences[at : at + AT_ONCE] for at in range(0, len(sentences), AT_ONCE)):
        for (name, before), found in zip(agree.items(), compared(translator, part, differences), strict=True):
            for text in (text for text, same in zip(part, found, strict=True) if not same):
                print(f"  {name} differ: {text}")
            before += found
        print(f"  {len(agree['beam 4'])} of {len(sentences)} sentences", file=sys.stderr, flush=True)
    for name, found in agree.items():
        report.condition(f"{name}, equal to torch's", all(found), f"{sum(found)} of {len(found)} sentences")
    worst = max(differences)
    report.condition("attention weights, largest difference", worst < WEIGHTS, f"{worst:.1e}, limit {WEIGHTS:.0e}")


def compared(translator: Translator, texts: Sequence[str], differences: list[float]) -> Iterator[list[bool]]:
    """Yield which sentences agree: in their tokens, greedy, with beam 4; the weights' differences go to a list."""
    model, vocabularies = translator.model, translator.vocabularies
    sources = [vocabularies.source.encode(text).ids for text in texts]
    configs = {beam: DecodingConfig(beam_size=beam) for beam in (1, 4)}
    expected = {
        beam: [list(found.hypotheses[0].ids) for found in search_many(model, sources, config)]
        for beam, config in configs.items()
    }
    tasks: list[dict[str, Any]] = [{"task": "encode", "texts": list(texts)}]
    for beam, config in configs.items():
        options = {"beam": beam, "alpha": config.alpha, "maxExtraTokens": config.max_extra_tokens}
        tasks.append({"task": "best", "sources": sources, "options": options})
    tasks += [
        {"task": "attention", "source": source, "target": target}
        for source, target in zip(sources, expected[4], strict=True)
    ]
    encoded, greedy, beam_4, *traced = run_engine(translator.checkpoint, *tasks)
    for source, target, found in zip(sources, expected[4], traced, strict=True):
        trace = record_trace(model, vocabularies, source, target)
        for kind in KINDS:
            weights = np.frombuffer(base64.b64decode(found[kind]["weights"]), "<f4")
            differences.append(float(np.abs(weights - trace.weights(kind).ravel()).max()))
    for found, wanted in ((encoded, sources), (greedy, expected[1]), (beam_4, expected[4])):
        yield [one == other for one, other in zip(found, wanted, strict=True)]


def measure_page(report: Report, path: Path, sentences: Sequence[str]) -> None:
    """Type sentences into the page and time their translation with beam 4; the first ones are not counted."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=[*CHROMIUM_ARGUMENTS])
        context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
        page = context.new_page()
        page.goto(path.as_uri(), timeout=120_000)
        page.wait_for_selector("html[data-model=ready]", state="attached", timeout=120_000)
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        times = [typed(page, session, sentence) for sentence in sentences][WARM_UP:]
        browser.close()
    wall, busy = zip(*times, strict=True)
    report.value(f"{TOKENS} tokens, beam 4, from the key to the drawn frame", wall, " s", at_most(SECONDS))
    report.value("the same, processor time of the page's main thread", busy, " s", at_most(SECONDS))


def typed(page: Page, session: CDPSession, sentence: str) -> tuple[float, float]:
    """Return the seconds from Enter to the drawn frame, and the processor seconds of the main thread."""

    def busy() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in found if one["name"] == "TaskDuration")

    page.fill("#live textarea", sentence)
    before = -1.0
    while (now := busy()) - before > IDLE:  # the last translation's losses, which are computed in the background
        before = now
        page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    before = busy()
    page.press("#live textarea", "Enter")
    page.wait_for_function("() => window.benchmark.drawn", timeout=60_000)
    return page.evaluate("() => (benchmark.drawn - benchmark.pressed) / 1000"), busy() - before


if __name__ == "__main__":
    sys.exit(main())
