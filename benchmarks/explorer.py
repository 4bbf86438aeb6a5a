"""How fast the attention service answers in Chromium, and how large what it is sent is.

    python -m benchmarks.explorer [--rounds 40] [--long]

A generated translation with peaked random attention replaces a model's: 6 layers of 8 heads, three kinds. A change
is timed from the event to the end of the frame that it is drawn in (script, style, layout and painting); the median
counts, since other programs run on the machine meanwhile. The time that the page's main thread worked for it ("cpu")
hardly depends on them; an empty change is subtracted.
"""

import argparse
import functools
import shutil
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import gradio as gr
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.alternating import Report, at_most
from benchmarks.page import CHROMIUM_ARGUMENTS
from core.attention_kinds import KINDS
from viz.components.attention_view import attention_view
from viz.texts.en import TEXTS
from viz.theme import page_css
from viz.wire.payload import LensEntry, Payload

LAYERS, HEADS = 6, 8
WORDS = (
    "the",
    " dog",
    " runs",
    " al",
    "ong",
    " a",
    " riv",
    "er",
    " with",
    " two",
    " children",
    ",",
    " and",
    " jump",
    "s",
)
VIEWS = ("lines", "matrix", "table")
CHANGED = ("hover", "head", "layer", "kind", "step")
# What is done to the page: one function for each kind of change, called with the number of the round.
CHANGES = """() => {
  const root = document.querySelector('#attention [data-drawn], #attention[data-drawn]');
  const select = (name, value) => {
    const node = root.querySelector(`[data-choice="${name}"]`);
    node.value = value;
    node.dispatchEvent(new Event('change', {bubbles: true}));
  };
  const figure = root.querySelector('[data-part="figure"]');
  const pointer = i => {
    const box = figure.getBoundingClientRect(), bottom = Math.min(box.bottom, innerHeight);
    const x = box.left + box.width * (root.dataset.view === 'lines' ? (i % 2 ? 0.04 : 0.96) : 0.25 + 0.07 * (i % 9));
    const y = box.top + 60 + (bottom - box.top - 80) * ((i * 7) % 23) / 23;
    const node = document.elementFromPoint(x, y);
    (node ?? figure).dispatchEvent(new PointerEvent('pointermove', {clientX: x, clientY: y, bubbles: true}));
  };
  const range = root.querySelector('[data-part="range"]');
  window.changes = {
    nothing: () => {},
    hover: pointer,
    head: i => select('head', (3 * i + 1) % HEADS),
    layer: i => select('layer', (i + 1) % LAYERS),
    kind: i => select('kind', (i + 1) % 3),
    step: i => { range.value = 1 + (7 * i) % range.max; range.dispatchEvent(new Event('input', {bubbles: true})); },
  };
}"""
# From the event to the end of its own frame; setTimeout runs once the frame has been painted.
TIMED = """([name, i]) => new Promise(resolve => requestAnimationFrame(() => {
  const start = performance.now();
  window.changes[name](i);
  setTimeout(() => resolve(performance.now() - start), 0);
}))"""
# From the value's arrival to the end of the frame that shows it.
FIRST_DRAW = """() => {
  const root = document.querySelector('#attention section').parentElement, from = root.dataset.drawn;
  window.firstDraw = new Promise(resolve => {
    document.addEventListener('click', () => { window.clicked = performance.now(); }, {capture: true, once: true});
    new MutationObserver((_, watcher) => {
      if (root.dataset.drawn === from) return;
      watcher.disconnect();
      const drawn = performance.now();
      requestAnimationFrame(() => setTimeout(() => resolve({
        script: drawn - window.begun, frame: performance.now() - window.begun,
        click: performance.now() - window.clicked,
      }), 0));
    }).observe(root, {attributes: true, attributeFilter: ['data-drawn']});
  });
  if (!window.parsing) {  // the component begins with reading the value
    window.parsing = JSON.parse;
    JSON.parse = (text, ...rest) => {
      if (typeof text === 'string' && text.length > 10000) window.begun = performance.now();
      return window.parsing(text, ...rest);
    };
  }
}"""


def made_up_attention(queries: int, keys: int, causal: bool, rng: np.random.Generator) -> NDArray[np.float32]:
    """Attention [L, H, Q, K] with rows that sum to 1: random, peaked near the diagonal."""
    place = -np.abs(np.arange(queries)[:, None] / queries - np.arange(keys) / keys) * 6
    scores = rng.normal(size=(LAYERS, HEADS, queries, keys)) * 2 + place
    if causal:
        scores = np.where(np.tri(queries, keys, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True)).astype(np.float32)


def made_up_payload(name: str, source: int, target: int) -> str:
    """A packed translation of `source` and `target` tokens; the same for the same sizes."""
    rng = np.random.default_rng(source * 1000 + target)
    src = [WORDS[i % len(WORDS)] for i in range(source - 1)] + ["</s>"]
    tgt = [WORDS[(3 * i) % len(WORDS)] for i in range(target - 1)] + ["</s>"]
    return Payload(
        id=name,
        source="".join(src[:-1]),
        translation="".join(tgt[:-1]),
        src_tokens=src,
        tgt_tokens=["<s>", *tgt[:-1]],
        predicted_tokens=tgt,
        probabilities=rng.uniform(0.2, 1, target).tolist(),
        entropies=rng.uniform(0, 3, target).tolist(),
        top=[[(word, 0.09) for word in WORDS[:10]] for _ in range(target)],
        encoder=made_up_attention(source, source, False, rng),
        decoder=made_up_attention(target, target, True, rng),
        cross=made_up_attention(target, source, False, rng),
        lenses=[LensEntry("weights", "shares", False, KINDS)],
    ).to_json()


@contextmanager
def served(payloads: dict[str, str]) -> Iterator[str]:
    """A page with the view and one button a payload; yields its address."""
    with gr.Blocks(analytics_enabled=False) as blocks:
        view = attention_view(texts=TEXTS)
        for name, payload in payloads.items():
            gr.Button(name, elem_id=name).click(
                lambda payload=payload: payload, None, view, show_progress="hidden", api_visibility="private"
            )
    _, address, _ = blocks.launch(
        prevent_thread_lock=True, quiet=True, run_history=False, ssr_mode=False, css=page_css()
    )
    yield address
    blocks.close()


def first_draw(page: Page, name: str) -> dict[str, float]:
    """Milliseconds until a payload is drawn: from its reading (script, frame) and from the click (with transport)."""
    page.evaluate(FIRST_DRAW)
    page.click(f"#{name}")
    return page.evaluate("() => window.firstDraw")


class ChangeTime(NamedTuple):
    """Milliseconds of one change: until its frame was done, and of work of the page's main thread."""

    frame: float
    cpu: float


def time_change(page: Page, change: str, i: int) -> ChangeTime:
    """Make one change and wait until nothing follows from it."""
    before = main_thread(page)
    frame = page.evaluate(TIMED, [change, i])
    cpu = main_thread(page) - before
    page.wait_for_timeout(40)
    return ChangeTime(frame, cpu)


def main_thread(page: Page) -> float:
    """Milliseconds that the page's main thread has worked so far, as the processor counts them."""
    metrics = _session(page).send("Performance.getMetrics")["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "ThreadTime")


@functools.cache
def _session(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    return session


def measure_changes(report: Report, page: Page, rounds: int, tokens: str, views: Sequence[str]) -> None:
    """Every kind of change in every view; the first two of each are not counted."""
    page.evaluate(CHANGES.replace("HEADS", str(HEADS)).replace("LAYERS", str(LAYERS)))
    for view in views:
        page.evaluate("() => window.changes.kind(1)")
        page.click(f"[data-option={view}]")
        page.wait_for_timeout(600)
        page.locator("[data-part=figure]").scroll_into_view_if_needed()
        empty = statistics.median(time_change(page, "nothing", i).cpu for i in range(8))
        for change in CHANGED:
            times = [time_change(page, change, i) for i in range(rounds + 2)][2:]
            report.value(f"{tokens}, {view}, {change}", [time.frame for time in times], " ms", at_most(16))
            report.value("    cpu", [time.cpu - empty for time in times], " ms")


def measure_first_draws(report: Report, page: Page, payloads: dict[str, str], limits: dict[str, float]) -> None:
    """Each payload six times, in turn with the others, so that none finds its own picture already there."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in limits}
    for _ in range(6):
        for name in limits:
            found[name].append(first_draw(page, name))
            page.wait_for_timeout(300)
    for name, limit in limits.items():
        for part in ("script", "frame", "click"):
            budget = at_most(limit) if part == "frame" else None
            report.value(f"{name}: first draw, {part}", [draw[part] / 1000 for draw in found[name]], " s", budget)


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    arguments = _arguments()
    report = Report()
    report.title("The attention service in Chromium: from an event to the end of its frame")
    started = time.perf_counter()
    sizes = {"t40": (40, 40), "t100": (100, 100), **({"t512": (512, 512)} if arguments.long else {})}
    payloads = {name: made_up_payload(name, *size) for name, size in sizes.items()}
    print(f"payloads made in {time.perf_counter() - started:.1f} s")
    for name, limit in {"t40": 350, "t100": 2100}.items():
        report.value(f"{name}: payload", [len(payloads[name]) / 1000], " kB", at_most(limit))
    with served(payloads) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=arguments.chromium, args=list(CHROMIUM_ARGUMENTS))
        measure(report, browser, address, payloads, arguments)
        browser.close()
    return report.status


def measure(
    report: Report, browser: Browser, address: str, payloads: dict[str, str], arguments: argparse.Namespace
) -> None:
    """First draws, then every change at 40 tokens, then at 512 if requested."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.goto(address)
    page.wait_for_selector("#attention section", state="attached")
    page.wait_for_timeout(500)
    first_draw(page, "t100")  # warm up
    measure_first_draws(report, page, payloads, {"t40": 0.3, "t100": 1.0})
    for name in ("t40", *(["t512"] if "t512" in payloads else [])):
        first_draw(page, name)
        page.wait_for_timeout(1000)
        measure_changes(report, page, arguments.rounds, name, arguments.views)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40, help="Times that every change is made.")
    parser.add_argument("--views", nargs="*", default=VIEWS, help="Views that are measured.")
    parser.add_argument("--long", action="store_true", help="Also 512 source and 512 target tokens.")
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="The browser's program.")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
