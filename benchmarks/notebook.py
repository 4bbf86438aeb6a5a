"""The widgets in JupyterLab: what is clicked and set, a sentence that is typed, and the exported notebook.

    python -m benchmarks.notebook --jupyter FOLDER/bin/jupyter [--shots FOLDER]

The environment of that program needs jupyterlab, nbconvert, anywidget and what Glassformer imports. Every request of
Chromium that leaves the machine is refused and counted.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

from benchmarks.alternating import Report, at_most
from benchmarks.page import CHROMIUM_ARGUMENTS, ROOT

PORT = 8911
PATIENCE = 60.0  # seconds
FALLBACK = 0.6  # the limit: MB of an output without its widget
CELLS = (
    """\
from pathlib import Path
from core.library import CheckpointLibrary
from core.service import Service
from glassformer.showing import mimebundle, show, show_lab, show_machine

class Result:
    def __init__(self, checkpoint, text):
        self.service = Service(CheckpointLibrary(Path(ROOT) / "checkpoints"))
        self._answer = self.service.translate(checkpoint, text, 4, 0.6)
    def answer(self):
        return self._answer
    def _repr_mimebundle_(self, **_):
        return mimebundle(self)
""",
    'first = Result("en-de", "A brown dog runs through the snow.")\nfirst',
    'second = show(Result("en-zh", "Two children play."), live=True, kind="decoder", layer=2, head=3)\nsecond',
    "print('clicked', second.kind, second.layer, second.head, second.step)",
    "second.kind, second.layer, second.head = 'encoder', 1, 2",
    "show_machine(first)",
    'show_lab("softmax", first)',
)


def main() -> int:
    """Print what was seen; return 0 if all of it was as it must be."""
    parser = argparse.ArgumentParser(description="The widgets in JupyterLab")
    parser.add_argument("--jupyter", required=True, help="the program jupyter of an environment with JupyterLab")
    parser.add_argument("--shots", type=Path, help="folder for pictures")
    parsed = parser.parse_args()
    report = Report()
    report.title("The widget in JupyterLab")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        write_notebook(folder / "first.ipynb")
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM_ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 1600})
        refused = refuse_others(page)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        with jupyter(parsed.jupyter, folder):
            try:
                watch_cells(page, report, parsed.shots)
            except BaseException:
                page.screenshot(path="/tmp/shots/fail.png")
                print(errors)
                raise
        report.value("requests beyond this machine", [len(refused)], "", at_most(0))
        export(parsed.jupyter, folder)
        watch_export(page, folder, report, parsed.shots)
        report.value("errors of the pages", [len(errors)], "", at_most(0))
        print(*errors, "what nbconvert's own template asks for:", *refused, sep="\n")
        browser.close()
    return report.status


def write_notebook(path: Path) -> None:
    """Write the notebook without outputs."""
    cells = [
        {
            "cell_type": "code",
            "id": f"c{number}",
            "metadata": {},
            "source": text.replace("ROOT", repr(str(ROOT))),
            "outputs": [],
            "execution_count": None,
        }
        for number, text in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path.write_text(json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}))


@contextlib.contextmanager
def jupyter(program: str, folder: Path) -> Iterator[None]:
    """Run JupyterLab on a folder."""
    given = [
        f"--port={PORT}",
        "--LabApp.news_url=",
        "--no-browser",
        "--allow-root",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JUPYTER_CONFIG_DIR": str(folder / ".config")}
    with (folder / "lab.log").open("w") as log:
        started = subprocess.Popen(
            [program, "lab", *given, f"--ServerApp.root_dir={folder}"],
            env=environment,
            stdout=log,
            stderr=log,
        )
        try:
            ends = time.monotonic() + PATIENCE
            while time.monotonic() < ends:
                with contextlib.suppress(OSError):
                    urlopen(f"http://127.0.0.1:{PORT}/api").close()
                    break
                time.sleep(0.3)
            yield
        finally:
            started.terminate()
            started.wait()


def refuse_others(page: Page) -> list[str]:
    """Refuse requests that leave the machine; return the list of their addresses, which grows."""
    refused: list[str] = []

    def route(route: Any) -> None:
        if re.match(r"(http://127\.0\.0\.1|file:|blob:|data:)", route.request.url):
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    page.route("**/*", route)
    return refused


def watch_cells(page: Page, report: Report, shots: Path | None) -> None:
    """Run the cells, click, set a head from Python, type a sentence, look at it in the dark, and save."""
    page.goto(f"http://127.0.0.1:{PORT}/lab/tree/first.ipynb?reset")
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=PATIENCE * 1000)
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=PATIENCE * 1000)
    started = time.monotonic()
    for cell in range(3):
        run_cell(page, cell)
    views = page.locator(".gf-explorer[data-drawn]")
    views.nth(1).wait_for(timeout=PATIENCE * 1000)
    report.value("two widgets are drawn", [time.monotonic() - started], " s")
    picture(page, shots, "light")
    first, second = views.nth(0), views.nth(1)
    shown(second, "decoder", report, "the second begins as asked")
    second.locator('[data-choice="head"]').select_option(index=0)
    shown(first, "cross", report, "the first is not changed")
    run_cell(page, 3)
    said = page.locator(".jp-Cell").nth(3).locator(".jp-OutputArea-output")
    said.wait_for()
    report.condition("Python reads what was clicked", "decoder 2 1" in said.inner_text(), said.inner_text().strip())
    run_cell(page, 4)
    page.wait_for_function("() => document.querySelectorAll('.gf-explorer')[1].dataset.kind === 'encoder'")
    shown(second, "encoder", report, "Python sets the head")
    second.locator('[data-bench="lab"]').click()
    second.locator(".gf-lab").wait_for()
    first.locator('[data-bench="tree"]').click()
    first.locator(".gf-tree svg, .gf-tree canvas").first.wait_for()
    picture(page, shots, "panels")
    before = second.get_attribute("data-drawn")
    second.locator(".gf-live textarea").fill("Three cats sleep.")
    started = time.monotonic()
    second.locator(".gf-live textarea").press("Enter")
    page.wait_for_function(
        "before => document.querySelectorAll('.gf-explorer')[1].dataset.drawn !== before", arg=before, timeout=60_000
    )
    report.value("a typed sentence is translated and drawn", [time.monotonic() - started], " s")
    words = second.locator(".gf-strip [data-part=words]").inner_text().split()
    report.condition("in the words of the model", "猫" in words, " ".join(words))
    for cell, drawn in ((5, ".gf-machine-figure svg"), (6, ".gf-lab-figure canvas")):
        run_cell(page, cell)
        page.locator(drawn).first.wait_for()
    page.evaluate("() => { document.body.dataset.jpThemeLight = 'false' }")
    picture(page, shots, "dark")
    page.evaluate("() => { document.body.dataset.jpThemeLight = 'true' }")
    page.keyboard.press("Control+s")
    page.wait_for_timeout(2000)


def run_cell(page: Page, number: int) -> None:
    """Run a cell and stay there."""
    cell = page.locator(".jp-Cell").nth(number)
    cell.locator(".jp-InputPrompt").click()
    page.keyboard.press("Control+Enter")
    page.wait_for_function(
        "n => /\\d/.test(document.querySelectorAll('.jp-Cell')[n]?.querySelector('.jp-InputPrompt').textContent)",
        arg=number,
        timeout=PATIENCE * 1000,
    )


def shown(view: Any, kind: str, report: Report, what: str) -> None:
    """Report whether a view shows a kind."""
    there = view.get_attribute("data-kind")
    report.condition(what, there == kind, there)


def picture(page: Page, shots: Path | None, name: str) -> None:
    """Photograph each widget."""
    if shots is None:
        return
    page.wait_for_timeout(500)
    for number, view in enumerate(page.locator(".gf-notebook").all()):
        view.screenshot(path=str(shots / f"{name}-{number}.png"))


def export(program: str, folder: Path) -> None:
    """Export the saved notebook."""
    subprocess.run([program, "nbconvert", "--to", "html", "first.ipynb"], cwd=folder, check=True, capture_output=True)


def watch_export(page: Page, folder: Path, report: Report, shots: Path | None) -> None:
    """Open the exported notebook and look into its frames."""
    saved = json.loads((folder / "first.ipynb").read_text())
    report.condition("the notebook stores no model", "widgets" not in saved["metadata"], ", ".join(saved["metadata"]))
    for number in (1, 2, 6):
        data = saved["cells"][number]["outputs"][0]["data"]
        size = sum(len(part) for part in data["text/html"]) / 1e6
        report.value("the fallback", [size], " MB", at_most(FALLBACK))
    page.goto((folder / "first.html").as_uri())
    for number in (0, 1):
        frame = page.frame_locator("iframe[srcdoc]").nth(number)
        frame.locator("#attention[data-drawn]").wait_for(timeout=30_000)
        if shots:
            page.locator("iframe[srcdoc]").nth(number).screenshot(path=str(shots / f"export-{number}.png"))


if __name__ == "__main__":
    raise SystemExit(main())
