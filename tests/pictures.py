"""Pictures of the page: those of the documents, or every tab, panel and lab at every width, theme and language.

    python -m tests.pictures                          # docs/page.png, docs/page.zh-CN.png
    python -m tests.pictures --all pictures [--language zh] [--widths 390] [--panels tree print] [--labs masks softmax]

The page is started as by a user and photographed in Chromium once its first translation is drawn. Nothing in a picture
is made up; the milliseconds that the translation took differ from one run to the next.
"""

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.page import ROOT, app_command, served
from tests.conftest import CHROMIUM, PATIENCE, SWITCHES
from tests.e2e.explorer import drawn
from tests.viz.tabs.train.made import stopped_run
from viz.labs import lab_names

DOCUMENTS = {
    "page.png": {"lang": "en", "checkpoint": "en-de", "text": "I would have called you if I had known your number."},
    "page.zh-CN.png": {"lang": "zh", "checkpoint": "en-zh", "text": "Do you know where my mother put the keys?"},
}
SIZE = {"width": 1280, "height": 1060}
LARGEST = 500_000  # bytes of a picture in the documents
WIDTHS = (390, 768, 1280, 1920)
THEMES = ("light", "dark")
READY = {  # of a tab, what it shows once it is complete
    "translate": "#attention [data-state=ready]:not([data-busy=true])",
    "machine": "#machine [data-part=panel][data-state=ready]",
    "maths": "#maths [data-part=lab]:not([aria-busy=true]) [data-part=figures] > *",
    "train": "#train-name input",
    "evaluate": "#evaluate-preview td",
    "about": "#study dt",
}
LAB = "#maths [data-part=lab][data-lab={}]:not([aria-busy=true]) [data-part=figures] > *"


class Panel(NamedTuple):
    """A part of a tab that does not show at first."""

    tab: str
    ready: str  # selector of what it shows once it is complete
    opened_by: tuple[str | tuple[str, str], ...]  # selectors to click in turn, or a selector and the text to fill in


def _tool(name: str, *clicks: str, ready: str = "") -> Panel:
    idle = f"#attention [data-panel-of={name}]:not([aria-busy=true], :has([aria-busy=true]))"
    return Panel("translate", ready or idle, (f"[data-bench={name}]", *clicks))


def _menu(name: str, *clicks: str, ready: str = "") -> Panel:
    return Panel("translate", ready or f"[data-panel={name}]", (f"#attention [data-opens={name}]", *clicks))


def _data(place: int, ready: str) -> Panel:
    return Panel("train", ready, (f"#train-source input >> nth={place}",))


_VARIANT = "#attention [data-part=variant]:not([hidden])"
_OFF = "#attention .gf-lab-switch"
_VIEW = "#attention [data-group=view] [data-option={}]"
PANELS = {
    "search": Panel("translate", "#beam input", ("#search-open",)),
    "matrix": Panel("translate", "#attention [data-view=matrix]", (_VIEW.format("matrix"),)),
    "table": Panel("translate", "#attention [data-view=table]", (_VIEW.format("table"),)),
    "options": Panel("translate", "#attention [data-part=lens]", ("#attention [data-part=options-open]",)),
    "tree": _tool("tree"),
    "lab": _tool("lab"),
    "close_up": _tool("close_up"),
    "catalogue": _tool("catalogue"),
    "compare": _tool("compare"),
    "head_off": _tool("lab", _OFF, ready=_VARIANT),
    "difference": _tool("lab", _OFF, "#attention [data-group=side] [data-option=difference]", ready=_VARIANT),
    "checks": _menu("checks"),
    "hypotheses": _menu("hypotheses"),
    "save": _menu("save"),
    "more": _menu("more"),
    "print": _menu("save", "#attention [data-save=print]", ready="#attention dialog[open]"),
    "present": _menu("more", "#attention [data-part=present]", ready="#attention [data-part=presenting]"),
    "time": Panel("translate", "#learned-view [data-part=body]", ("#attention [data-part=time-travel]",)),
    "fault": Panel(
        "translate",
        "#attention [data-part=problem]:not(:empty)",
        ("#search-open", ("#beam input", "2.5"), "#translate"),
    ),
    "corpus": _data(3, "#train-known"),
    "hub": _data(4, "#train-hub-part"),
    "own_files": _data(5, "#train-upload"),
    "preflight": Panel("train", "#train-findings .gf-pre-facts", ("#train-preflight",)),
    "refused": Panel("train", "#train-findings button", (("#train-max-steps input", "-1"), "#train-start")),
}
# For readers who need more than the usual page: name -> width, and what the browser emulates.
READERS = {
    "zoomed": (640, {}),
    "320": (320, {}),
    "forced-light": (1280, {"forced_colors": "active", "color_scheme": "light"}),
    "forced-dark": (1280, {"forced_colors": "active", "color_scheme": "dark"}),
}


@contextmanager
def opened(browser: Browser, address: str, width: int, **emulated: str) -> Iterator[Page]:
    """Open the page in a window of its own and wait for its first translation."""
    with browser.new_context(viewport={"width": width, "height": SIZE["height"]}) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.emulate_media(reduced_motion="reduce", **emulated)
        page.goto(address)
        drawn(page)
        yield page


def photograph_documents(browser: Browser, site: str, folder: Path) -> None:
    """Write the pictures of the documents."""
    for name, fields in DOCUMENTS.items():
        with opened(browser, f"{site}?{urlencode(fields)}", SIZE["width"], color_scheme="light") as page:
            page.wait_for_selector("#attention [data-exact=true]", state="attached")
            content = page.screenshot(path=folder / name, type="png")
        print(f"{folder / name}: {len(content):,} bytes")
        if len(content) > LARGEST:
            raise SystemExit(f"{name} has more than {LARGEST:,} bytes")


def photograph_all(browser: Browser, site: str, folder: Path, chosen: argparse.Namespace) -> None:
    """Write a picture of every tab, panel and lab, at each width, theme and language; of tabs, as other readers see it.

    Args:
        browser: takes the pictures.
        site: address of the page.
        folder: of the pictures.
        chosen: `language`, `widths`, `panels`, `labs` and `readers`, each a list of names.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for language in chosen.language:
        for width, theme in itertools.product(chosen.widths, THEMES):
            with opened(browser, f"{site}?lang={language}", width, color_scheme=theme) as page:
                start = folder / f"{language}-{width}-{theme}"
                photograph_tabs(page, start)
                for name in chosen.panels:
                    open_again(page, f"{site}?lang={language}")
                    open_panel(page, name)
                    photograph(page, Path(f"{start}-{PANELS[name].tab}-{name}.png"), PANELS[name].ready)
                open_tab(page, "maths")
                page.wait_for_selector(READY["maths"])
                for lab in chosen.labs:
                    open_lab(page, lab)
                    photograph(page, Path(f"{start}-lab-{lab}.png"), LAB.format(lab))
        for name in chosen.readers:
            width, emulated = READERS[name]
            with opened(browser, f"{site}?lang={language}", width, **emulated) as page:
                photograph_tabs(page, folder / f"{language}-{name}")


def photograph_tabs(page: Page, start: Path) -> None:
    """Write a picture of every tab, each named by this start."""
    for tab in READY:
        open_tab(page, tab)
        photograph(page, Path(f"{start}-{tab}.png"), READY[tab])


def open_again(page: Page, address: str) -> None:
    """Open the page once more, without what it kept of the last panel, and wait for its first translation."""
    page.evaluate("sessionStorage.clear()")
    page.goto(address)
    drawn(page)


def open_panel(page: Page, name: str) -> None:
    """Open a panel of a page that is drawn; `ready` of the panel says when it is complete."""
    panel = PANELS[name]
    open_tab(page, panel.tab)
    page.wait_for_selector(READY[panel.tab])
    for act in panel.opened_by:
        if isinstance(act, tuple):
            page.fill(*act)
        else:
            page.click(act)


def open_lab(page: Page, name: str) -> None:
    """Open a lab of the tab "Inside the maths"; `LAB` says when it is complete."""
    page.eval_on_selector(f"#maths [data-part=list] [data-lab={name}]", "button => button.click()")


def open_tab(page: Page, tab: str) -> None:
    """Open a tab, which may be in the menu of those that have no room."""
    page.evaluate("tab => document.querySelector(`[role=tab][data-tab-id=${tab}]`).click()", tab)


def photograph(page: Page, path: Path, ready: str) -> None:
    """Write a picture of the whole page, and say what is wider than the window."""
    page.wait_for_selector(ready)
    page.wait_for_timeout(700)  # figures are drawn after their tab has its width
    page.screenshot(path=path, full_page=True, type="png")
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    print(f"{path}{f': {wider} pixels wider than the window' if wider > 0 else ''}", flush=True)


def main() -> int:
    """Read the command line and write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="Folder of the pictures of the documents.")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="Photograph everything into this folder instead.")
    parser.add_argument("--language", nargs="+", default=["en", "zh"])
    parser.add_argument("--widths", nargs="+", type=int, default=list(WIDTHS))
    parser.add_argument("--panels", nargs="*", default=list(PANELS), choices=PANELS)
    parser.add_argument("--labs", nargs="*", default=list(lab_names()))
    parser.add_argument("--readers", nargs="*", default=list(READERS), choices=READERS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as runs, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[f"--{switch}" for switch in SWITCHES])
        with served(app_command(ROOT / "checkpoints", Path(runs))) as (site, _):
            if arguments.all:
                stopped_run(Path(runs))
                photograph_all(browser, site, arguments.all, arguments)
            else:
                photograph_documents(browser, site, arguments.out)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
