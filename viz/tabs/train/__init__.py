"""The tab "Train": choose data and settings, start a run, follow it live.

The training is a process of its own that writes files; the page only reads them. The form (`form_*`) and the run that
is followed (`run_*`) each have a layout, handlers that say what the controls do, and events that join the two; `form`
makes configurations of what a visitor fills in, `sources` pairs, `starting` a run; `follow` makes words and figures of
a run folder.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from viz.tabs.train.form import HOME, SPACE, Limits
from viz.tabs.train.form_events import wire_form, wire_start
from viz.tabs.train.form_layout import lay_out_form
from viz.tabs.train.run_events import wire_run
from viz.tabs.train.run_layout import lay_out_run
from viz.tabs.wording import Wording

__all__ = ["TrainTab", "build", "limits"]


class TrainTab(NamedTuple):
    """What the app needs of the tab."""

    finished: gr.Textbox  # changes when a run that this page followed has ended, and its checkpoint is there
    moved: gr.Textbox  # a model that this page has renamed or removed: `old new when`, "-" for none
    labelled: list[Any]  # components with words, the outputs of `relabel`
    relabel: Callable[[str], list[dict[str, Any]]]  # language -> one update for each of `labelled`


def limits(on_space: bool) -> Limits:
    """What the tab allows here: on a public Space less than at home."""
    return SPACE if on_space else HOME


def build(
    runs: Path,
    *,
    on_space: bool,
    tab: gr.Tab,
    language: Component | None = None,
    first_language: str = "en",
) -> TrainTab:
    """Lay the tab out and register its handlers; call it inside `tab`.

    Args:
        runs: the folder of run folders, which need not exist yet.
        on_space: whether this is a public Space, where training is capped.
        tab: the tab around; its opening draws the run.
        language: the switch, whose value is a language's code; a constant `first_language` without it.
        first_language: language of the words as built.
    """
    allowed = limits(on_space)
    language = language or gr.State(first_language)
    wording = Wording(first_language)
    opened = gr.State(False)
    with gr.Row(elem_id="train"):
        with gr.Column(scale=5, min_width=300, elem_id="train-form"):
            fields, form_parts = lay_out_form(runs, allowed, wording)
        with gr.Column(scale=8, min_width=320, elem_id="train-follow"):
            shown, measure = lay_out_run(wording)
    visitor, moved = (gr.Textbox(visible="hidden", elem_id=f"train-{name}") for name in ("visitor", "moved"))
    wire_form(runs, allowed, fields, form_parts, language)
    wire_run(runs, allowed, shown, measure, opened, visitor, moved, tab, language)
    wire_start(runs, allowed, fields, form_parts, shown, measure, visitor, language)
    return TrainTab(shown.finished, moved, wording.components, wording.updates)
