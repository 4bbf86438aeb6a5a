"""The sentences of an evaluation: a table of any length that is sorted, searched and filtered in the browser.

`index.js` draws it, and triggers `sentence_open` when a sentence is to be opened in the explorer. A bucket is selected
from outside by an event of the document, see `types.d.ts`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent
EVENTS = ("sentence_open",)  # data: {number, index}; the line from 1, the row from 0


def sentence_table(value: str | None = None, *, texts: Mapping[str, str], elem_id: str, **options: Any) -> gr.HTML:
    """Place the component; a handler updates it by returning `viz.wire.evaluation.pack_sentences(...)`, or None.

    Args:
        value: as `pack_sentences` gives it.
        texts: the words, keys with or without the prefix "sentences.".
        elem_id: id in the page.
        **options: of gr.HTML.
    """
    given = {"texts": texts_json(texts)}
    return component_from(_FOLDER, value, given=given, events=EVENTS, elem_id=elem_id, **options)


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, keys without the prefix "sentences."."""
    return json.dumps({key.removeprefix("sentences."): words for key, words in texts.items()})
