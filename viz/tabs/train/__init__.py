"""The tab "Train": choose data and settings, start a run, follow it live.

The training is a process of its own that writes files; the page only reads them. `form` makes a run of what a visitor
fills in, `follow` makes words and figures of a run folder, `layout` places the controls, `handlers` says what they do,
and this file joins them.
"""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component
from gradio.context import Context

from viz.tabs.train import handlers, owner
from viz.tabs.train.form import HOME, SPACE, Form, Limits
from viz.tabs.train.handlers import Followed
from viz.tabs.train.layout import FormParts, lay_out_form, lay_out_run
from viz.tabs.wording import Wording

__all__ = ["TrainTab", "build", "limits"]

_AT_ONCE: dict[str, Any] = {
    "queue": False,
    "preprocess": False,
    "show_progress": "hidden",
    "api_visibility": "private",
}
_UPLOADED: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}  # Gradio checks the path
_ALOUD: dict[str, Any] = {**_AT_ONCE, "queue": True}  # Gradio shows an error only of what went through the queue
_TO_THE_RUN = "() => innerWidth < 900 && document.querySelector('#train-follow').scrollIntoView({behavior: 'smooth'})"


class TrainTab(NamedTuple):
    """What the app needs of the tab."""

    finished: gr.Textbox  # changes when a run that this page followed has ended, and its checkpoint is there
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
    _wire_form(runs, allowed, fields, form_parts, language)
    _wire_run(runs, allowed, fields, form_parts, shown, measure, opened, tab, language)
    return TrainTab(shown.finished, wording.components, wording.updates)


def _wire_form(runs: Path, limits: Limits, fields: Form, parts: FormParts, language: Component | gr.State) -> None:
    settings = list(fields[6:18])
    preview = functools.partial(handlers.on_data, limits)
    fields.source.change(
        functools.partial(handlers.on_source, runs, limits),
        [fields.source, parts.crossing, fields.name, parts.suggested],
        [parts.upload, parts.preset, *settings, fields.name, parts.suggested, parts.crossing],
        **_AT_ONCE,
    )
    asked = [*fields[:6], language]
    for event in (fields.source.change, fields.file.upload, fields.file.clear):
        event(preview, asked, parts.preview, **_UPLOADED)
    for column in (fields.src_column, fields.tgt_column):
        for settled in (column.submit, column.blur):
            settled(preview, asked, parts.preview, **_UPLOADED)
    fields.file.upload(
        functools.partial(handlers.on_upload, runs),
        [fields.file, fields.name, parts.suggested],
        [fields.name, parts.suggested],
        **_UPLOADED,
    )
    parts.preset.input(handlers.on_preset, [parts.preset, language], list(fields[6:12]), **_AT_ONCE)
    for setting in fields[6:12]:
        setting.change(
            handlers.parameter_count,
            [language, *fields[6:12]],
            parts.parameters,
            trigger_mode="always_last",
            **_AT_ONCE,
        )


def _wire_run(
    runs: Path,
    limits: Limits,
    fields: Form,
    parts: FormParts,
    shown: Followed,
    measure: gr.Radio,
    opened: gr.State,
    tab: gr.Tab,
    language: Component | gr.State,
) -> None:
    page = Context.root_block
    if page is None:
        raise RuntimeError("the tab is built inside of gr.Blocks")
    at_hand = [shown.run, measure, language]
    page.load(
        functools.partial(handlers.on_load, runs),
        [fields.source, language],
        [fields.name, parts.suggested, shown.run, shown.timer, shown.look],
        **_AT_ONCE,
    )
    visitor = gr.Textbox(visible="hidden", elem_id="train-visitor")
    if limits.owned:
        page.load(None, None, visitor, js=owner.REMEMBER)
    tab.select(functools.partial(handlers.on_open, runs), [*at_hand, shown.look], [opened, *shown], **_AT_ONCE)
    shown.timer.tick(
        functools.partial(handlers.on_tick, runs),
        [*at_hand, shown.look, opened],
        list(shown),
        trigger_mode="once",
        **_AT_ONCE,
    )
    shown.run.input(functools.partial(handlers.on_pick, runs), at_hand, list(shown), **_AT_ONCE)
    measure.input(functools.partial(handlers.on_measure, runs), at_hand, shown.measured, **_AT_ONCE)
    stop = functools.partial(handlers.on_stop, runs, limits=limits)
    shown.stop.click(stop, [*at_hand, visitor], list(shown), **_ALOUD)
    go_on = functools.partial(handlers.on_go_on, runs, limits)
    shown.go_on.click(go_on, [*at_hand, visitor], list(shown), **_ALOUD)
    parts.start.click(
        functools.partial(handlers.on_start, runs, limits),
        [*fields, measure, language, visitor],
        [fields.name, parts.suggested, *shown],
        **_UPLOADED,
    ).success(None, None, None, js=_TO_THE_RUN)
    if not isinstance(language, gr.State):
        language.change(functools.partial(handlers.on_open, runs), [*at_hand, shown.look], [opened, *shown], **_AT_ONCE)
