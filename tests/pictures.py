"""Pictures of the page: those of the documents, or every tab at every width, theme and language, to look at.

    python -m tests.pictures                          # docs/page.png, docs/page.zh-CN.png
    python -m tests.pictures --all pictures [--language zh] [--labs masks softmax]

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
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.page import ROOT, app_command, served
from tests.conftest import CHROMIUM, PATIENCE, SWITCHES
from tests.e2e.explorer import drawn

DOCUMENTS = {
    "page.png": {"lang": "en", "checkpoint": "en-de", "text": "I would have called you if I had known your number."},
    "page.zh-CN.png": {"lang": "zh", "checkpoint": "en-zh", "text": "She asked me where I had bought the book."},
}
SIZE = {"width": 1280, "height": 1060}
LARGEST = 500_000  # bytes of a picture in the documents
TABS = ("translate", "machine", "maths", "train", "about")
LABS = ("masks", "softmax", "positional", "schedule", "beam_search", "complexity", "mask_after_softmax")
WIDTHS = (1280, 390)
READY = {  # of a tab, what it shows once it is complete
    "translate": "#attention [data-state=ready]:not([data-busy=true])",
    "machine": "#machine [data-part=panel][data-state=ready]",
    "maths": "#maths [data-part=lab]:not([aria-busy=true]) [data-part=figures] > *",
    "train": "#train-name input",
    "about": "#study fieldset",
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


def photograph_all(browser: Browser, site: str, folder: Path, languages: list[str], labs: list[str]) -> None:
    """Write a picture of every tab and of some labs, at each width, theme and language, and as other readers see it."""
    usual = [(f"{width}-{theme}", width, {"color_scheme": theme}) for width in WIDTHS for theme in ("light", "dark")]
    views = [*usual, *((name, width, dict(given)) for name, (width, given) in READERS.items())]
    folder.mkdir(parents=True, exist_ok=True)
    for language, (name, width, emulated) in itertools.product(languages, views):
        with opened(browser, f"{site}?lang={language}", width, **emulated) as page:
            for tab in TABS:
                page.evaluate("tab => document.querySelector(`[role=tab][data-tab-id=${tab}]`).click()", tab)
                photograph(page, folder / f"{language}-{name}-{tab}.png", READY[tab])
            for lab in labs if (name, width, emulated) in usual else ():
                page.goto(f"{site}?lang={language}&lab={lab}")
                photograph(page, folder / f"{language}-{name}-lab-{lab}.png", READY["maths"])


def photograph(page: Page, path: Path, ready: str) -> None:
    """Write a picture of the whole page, and say what is wider than the window."""
    page.wait_for_selector(ready)
    page.wait_for_timeout(1500)  # figures are drawn after their tab has its width
    page.screenshot(path=path, full_page=True, type="png")
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    print(f"{path}{f': {wider} pixels wider than the window' if wider > 0 else ''}", flush=True)


def main() -> int:
    """Read the command line and write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="Folder of the pictures of the documents.")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="Photograph every tab into this folder instead.")
    parser.add_argument("--language", nargs="+", default=["en", "zh"])
    parser.add_argument("--labs", nargs="*", default=list(LABS))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as runs, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[f"--{switch}" for switch in SWITCHES])
        with served(app_command(ROOT / "checkpoints", Path(runs))) as (site, _):
            if arguments.all:
                photograph_all(browser, site, arguments.all, arguments.language, arguments.labs)
            else:
                photograph_documents(browser, site, arguments.out)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
