"""Time travel: how attention formed over the steps of a training, replayed in the browser from one payload.

Colours, tokens and saved pictures are those of the attention view: both import them from `shared`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.components.static import component_from

if TYPE_CHECKING:
    import gradio as gr

FOLDER = Path(__file__).parent


def time_travel(value: str | None = None, *, texts: Mapping[str, str], elem_id: str, **options: Any) -> gr.HTML:
    """Place the component; a handler updates it by returning `pack_snapshots(...)`, or None for nothing yet.

    Args:
        value: as `pack_snapshots` gives it.
        texts: the words, keys with or without the prefix "time.".
        elem_id: id in the page.
        **options: of gr.HTML.
    """
    given = {"texts": texts_json(texts)}
    return component_from(FOLDER, value, given=given, elem_id=elem_id, **options)


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, keys without the prefix "time."."""
    return json.dumps({key.removeprefix("time."): words for key, words in texts.items()})
