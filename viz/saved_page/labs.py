"""The labs as one HTML file that opens by a double click and makes no requests."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

from viz.components.maths import FOLDER, style
from viz.components.modules import join_labs
from viz.saved_page.standalone import FOLDER as SAVED_PAGE
from viz.saved_page.standalone import escaped, filled, page_variables, script_hash
from viz.texts import Texts
from viz.theme import page_css


def saved_labs(texts: Texts, held: Mapping[str, Any] | None = None) -> str:
    """Make the page in one language.

    Args:
        texts: the words around the labs.
        held: the lab that is open with its values, words, facts and answers, as `openSaved` reads them; without it the
            browser fills the element `held` in.
    """
    code = _script()
    parts = {
        "hash": script_hash(code),
        "language": escaped(texts.language),
        "title": escaped(texts("page.title")),
        "subtitle": escaped(texts("maths.saved")),
        "theme": escaped(texts("page.theme")),
        "style": f"{page_variables(page_css())}\n{_around()}\n#maths {{\n{style()}\n}}",
        "view": (FOLDER / "maths.html").read_text(encoding="utf-8"),
        "held": '{"held":null}' if held is None else json.dumps(held).replace("<", "\\u003c"),
        "script": code,
    }
    return filled(SAVED_PAGE / "labs.html", parts)


@functools.cache
def _script() -> str:
    code = join_labs().script + "\n" + (SAVED_PAGE / "labs.js").read_text(encoding="utf-8")
    if "</script" in code.lower() or "<!--" in code:
        raise ValueError("the script would end its own element")
    return code


def _around() -> str:
    return (SAVED_PAGE / "standalone.css").read_text(encoding="utf-8")
