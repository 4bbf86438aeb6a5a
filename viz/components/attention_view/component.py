"""The attention view as one gr.HTML: constant template, scoped style, script from files beside this one."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gradio as gr

FOLDER = Path(__file__).parent
# One function body in the browser: later files use the names of earlier ones.
SCRIPTS = ("payload", "text", "page", "strip", "overview", "lines", "matrix", "table", "head", "save", "view")


def attention_view(
    value: str | None = None,
    *,
    texts: Mapping[str, str],
    head_values: Callable[[dict[str, Any]], dict[str, Any] | None] | None = None,
    note: str = "",
    input_slot: bool = False,
    elem_id: str = "attention",
) -> gr.HTML:
    """Make the component that shows a translation and all of its attention.

    Events: `hypothesis_select` with {id, index} when a hypothesis is chosen, `save_request` with
    {id, format} (csv or npz) when all heads are asked for. Read both through gr.EventData and validate them.
    Props that an event may update, as in gr.HTML(busy=True): `value`, `busy`, `problem`, `note`, `texts`.

    Args:
        value: JSON string made by `pack`, or None while there is nothing to show.
        texts: The words of the page, keys with or without the prefix "attention.".
        head_values: Server function that returns one head's float32 weights (see `head_request`, `pack_head`);
            without it every number stays approximate.
        note: What is being waited for, shown until the first value; the catalogue's words when empty.
        input_slot: Make room for children (`with attention_view(...):`) to the left of the translation.
        elem_id: The id of the component in the page.
    """
    template = (FOLDER / "attention_view.html").read_text(encoding="utf-8")
    if head_values is not None and head_values.__name__ != "head_values":
        raise ValueError(f"the server function must be named head_values, not {head_values.__name__}")
    return gr.HTML(
        value,
        html_template=("@children" if input_slot else "") + template,
        css_template=(FOLDER / "attention_view.css").read_text(encoding="utf-8"),
        js_on_load=script(),
        apply_default_css=False,
        server_functions=[head_values] if head_values is not None else None,
        elem_id=elem_id,
        texts=texts_json(texts),
        note=note,
        busy=False,
        problem="",
    )


def texts_json(texts: Mapping[str, str]) -> str:
    """Make the `texts` prop: one JSON string, keys without the prefix "attention."."""
    return json.dumps({key.removeprefix("attention."): words for key, words in texts.items()})


def script() -> str:
    """Join the script's files in their fixed order into the one function body that the browser runs."""
    return "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
