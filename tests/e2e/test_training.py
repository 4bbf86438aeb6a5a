"""The tab "Train" in a real browser, over the real command: runs that continue without the page, and what is shown.

A server of its own for the module: trainings outlive it on purpose, so each test ends what it has started.
"""

import contextlib
import csv
import io
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from core.config import DataConfig, TrainingConfig
from core.training.run import Run, RunConfig
from core.training.runs import list_runs
from tests.benchmarks.page import ROOT, app_command, served
from tests.e2e.train_tab import (
    EXACT,
    LIST,
    STATE,
    TRAINED,
    WAIT,
    choose_task,
    end,
    exact_share,
    open_training,
    seen_step,
    start,
    wait_for,
    wait_for_state,
)
from viz.tabs.train.form.fields import FIRST_MODEL
from viz.tabs.train.runs.panel import IDLE

pytestmark = pytest.mark.slow  # a server of its own, and trainings
LONG = 100_000  # steps that no test waits for
PLOT = "#train-loss .js-plotly-plot"


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


@pytest.fixture
def visit(browser, site) -> Iterator[Callable[..., object]]:
    """Opens the tab "Train" in a browser of its own; no page raised an error."""
    contexts, errors = [], []

    def open_tab(address: str = site.address) -> object:
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


# From a click to a model


def test_numbers_train_from_a_click_to_a_good_checkpoint(visit, site):
    """With the settings that the tab offers; the page is reloaded in the middle."""
    page = visit()
    choose_task(page, "numbers")
    name = page.input_value("#train-name input")
    page.click("#train-start")
    page.wait_for_selector("#train-samples select option", state="attached", timeout=TRAINED)
    page.reload()
    open_training(page)
    wait_for_state(page, "finished", timeout=TRAINED)
    assert exact_share(site.runs / name / "checkpoint") >= EXACT


def test_stopped_run_has_a_checkpoint_and_is_resumed(visit, site):
    page = visit()
    start(page, "to-stop", steps=LONG)
    wait_for(page, lambda: seen_step(page) >= 5)
    page.click("#train-stop")
    wait_for_state(page, "/stopping|stopped/")
    run = Run(site.runs / "to-stop")
    wait_for(page, lambda: run.status().state == "stopped")
    wait_for_state(page, "stopped")
    assert run.saved_step >= 5 and (run.checkpoint / "model.safetensors").is_file()

    page.click("#train-resume")
    wait_for_state(page, "running")
    wait_for(page, lambda: seen_step(page) > run.saved_step)
    assert not page.is_visible("#train-resume")


# The same run from anywhere


def test_second_page_reload_and_new_server_show_the_same_run(visit, site):
    page = visit()
    start(page, "seen", steps=LONG)
    wait_for(page, lambda: seen_step(page) >= 5)
    second = visit()
    wait_for(second, lambda: seen_step(second) >= 5)
    page.reload()
    open_training(page)
    wait_for(page, lambda: seen_step(page) >= 5)
    assert "seen" in page.inner_text(f"{LIST} tr.followed")
    with served(app_command(ROOT / "checkpoints", site.runs)) as (address, _):
        third = visit(address)
        wait_for(third, lambda: seen_step(third) >= 5)
        third.click("#train-stop")
        for other in (page, second, third):
            wait_for_state(other, "stopped")
        third.close()


def test_idle_page_shows_a_run_of_another_page(visit, site):
    idle, page = visit(), visit()
    assert "No run yet" in idle.inner_text(STATE)
    start(page, "noticed", steps=LONG)
    idle.wait_for_selector(f"{LIST} >> text=noticed", timeout=WAIT)


def test_second_run_waits_for_the_first(visit, site):
    page = visit()
    start(page, "first", steps=LONG)
    wait_for_state(page, "/starting|running/")
    start(page, "second", steps=LONG)
    wait_for_state(page, "Number 1 in the queue: “first” trains first")
    follow(page, "first")
    wait_for_state(page, "running")
    page.click("#train-stop")
    follow(page, "second")
    wait_for_state(page, "running")
    assert Run(site.runs / "first").status().state == "stopped"


def test_killed_run_is_shown_as_crashed_with_its_log(visit, site):
    page = visit()
    start(page, "killed", steps=LONG)
    wait_for(page, lambda: seen_step(page) >= 5)
    run = Run(site.runs / "killed")
    with run.log_path.open("a") as log:
        log.write("<img src=x onerror=window.hurt=1>\n")
    end(run)
    wait_for_state(page, "crashed")
    assert "<img src=x" in page.inner_text(f"{STATE} pre")
    assert page.is_visible("#train-resume") and page.evaluate("window.hurt") is None


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
    page.wait_for_timeout(1000 * IDLE)  # a look that was under way when the box was ticked is mended by the next one
    wait_for(page, lambda: drawn_runs(page) == {"night-2", "night-5"} and "night-5" in page.evaluate(KEPT))
    page.reload()
    open_training(page)
    wait_for(page, lambda: drawn_runs(page) == {"night-2", "night-5"})
    page.uncheck(f"{LIST} [data-action=compare][data-name=night-5]:not(:disabled)")
    wait_for(page, lambda: drawn_runs(page) == set())  # one run needs no name in its legend


def test_zoom_stays_while_new_points_come(visit, site):
    run = written(site.runs, "zoomed", 2.0)
    run.set_status("running", 20, process=os.getpid())
    page = visit()
    page.wait_for_selector(f"{PLOT} .main-svg", timeout=WAIT)
    page.evaluate("selector => Plotly.relayout(document.querySelector(selector), {'xaxis.range': [7, 13]})", PLOT)
    page.evaluate("selector => { document.querySelector(selector).witness = true; }", PLOT)
    for step in range(30, 60, 10):
        run.append(progress(step, 1.0))
        run.set_status("running", step, process=os.getpid())
        wait_for(page, lambda step=step: seen_step(page) == step)
    page.wait_for_timeout(500)
    found = page.evaluate(
        "selector => { const plot = document.querySelector(selector);"
        " return [plot.witness, plot.layout.xaxis.range, plot.calcdata[0].length]; }",
        PLOT,
    )
    assert found == [True, [7, 13], 5]
    run.set_status("stopped", 50, "stopped")


def test_samples_mark_changed_words(visit, site):
    hostile = "<b>${window.hurt=1}</b>"
    samples = {5: f"a cat {hostile}", 10: f"a dog {hostile}", 15: f"a dog runs {hostile}"}
    events = [
        {"event": "sample", "step": step, "index": 0, "source": hostile, "reference": "ref", "translation": words}
        for step, words in samples.items()
    ]
    written(site.runs, "samples", 2.0, *events)
    page = visit()
    page.wait_for_selector("#train-samples mark", timeout=WAIT)
    cell = "#train-samples td:last-child"
    assert page.locator("#train-samples mark").all_inner_texts() == ["runs "]
    assert page.inner_text(cell) == samples[15]
    page.click("#train-samples [data-go='-1']")
    assert page.locator("#train-samples mark").all_inner_texts() == ["dog "]
    page.select_option("#train-samples select", index=0)
    assert page.inner_text(cell) == samples[5] and page.locator("#train-samples mark").count() == 0
    assert page.evaluate("window.hurt") is None and page.locator("#train-samples td b").count() == 0


def test_run_is_renamed_and_deleted_after_a_question(visit, site):
    for name in ("keep", "go"):
        written(site.runs, name, 2.0)
    page = visit()
    follow(page, "go")
    page.click(f"{LIST} [data-action=ask-rename]")
    page.fill(f"{LIST} .gf-runs-field", "keep")
    page.keyboard.press("Enter")
    page.get_by_test_id("toast-body").wait_for(timeout=WAIT)  # the name is taken
    assert page.input_value(f"{LIST} .gf-runs-field") == "keep"
    page.get_by_test_id("toast-close").click()
    page.fill(f"{LIST} .gf-runs-field", "gone-7")
    page.click(f"{LIST} [data-action=rename]")
    page.wait_for_selector(f"{LIST} tr.followed >> text=gone-7", timeout=WAIT)
    assert (site.runs / "gone-7").is_dir() and not (site.runs / "go").exists()

    page.click(f"{LIST} [data-action=ask-delete]")
    page.click(f"{LIST} .gf-runs-question [data-action=cancel]")
    page.wait_for_timeout(500)
    assert (site.runs / "gone-7").is_dir()
    page.click(f"{LIST} [data-action=ask-delete]")
    page.click(f"{LIST} .gf-runs-question [data-action=delete]")
    page.wait_for_selector(f"{LIST} tr.followed >> text=keep", timeout=WAIT)
    assert [path.name for path in site.runs.iterdir() if path.is_dir()] == ["keep"]


def test_renamed_run_is_followed_and_missing_model_is_reported(visit, site):
    shutil.copytree(ROOT / "checkpoints" / "numbers", written(site.runs, "seven", 2.0).checkpoint)
    page = visit()
    page.get_by_role("tab", name="Translate").click()
    page.wait_for_selector("#attention [data-drawn][data-state=ready]", timeout=WAIT)
    sentence = page.input_value("#source textarea")
    page.click("#checkpoint input")
    page.get_by_role("option", name="run/seven").click()
    page.locator("#checkpoint input").blur()
    wait_for(page, lambda: page.input_value("#source textarea") not in ("", sentence))  # its first example has come
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
    page.get_by_text("“run/eleven” is no longer there").wait_for(timeout=WAIT)
    wait_for(page, lambda: page.input_value("#checkpoint input") == "en-de")  # once its first sentence is translated


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
    page.get_by_text("1,234 steps").first.wait_for(timeout=WAIT)
    assert note.is_hidden()


def test_long_name_keeps_actions_and_focus_in_place(visit, site):
    """At any width; after a question is answered or cancelled, the focus is where it was asked."""
    written(site.runs, "n" * 64, 2.0)
    page = visit()
    focused = "() => document.activeElement.dataset.action"
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        for action in ("ask-rename", "ask-delete"):
            page.locator(f"{LIST} [data-action={action}]").click(timeout=WAIT)
            page.keyboard.press("Escape")
            assert page.evaluate(focused) == action
            box = page.locator(f"{LIST} [data-action={action}]").bounding_box()
            assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.locator(f"{LIST} [data-action=ask-rename]").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("short")
    page.keyboard.press("Enter")
    wait_for(page, lambda: page.evaluate("() => document.activeElement.dataset.name") == "short")


def test_history_is_saved_as_a_csv_of_its_name(visit, site):
    written(site.runs, "saved", 2.0)
    page = visit()
    with page.expect_download(timeout=WAIT) as download:
        page.click("#train-save")
    assert download.value.suggested_filename == "saved-history.csv"
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"))))
    assert [(row["step"], row["plain_loss"]) for row in rows] == [("10", "2"), ("20", "2")]


# What a visitor does and sees

KEPT = "sessionStorage.getItem('glassformer-runs')"
BOX_COLOUR = """name => getComputedStyle(
  document.querySelector(`#train-runs [data-action=compare][data-name=${name}]`)).backgroundColor"""


def follow(page, name: str) -> None:
    page.click(f"{LIST} [data-action=follow][data-name={name}]")
    page.wait_for_selector(f"{LIST} tr.followed[data-run={name}]", timeout=WAIT)


def drawn_runs(page) -> set[str]:
    """The runs that the legend of the loss names."""
    texts = page.locator("#train-loss .legendtext").all_text_contents() if page.locator(PLOT).count() else []
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
