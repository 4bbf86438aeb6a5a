"""The settings of a new run: its name, preset, model and training settings, and the size of the model."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.components import Component

from core.config import RECIPES, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.settings import Setting, describe
from viz.tabs.controls import UNQUEUED, accordion, as_toast, worded
from viz.tabs.language import request_texts
from viz.tabs.train.context import FIRST, TUTORIAL, Context, Limits, Sent, Updates
from viz.tabs.train.fields import (
    DEFAULTS,
    GIVEN_BY_START,
    MODEL_FIELDS,
    MORE_FIELDS,
    SMALLEST_VOCABULARY,
    START,
    TRAINING_FIELDS,
    Fields,
    Start,
    model_config,
    preset_model,
    sent_fields,
)
from viz.tabs.train.run_name import RunName
from viz.tabs.train.start import lay_out_start, with_start
from viz.tabs.wording import Wording
from viz.texts import Texts

Control = gr.Number | gr.Dropdown | gr.Textbox  # of one setting

_FAR = 1_000_000  # a larger bound is not shown next to its field


@dataclass(frozen=True)
class SettingsPanel:
    """The components of the settings.

    Attributes:
        context: of the tab.
        preset: fills in the model settings.
        parameters: how large the model will be.
        model: controls by the names in MODEL_FIELDS.
        training: controls by the names in TRAINING_FIELDS.
        start: the checkpoint to start from; "" for random weights.
        suggested: the settings that the form was last filled in with, as `suggested_settings` returns them.
    """

    context: Context
    preset: gr.Dropdown
    parameters: gr.Markdown
    model: dict[str, Control]
    training: dict[str, Control]
    start: gr.Dropdown
    suggested: gr.State

    @property
    def fields(self) -> dict[str, Component]:
        """Return the controls of the form, by name."""
        return {**self.model, **self.training, START: self.start}

    @property
    def given(self) -> dict[str, Any]:
        """Return the fields that a checkpoint to start from gives, and the preset, which then has no use."""
        return {"preset": self.preset, **{name: self.model[name] for name in GIVEN_BY_START}}


def lay_out_settings(context: Context, name: RunName, wording: Wording) -> SettingsPanel:
    """Lay out the settings; the name of the run is rendered next to the steps."""
    limits = context.limits
    start = lay_out_start(context.library, wording)
    choices = functools.partial(_preset_choices, limits)
    preset = worded(wording, gr.Dropdown, "train.preset", choices=choices, value=FIRST, filterable=False)
    parameters = gr.Markdown(parameter_count(DEFAULTS, wording.texts), elem_id="train-parameters")
    with gr.Row():
        training = {"max_steps": _field(wording, TrainingConfig, "max_steps", limits)}
        name.name.render()
    with accordion(wording, "train.model_settings"):
        model = _fields(wording, ModelConfig, MODEL_FIELDS, limits)
    with accordion(wording, "train.training_settings"):
        usual = [name for name in TRAINING_FIELDS if name not in ("max_steps", *MORE_FIELDS)]
        training |= _fields(wording, TrainingConfig, usual, limits)
    with accordion(wording, "train.more_settings"):
        training |= _fields(wording, TrainingConfig, MORE_FIELDS, limits)
    first = {name: DEFAULTS[name] for name in (*MODEL_FIELDS, *TRAINING_FIELDS)}
    return SettingsPanel(context, preset, parameters, model, training, start, gr.State({"preset": FIRST, **first}))


def on_preset(panel: SettingsPanel, sent: Sent) -> Updates:
    """Fill in the model settings of a preset, and the training settings of a recipe."""
    try:
        return _preset_updates(panel, str(sent[panel.preset]))
    except CoreError as error:
        raise as_toast(error, request_texts()) from error


def on_model(panel: SettingsPanel, sent: Sent) -> Updates:
    """Show how large the model will be."""
    fields, texts = sent_fields({**panel.model, START: panel.start}, sent), request_texts()
    try:
        return {panel.parameters: parameter_count(with_start(fields, panel.context), texts)}
    except CoreError as error:
        return {panel.parameters: texts.error(error)}


def parameter_count(fields: Fields, texts: Texts) -> str:
    """Return how large the model will be, or what is wrong with its settings."""
    try:
        count = model_config(fields).num_parameters
    except CoreError as error:
        return texts.error(error)
    values = {"parameters": f"{count:,}", "megabytes": f"{2 * count / 1e6:,.1f}"}
    start = fields.get(START)
    if isinstance(start, Start):
        return texts("train.parameters.start", **values, name=start.name)
    return texts("train.parameters", **values)


def unlocked(panel: SettingsPanel, values: Fields, texts: Texts) -> Updates:
    """Return the fields that a checkpoint to start from gives, and the preset, free to be chosen again.

    Args:
        panel: the settings.
        values: of these fields, by name.
        texts: of the page.
    """
    hints = {name: field_hint(ModelConfig, name, panel.context.limits, texts) for name in GIVEN_BY_START}
    fields = {
        panel.model[name]: gr.update(value=values[name], interactive=True, info=hint) for name, hint in hints.items()
    }
    return {panel.preset: gr.update(value=values["preset"], visible=True), **fields}


def wire_settings(panel: SettingsPanel, wording: Wording) -> None:
    """Register what the settings do."""
    model = list(panel.model.values())
    filled = [*model, *panel.training.values()]
    panel.preset.input(functools.partial(on_preset, panel), {panel.preset}, filled, **UNQUEUED)
    sized: Any = {*model, panel.start}
    wording.redraw(functools.partial(on_model, panel), sized, [panel.parameters])
    gr.on(  # one event for all: a preset changes many at once, and only their last state counts
        [setting.change for setting in (*model, panel.start)],
        functools.partial(on_model, panel),
        sized,
        panel.parameters,
        trigger_mode="always_last",
        **UNQUEUED,
    )


# The name


# A setting


def hint(setting: Setting, maximum: float | None, texts: Texts) -> str:
    """Return the hint of a setting, with those of its bounds that a person might reach."""
    try:
        help_text = texts(f"train.field.{setting.name}.info")
    except KeyError:
        help_text = setting.help
    minimum = SMALLEST_VOCABULARY if setting.name == "vocab_size" else setting.minimum
    if maximum is not None and maximum >= _FAR:
        maximum, minimum = None, None if minimum in (0, 1) else minimum
    if minimum is None:
        return help_text
    if maximum is None:
        return texts("train.field.at_least", help=help_text, minimum=_grouped(minimum))
    return texts("train.field.bounds", help=help_text, minimum=_grouped(minimum), maximum=_grouped(maximum))


def _preset_updates(panel: SettingsPanel, preset: str) -> Updates:
    model = preset_model(preset)
    updates: Updates = {control: getattr(model, name) for name, control in panel.model.items()}
    if preset == TUTORIAL:
        training = RECIPES[preset].training
        updates |= {control: getattr(training, name) for name, control in panel.training.items()}
    return updates


def _fields(wording: Wording, config: type, names: Sequence[str], limits: Limits) -> dict[str, Control]:
    """Lay out settings, two in a row."""
    made: dict[str, Control] = {}
    for start in range(0, len(names), 2):
        with gr.Row():
            made |= {name: _field(wording, config, name, limits) for name in names[start : start + 2]}
    return made


def field_hint(config: type, name: str, limits: Limits, texts: Texts) -> str:
    """Return the hint of a field, with the limits of this page."""
    setting = next(item for item in describe(config) if item.name == name)
    capped = {
        "max_steps": limits.max_steps,
        "tokens_per_batch": limits.max_tokens_per_batch,
        "vocab_size": limits.max_vocabulary,
        "average_last": limits.max_averaged,
    }.get(name)
    return hint(setting, capped or setting.maximum, texts)


def _field(wording: Wording, config: type, name: str, limits: Limits) -> Control:
    """Return the control of a setting; only its configuration checks it, since Gradio's bounds have their own words."""
    setting = next(item for item in describe(config) if item.name == name)

    def words(texts: Texts) -> dict[str, Any]:
        found: dict[str, Any] = {
            "label": texts(f"train.field.{name}.label"),
            "info": field_hint(config, name, limits, texts),
        }
        if setting.choices:
            found["choices"] = [(texts(f"train.field.{name}.{choice}"), choice) for choice in setting.choices]
        elif setting.optional:
            found["placeholder"] = texts(f"train.field.{name}.blank")
        return found

    options: dict[str, Any] = {"min_width": 140, "elem_id": f"train-{name.replace('_', '-')}"}
    component: type[Any] = gr.Number
    if setting.choices:
        component = gr.Dropdown
        options["filterable"] = False
    elif setting.optional:  # a gr.Number cannot be empty: it would show 0
        component = gr.Textbox
        options |= {"max_lines": 1, "max_length": 9}
    return wording.add(component(value=DEFAULTS[name], **words(wording.texts), **options), words)


def _grouped(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:g}".replace("e-0", "e\N{MINUS SIGN}")


def _preset_choices(limits: Limits, texts: Texts) -> list[tuple[str, str]]:
    models = {preset: preset_model(preset) for preset in limits.presets}
    return [(_preset_words(preset, model, texts), preset) for preset, model in models.items()]


def _preset_words(preset: str, model: ModelConfig, texts: Texts) -> str:
    name = texts(f"train.preset.{preset}")
    return texts("train.preset.choice", name=name, layers=model.num_layers, d_model=model.d_model)
