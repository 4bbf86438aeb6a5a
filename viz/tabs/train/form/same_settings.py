"""A new run with the settings of an earlier one: the form is filled in from its configuration."""

import functools
import html
from dataclasses import replace
from pathlib import Path

import gradio as gr

from core.config import PRESETS, DataConfig, ModelConfig
from core.data.corpora.hub import HUB as HUB_PREFIX
from core.data.corpora.hub import hub_name
from core.data.corpora.registry import CORPORA
from core.errors import CoreError
from core.settings import offered_settings
from core.training.run import DATA_FILES, RunConfig
from viz.tabs.controls import QUEUED, READING, as_toast
from viz.tabs.language import request_texts
from viz.tabs.train.context import FIRST, HOME, Context, Sent, Updates
from viz.tabs.train.data.panel import on_data
from viz.tabs.train.fields import (
    BACKWARD,
    CORPUS,
    DEFAULTS,
    FILE,
    FORWARD,
    HUB,
    HUB_SUGGESTED_LANGUAGES,
    MODEL_FIELDS,
    PAIRS_OF,
    START,
    SUGGESTED_LANGUAGES,
    TRAINING_FIELDS,
    Fields,
    Start,
    configuration,
    offered_sources,
    preset_model,
)
from viz.tabs.train.form.panel import FormPanel
from viz.tabs.train.form.settings import unlocked
from viz.tabs.train.form.suggestions import suggested_settings, text_size
from viz.tabs.train.run_name import set_name
from viz.tabs.train.runs.actions import unknown_run
from viz.tabs.train.runs.comparison import setting_label, setting_value
from viz.tabs.train.runs.panel import RunsPanel
from viz.tabs.train.runs.viewing import known_run
from viz.tabs.train.start import locked, name_of_start, with_pairs, with_start
from viz.texts import Texts

_CHOSEN_AGAIN = ("src", "tgt", "valid_src", "valid_tgt", "src_column", "tgt_column")  # where the files are not kept
_TO_THE_FORM = """() => {
    const name = document.querySelector('#train-name input');
    name.scrollIntoView({block: 'center'});
    name.focus({preventScroll: true});
}"""


def on_again(form: FormPanel, runs: RunsPanel, sent: Sent) -> Updates:
    """Fill the form in with the settings of the followed run; its files are used again, unless runs are owned.

    Settings without a field are not taken over; a warning names those that differ.
    """
    texts = request_texts()
    try:
        run = known_run(form.context.runs, sent[runs.viewing].name)
        if run is None:
            raise unknown_run()
        fields = {**run_fields(run.read_config()), PAIRS_OF: "", START: name_of_start(run, form.context.library)}
        named = with_start(fields, form.context)[START]
    except CoreError as error:
        raise as_toast(error, texts) from error
    limits = form.context.limits
    if fields["source"] == FILE and with_pairs({PAIRS_OF: run.name}, form.context)[PAIRS_OF]:
        fields |= {PAIRS_OF: run.name, "file": None}
    if changed := changed_settings(run.read_config(), fields, form.context, texts):
        words = texts("train.again.changed", settings=texts.listed(changed))
        gr.Warning(html.escape(words, quote=False), duration=None, title=html.escape(run.name))
    if fields["source"] not in offered_sources(limits):
        del fields["source"]
    chosen = {**dict.fromkeys(form.data.fields), **fields}
    start, size = named if isinstance(named, Start) else None, text_size(chosen, limits)
    source, known = fields.get("source"), fields.get("corpus")
    suggested = suggested_settings(source, size, limits, start=start, corpus=known) if "source" in fields else {}
    given = (
        locked(form.settings.given, named, texts)
        if isinstance(named, Start)
        else unlocked(form.settings, {**fields, "preset": preset_of(run.read_config().model)}, texts)
    )
    return {
        **{form.fields[name]: value for name, value in fields.items()},
        **given,
        **({form.settings.suggested: suggested} if suggested else {}),
        **set_name(form.name, run.name.rstrip("0123456789")),
        form.preflight.findings: None,
    }


def run_fields(config: RunConfig) -> dict[str, object]:
    """Return the fields of the form that describe a run."""
    model = {name: getattr(config.model, name) for name in MODEL_FIELDS}
    training = {name: getattr(config.training, name) for name in TRAINING_FIELDS}
    return {**_data_fields(config.data), **model, **training}


def changed_settings(config: RunConfig, fields: Fields, context: Context, texts: Texts) -> list[str]:
    """Return the settings of a run that a form filled in from it would change, each with its value in words.

    Args:
        config: of the run.
        fields: of the form.
        context: of the tab.
        texts: of the page.
    """
    try:
        given = with_start({**DEFAULTS, **fields}, context)
        made = configuration(given, replace(HOME, max_minutes=context.limits.max_minutes))
    except CoreError:  # a start of the form reports it
        return []
    changed = (
        (item, getattr(old, item.name))
        for old, new in zip(config, made, strict=True)
        for item in offered_settings(type(old))
        if item.name not in _CHOSEN_AGAIN and getattr(old, item.name) != getattr(new, item.name)
    )
    return [f"{setting_label(item, texts)} ({_value(item.name, value, texts)})" for item, value in changed]


def preset_of(model: ModelConfig) -> str:
    """Return the preset with the shape of a model; the first one where no preset has it."""
    for preset in (FIRST, *PRESETS):
        known = preset_model(preset)
        if all(getattr(known, name) == getattr(model, name) for name in ("num_layers", "d_model", "num_heads", "d_ff")):
            return preset
    return FIRST


def wire_again(form: FormPanel, runs: RunsPanel) -> None:
    """Register the button; call it inside of gr.Blocks."""
    outputs = [*form.fields.values(), form.settings.preset, form.settings.suggested, form.name.suggested]
    fill = functools.partial(on_again, form, runs)
    filled = runs.buttons.again.click(fill, {runs.viewing}, [*outputs, form.preflight.findings], **QUEUED)
    filled.success(None, None, None, js=_TO_THE_FORM)
    data = form.data
    preview = functools.partial(on_data, data)
    filled.success(preview, {*data.fields.values()}, [data.preview, data.lengths], **READING)


def _value(name: str, value: object, texts: Texts) -> str:
    """Return a setting in words; of a file its name alone."""
    return Path(str(value)).name if name in DATA_FILES else setting_value(value, name, texts)


def _data_fields(data: DataConfig) -> Fields:
    if data.task is not None:
        return {"source": data.task}
    if data.corpus is None:
        suggested = {SUGGESTED_LANGUAGES: f"{data.src_lang} {data.tgt_lang}"}  # other files suggest their own
        return {"source": FILE, "src_lang": data.src_lang, "tgt_lang": data.tgt_lang, **suggested}
    if data.corpus.startswith(HUB_PREFIX):
        name = hub_name(data.corpus)
        languages = {
            "hub_src_lang": data.src_lang,
            "hub_tgt_lang": data.tgt_lang,
            HUB_SUGGESTED_LANGUAGES: f"{data.src_lang} {data.tgt_lang}",
        }
        return {"source": HUB, "hub": name.repository, "hub_subset": name.configuration or "", **languages}
    known = CORPORA.get(data.corpus)
    backward = known is not None and (data.tgt_lang, data.src_lang) == tuple(known.languages)
    return {"source": CORPUS, "corpus": data.corpus, "direction": BACKWARD if backward else FORWARD}
