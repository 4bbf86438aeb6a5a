"""The page's own times, in Chromium: from the click to the drawn heads, and from the command to the first example.

    python -m benchmarks.page [--checkpoints DIR] [--sentences 15] [--starts 5]

The page is started as by a user, `python app.py`, in its own process on this machine. A start is compared with
that of a bare Gradio page, started in turn in the same way. Without a shipped checkpoint a fresh one is used, whose
translations are as long as its position limit lets them be: 20 tokens, too.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.alternating import Report, at_most, ratios, take_turns
from benchmarks.sentences import joint_tokenizer, made_up_text, sentences_of_length
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies

ROOT = Path(__file__).resolve().parents[1]
TOKENS = 20  # of each sentence, with the end symbol
CHROMIUM_ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
BARE_PAGE = """
import sys
import gradio as gr

with gr.Blocks(analytics_enabled=False) as page:
    gr.Textbox()
page.queue().launch(server_port=int(sys.argv[1]), ssr_mode=False, run_history=False)
"""
DRAWN = "#attention[data-drawn], #attention [data-drawn]"
# Times one click: from the browser's click event to the frame after the component says that a new trace is drawn.
WATCH = """selector => {
  const root = document.querySelector(selector), before = root.dataset.drawn, times = window.benchmark = {};
  document.addEventListener('click', () => { times.clicked = performance.now(); }, {capture: true, once: true});
  const watcher = new MutationObserver(() => {
    if (root.dataset.drawn === before) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => { times.drawn = performance.now(); }));
  });
  watcher.observe(root, {attributes: true, attributeFilter: ['data-drawn']});
}"""


@contextmanager
def served(command: Sequence[str], variables: Mapping[str, str] | None = None) -> Iterator[tuple[str, float]]:
    """Run a server on a free port; yield its address and start time, and end it afterwards.

    Args:
        command: the port is appended.
        variables: further environment variables of the server.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1", **(variables or {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # Python compiles modules at the first start only, as usual
    with tempfile.TemporaryFile() as log:
        started = time.perf_counter()
        process = subprocess.Popen([*command, str(port)], cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            address = f"http://127.0.0.1:{port}/"
            wait_for_answer(address, process)
            yield address, started
        except Exception:
            log.seek(0)
            sys.stderr.write(log.read().decode(errors="replace")[-3000:])
            raise
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_for_answer(address: str, process: subprocess.Popen[bytes], limit: float = 120.0) -> None:
    """Ask every 20 ms until the server answers 200.

    Raises:
        RuntimeError: the process has ended, or `limit` seconds have passed.
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.perf_counter() + limit
    while time.perf_counter() < until and process.poll() is None:
        try:
            with opener.open(address, timeout=5) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"{address} did not answer within {limit:.0f} s")


def app_command(checkpoints: Path, runs: Path) -> list[str]:
    """`python app.py`, up to the port's number."""
    return [sys.executable, "app.py", "--checkpoints", str(checkpoints), "--runs", str(runs), "--port"]


def seconds_to_answer(command: Sequence[str]) -> float:
    """From the command to HTTP 200."""
    with served(command) as (_, started):
        return time.perf_counter() - started


def measure_starts(report: Report, browser: Browser, command: Sequence[str], starts: int) -> None:
    """The page's start against a bare Gradio page, and the time to its first example."""
    bare = [sys.executable, "-c", BARE_PAGE]
    arms = {"page": lambda: seconds_to_answer(command), "bare": lambda: seconds_to_answer(bare)}
    take_turns(arms, 1)  # files into the system's memory
    seconds = take_turns(arms, starts)
    report.value("python app.py until HTTP 200", seconds["page"], " s", at_most(5))
    report.value("a bare Gradio page until HTTP 200", seconds["bare"], " s")
    report.value("page / bare, time", ratios(seconds["page"], seconds["bare"]), "x", at_most(1.15))
    firsts = []
    for _ in range(starts):
        with served(command) as (address, started), browser.new_context() as context:
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector(DRAWN, state="attached", timeout=120_000)
            firsts.append(time.perf_counter() - started)
    report.value("python app.py until the first example is drawn", firsts, " s", at_most(8))


def measure_clicks(report: Report, browser: Browser, command: Sequence[str], sentences: Sequence[str]) -> None:
    """From a click on Translate to the heads drawn, for each sentence once."""
    with served(command) as (address, _), browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(DRAWN, state="attached", timeout=120_000)
        click_to_drawn(page, sentences[0])  # warm up
        seconds = [click_to_drawn(page, sentence) for sentence in sentences[1:]]
        report.value(f"click to drawn heads, {TOKENS} tokens", seconds, " s", at_most(0.5))


def click_to_drawn(page: Page, sentence: str) -> float:
    """Write a sentence, click Translate, and return the seconds until its heads are drawn."""
    page.fill("#source textarea", sentence)
    page.wait_for_timeout(500)  # typing is over; the page is at rest
    page.evaluate(WATCH, DRAWN)
    page.click("#translate")
    page.wait_for_function("() => window.benchmark.drawn", timeout=60_000)
    return page.evaluate("() => (benchmark.drawn - benchmark.clicked) / 1000")


def captions(tokenizer: Tokenizer, count: int, tokens: int = TOKENS) -> list[str]:
    """Different sentences of so many tokens: plain English captions, or generated words if those do not fit."""
    who = ("A young man", "A small child", "An old woman", "A black dog", "A group of people", "The little girl")
    does = ("is walking", "is running", "stands", "is sitting", "is playing", "jumps", "looks at a bird")
    where = ("in the snow", "on the street", "near a lake", "in front of a red house", "under a large tree")
    beside = ("with a blue ball", "with two friends", "in a yellow shirt", "while others watch", "on a sunny day")
    longest = [parts for parts in product(who, does, where, beside, beside) if parts[3] != parts[4]]
    lines = dict.fromkeys(" ".join(parts[:length]) + "." for length in (5, 4, 3) for parts in longest)
    fitting = [line for line in lines if len(tokenizer.encode(line).ids) == tokens]
    if len(fitting) < count:
        fitting = sentences_of_length(tokenizer, tokens, count)
    return fitting[:: len(fitting) // count][:count]


def fresh_checkpoints(folder: Path) -> Path:
    """A folder of one checkpoint of the tiny preset that was never trained; no sentence gets longer than 20 tokens."""
    import torch

    from core.checkpoint import save_checkpoint
    from core.config import PRESETS
    from core.model.transformer import Transformer

    torch.manual_seed(1)
    text = made_up_text(20_000)
    tokenizer = joint_tokenizer(text)
    config = replace(PRESETS["tiny"], vocab_size=tokenizer.vocab_size, max_positions=TOKENS)
    details = {"examples": text.source[:3]}
    save_checkpoint(
        folder / "fresh",
        Transformer(config).state_dict(),
        config,
        Vocabularies.joint(tokenizer),
        source_language="en",
        target_language="de",
        details=details,
        half=True,
    )
    return folder


def main() -> int:
    """Measure, print, and say whether the budgets were kept."""
    arguments = _arguments()
    report = Report()
    report.title("The page in Chromium: start, first example, and from click to drawn heads")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shipped = arguments.checkpoints or ROOT / "checkpoints"
        has_any = any(shipped.glob("*/config.json"))
        checkpoints = shipped if has_any else fresh_checkpoints(Path(folder) / "checkpoints")
        first = min(checkpoints.glob("*/config.json")).parent  # the page opens with it
        print(f"model: {first.name}" + ("" if has_any else ", the tiny preset with fresh weights"))
        sentences = captions(Tokenizer.load(first / "tokenizer.json"), arguments.sentences + 1)
        command = app_command(checkpoints, Path(folder) / "runs")
        browser = playwright.chromium.launch(executable_path=arguments.chromium, args=list(CHROMIUM_ARGUMENTS))
        measure_clicks(report, browser, command, sentences)
        measure_starts(report, browser, command, arguments.starts)
        browser.close()
    return report.status


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--checkpoints", type=Path, help="Folder of checkpoints (default: checkpoints).")
    parser.add_argument("--sentences", type=int, default=15, help="Sentences, each translated once.")
    parser.add_argument("--starts", type=int, default=5, help="Starts of each page.")
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="The browser's program.")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
