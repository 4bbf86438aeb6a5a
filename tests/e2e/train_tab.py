"""Actions and readings of the tab "Train", as a visitor performs them."""

import contextlib
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from core.config import DecodingConfig
from core.data.tasks import task
from core.jobs.status import ACTIVE
from core.training.run import Run

if TYPE_CHECKING:
    from playwright.sync_api import Page

WAIT = 150_000  # ms
TRAINED = 30 * WAIT  # ms; the numbers task as it is offered, on a machine that does other things besides
LIST, STATE = "#train-runs", "#train-state"
# what the page shows; its second entry is -1 until the figures are drawn
FINGERPRINT = (
    "JSON.parse(document.querySelector('#train-fingerprint textarea, #train-fingerprint input').value || '[0, -1]')"
)
FRESH = 500  # numbers that were never trained on
EXACT = 0.95  # share of them to be translated without a fault


def open_training(page: "Page") -> None:
    """Open the tab and wait until the answers to the opening have filled it in."""
    page.get_by_role("tab", name="Train").click(timeout=WAIT)
    page.locator("#train-start").wait_for(timeout=WAIT)
    kept = "document.querySelector('#train-kept textarea, #train-kept input')"
    page.wait_for_function(f"{kept}.value === 'restored'", timeout=WAIT)
    page.wait_for_function(f"{FINGERPRINT}[1] >= 0", timeout=WAIT)


def choose_task(page: "Page", name: str) -> None:
    """Choose a generated task; the form has followed when it suggests a name for the run."""
    if page.get_by_label(name, exact=True).is_checked():
        return
    page.get_by_label(name, exact=True).click()
    page.wait_for_function(
        "name => document.querySelector('#train-name input').value.startsWith(name)", arg=name, timeout=WAIT
    )


def follow(page: "Page", name: str) -> None:
    """Choose a run of the list."""
    page.click(f"{LIST} [data-action=follow][data-name={name}]")
    page.wait_for_selector(f"{LIST} tr.followed[data-run={name}]", timeout=WAIT)


def start(page: "Page", name: str, *, steps: int) -> None:
    """Start the smallest task under that name, and wait until it is the run that is shown."""
    choose_task(page, "copy")
    page.fill("#train-max-steps input", str(steps))
    page.fill("#train-name input", name)
    page.click("#train-start")
    try:
        page.wait_for_selector(f"{LIST} tr.followed >> text={name}", timeout=WAIT)
    except Exception as error:
        said = page.inner_text("#train-findings"), page.inner_text(LIST), page.input_value("#train-name input")
        raise AssertionError(f"instead of {name} the page shows {said}") from error


def wait_for_state(page: "Page", words: str, *, timeout: float = WAIT) -> None:
    """Wait until the state of the run that is shown says these words."""
    try:
        page.wait_for_selector(f"{STATE} >> text={words}", timeout=timeout)
    except Exception as error:
        raise AssertionError(f"instead of {words!r} the page says {page.inner_text(STATE)!r}") from error


def seen_step(page: "Page") -> int:
    """The step that the page shows; 0 while it shows none."""
    found = re.search(r"step ([\d,]+) of", page.inner_text(STATE))
    return int(found[1].replace(",", "")) if found else 0


def wait_for(page: "Page", condition: Callable[[], bool]) -> None:
    """Wait until something is so that no selector can say."""
    until = time.monotonic() + WAIT / 1000
    while not condition():
        assert time.monotonic() < until
        page.wait_for_timeout(100)


def exact_share(checkpoint: Path) -> float:
    """The share of fresh numbers whose translation is the very one."""
    from core.translator import Translator

    numbers = task("numbers").pairs(FRESH, 7, split="test")
    found = Translator.load(checkpoint).translate(numbers.source, DecodingConfig())
    return sum(one.text == wanted for one, wanted in zip(found, numbers.target, strict=True)) / FRESH


@contextlib.contextmanager
def paused(run: Run) -> Iterator[None]:
    """Let the process of a run wait, so that it takes no time from what is tested while it trains."""
    process = psutil.Process(run.status().process)
    process.suspend()
    try:
        yield
    finally:
        process.resume()


def end(run: Run) -> None:
    """End what there is of a run: its process, which outlives the page on purpose, or its place in the queue."""
    status = run.status()
    if status.state == "queued":
        run.set_status("stopped", 0)
    elif status.state in ACTIVE and status.process and status.process != os.getpid():
        with contextlib.suppress(ProcessLookupError):
            os.kill(status.process, signal.SIGKILL)
