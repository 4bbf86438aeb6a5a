"""The labs as one HTML file that opens by a double click and makes no requests; the browser fills in what it holds."""

import base64
import functools
import hashlib
import html
import re
from pathlib import Path
from typing import Any

from viz.components.maths import FOLDER, style
from viz.components.modules import join_labs
from viz.saved_page.standalone import FOLDER as SAVED_PAGE
from viz.saved_page.standalone import page_variables
from viz.tabs.language import request_texts
from viz.texts import Texts
from viz.theme import page_css

_FOLDER = Path(__file__).parent


def lab_page(_: Any) -> dict[str, str]:
    """Return the empty page; its element `held` takes the values, words and answers as JSON."""
    return {"page": saved_labs(request_texts())}


def saved_labs(texts: Texts) -> str:
    """Make the page in one language."""
    code = _script()
    parts = {
        "hash": f"sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}",
        "language": html.escape(texts.language),
        "title": html.escape(texts("page.title")),
        "subtitle": html.escape(texts("maths.saved")),
        "theme": html.escape(texts("page.theme")),
        "style": f"{page_variables(page_css())}\n{_around()}\n#maths {{\n{style()}\n}}",
        "view": (FOLDER / "maths.html").read_text(encoding="utf-8"),
        "script": code,
    }
    template = (_FOLDER / "standalone.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], template)


@functools.cache
def _script() -> str:
    code = join_labs().script + "\n" + (_FOLDER / "standalone.js").read_text(encoding="utf-8")
    if "</script" in code.lower() or "<!--" in code:
        raise ValueError("the script would end its own element")
    return code


def _around() -> str:
    return (SAVED_PAGE / "standalone.css").read_text(encoding="utf-8")
