"""A whole page in a frame of a notebook, for where no kernel runs: deflated, opened by a few lines of script."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from pathlib import Path

from core.errors import CoreError
from viz.saved_page.standalone import escaped, filled, page_script
from viz.texts import Texts

_FOLDER = Path(__file__).parent
_HEIGHT = 760  # pixels


def fallback(text: str, page: Callable[[], bytes] | None, texts: Texts) -> dict[str, str]:
    """Return what a stored notebook shows where no kernel runs, by media type.

    Args:
        text: for a terminal, and for a notebook printed without pictures.
        page: makes the page; without it there is only the text. A page that cannot be made says why.
        texts: the words.
    """
    shown = {"text/plain": text}
    if page is None:
        return shown
    try:
        return {**shown, "text/html": framed(page(), text, texts)}
    except CoreError as error:
        return {**shown, "text/html": f"<p>{escaped(texts.error(error))}</p>"}


def framed(page: bytes, instead: str, texts: Texts) -> str:
    """Return an HTML element that shows a page which makes no requests.

    Args:
        page: HTML in UTF-8 with a policy of its own.
        instead: plain text where a reader of the notebook drops frames.
        texts: the words.
    """
    packed = base64.b64encode(zlib.compress(page, 9)).decode("ascii")
    parts = {
        "page": packed,
        "script": page_script(_FOLDER / "frame.js"),
        "noscript": escaped(texts("standalone.noscript")),
    }
    inside = escaped(filled(_FOLDER / "frame.html", parts))
    allowed = "allow-scripts allow-downloads allow-popups allow-modals"  # no access to the notebook around it
    style = f"width: 100%; height: {_HEIGHT}px; border: 0; resize: vertical"
    return f'<iframe sandbox="{allowed}" style="{style}" srcdoc="{inside}">{escaped(instead)}</iframe>'
