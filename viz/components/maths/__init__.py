"""Inside the maths: a list of labs, and one that is open; see `types.d.ts` for what a lab is.

The labs are the folders of `viz/labs`, found without registration, and joined into a file that is loaded when the tab
is first seen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.components.modules import lab_file
from viz.components.static import component_from, shared_style

if TYPE_CHECKING:
    import gradio as gr

FOLDER = Path(__file__).parent
SECTION = "maths."


def maths(*, texts: Mapping[str, str], server: Sequence[Callable[..., Any]], elem_id: str) -> gr.HTML:
    """Place the component; it asks for nothing before it is seen.

    Args:
        texts: the words around the labs, keys with the prefix "maths.".
        server: the server functions `lab_bench`, `lab`, `lab_code`, `lab_page` and `lab_words`.
        elem_id: id in the page.
    """
    given = {"texts": texts_json(texts), "file": lab_file()}
    return component_from(FOLDER, "", given=given, styles=["listing"], elem_id=elem_id, server_functions=list(server))


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, keys without the prefix "maths."."""
    return json.dumps({key.removeprefix(SECTION): words for key, words in texts.items()})


def style() -> str:
    """Return the style sheet, for a saved page."""
    return "\n".join([shared_style("listing"), (FOLDER / "maths.css").read_text(encoding="utf-8")])
