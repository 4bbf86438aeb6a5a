"""The controls of "Train", laid out: the form of a new run, and the run that is followed."""

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from core.config import ModelConfig, Setting, TrainingConfig, describe
from viz.components.run_state import pack_state, run_state
from viz.components.text_table import text_table
from viz.tabs.train import follow, form
from viz.tabs.train.form import FIRST, MODEL_FIELDS, SOURCES, SPACE, TRAINING_FIELDS, Form, Limits
from viz.tabs.train.handlers import FIGURE_HEIGHT, Followed, parameter_count, preview_of
from viz.tabs.wording import Wording
from viz.texts import text


class FormParts(NamedTuple):
    """Components of the form that are not settings of a run."""

    crossing: gr.State  # whether the settings were last filled in for a file
    suggested: gr.State  # the name that was suggested last
    upload: gr.Column
    preview: gr.HTML
    preset: gr.Dropdown
    parameters: gr.Markdown
    start: gr.Button


def lay_out_form(runs: Path, limits: Limits, wording: Wording) -> tuple[Form, FormParts]:
    """The form of a new run; a `Form` of components, and what is no setting."""
    language, first = wording.language, Form()
    name = form.suggested_name(runs, first.source)
    wording.add(
        gr.Markdown(_heading(language), elem_classes="gf-train-heading"), lambda code: {"value": _heading(code)}
    )
    if limits is SPACE:
        words = functools.partial(_space_note, limits)
        wording.add(gr.Markdown(words(language), elem_id="train-space"), lambda code: {"value": words(code)})
    source = _worded(
        wording, gr.Radio, "train.source", choices=_source_choices, value=first.source, elem_id="train-source"
    )
    with gr.Column(visible=False, elem_id="train-upload") as upload:
        file = wording.add(
            gr.File(**_file_words(language), file_types=_FILE_TYPES, height=104, elem_id="train-file"), _file_words
        )
        with gr.Row():
            languages = [
                wording.control(gr.Textbox, f"train.{key}", max_lines=1, max_length=20, min_width=120)
                for key in ("src_lang", "tgt_lang")
            ]
        with gr.Row():
            columns = [
                wording.control(gr.Textbox, f"train.{key}", max_lines=1, max_length=200, min_width=120)
                for key in ("src_column", "tgt_column")
            ]
    preview = text_table(preview_of(limits, first, language), elem_id="train-preview")
    preset = _worded(
        wording,
        gr.Dropdown,
        "train.preset",
        choices=functools.partial(_preset_choices, limits),
        value=FIRST,
        filterable=False,
        elem_id="train-preset",
    )
    parameters = gr.Markdown(parameter_count(language, *first[6:12]), elem_id="train-parameters")
    with gr.Row():
        steps = _number_field(wording, TrainingConfig, "max_steps", first.max_steps, limits)
        run_name = wording.control(gr.Textbox, "train.name", value=name, max_lines=1, max_length=64, min_width=140)
    with _accordion(wording, "train.model_settings"):
        model = _number_fields(wording, ModelConfig, MODEL_FIELDS, first, limits)
    with _accordion(wording, "train.training_settings"):
        training = _number_fields(wording, TrainingConfig, TRAINING_FIELDS[1:], first, limits)
    start = wording.add(
        gr.Button(text("train.start", language), variant="primary", elem_id="train-start"),
        lambda code: {"value": text("train.start", code)},
    )
    fields = Form(source, file, *languages, *columns, *model, steps, *training, run_name)
    parts = FormParts(gr.State(False), gr.State(name), upload, preview, preset, parameters, start)
    return fields, parts


def lay_out_run(wording: Wording) -> tuple[Followed, gr.Radio]:
    """The run that is followed, and the choice of the second figure."""
    language = wording.language
    with gr.Row(equal_height=False, elem_id="train-picker"):
        run = wording.control(
            gr.Dropdown, "train.run", choices=[], value=None, visible=False, scale=4, filterable=False
        )
        stop = wording.add(
            gr.Button(
                text("train.stop", language),
                variant="stop",
                visible=False,
                scale=0,
                min_width=112,
                elem_id="train-stop",
            ),
            lambda code: {"value": text("train.stop", code)},
        )
        go_on = wording.add(
            gr.Button(text("train.go_on", language), visible=False, scale=0, min_width=112, elem_id="train-go-on"),
            lambda code: {"value": text("train.go_on", code)},
        )
    state = run_state(pack_state(follow.no_run(language)), elem_id="train-state")
    # "hidden" is in the page all the same: a figure that is not would lose its words at the first update
    with gr.Column(visible="hidden", elem_id="train-details") as details:
        loss = wording.figure("train.loss", "train-loss", min_height=FIGURE_HEIGHT)
        samples = text_table(elem_id="train-samples")
        measure = _worded(
            wording,
            gr.Radio,
            "train.measure",
            choices=_measure_choices,
            value=follow.MEASURES[0],
            elem_id="train-measure",
        )
        measured = wording.figure(f"train.measure.{follow.MEASURES[0]}", "train-measured", min_height=FIGURE_HEIGHT)
        with _accordion(wording, "train.log"):
            log = wording.add(
                gr.Textbox(
                    label=text("train.log.label", language),
                    lines=4,
                    max_lines=16,
                    interactive=False,
                    elem_id="train-log-text",
                    elem_classes="gf-mono",
                ),
                lambda code: {"label": text("train.log.label", code)},
            )
        with _accordion(wording, "train.command"):
            command = wording.control(
                gr.Textbox, "train.command", lines=2, interactive=False, buttons=["copy"], elem_classes="gf-mono"
            )
    timer = gr.Timer(1.0, active=False)
    seen, finished = gr.State(None), gr.Textbox(visible="hidden", elem_id="train-finished")
    return Followed(
        run, state, details, loss, measured, samples, log, command, stop, go_on, timer, seen, finished
    ), measure


# Words and single controls

_FILE_TYPES = [".tsv", ".csv", ".jsonl", ".ndjson", ".json", ".txt", ".gz"]


def _worded(wording: Wording, kind: type[Any], key: str, *, choices: Callable[[str], Any], **options: Any) -> Any:
    """A control whose choices have words too."""

    def words(language: str) -> dict[str, Any]:
        return {
            "label": text(f"{key}.label", language),
            "info": text(f"{key}.info", language),
            "choices": choices(language),
        }

    return wording.add(kind(**words(wording.language), **options), words)


def _accordion(wording: Wording, key: str) -> gr.Accordion:
    elem_id = f"{key.replace('.', '-').replace('_', '-')}-section"
    accordion = gr.Accordion(text(key, wording.language), open=False, elem_id=elem_id)
    return wording.add(accordion, lambda language: {"label": text(key, language)})


def _number_fields(
    wording: Wording, config: type, names: Sequence[str], first: Form, limits: Limits
) -> list[gr.Number]:
    made: list[gr.Number] = []
    for start in range(0, len(names), 2):
        with gr.Row():
            made += [
                _number_field(wording, config, name, getattr(first, name), limits) for name in names[start : start + 2]
            ]
    return made


def _number_field(wording: Wording, config: type, name: str, value: Any, limits: Limits) -> gr.Number:
    """A number, checked by its configuration alone: Gradio's own bounds would speak English and swallow a blank."""
    setting = next(item for item in describe(config) if item.name == name)
    capped = {
        "max_steps": limits.max_steps,
        "tokens_per_batch": limits.max_tokens_per_batch,
        "vocab_size": limits.max_vocabulary,
    }.get(name)

    def words(language: str) -> dict[str, Any]:
        return {
            "label": text(f"train.field.{name}.label", language),
            "info": _hint(setting, capped or setting.maximum, language),
        }

    number = gr.Number(value, **words(wording.language), min_width=140, elem_id=f"train-{name.replace('_', '-')}")
    return wording.add(number, words)


def _hint(setting: Setting, maximum: float | None, language: str) -> str:
    try:
        help_text = text(f"train.field.{setting.name}.info", language)
    except KeyError:
        help_text = setting.help
    minimum = form.SMALLEST_VOCABULARY if setting.name == "vocab_size" else setting.minimum
    if minimum is None:
        return help_text
    if maximum is None:
        return text("train.field.at_least", language, help=help_text, minimum=_grouped(minimum))
    return text("train.field.bounds", language, help=help_text, minimum=_grouped(minimum), maximum=_grouped(maximum))


def _grouped(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:g}"


def _heading(language: str) -> str:
    return f"### {text('train.new', language)}"


def _space_note(limits: Limits, language: str) -> str:
    return text(
        "train.space",
        language,
        steps=f"{limits.max_steps:,}",
        parameters=round((limits.max_parameters or 0) / 1e6),
        minutes=round((limits.seconds or 0) / 60),
        vocabulary=f"{limits.max_vocabulary:,}",
        tokens=f"{limits.max_tokens_per_batch:,}",
        megabytes=round(limits.upload_bytes / form.MEGABYTE),
        runs=limits.kept_runs,
    )


def _file_words(language: str) -> dict[str, Any]:
    return {"label": text("train.file.label", language)}


def _source_choices(language: str) -> list[tuple[str, str]]:
    return [(text(f"train.source.{source}", language), source) for source in SOURCES]


def _measure_choices(language: str) -> list[tuple[str, str]]:
    return [(text(f"train.measure.{measure}.name", language), measure) for measure in follow.MEASURES]


def _preset_choices(limits: Limits, language: str) -> list[tuple[str, str]]:
    return [
        (
            text(
                "train.preset.choice",
                language,
                name=text(f"train.preset.{preset}", language),
                layers=model.num_layers,
                d_model=model.d_model,
            ),
            preset,
        )
        for preset in limits.presets
        for model in [form.preset_model(preset)]
    ]
