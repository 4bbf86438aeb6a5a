"""A run that started from a checkpoint: the scores of both on old and new pairs, when it has ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.training.record import compared_sets, started_from
from core.training.run import Run
from viz.components.text_table import pack_table, text_table
from viz.tabs.controls import accordion
from viz.tabs.numbers import change_text, number_text
from viz.tabs.train.context import Updates
from viz.tabs.train.runs.events import Event, number
from viz.tabs.wording import Wording
from viz.texts import Texts

_DIGITS = {"bleu": 1, "chrf": 1, "perplexity": 2}


@dataclass(frozen=True)
class BeforeAfter:
    """The components: a section, which only such a run has, and its table."""

    section: gr.Accordion
    table: gr.HTML


def lay_out_before_after(wording: Wording) -> BeforeAfter:
    """Lay out the table in a section of its own, hidden at first."""
    section = accordion(wording, "train.compared", open=True)
    section.visible = False
    with section:
        table = text_table(elem_id="train-compared-table")
    return BeforeAfter(section, table)


def before_after_updates(panel: BeforeAfter, run: Run | None, events: Sequence[Event], texts: Texts) -> Updates:
    """Show the scores of a run, or when they will come; nothing for a run that began with random weights."""
    shown = run is not None and run.initial.is_dir()
    packed = compared_table(run, events, texts) if run is not None and shown else None
    return {panel.section: gr.update(visible=shown), panel.table: packed}


def compared_table(run: Run, events: Sequence[Event], texts: Texts) -> str:
    """Return a packed table: for each set of pairs its scores before and after, and their change."""
    columns = [texts(f"train.compared.{name}") for name in ("set", "measure", "before", "after", "change")]
    rows = [row for event in compared_sets(events) for row in _rows(event, texts)]
    return pack_table(columns, rows, note=texts("train.compared.note")) if rows else _pending(run, texts)


def _pending(run: Run, texts: Texts) -> str:
    """Return what is said before there are scores."""
    try:
        off = run.read_config().training.validation_sentences == 0
        found = started_from(run)
    except CoreError:
        off, found = False, {}
    name = str(found.get("run") or found.get("checkpoint") or texts("train.compared.checkpoint"))
    note = texts("train.compared.off") if off else texts("train.compared.coming", name=name)
    return pack_table([], [], note=note)


def _rows(event: Mapping[str, Any], texts: Texts) -> list[list[str]]:
    name, rows = _set_name(event, texts), []
    for measure, digits in _DIGITS.items():
        before, after = (number(event.get(f"{measure}_{when}")) for when in ("before", "after"))
        first, second = number_text(before, digits), number_text(after, digits)
        change = change_text(before, after, digits)
        low, high = (event.get(f"{measure}_{end}") for end in ("low", "high"))
        if isinstance(low, int | float) and isinstance(high, int | float):
            ends = {"low": number_text(low, digits, "+"), "high": number_text(high, digits, "+")}
            change = texts("train.compared.interval", change=change, **ends)
        rows.append(["" if rows else name, texts(f"train.compared.{measure}"), first, second, change])
    return rows


def _set_name(event: Mapping[str, Any], texts: Texts) -> str:
    sentences = f"{event['sentences']:,}"
    known = {"validation": "new", "sample": "sample"}.get(event["set"], "old")
    return texts(f"train.compared.{known}", set=event["set"], sentences=sentences)
