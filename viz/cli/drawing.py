"""Run the page's drawing modules without the page: in Node, or in a browser without a window."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from core.errors import CoreError
from viz.components.modules import FOLDER, bundle

ENTRY = FOLDER / "attention_view" / "print" / "file.js"
BROWSER_VARIABLE = "CHROME"  # path of the browser, where it is not found by its name
_BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
_SECONDS = 120
_MARK = "gf-drawn:"

Json = dict[str, Any]


def draw(request: Json, *, needs_browser: bool) -> Json:
    """Return what `print_file.js` makes of a request.

    Args:
        request: see `PrintRequest` there.
        needs_browser: the file has pixels, or is printed: Node cannot make it.

    Raises:
        CoreError: neither Node nor a browser that can draw it is installed, or the drawing failed.
    """
    given = json.dumps(request, allow_nan=False).replace("<", "\\u003c")
    drawing = f"const drawn = JSON.stringify({bundle(ENTRY)}.printFile({given}));\n"
    node = None if needs_browser else shutil.which("node")
    if node:
        return json.loads(_output([node, "-"], drawing + "process.stdout.write(drawn);"))
    if not needs_browser and not find_browser():
        raise CoreError("figure.node", "drawing needs Node 18 or newer, or Chromium, Chrome or Edge; none is installed")
    return _drawn_in_browser(drawing)


def find_browser() -> str | None:
    """Return the path of an installed browser of the Chromium family; None without one."""
    given = os.environ.get(BROWSER_VARIABLE)
    return next((path for name in ((given,) if given else _BROWSERS) if (path := shutil.which(name))), None)


def print_page(page: str) -> bytes:
    """Return an HTML page as a PDF, as the browser prints it.

    Raises:
        CoreError: no browser of the Chromium family is installed, or it failed.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        out = Path(folder) / "figure.pdf"
        _in_browser(page, Path(folder), f"--print-to-pdf={out}", "--no-pdf-header-footer")
        if not out.is_file():
            raise CoreError("figure.drawing", "{program} could not draw the figure", program="the browser")
        return out.read_bytes()


def _drawn_in_browser(drawing: str) -> Json:
    """Run the script in a page that has nothing else and read the page's text."""
    script = (
        drawing + "const ascii = drawn.replace(/[\\u007f-\\uffff]/g, "
        "c => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));\n"
        f"document.body.textContent = '{_MARK}' + btoa(ascii) + ';';"
    )
    if "</script" in script.lower() or "<!--" in script:
        raise ValueError("the script would end its own element")
    page = f'<!doctype html><meta charset="utf-8"><body><script>{script}</script>'
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        shown = _in_browser(page, Path(folder), "--dump-dom")
    found = re.search(rf"{_MARK}([\w+/=]+);", shown)
    if not found:
        raise CoreError("figure.drawing", "{program} could not draw the figure", program="the browser")
    return json.loads(base64.b64decode(found[1]))


def _in_browser(page: str, folder: Path, *wanted: str) -> str:
    """Open a page in a browser without a window, which keeps its files in a folder; return what it prints."""
    browser = find_browser()
    if not browser:
        raise CoreError(
            "figure.browser",
            "a browser draws this format: install Chromium, Chrome or Edge, or set {variable} to its path; "
            "SVG needs only Node",
            variable=BROWSER_VARIABLE,
        )
    file = folder / "figure.html"
    file.write_text(page, encoding="utf-8")
    options = ["--headless", "--disable-gpu", "--disable-extensions", "--no-first-run"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")  # a browser refuses to run as root with it
    return _output([browser, *options, f"--user-data-dir={folder / 'profile'}", *wanted, file.as_uri()])


def _output(command: list[str], text: str | None = None) -> str:
    """Return what a program prints.

    Raises:
        CoreError: it failed, or took too long.
    """
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise CoreError(
            "figure.slow", "{program} took more than {seconds} s", program=Path(command[0]).name, seconds=_SECONDS
        ) from None
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if "Error" in line), "")[:200]
        raise CoreError(
            "figure.failed",
            "{program} could not draw the figure: {reason}",
            program=Path(command[0]).name,
            reason=reason,
        )
    return done.stdout
