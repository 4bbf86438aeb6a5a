"""The name of a new run: a free one is suggested until a visitor types one."""

import re
from dataclasses import dataclass
from pathlib import Path

import gradio as gr

from core.data.corpora.registry import CORPORA
from core.data.tasks import TASKS
from viz.tabs.controls import worded
from viz.tabs.train.context import Sent, Updates
from viz.tabs.train.fields import CORPUS, HUB
from viz.tabs.wording import Wording


@dataclass(frozen=True)
class RunName:
    """The name's components.

    Attributes:
        runs: the folder of runs, in which a name must be free.
        name: what is written.
        suggested: the last suggestion.
    """

    runs: Path
    name: gr.Textbox
    suggested: gr.State


def make_run_name(runs: Path, wording: Wording, stem: str) -> RunName:
    """Return the components, with a free name; `name` is rendered later, at its place in the form."""
    free = suggested_name(runs, stem)
    options = {"max_lines": 1, "max_length": 64, "min_width": 140, "render": False}
    return RunName(runs, worded(wording, gr.Textbox, "train.name", value=free, **options), gr.State(free))


def suggest_name(name: RunName, sent: Sent, stem: str) -> Updates:
    """Suggest a free name, unless the visitor has typed one."""
    written = sent[name.name]
    if written and written != sent[name.suggested]:
        return {}
    return set_name(name, stem)


def set_name(name: RunName, stem: str) -> Updates:
    """Suggest a free name in place of whatever is written."""
    free = suggested_name(name.runs, stem)
    return {name.name: free, name.suggested: free}


def is_free(name: RunName) -> bool:
    """Return whether no run has the name that a new page begins with."""
    return not (name.runs / str(name.name.value)).exists()


def suggested_name(runs: Path, stem: str) -> str:
    """Return a name that no run has yet: the stem and the smallest free number."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-_")[:48] or "run"
    number = 1
    while (runs / f"{stem}-{number}").exists():
        number += 1
    return f"{stem}-{number}"


def stem_of(source: object, corpus: object, data_set: object = "") -> str:
    """Return what a run is named after: its task, corpus or data set."""
    if source == CORPUS and str(corpus) in CORPORA:
        return str(corpus)
    if source == HUB and data_set:
        return str(data_set).strip().rstrip("/").rpartition("/")[2]
    return str(source) if str(source) in TASKS else "run"
