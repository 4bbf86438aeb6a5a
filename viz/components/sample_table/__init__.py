"""The same sentences, translated at one validation after another: a table, and a choice of the validation.

Words that differ from the previous validation are marked. Cells contain text: the browser makes a mark as an element
around it, and the data never contain markup.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent
WORDS = ("title", "note", "first", "source", "reference", "translation", "choose", "earlier", "later", "latest")

Piece = tuple[str, bool]  # some text, and whether it has changed since the previous validation


class SampleStep(NamedTuple):
    """Results of one validation."""

    step: int  # by which the browser remembers it
    label: str  # such as its step and score, in the language of the page
    first: bool  # the first validation, so nothing counts as changed
    translations: Sequence[Sequence[Piece]]  # one for each sentence


def sample_table(value: str | None = None, *, elem_id: str, **options: Any) -> gr.HTML:
    """Place the component; a handler updates it by returning `pack_samples(...)`, or None for nothing.

    Args:
        value: as `pack_samples` gives it.
        elem_id: id in the page.
        **options: of gr.HTML.
    """
    return component_from(_FOLDER, value, elem_id=elem_id, **options)


def pack_samples(
    sentences: Sequence[tuple[str, str]], steps: Sequence[SampleStep], *, name: str, words: Mapping[str, str]
) -> str:
    """Pack samples for the component: one JSON string.

    Args:
        sentences: N pairs of source and reference.
        steps: the validations in their order; the last one is shown until another is chosen.
        name: of the run; with another one the last validation is shown again.
        words: every word of the component, by the names in `WORDS`.

    Raises:
        ValueError: a missing word, or a validation without exactly N translations.
    """
    missing = [word for word in WORDS if word not in words]
    if missing:
        raise ValueError(f"words lacks {', '.join(missing)}; needed are {', '.join(WORDS)}")
    for step in steps:
        if len(step.translations) != len(sentences):
            raise ValueError(f"{step.label}: {len(step.translations)} translations of {len(sentences)} sentences")
    value = {
        "name": name,
        "words": {word: words[word] for word in WORDS},
        "sentences": [list(pair) for pair in sentences],
        "steps": [step._asdict() for step in steps],
    }
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")  # the same JSON, without tags
