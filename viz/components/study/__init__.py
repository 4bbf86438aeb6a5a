"""The field's terms in every language of the page, each with its lab."""

import json
from collections.abc import Mapping
from pathlib import Path

import gradio as gr

from viz.components.static import component_from
from viz.components.study.terms import LABS, TERMS

_FOLDER = Path(__file__).parent
SECTION = "study."


def study(texts: str, terms: Mapping[str, Mapping[str, str]], *, elem_id: str) -> gr.HTML:
    """Place the component; its links open a lab without leaving the page.

    Args:
        texts: as `texts_json` gives them.
        terms: language code -> term -> what the language calls it.
        elem_id: id in the page.
    """
    given = {
        "texts": texts,
        "terms": {name: {code: words[name] for code, words in terms.items()} for name in TERMS},
        "labs": LABS,
    }
    return component_from(_FOLDER, "", given=given, elem_id=elem_id)


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, keys without the prefix "study."."""
    return json.dumps({key.removeprefix(SECTION): words for key, words in texts.items()})
