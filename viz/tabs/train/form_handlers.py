"""What the controls of the form do beside its data: top-level functions, values in and updates out.

Whatever a client sends may stand in the values: settings are checked by `form`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gradio as gr

from core.errors import CoreError
from viz.components.preflight import Panel, pack_panel
from viz.tabs.train import form, starting
from viz.tabs.train.checking import busy_panel, check_form, panel, refused_panel, settings_panel
from viz.tabs.train.controls import refusal, told
from viz.tabs.train.data_handlers import card_updates, named_after, renamed
from viz.tabs.train.follow import Viewing
from viz.tabs.train.form import CORPUS, FILE, FIRST, HUB, MODEL_FIELDS, TRAINING_FIELDS, Form, Limits
from viz.tabs.train.run_handlers import Followed, show
from viz.texts import error_text, text


def on_form_load(runs: Path, source: object, corpus: object, data_set: object) -> list[Any]:
    """A new page: a name that is free."""
    free = starting.suggested_name(runs, named_after(source, corpus, data_set))
    return [free, free]


def on_source(
    runs: Path,
    limits: Limits,
    source: object,
    corpus: object,
    direction: object,
    data_set: object,
    for_text: bool,
    name: object,
    suggested: str,
    language: str,
) -> list[Any]:
    """Show what the source needs; fill the settings in anew on the way between tasks and text."""
    is_text = source in (CORPUS, HUB, FILE)
    preset: Any = gr.skip()
    settings: list[Any] = [gr.skip()] * (len(MODEL_FIELDS) + len(TRAINING_FIELDS))
    if is_text != bool(for_text):
        preset = "tiny" if is_text else FIRST
        model, training = form.preset_model(preset), form.suggested_training(str(source), limits)
        settings = [getattr(model, field) for field in MODEL_FIELDS]
        settings += [getattr(training, field) for field in TRAINING_FIELDS]
    return [
        *(gr.Column(visible=source == part) for part in (CORPUS, HUB, FILE)),
        *card_updates(corpus, direction, language),
        preset,
        *settings,
        *renamed(runs, named_after(source, corpus, data_set), name, suggested),
        is_text,
    ]


def on_other_source() -> None:
    """What was found out about the data before no longer holds."""


def on_preset(preset: object, language: str) -> list[Any]:
    """The model settings of a preset."""
    try:
        model = form.preset_model(str(preset))
    except CoreError as error:
        raise told(error, language) from error
    return [getattr(model, field) for field in MODEL_FIELDS]


def parameter_count(language: str, *model: Any) -> str:
    """How large the model would be, or what is wrong with its settings."""
    try:
        count = form.model_config(Form(**dict(zip(MODEL_FIELDS, model, strict=True)))).num_parameters
    except CoreError as error:
        return error_text(error, language)
    return text("train.parameters", language, parameters=f"{count:,}", megabytes=f"{2 * count / 1e6:,.1f}")


def on_start(runs: Path, limits: Limits, *values: Any) -> Iterator[list[Any]]:
    """Start what the form says and show it; refuse kindly while another run is being trained."""
    *fields, measure, language, visitor = values
    filled = Form(*fields)
    untouched: list[Any] = [gr.skip()] * len(Followed._fields)
    if filled.source == FILE:  # writing a large one takes its time
        words = (text(f"train.starting{part}", language) for part in ("", ".message"))
        yield [gr.skip(), gr.skip(), pack_panel(Panel(next(words), busy=True, message=next(words))), *untouched]
    try:
        run = starting.start_run(runs, limits, filled, visitor)
    except (CoreError, OSError) as error:
        yield [gr.skip(), gr.skip(), pack_panel(refused_panel(refusal(error, language), language)), *untouched]
        raise told(error, language) from error
    name = starting.suggested_name(runs, run.name.rstrip("0123456789"))
    told_now = settings_panel(filled, limits, language)
    findings = pack_panel(told_now) if told_now else None
    yield [name, name, findings, *show(runs, Viewing(run.name), measure, language, None)]


def on_check(runs: Path, limits: Limits, *values: Any) -> Iterator[str]:
    """The pre-flight: a word that it goes on, then its numbers, or what stands in the way of a start."""
    *fields, language = values
    yield pack_panel(busy_panel(language))
    try:
        yield pack_panel(panel(check_form(runs, limits, Form(*fields)), language))
    except (CoreError, OSError) as error:
        yield pack_panel(refused_panel(refusal(error, language), language))
