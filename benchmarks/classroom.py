"""A classroom on the page: many callers at once, and one visitor who floods it while another translates.

    python -m benchmarks.classroom [--checkpoints DIR] [--each 10]

The page runs as a person runs it, in a process of its own, on the same two cores as the callers. Every caller sends
different sentences to the public endpoint, one after another.
"""

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil
from playwright.sync_api import sync_playwright

from benchmarks.alternating import Report, at_least, at_most
from benchmarks.page import CHROMIUM_ARGUMENTS, DRAWN, ROOT, app_command, served
from core.config import DecodingConfig
from core.library import CheckpointLibrary
from core.service import Service

CALLERS = (1, 5, 20, 40)
MANY = 20  # callers to whom the budgets apply
SLOWEST, CALLS = at_most(1.5), at_least(15)
FLOOD, FLOOD_TOKENS, FLOOD_BEAM = 45, 508, 16
OTHER_WAITS, MEMORY_GROWS = at_most(2.0), at_most(100)
TIMEOUT = 180.0


class Caller:
    """A program that calls the public endpoint."""

    def __init__(self, address: str) -> None:
        self._http = httpx.Client(base_url=address, timeout=TIMEOUT, trust_env=False)

    def translate(self, text: str, beam: int = 4) -> float:
        """Translate a sentence and return the seconds that it took.

        Raises:
            RuntimeError: the endpoint answers with an error.
        """
        started = time.perf_counter()
        called = self._http.post("gradio_api/call/translate", json={"data": [text, "", beam, 0.6]})
        called.raise_for_status()
        answer = self._http.get(f"gradio_api/call/translate/{called.json()['event_id']}").text
        if "event: complete" not in answer:
            raise RuntimeError(answer)
        return time.perf_counter() - started


def main() -> int:
    """Measure calls, then a flood."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoints", type=Path, default=ROOT / "checkpoints")
    parser.add_argument("--each", type=int, default=10, help="Sentences of each caller (default 10).")
    arguments = parser.parse_args()
    sentences = (ROOT / "core" / "data" / "sample_en.txt").read_text("utf-8").splitlines()
    report = Report()
    report.title("A classroom: calls of the public endpoint with beam 4")
    with tempfile.TemporaryDirectory() as runs, served(app_command(arguments.checkpoints, Path(runs))) as (address, _):
        Caller(address).translate(sentences[0])  # loads the model
        server = server_process(address)
        for callers in CALLERS:
            measure_calls(report, address, sentences, callers, arguments.each)
            print(f"{'server memory':<58}{megabytes(server):,.0f} MB", flush=True)
        measure_flood(report, address, server, arguments.checkpoints)
    return report.status


def measure_calls(report: Report, address: str, sentences: Sequence[str], callers: int, each: int) -> None:
    """Let callers translate at the same time, each another rotation of the sentences."""
    begin = threading.Barrier(callers + 1)

    def call(number: int) -> list[float]:
        caller = Caller(address)
        begin.wait()
        return [caller.translate(sentences[(number * each + index) % len(sentences)]) for index in range(each)]

    with ThreadPoolExecutor(callers) as pool:
        futures = [pool.submit(call, number) for number in range(callers)]
        begin.wait()
        started = time.perf_counter()
        seconds = sorted(second for future in futures for second in future.result())
        passed = time.perf_counter() - started
    limited = callers == MANY
    report.value(f"{callers} callers: seconds of a call", seconds, " s")
    slowest = seconds[int(0.95 * (len(seconds) - 1))]
    report.value(f"{callers} callers: 95th percentile", [slowest], " s", SLOWEST if limited else None)
    report.value(f"{callers} callers: calls a second", [len(seconds) / passed], "", CALLS if limited else None)


def measure_flood(report: Report, address: str, server: psutil.Process, checkpoints: Path) -> None:
    """Let one visitor send many requests while another translates a short sentence."""
    config = httpx.get(f"{address}config", trust_env=False, timeout=TIMEOUT).json()
    view = next(part["id"] for part in config["components"] if part["props"].get("elem_id") == "attention")
    trace = first_trace(address, checkpoints)
    body = {
        "data": {"id": trace, "prefix": [5] * FLOOD_TOKENS, "beam_size": FLOOD_BEAM},
        "fn_name": "variant",
        "component_id": view,
        "session_hash": "flooder",
    }
    before = megabytes(server)
    answers: list[str] = []

    def flood() -> None:
        with httpx.Client(base_url=address, timeout=TIMEOUT, trust_env=False) as http:
            answers.append(http.post("gradio_api/component_server", json=body).text)

    threads = [threading.Thread(target=flood) for _ in range(FLOOD)]
    for thread in threads:
        thread.start()
    waited = Caller(address).translate("A dog.", beam=1)
    for thread in threads:
        thread.join()
    refused = sum("problem" in json.loads(answer) for answer in answers)
    print(f"{FLOOD} expensive requests of one visitor: {refused} of {len(answers)} refused", flush=True)
    report.value("meanwhile another visitor translates 'A dog.'", [waited], " s", OTHER_WAITS)
    report.value("growth of the server's memory", [megabytes(server) - before], " MB", MEMORY_GROWS)


def first_trace(address: str, checkpoints: Path) -> str:
    """Open the page, which translates its first example, and return the name of that trace."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(CHROMIUM_ARGUMENTS))
        page = browser.new_page()
        page.goto(address)
        page.wait_for_selector(DRAWN, timeout=TIMEOUT * 1000)
        browser.close()
    service = Service(CheckpointLibrary(checkpoints))
    name = service.library.names()[0]
    default = DecodingConfig()
    example = service.library.card(name).examples[0]
    return service.new_request(name, example, default.beam_size, default.alpha).id


def server_process(address: str) -> psutil.Process:
    """Return the process that listens at an address."""
    port = int(address.rstrip("/").rsplit(":", 1)[1])
    for process in psutil.Process().children(recursive=True):
        if any(part.laddr.port == port for part in process.net_connections() if part.status == psutil.CONN_LISTEN):
            return process
    raise RuntimeError(f"no child process listens at {address}")


def megabytes(process: psutil.Process) -> float:
    """Return the resident memory of a process."""
    return process.memory_info().rss / 1e6


if __name__ == "__main__":
    sys.exit(main())
