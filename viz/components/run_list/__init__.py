"""Runs, or evaluations, one per line: the followed one, those overlaid in the figures, and their progress.

`index.js` draws it and sends the visitor's requests as the events in `EVENTS`; their handlers check every value.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent
EVENTS = ("run_follow", "run_compare", "run_rename", "run_delete")  # data: {name}, and for a rename {name, to}
WORDS = (
    "label",
    "name",
    "state",
    "step",
    "score",
    "when",
    "drawn",
    "compare",
    "rename",
    "rename_label",
    "save",
    "cancel",
    "delete",
    "delete_question",
    "delete_yes",
    "full",
    "hint",
    "more",
)


class RunLine(NamedTuple):
    """One run; every text is shown verbatim, never as markup."""

    name: str
    tone: Literal["quiet", "busy", "good", "wrong"]
    state: str  # in a word
    step: str
    score: str  # of the latest validation; empty before the first
    when: float  # seconds since the epoch at which its state last changed; 0 if unknown
    followed: bool = False
    colour: tuple[str, str] | None = None  # on a light page and on a dark one; None: not in the figures
    changeable: bool = True  # may be renamed and deleted: by this visitor, while no process works on it


def run_list(value: str | None = None, *, elem_id: str, plain: bool = False, **options: Any) -> gr.HTML:
    """Place the component; a handler updates it by returning `pack_runs(...)`.

    Args:
        value: as `pack_runs` gives it.
        elem_id: id in the page.
        plain: whether its lines are evaluations, which are neither drawn in figures nor renamed.
        **options: of gr.HTML.
    """
    return component_from(_FOLDER, value, given={"plain": plain}, events=EVENTS, elem_id=elem_id, **options)


def pack_runs(lines: Sequence[RunLine], *, words: Mapping[str, str], most_compared: int) -> str:
    """Pack runs for the component: one JSON string.

    Args:
        lines: in the order in which they are shown.
        words: every word of the component, by the names in `WORDS`; `{name}` in some is filled in there.
        most_compared: runs that may be overlaid on the followed one.

    Raises:
        ValueError: a missing word.
    """
    missing = [word for word in WORDS if word not in words]
    if missing:
        raise ValueError(f"words lacks {', '.join(missing)}; needed are {', '.join(WORDS)}")
    value = {
        "runs": [line._asdict() for line in lines],
        "words": {word: words[word] for word in WORDS},
        "most": most_compared,
    }
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")  # the same JSON, without tags
