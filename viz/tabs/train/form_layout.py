"""The form of a new run, laid out."""

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from core.config import ModelConfig, Setting, TrainingConfig, describe
from core.data.corpora.registry import CORPORA
from viz.components.preflight import preflight
from viz.components.text_table import text_table
from viz.tabs.train import form, starting
from viz.tabs.train.controls import accordion, worded
from viz.tabs.train.data_handlers import corpus_card, direction_choices, preview_of
from viz.tabs.train.form import FIRST, MODEL_FIELDS, SPACE, TRAINING_FIELDS, Form, Limits
from viz.tabs.train.form_handlers import parameter_count
from viz.tabs.wording import Wording
from viz.texts import text

_FAR = 1_000_000  # a bound that nobody comes near is not said beside its field


class FormParts(NamedTuple):
    """Components of the form that are not settings of a run."""

    crossing: gr.State  # whether the settings were last filled in for text
    suggested: gr.State  # the name that was suggested last
    known: gr.Column
    card: gr.Markdown
    get: gr.Button
    received: gr.HTML
    on_hub: gr.Column
    look: gr.Button
    hub_columns: gr.Row
    hub_get: gr.Button
    hub_received: gr.HTML
    upload: gr.Column
    columns: gr.Row
    preview: gr.HTML
    lengths: gr.HTML
    preset: gr.Dropdown
    parameters: gr.Markdown
    start: gr.Button
    check: gr.Button
    findings: gr.HTML


def lay_out_form(runs: Path, limits: Limits, wording: Wording) -> tuple[Form, FormParts]:
    """The form of a new run; a `Form` of components, and what is no setting."""
    language, first = wording.language, Form()
    name = starting.suggested_name(runs, first.source)
    wording.add(
        gr.Markdown(_heading(language), elem_classes="gf-train-heading"), lambda code: {"value": _heading(code)}
    )
    if limits is SPACE:
        words = functools.partial(_space_note, limits)
        wording.add(gr.Markdown(words(language), elem_id="train-space"), lambda code: {"value": words(code)})
    source = worded(
        wording,
        gr.Radio,
        "train.source",
        choices=functools.partial(_source_choices, limits),
        value=first.source,
        elem_id="train-source",
    )
    corpus, known, card, direction, get, received = _corpus_controls(first, wording)
    hub, on_hub, look, hub_columns, hub_get, hub_received = _hub_controls(wording)
    file, upload, columns = _upload_controls(wording)
    preview = text_table(preview_of(first, limits, language), elem_id="train-preview")
    lengths = preflight(elem_id="train-lengths")
    preset = worded(
        wording,
        gr.Dropdown,
        "train.preset",
        choices=functools.partial(_preset_choices, limits),
        value=FIRST,
        filterable=False,
        elem_id="train-preset",
    )
    parameters = gr.Markdown(parameter_count(language, *first.model), elem_id="train-parameters")
    with gr.Row():
        steps = _field(wording, TrainingConfig, "max_steps", first.max_steps, limits)
        run_name = wording.control(gr.Textbox, "train.name", value=name, max_lines=1, max_length=64, min_width=140)
    with accordion(wording, "train.model_settings"):
        model = _fields(wording, ModelConfig, MODEL_FIELDS, first, limits)
    with accordion(wording, "train.training_settings"):
        training = _fields(wording, TrainingConfig, TRAINING_FIELDS[1:], first, limits)
    with gr.Row(elem_id="train-buttons"):
        start, check = (
            wording.add(
                gr.Button(text(f"train.{key}", language), variant=variant, elem_id=f"train-{key}"),
                functools.partial(_button_words, key),
            )
            for key, variant in (("start", "primary"), ("check", "secondary"))
        )
    findings = preflight(elem_id="train-findings")
    fields = Form(source, corpus, direction, *hub, *file, *model, steps, *training, run_name)
    parts = FormParts(
        *(gr.State(False), gr.State(name), known, card, get, received),
        *(on_hub, look, hub_columns, hub_get, hub_received, upload, columns),
        *(preview, lengths, preset, parameters, start, check, findings),
    )
    return fields, parts


def _corpus_controls(
    first: Form, wording: Wording
) -> tuple[gr.Dropdown, gr.Column, gr.Markdown, gr.Radio, gr.Button, gr.HTML]:
    """A known corpus: its choice, what is to be known of it, its direction, and its download."""
    language = wording.language
    with gr.Column(visible=False, elem_id="train-known") as known:
        corpus = worded(
            wording,
            gr.Dropdown,
            "train.corpus",
            choices=_corpus_choices,
            value=first.corpus,
            filterable=False,
            elem_id="train-corpus",
        )
        card = gr.Markdown(corpus_card(first.corpus, first.direction, language), elem_id="train-corpus-card")
        choices = direction_choices(first.corpus, language)
        direction = wording.control(gr.Radio, "train.direction", choices=choices, value=first.direction)
        get = _small_button(wording, "train.corpus.get")
        received = preflight(elem_id="train-corpus-received")
    return corpus, known, card, direction, get, received


def _hub_controls(
    wording: Wording,
) -> tuple[list[Any], gr.Column, gr.Button, gr.Row, gr.Button, gr.HTML]:
    """A data set of the Hugging Face Hub: its name, a look at its first rows, its columns, and its download."""
    with gr.Column(visible=False, elem_id="train-hub-part") as part:
        with gr.Row():
            name = wording.control(gr.Textbox, "train.hub", max_lines=1, max_length=200, min_width=200, scale=3)
            subset = wording.control(
                gr.Textbox, "train.hub_subset", max_lines=1, max_length=100, min_width=120, scale=2
            )
        look = _small_button(wording, "train.hub.look")
        with gr.Row(visible=False, elem_id="train-hub-columns") as columns:
            chosen = _columns(wording, "train.hub_src_column", "train.hub_tgt_column")
        languages = _languages(wording, "train.hub_src_lang", "train.hub_tgt_lang")
        get = _small_button(wording, "train.hub.get", visible=False)
        received = preflight(elem_id="train-hub-received")
    return [name, subset, *chosen, *languages], part, look, columns, get, received


def _upload_controls(wording: Wording) -> tuple[list[Any], gr.Column, gr.Row]:
    """Files of a visitor: what they are, which column is which side, and in which languages."""
    with gr.Column(visible=False, elem_id="train-upload") as upload:
        file = wording.add(
            gr.File(**_file_words(wording.language), file_count="multiple", height=136, elem_id="train-file"),
            _file_words,
        )
        with gr.Row(visible=False, elem_id="train-columns") as columns:
            chosen = _columns(wording, "train.src_column", "train.tgt_column")
        languages = _languages(wording, "train.src_lang", "train.tgt_lang")
    return [file, *languages, *chosen], upload, columns


def _columns(wording: Wording, *keys: str) -> list[gr.Dropdown]:
    """The choice of the source's and the target's column; their names come with the data."""
    return [
        worded(
            wording,
            gr.Dropdown,
            key,
            choices=None,
            value=None,
            allow_custom_value=True,  # else Gradio refuses a request that still names a column of the file before
            min_width=120,
            elem_id=key.replace(".", "-").replace("_", "-"),
        )
        for key in keys
    ]


def _languages(wording: Wording, *keys: str) -> list[gr.Textbox]:
    """The codes of both languages, side by side."""
    with gr.Row():
        return [wording.control(gr.Textbox, key, max_lines=1, max_length=20, min_width=120) for key in keys]


def _small_button(wording: Wording, key: str, **options: Any) -> gr.Button:
    """A button beside the data."""
    elem_id = key.replace(".", "-")
    button = gr.Button(text(key, wording.language), size="sm", elem_id=elem_id, **options)
    return wording.add(button, lambda language: {"value": text(key, language)})


def _fields(wording: Wording, config: type, names: Sequence[str], first: Form, limits: Limits) -> list[Any]:
    """Settings two in a row."""
    made: list[Any] = []
    for start in range(0, len(names), 2):
        with gr.Row():
            made += [_field(wording, config, name, getattr(first, name), limits) for name in names[start : start + 2]]
    return made


def _field(wording: Wording, config: type, name: str, value: Any, limits: Limits) -> Any:
    """A setting, checked by its configuration alone: Gradio's own bounds would speak English and swallow a blank."""
    setting = next(item for item in describe(config) if item.name == name)
    capped = {
        "max_steps": limits.max_steps,
        "tokens_per_batch": limits.max_tokens_per_batch,
        "vocab_size": limits.max_vocabulary,
    }.get(name)

    def words(language: str) -> dict[str, Any]:
        said: dict[str, Any] = {
            "label": text(f"train.field.{name}.label", language),
            "info": _hint(setting, capped or setting.maximum, language),
        }
        if setting.choices:
            said["choices"] = [(text(f"train.field.{name}.{choice}", language), choice) for choice in setting.choices]
        elif setting.optional:
            said["placeholder"] = text(f"train.field.{name}.blank", language)
        return said

    options: dict[str, Any] = {"min_width": 140, "elem_id": f"train-{name.replace('_', '-')}"}
    if setting.choices:
        options["filterable"] = False
    elif setting.optional:  # a gr.Number cannot be empty: it would show 0
        options |= {"max_lines": 1, "max_length": 9}
    kind = gr.Dropdown if setting.choices else gr.Textbox if setting.optional else gr.Number
    return wording.add(kind(value=value, **words(wording.language), **options), words)


def _hint(setting: Setting, maximum: float | None, language: str) -> str:
    try:
        help_text = text(f"train.field.{setting.name}.info", language)
    except KeyError:
        help_text = setting.help
    minimum = form.SMALLEST_VOCABULARY if setting.name == "vocab_size" else setting.minimum
    if maximum is not None and maximum >= _FAR:
        maximum, minimum = None, None if minimum in (0, 1) else minimum
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
        minutes=round(limits.max_minutes or 0),
        vocabulary=f"{limits.max_vocabulary:,}",
        tokens=f"{limits.max_tokens_per_batch:,}",
        megabytes=round(limits.upload_bytes / form.MEGABYTE),
        runs=limits.kept_runs,
    )


def _file_words(language: str) -> dict[str, Any]:
    return {"label": text("train.file.label", language)}


def _button_words(key: str, language: str) -> dict[str, Any]:
    return {"value": text(f"train.{key}", language)}


def _source_choices(limits: Limits, language: str) -> list[tuple[str, str]]:
    return [(text(f"train.source.{source}", language), source) for source in form.offered_sources(limits)]


def _corpus_choices(language: str) -> list[tuple[str, str]]:
    return [
        (text("train.corpus.choice", language, name=name, title=corpus.title), name) for name, corpus in CORPORA.items()
    ]


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
