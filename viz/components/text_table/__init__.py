"""A small table of sentences in a gr.HTML: cells contain text, never markup."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent


def text_table(value: str | None = None, *, elem_id: str | None = None, **options: Any) -> gr.HTML:
    """Place a table; a handler updates it by returning `pack_table(...)`, or None for nothing.

    Args:
        value: a table as `pack_table` gives it.
        elem_id: id in the page.
        **options: of gr.HTML.
    """
    return component_from(_FOLDER, value, elem_id=elem_id, **options)


def pack_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "", note: str = "") -> str:
    """Pack a table for the component.

    Args:
        columns: C names.
        rows: N rows of C texts.
        title: a line above it.
        note: a line below it.

    Raises:
        ValueError: a row without exactly C texts.
    """
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"a row has {len(row)} cells, but there are {len(columns)} columns")
    table = {"title": title, "note": note, "columns": list(columns), "rows": [list(row) for row in rows]}
    return json.dumps(table, ensure_ascii=False).replace("<", "\\u003c")  # the same JSON, without tags
