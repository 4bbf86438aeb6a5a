"""The settings of the shown runs, in one column each: those that differ, or all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from core.config import DataConfig
from core.errors import CoreError
from core.settings import Setting, offered_settings
from core.training.record import trained_pairs
from core.training.run import DATA_FILES, Run, RunConfig
from viz.components.text_table import pack_table, text_table
from viz.tabs.controls import accordion, worded
from viz.tabs.language import request_texts
from viz.tabs.train.context import Sent, Updates
from viz.tabs.train.fields import FILE
from viz.tabs.train.runs.events import latest, read_events
from viz.tabs.wording import Wording
from viz.texts import Texts

_SIZES = ("parameters", "training_pairs", "batches_per_epoch", "device")  # of the start event
_IN_THE_DATA = (*DATA_FILES, "task", "corpus")  # described in one row; files would name folders of the server
_NONE = "–"


@dataclass(frozen=True)
class Comparison:
    """The components: whether all settings are shown, and their table."""

    whole: gr.Checkbox
    table: gr.HTML


def lay_out_comparison(wording: Wording) -> Comparison:
    """Lay out the table in a section of its own."""
    with accordion(wording, "train.settings"):
        whole = worded(wording, gr.Checkbox, "train.settings_all", value=False)
        table = text_table(elem_id="train-settings-table")
    return Comparison(whole, table)


def comparison_updates(comparison: Comparison, sent: Sent, shown: Sequence[Run]) -> Updates:
    """Show the settings of the shown runs."""
    whole = bool(sent.get(comparison.whole))
    return {comparison.table: settings_table(shown, request_texts(), whole=whole) if shown else None}


def settings_table(runs: Sequence[Run], texts: Texts, *, whole: bool) -> str:
    """Return a packed table of the settings of runs: those that differ, unless `whole`; of a single run all."""
    columns = [_settings(run, texts) for run in runs]
    names = dict.fromkeys(name for column in columns for name in column)
    rows = [[name, *(column.get(name, _NONE) for column in columns)] for name in names]
    if len(runs) > 1 and not whole:
        rows = [row for row in rows if len({*row[1:]}) > 1]
    note = "" if len(runs) > 1 else texts("train.settings.alone")
    if not rows:
        note = texts("train.settings.same")
    return pack_table([texts("train.settings.name"), *(run.name for run in runs)], rows, note=note)


def _settings(run: Run, texts: Texts) -> dict[str, str]:
    """Return the settings of a run in words, by their labels; none for a run that cannot be read."""
    try:
        config = run.read_config()
    except CoreError:  # the card of the run reports it
        return {}
    started = latest(read_events(run), "start") or {}
    found = {texts("train.settings.data"): _data(config.data, texts)}
    for name in _SIZES:
        value = trained_pairs(started) if name == "training_pairs" else started.get(name)
        found[texts(f"train.settings.{name}")] = setting_value(value, name, texts) if value is not None else _NONE
    for part in _parts(config):
        for item in offered_settings(type(part)):
            if item.name not in _IN_THE_DATA:
                found[setting_label(item, texts)] = setting_value(getattr(part, item.name), item.name, texts)
    return found


def _parts(config: RunConfig) -> tuple[Any, ...]:
    return config.data, config.model, config.training


def _data(data: DataConfig, texts: Texts) -> str:
    if data.task is not None:
        return texts(f"train.source.{data.task}")
    return data.corpus or texts(f"train.source.{FILE}")


def setting_label(item: Setting, texts: Texts) -> str:
    """Return the label of a setting, the one in the form if it is there."""
    return _text(texts, f"train.field.{item.name}.label") or texts(f"train.settings.of.{item.name}")


def setting_value(value: object, name: str, texts: Texts) -> str:
    """Return the value of a setting in words."""
    if value is None or value == "":
        return _NONE
    if isinstance(value, bool):
        return texts("train.settings.yes" if value else "train.settings.no")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:g}"
    return _text(texts, f"train.field.{name}.{value}") or str(value)


def _text(texts: Texts, key: str) -> str:
    try:
        return texts(key)
    except KeyError:
        return ""
