"""The glossary over the whole page: terms in its texts are marked, and their sentence is shown at them.

Marking waits until the browser is idle; fields, controls, tokens and sentences that a visitor typed are left alone.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent
PARTS = ("study.term.", "study.gloss.", "study.see", "study.glossary")  # of the texts


def glossary(*, texts: Mapping[str, str], labs: Mapping[str, str], forms: Mapping[str, Mapping[str, str]]) -> gr.HTML:
    """Place the component outside the tabs; it shows nothing before a term is pointed at.

    Args:
        texts: the words, whose keys begin with one of `PARTS`.
        labs: term -> the lab that shows it; "" without one.
        forms: language -> term -> further forms in a text, separated by "|"; "-" for a term that is never marked.
    """
    given = {"texts": texts_json(texts), "labs": dict(labs), "forms": {code: dict(own) for code, own in forms.items()}}
    return component_from(_FOLDER, "", given=given, elem_id="glossary", elem_classes=["gf-tour-host"])


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, keys without the prefix "study."."""
    return json.dumps({key.removeprefix("study."): words for key, words in texts.items()})
