"""The attention view as one gr.HTML: constant template, scoped style, modules next to this file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.components.modules import mounting
from viz.components.static import shared_style
from viz.theme import print_css

if TYPE_CHECKING:
    import gradio as gr

FOLDER = Path(__file__).parent
ENTRY = FOLDER / "index.js"
EVENTS = ("hypothesis_select", "save_request", "link_open")
STYLES = (FOLDER / "attention_view.css", *sorted(FOLDER.glob("*/*.css")))  # those of features after the view's own
# Server functions that the browser may call, by name; payload.py describes their arguments and results.
ServerFunction = Callable[..., Any]  # takes the question, and the request if it has such a parameter


def attention_view(
    value: str | None = None,
    *,
    texts: Mapping[str, str],
    server: Sequence[ServerFunction] = (),
    note: str = "",
    input_slot: bool = False,
    restore: str = "",
    host: str = "",
    checkpoints: Sequence[str] = (),
    addressed: bool = False,
    elem_id: str = "attention",
) -> gr.HTML:
    """Make the component that shows a translation and all of its attention.

    Events: `hypothesis_select` with {id, index} when a hypothesis is chosen, `save_request` with {id, format, lens}
    (csv, json, npz or html) when all heads are asked for, or {id, format, kind, layer, head, query} (notebook, workbook
    or worksheet) for one row, `link_open` with {fields} when the address names another
    translation: the fields of a link by name. Read them through gr.EventData and validate them.
    Props that an event may update, as in gr.HTML(busy=True): `value`, `busy`, `problem`, `note`, `texts`,
    `restore`, `host`, `checkpoints` (a JSON list).

    Args:
        value: JSON string made by `pack`, or None for nothing to show.
        texts: The words of the page, keys with or without the prefix "attention.", and those of listings, "code.*".
        server: Server functions, called by their names. Views that need a missing
            function are not offered: without head_values every number stays approximate.
        note: Message shown until the first value; a default text when empty.
        input_slot: Make room for children (`with attention_view(...):`) to the left of the translation.
        restore: The view that a link asks for, a JSON object of the query string's fields, each of them checked; it
            belongs to the value that comes with it, so that the next value needs another, or "". Text, checkpoint and
            decoding are the server's to restore.
        host: Host name that links lead to, as SPACE_HOST on a Space; the page's own address when empty.
        checkpoints: Names of the models that may translate next to the one shown.
        addressed: The address of the page follows what is shown.
        elem_id: The id of the component in the page.
    """
    import gradio as gr

    template = (FOLDER / "attention_view.html").read_text(encoding="utf-8")
    return gr.HTML(
        value,
        html_template=("@children" if input_slot else "") + template,
        css_template=style(),
        js_on_load=script(),
        apply_default_css=False,
        server_functions=list(server) or None,
        elem_id=elem_id,
        texts=texts_json(texts),
        note=note,
        busy=False,
        problem="",
        restore=restore,
        host=host,
        checkpoints=json.dumps(list(checkpoints)),
        addressed=addressed,
    )


def texts_json(texts: Mapping[str, str]) -> str:
    """Make the `texts` prop: one JSON string, keys without the prefix "attention."."""
    return json.dumps({key.removeprefix("attention."): words for key, words in texts.items()})


def style() -> str:
    """Join the style's files, with the colours of printed figures."""
    files = [path.read_text(encoding="utf-8") for path in STYLES]
    return "\n".join([shared_style("listing"), *files, print_css(".gf-print-colours")])


def script() -> str:
    """Write the script that loads and mounts the module `index.js`."""
    return mounting(ENTRY, EVENTS)
