"""Fixtures of all tests: a quiet environment, a miniature training run, and a checkpoint with fixed weights."""

import contextlib
import gc
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

# Before torch is imported anywhere. One thread: the models here are so small that more of them only wait for
# one another, and a subprocess inherits the same.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import jaxtyping
import numpy as np
import pytest

from core.jobs.process import lower_priority
from tests.shapes import checked
from viz.stubs import skip_stubs

os.fsync = lambda _: None  # waits for the disk, thousands of times; subprocesses keep it
gc.disable()  # what is collected here stays to the end; see `pytest_collection_finish`
skip_stubs()  # before Gradio is imported

# Trainings that a page starts give way to everything else: beside tests of the usual priority they would take minutes.
lower_priority(os.getpid())

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in a shell's background command; processes of tests inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Before core is imported anywhere: under pytest, calls of these functions are checked against their signatures.
# `is_pep484_tower`: an int is a float, as type checkers have it.
SHAPES_CHECKED = ("core.model", "core.decoding", "core.training.loss", "core.tuning.linear")
jaxtyping.jaxtyped = checked
jaxtyping.install_import_hook(SHAPES_CHECKED, "beartype.beartype(conf=beartype.BeartypeConf(is_pep484_tower=True))")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType, Page

    from core.translator import Translator

MINIATURE = (
    *("--task", "numbers", "--task-pairs", "1500", "--valid-pairs", "23", "--vocab-size", "330", "--seed", "7"),
    *("--d-model", "32", "--num-layers", "2", "--num-heads", "2", "--d-ff", "64", "--dropout", "0.1"),
    *("--tokens-per-batch", "1200", "--warmup-steps", "40", "--rate-factor", "0.3", "--max-steps", "120"),
    *("--validate-every", "60", "--checkpoint-every", "40", "--report-every", "20", "--validation-sentences", "11"),
    *("--average-last", "2", "--device", "cpu"),
)
# of a run of which no test asks how well it translates
FEW_STEPS = ("--max-steps", "6", "--validate-every", "3", "--checkpoint-every", "2", "--report-every", "1")

# For pages: on a first visit the steps would play by themselves.
PLAYED = "try { localStorage.setItem('glassformer.played', 'done'); } catch {}"
WINDOWED = Path("/usr/bin/chromium")
SHELL = Path("/usr/bin/chromium-headless-shell")  # the same browser without windows, for a sixth less work
CHROMIUM = Path(os.environ.get("CHROMIUM", SHELL if SHELL.exists() else WINDOWED))
SWITCHES = (
    *("no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking"),
    *("disable-component-update", "disable-sync"),
)
PATIENCE = 180_000  # ms; waiting costs nothing where things work, and no machine is too slow for the tests


# What a machine may lack, by the beginning of the reason for which tests are skipped, and how to get it.
REMEDIES = {
    "/usr/bin/chromium": "apt-get install chromium fonts-wqy-microhei",
    "no browser": "apt-get install chromium fonts-wqy-microhei",
    "/usr/bin/firefox": "apt-get install firefox-esr",
    "LibreOffice": "apt-get install libreoffice-calc-nogui",
    "node": "apt-get install nodejs npm",
    "figures need node": "apt-get install nodejs npm",
    "puppeteer-core": "npm ci",
    "axe-core": "npm ci",
}


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one worker more than there are cores for the whole suite, none for files that are named."""
    return min((os.cpu_count() or 1) + 1, 8) if config.args == config.getini("testpaths") else 0


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was skipped for want of a program, and how to get it."""
    reasons = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple)
    )
    for reason, count in reasons.most_common():
        remedy = next((way for start, way in REMEDIES.items() if reason.lower().startswith(start.lower())), "")
        terminalreporter.write_line(f"{count} skipped: {reason}" + (f" ({remedy})" if remedy else ""))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files with slow tests first, those of the page before others, so that no worker ends with a long one."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in slow, "e2e" not in item.path.parts))


def pytest_collection_finish() -> None:
    """Collect garbage from now on, but leave alone what the imports and the collection of tests have made."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def seeded() -> None:
    """Every test begins with the same random state, whatever ran before it."""
    random.seed(1)
    np.random.seed(1)


@pytest.fixture
def unchecked_shapes() -> Iterator[None]:
    """Switch the checks of shapes off: `torch.compile` would trace them."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="session")
def miniature_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run folder of the numbers task: 2 layers, 2 heads, vocabulary 330, hardly trained."""
    from core.cli.parser import main

    folder = tmp_path_factory.mktemp("runs") / "miniature"
    assert main(["train", "--run", str(folder), *MINIATURE, *FEW_STEPS]) == 0
    return folder


@pytest.fixture(scope="session")
def miniature() -> Path:
    """Return the committed checkpoint folder of a run with `MINIATURE`; copy it before changing anything in it.

    Weights trained in a test depend on the processor, so tests assert of `miniature_run` only what holds for any
    weights. Assertions about a partly trained model use these fixed weights or a checkpoint that ships.
    """
    return Path(__file__).with_name("miniature")


@pytest.fixture(scope="session")
def translator(miniature: Path) -> "Translator":
    """The miniature checkpoint, loaded; read-only."""
    from core.translator import Translator

    return Translator.load(miniature)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the page, served on loopback with the checkpoints that ship and an empty folder of runs."""
    from app import build, launch_settings

    page = build(runs=tmp_path_factory.mktemp("runs"))
    _, address, _ = page.launch(prevent_thread_lock=True, quiet=True, server_name="127.0.0.1", **launch_settings())
    yield address
    page.close()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Debian's Chromium, one for all tests: Playwright cannot be started twice in a process."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed")
    with sync_api.sync_playwright() as playwright:
        chromium = _launched(playwright.chromium, CHROMIUM)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def windowed_browser(browser: "Browser") -> Iterator["Browser"]:
    """Return a Chromium that can notify, which the one without windows cannot."""
    if CHROMIUM == WINDOWED or not WINDOWED.exists():
        yield browser
        return
    chromium = _launched(browser.browser_type, WINDOWED)
    yield chromium
    chromium.close()


def _launched(chromium: "BrowserType", program: Path) -> "Browser":
    return chromium.launch(executable_path=str(program), args=[f"--{switch}" for switch in SWITCHES])


@contextlib.contextmanager
def opened_pages(browser: "Browser") -> Iterator[Callable[[], "Page"]]:
    """Open empty pages, each in a window of its own, which knows nothing of another.

    At the end they are closed, and no script in them has failed.
    """
    opened: list[Page] = []
    faults: list[str] = []

    def open_empty() -> "Page":
        page = browser.new_page(viewport={"width": 1280, "height": 900}, accept_downloads=True)
        page.set_default_timeout(PATIENCE)
        page.add_init_script(PLAYED)
        page.on("pageerror", lambda error: faults.append(str(error)))
        opened.append(page)
        return page

    yield open_empty
    for page in opened:
        page.close()
    assert faults == []


@pytest.fixture
def new_page(browser: "Browser") -> Iterator[Callable[[], "Page"]]:
    """Open empty pages for one test; see `opened_pages`."""
    with opened_pages(browser) as open_empty:
        yield open_empty
