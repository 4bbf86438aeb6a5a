"""Files that are too large for an upload, refused in the page's words before anything is sent.

The server has the same limit, which Gradio reports in its own words and in English only.
"""

import json
from pathlib import Path
from typing import Any

import gradio as gr

from viz.components.static import component_from
from viz.texts import Texts

_FOLDER = Path(__file__).parent


def upload_limit(texts: Texts, *, file: str, most_bytes: int, elem_id: str) -> gr.HTML:
    """Place what is said of a refused file; nothing else is seen of the component.

    Args:
        texts: has the words.
        file: id of the gr.File that it watches.
        most_bytes: largest file.
        elem_id: id in the page.
    """
    given = {**limit_words(texts), "file": file, "most": most_bytes}
    return component_from(_FOLDER, None, given=given, elem_id=elem_id)


def limit_words(texts: Texts) -> dict[str, Any]:
    """Return the words of the component as its property."""
    return {"texts": json.dumps(texts.section("upload."))}
