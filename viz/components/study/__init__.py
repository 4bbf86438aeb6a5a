"""The field's terms in every language of the page, each with its lab, and a self-test whose questions labs answer."""

import json
from collections.abc import Mapping
from pathlib import Path

import gradio as gr

from viz.components.static import component_from
from viz.components.study.terms import LABS, TERMS

_FOLDER = Path(__file__).parent
SECTION = "study."

# question -> its lab, and the right choice
QUESTIONS = {
    "scale": ("score_variance", "b"),
    "rows": ("wrong_row_labels", "a"),
    "mask": ("mask_after_softmax", "c"),
    "order": ("positional", "a"),
    "rotation": ("rotation", "b"),
    "heads": ("parameters", "c"),
    "residual": ("skip_gradients", "a"),
    "warmup": ("schedule", "b"),
    "smoothing": ("label_smoothing", "c"),
    "forcing": ("teacher_forcing", "b"),
    "beam": ("beam_search", "a"),
    "cost": ("complexity", "c"),
}
CHOICES = ("a", "b", "c")


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
        "questions": [{"name": name, "lab": lab, "right": right} for name, (lab, right) in QUESTIONS.items()],
        "choices": CHOICES,
    }
    return component_from(_FOLDER, "", given=given, elem_id=elem_id)


def texts_json(texts: Mapping[str, str]) -> str:
    """Return the `texts` prop: one JSON string, keys without the prefix "study."."""
    return json.dumps({key.removeprefix(SECTION): words for key, words in texts.items()})
