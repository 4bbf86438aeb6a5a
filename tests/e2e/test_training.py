"""The tab "Train" in a real browser, over the real command: runs that continue without the page, and what is shown.

A server of its own for the module: trainings outlive it on purpose, so each test ends what it has started.
"""

import contextlib
import csv
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from app import build, launch_settings
from benchmarks.page import ROOT, app_command, served
from core.config import DataConfig, DecodingConfig, TrainingConfig
from core.training.run import Run, RunConfig
from core.training.runs import list_runs
from core.translator import Translator
from tests.e2e.train_tab import (
    LIST,
    STATE,
    TRAINED,
    WAIT,
    choose_task,
    end,
    follow,
    open_training,
    paused,
    seen_step,
    start,
    wait_for,
    wait_for_state,
)
from viz.tabs.train.fields import FIRST_MODEL

pytestmark = pytest.mark.slow  # a server of its own, and trainings
LONG = 100_000  # steps that no test waits for
LEARNED = 120  # steps: to the first validation and beyond
NOTED = """window.noted = []; window.Notification = class extends Notification {
  constructor(title, {body}) { super(title, {body}); noted.push([title, body]); }
}"""
PLOT = "#train-chart-loss .js-plotly-plot"


class Site(NamedTuple):
    """The page that is being served, and its folder of runs."""

    address: str
    runs: Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("training") / "runs"


@pytest.fixture(scope="module")
def serving(folder) -> Iterator[str]:
    with served(app_command(ROOT / "checkpoints", folder)) as (address, _):
        yield address


@pytest.fixture
def site(serving, folder) -> Iterator[Site]:
    """The page with an empty folder of runs; at the end of a test no process of theirs is left."""
    yield Site(serving, folder)
    for run in list_runs(folder):
        end(run)
    shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def another_server(site: Site) -> Iterator[str]:
    """Serve the same folders by another process, the one of the tests."""
    page = build(ROOT / "checkpoints", site.runs)
    try:
        _, address, _ = page.launch(prevent_thread_lock=True, quiet=True, server_name="127.0.0.1", **launch_settings())
        yield address
    finally:
        page.close()


@pytest.fixture
def visit(browser, site) -> Iterator[Callable[..., object]]:
    """Opens the tab "Train" in a browser of its own; no page raised an error."""
    contexts, errors = [], []

    def open_tab(address: str = site.address, browser: object = browser) -> object:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 900}))
        contexts[-1].set_default_timeout(2 * WAIT)  # a machine that trains is slow to draw
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        open_training(page)
        return page

    yield open_tab
    for context in contexts:
        with contextlib.suppress(Exception):
            context.close()
    assert errors == []


# Real trainings


def test_numbers_train_from_click_to_checkpoint(visit, site, windowed_browser):
    """With the settings that the tab offers, but fewer steps; the page is reloaded in the middle.

    That all steps lead to a good model is measured by `benchmarks.train_tab`.
    """
    page = visit(browser=windowed_browser)
    choose_task(page, "numbers")
    page.fill("#train-max-steps input", str(LEARNED))
    name = page.input_value("#train-name input")
    run = Run(site.runs / name)
    page.click("#train-start")
    page.context.grant_permissions(["notifications"])
    page.add_init_script(NOTED)
    wait_for(page, lambda: any(event["event"] == "sample" for event in run.events()))
    with paused(run):  # it must not end before the last click, which takes the notice from the title
        page.wait_for_selector("#train-samples select option", state="attached", timeout=TRAINED)
        page.reload()
        open_training(page)
        page.locator("#train-notify input").check()
        page.wait_for_function("localStorage.getItem('glassformer-notify') === 'yes'")
        assert name in page.inner_text(f"{LIST} tr.followed")
    wait_for_state(page, "finished", timeout=TRAINED)
    wait_for(page, lambda: page.title() == f"✓ {name} · Glassformer")
    told = f"{name} has finished at step {LEARNED}."
    assert page.inner_text("#train-announced") == told
    assert page.evaluate("noted") == [[f"✓ {name} · Glassformer", told]]
    page.keyboard.press("Tab")
    assert page.title() == "Glassformer"
    losses = [event["plain_loss"] for event in run.events() if event["event"] == "progress"]
    assert losses[-1] < losses[0]
    assert Translator.load(run.checkpoint).translate(["seven"], DecodingConfig())[0].hypotheses
    page.get_by_role("button", name="best validation").click()
    wait_for(page, lambda: page.input_value("#checkpoint input") == f"run/{name}/best")


def test_every_server_shows_the_run_which_stops_resumes_and_crashes(visit, site):
    """The run that waits for it starts when it has stopped."""
    first, second = Run(site.runs / "first"), Run(site.runs / "second")
    page = visit()
    with another_server(site) as address:
        idle = visit(address)
        assert "No run yet" in idle.inner_text(STATE)
        start(page, "first", steps=LONG)
        idle.wait_for_selector(f"{LIST} >> text=first", timeout=WAIT)
        for one in (page, idle):
            wait_for(one, lambda one=one: seen_step(one) >= 5)
        with paused(first):
            start(page, "second", steps=LONG)
            wait_for_state(page, "Number 1 in the queue: starts automatically after “first”")
            follow(page, "first")
        idle.click("#train-stop")
        wait_for_state(idle, "/stopping|stopped/")
        wait_for(page, lambda: first.status().state == "stopped")
        for one in (page, idle):
            wait_for_state(one, "stopped")
        idle.close()
    assert first.saved_step >= 5 and (first.checkpoint / "model.safetensors").is_file()

    follow(page, "second")
    wait_for_state(page, "running")
    with second.log_path.open("a") as log:
        log.write("<img src=x onerror=window.hurt=1>\n")
    end(second)
    wait_for_state(page, "crashed")
    assert "<img src=x" in page.inner_text(f"{STATE} pre")
    assert page.is_visible("#train-resume") and page.evaluate("window.hurt") is None

    follow(page, "first")
    page.click("#train-resume")
    wait_for_state(page, "running")
    wait_for(page, lambda: seen_step(page) > first.saved_step)
    assert not page.is_visible("#train-resume")


# Runs that have ended


def test_compared_runs_survive_a_reload(visit, site):
    for name, loss in (("night-2", 2.0), ("night-3", 3.0), ("night-5", 5.0)):
        written(site.runs, name, loss)
    page = visit()
    follow(page, "night-2")
    wait_for_state(page, "night-2")
    page.check(f"{LIST} [data-action=compare][data-name=night-5]:not(:disabled)")
    wait_for(page, lambda: drawn_runs(page) == {"night-2", "night-5"})
    colours = {row: page.evaluate(BOX_COLOUR, row) for row in ("night-2", "night-5")}
    assert colours == {"night-2": "rgb(0, 114, 178)", "night-5": "rgb(213, 94, 0)"}
    charts = [page.locator(f"#train-chart-{name}") for name in ("loss", "learning-rate", "gradient-norm", "bleu")]
    assert [chart.is_visible() for chart in charts] == [True, True, False, False]
    page.locator("#train-charts").get_by_label("gradient norm", exact=True).check()
    page.locator("#train-chart-gradient-norm .js-plotly-plot").wait_for(timeout=WAIT)
    wait_for(page, lambda: "night-5" in page.evaluate(KEPT))
    page.reload()
    open_training(page)
    wait_for(page, lambda: drawn_runs(page) == {"night-2", "night-5"})
    assert [chart.is_visible() for chart in charts] == [True, True, True, False]
    page.locator("#train-chart-gradient-norm .js-plotly-plot").wait_for(timeout=WAIT)
    page.uncheck(f"{LIST} [data-action=compare][data-name=night-5]:not(:disabled)")
    wait_for(page, lambda: drawn_runs(page) == set())  # one run needs no name in its legend


def test_form_survives_a_reload_and_a_new_server(visit, site):
    page = visit()
    choose_task(page, "copy")
    page.fill("#train-max-steps input", "123")
    page.fill("#train-name input", "mine")
    page.locator("#train-model-settings-section button").first.click()
    page.fill("#train-num-heads input", "7")  # unsound, and kept as it was typed
    wait_for(page, lambda: '"num_heads":7' in page.evaluate("sessionStorage.getItem('glassformer-form') || ''"))
    with another_server(site) as address:
        kept = page.evaluate("sessionStorage.getItem('glassformer-form')")
        page.reload()
        other = visit(address)  # another browser
        wait_for(page, lambda: "7" in page.inner_text("#train-parameters"))
        open_training(page)
        assert [page.input_value(f"#train-{name} input") for name in ("max-steps", "name")] == ["123", "mine"]
        assert page.get_by_label("copy", exact=True).is_checked()
        assert other.input_value("#train-name input") == "reverse-1"
        other.evaluate("kept => sessionStorage.setItem('glassformer-form', kept)", kept)
        other.reload()  # as this tab would after the server has started again
        open_training(other)
        wait_for(other, lambda: other.input_value("#train-name input") == "mine")
        other.close()


def test_renamed_run_is_followed_and_missing_model_is_reported(visit, site):
    run = written(site.runs, "seven", 2.0)
    shutil.copytree(ROOT / "checkpoints" / "numbers", run.checkpoint)
    page = visit()
    with page.expect_download(timeout=WAIT) as download:
        page.click("#train-save")
    assert download.value.suggested_filename == "seven-history.csv"
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"))))
    assert [(row["step"], row["plain_loss"]) for row in rows] == [("10", "2"), ("20", "2")]

    page.get_by_role("tab", name="Translate").click()
    page.wait_for_selector("#attention [data-drawn][data-state=ready]", timeout=WAIT)
    sentence = page.input_value("#source textarea")
    page.click("#checkpoint input")
    page.get_by_role("option", name="run/seven").click()
    page.locator("#checkpoint input").blur()
    wait_for(page, lambda: page.input_value("#source textarea") not in ("", sentence))  # its first example has loaded
    page.fill("#source textarea", "twelve")
    page.click("#translate")
    wait_for(page, lambda: "十二" in "".join(page.inner_text("#attention").split()))
    open_training(page)
    page.click(f"{LIST} [data-action=ask-rename]")
    page.fill(f"{LIST} .gf-runs-field", "eleven")
    page.keyboard.press("Enter")
    wait_for(page, lambda: page.input_value("#checkpoint input") == "run/eleven")
    page.get_by_role("tab", name="Translate").click()
    page.fill("#source textarea", "thirteen")
    page.click("#translate")
    wait_for(page, lambda: "十三" in "".join(page.inner_text("#attention").split()))
    open_training(page)
    page.click(f"{LIST} [data-action=ask-delete]")
    page.click(f"{LIST} .gf-runs-question [data-action=delete]")
    page.get_by_text("“run/eleven” no longer exists").wait_for(timeout=WAIT)
    wait_for(page, lambda: page.input_value("#checkpoint input") == "en-de")  # once its first sentence is translated
    assert not any(path.is_dir() for path in site.runs.iterdir())


def test_preflight_reports_that_settings_have_changed(visit, site):
    page = visit()
    note = page.locator("#train-findings .gf-pre-outdated")
    page.click("#train-preflight")
    page.locator("#train-findings .gf-pre-facts dt").first.wait_for(timeout=WAIT)
    assert note.is_hidden()
    page.fill("#train-max-steps input", "1234")
    note.wait_for(timeout=WAIT)
    assert "run the preflight again" in note.inner_text()
    page.click("#train-preflight")
    note.wait_for(state="hidden", timeout=WAIT)  # a new preflight begins with the new settings


# Actions and readings of a visitor

KEPT = "sessionStorage.getItem('glassformer-runs')"
BOX_COLOUR = """name => getComputedStyle(
  document.querySelector(`#train-runs [data-action=compare][data-name=${name}]`), '::before').backgroundColor"""


def drawn_runs(page) -> set[str]:
    """The runs that the legend of the loss names."""
    texts = page.locator("#train-chart-loss .legendtext").all_text_contents() if page.locator(PLOT).count() else []
    return {text for text in texts if text.startswith("night")}


# Runs


def progress(step: int, loss: float) -> dict:
    return {
        "event": "progress",
        "step": step,
        "epoch": 0.5,
        "loss": loss,
        "plain_loss": loss,
        "learning_rate": 1e-3,
        "gradient_norm": 1.0,
        "tokens_per_second": 700.0,
        "padding": 0.1,
        "seconds": step / 10,
        "time": 1e9 + step / 10,
    }


def written(runs: Path, name: str, loss: float, *events: dict) -> Run:
    """A run that was stopped at step 20, without a process."""
    run = Run(runs / name)
    run.create(RunConfig(FIRST_MODEL, DataConfig(task="copy"), TrainingConfig(max_steps=100)))
    lines = [json.dumps(event) + "\n" for event in (progress(10, loss), progress(20, loss), *events)]
    run.events_path.write_text("".join(lines), encoding="utf-8")
    run.set_status("stopped", 20, "stopped")
    return run


def test_run_starts_from_a_checkpoint_and_is_compared_with_it(visit):
    page = visit()
    choose_task(page, "copy")
    page.click("#train-start-from input")
    page.get_by_role("option", name="numbers", exact=True).click()
    page.wait_for_selector("#train-parameters >> text=with the vocabulary of numbers")
    page.click("#train-model-settings-section button")
    width = page.locator("#train-d-model input")
    expect(width).to_have_value("128", timeout=WAIT)
    assert width.is_disabled()
    assert "Given by numbers." in page.inner_text("#train-d-model")
    assert page.locator("#train-dropout input").is_enabled() and not page.is_visible("#train-preset")
    start(page, "onwards", steps=3)
    page.wait_for_selector("#train-compared-table tbody tr", timeout=TRAINED)
    rows = page.locator("#train-compared-table tbody tr").all_inner_texts()
    assert [row.split()[0] for row in rows[::3]] == ["old:", "new:"] and "numbers, test, 100 pairs" in rows[0]
    page.click("#train-start-from input")
    page.get_by_role("option", name="random weights", exact=True).click()
    page.wait_for_selector("#train-preset", state="visible")
    assert width.is_enabled() and width.input_value() == "64"
