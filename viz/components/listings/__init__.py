"""The lines of the program that computed what stands beside them, asked for while a visitor has them open."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from viz.components.static import component_from
from viz.texts import Texts

_FOLDER = Path(__file__).parent
EVENTS = ("fold",)  # data: {open}; any client can send anything


def listings(texts: Texts, *, elem_id: str) -> gr.HTML:
    """Place the component, closed; `fold` tells that it is opened or closed, its value is set by `pack_listings`.

    Args:
        texts: has the words of listings, "code.*".
        elem_id: id in the page.
    """
    given = listing_words(texts)
    return component_from(_FOLDER, None, given=given, events=EVENTS, styles=["listing"], elem_id=elem_id)


def listing_words(texts: Texts) -> dict[str, Any]:
    """Return the words of the component as its property."""
    return {"texts": json.dumps(texts.section("code."))}


def pack_listings(listings: Sequence[Mapping[str, Any]]) -> str:
    """Pack listings for the component: one JSON string.

    Args:
        listings: as `viz.wire.listings.listings_json` gives them.
    """
    return json.dumps(listings, ensure_ascii=False).replace("<", "\\u003c")  # the same JSON, without tags
