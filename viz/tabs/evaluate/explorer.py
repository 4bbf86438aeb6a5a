"""A sentence of an evaluation in the explorer, with both systems side by side, and the way back."""

import functools
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import gradio as gr

from core.errors import CoreError
from core.evaluation.table import Result, Row
from core.jobs.job import Job
from core.library import CheckpointLibrary
from viz.components.text_table import pack_table, text_table
from viz.tabs.browser import browser_functions
from viz.tabs.controls import QUEUED, as_toast, hidden_text
from viz.tabs.evaluate.context import Sent, Updates
from viz.tabs.evaluate.outcome import outcome
from viz.tabs.evaluate.panel import EvaluationsPanel
from viz.tabs.evaluate.record import Asked, known_evaluation, read_asked
from viz.tabs.evaluate.verdict import Table, system_names
from viz.tabs.language import request_texts
from viz.tabs.page import event_field
from viz.tabs.wording import Wording
from viz.texts import Texts

_LEFT = (  # by the last view: its place, what it was translated with, and every change of it
    *("tab", "lab", "beam", "alpha", "rank", "step", "pin", "off", "uniform", "edits", "prefix", "same", "side"),
    *("vs_text", "vs_target", "vs_checkpoint", "vs_beam", "vs_alpha", "vs_rank", "vs_step", "systems"),
)
(_OPEN,) = browser_functions(__file__, "openFields")


class WayBack(NamedTuple):
    """The components in the tab "Translate"."""

    button: gr.Button  # leads back to the sentence
    fields: gr.Textbox  # what the address is to say, packed; hidden
    beside: gr.HTML  # the references and translations of the sentence
    opened: gr.State  # name of the evaluation, number of the sentence, and its source


def lay_out_way_back(wording: Wording) -> WayBack:
    """Lay out the way back, hidden until a sentence is opened; call it inside the tab of the explorer."""
    back = gr.Button(wording.texts("evaluate.back"), visible=False, size="sm", elem_id="evaluate-back")
    return WayBack(back, hidden_text("evaluate-open"), text_table(elem_id="evaluate-beside"), gr.State(("", 0, "")))


def on_row(
    way_back: WayBack, library: CheckpointLibrary, job_of: Callable[[object], Job | None], name: object, number: object
) -> Updates:
    """Return what opens a sentence in the explorer.

    Args:
        way_back: the components.
        library: has the checkpoints.
        job_of: returns the evaluation of a name.
        name: of the evaluation.
        number: of the sentence, from 1; any client can send anything.
    """
    texts = request_texts()
    try:
        job = job_of(name)
        if job is None:
            raise CoreError("evaluate.unknown", "this evaluation no longer exists")
        result = outcome(job)
        row = next((one for one in result.rows if one.number == number), None)
        if row is None:
            raise CoreError("evaluate.no_row", "this evaluation has no sentence {number}", number=str(number)[:20])
        checkpoints = checkpoints_of(result, read_asked(job), library)
        fields = link_of(row, checkpoints, read_asked(job))
    except CoreError as error:
        raise as_toast(error, texts) from error
    return {
        way_back.fields: json.dumps(fields),
        way_back.button: gr.Button(_words(row.number, job.name, texts), visible=True),
        way_back.beside: pack_table(*beside_of(row, system_names(result), texts)),
        way_back.opened: (job.name, row.number, row.source),
    }


def on_language(
    way_back: WayBack,
    library: CheckpointLibrary,
    job_of: Callable[[object], Job | None],
    shown: gr.State,
    sent: Sent,
) -> Updates:
    """Say the way back and what is beside the sentence in another language; leave them where nothing is open."""
    name, number, source = sent[way_back.opened]
    try:
        drawn = on_row(way_back, library, job_of, name, number)
    except gr.Error:  # nothing was opened, or it was deleted since
        return {}
    parts = (way_back.button, way_back.beside) if sent[shown][0].strip() == source.strip() else (way_back.button,)
    return {part: drawn[part] for part in parts}


def on_shown(
    way_back: WayBack,
    library: CheckpointLibrary,
    job_of: Callable[[object], Job | None],
    shown: gr.State,
    sent: Sent,
) -> Updates:
    """Show what is beside the opened sentence only while the explorer shows that sentence."""
    beside = on_language(way_back, library, job_of, shown, sent).get(way_back.beside)
    return {way_back.beside: beside}


def beside_of(row: Row, names: list[str], texts: Texts) -> Table:
    """Return the references of a sentence and its translations, under the names of their systems."""
    translations = [answer.translation for answer in row.answers]
    columns = [texts("evaluate.preview.reference"), *names]
    return Table(columns, [["\n".join(row.references), *translations]])


def checkpoints_of(result: Result, asked: Asked | None, library: CheckpointLibrary) -> list[str]:
    """Return the name of each system's checkpoint in the library; "" for a file, and for one that was removed."""
    named = asked.checkpoints if asked else tuple(system.name for system in result.systems)
    names = library.names()
    return [name if name in names else "" for name in named]


def link_of(row: Row, checkpoints: list[str], asked: Asked | None) -> dict[str, str]:
    """Return the fields of a link to a sentence: its translation, and that of the other system beside it.

    Empty fields are taken out of the address.
    A file of translations has no model: its translation is forced on that of the checkpoint.

    Raises:
        CoreError: no system is a checkpoint.
    """
    if not any(checkpoints):
        if asked and any(asked.checkpoints):
            raise CoreError(
                "evaluate.model_gone",
                "the explorer needs the model {name}, which was deleted or renamed",
                name=next(filter(None, asked.checkpoints)),
            )
        raise CoreError("evaluate.no_model", "the explorer needs a checkpoint, and both systems are files")
    first, *others = checkpoints
    shown = {"text": row.source, "checkpoint": first or others[0], "bench": "compare"}
    fields = {**dict.fromkeys(_LEFT, ""), **shown}
    if asked:
        fields |= {"beam": str(asked.beam), "alpha": f"{asked.alpha:g}"}
    if not first:
        return fields | {"vs_target": row.answers[0].translation, "systems": "BA"}
    if not others:
        return fields
    other = {"vs_checkpoint": others[0]} if others[0] else {"vs_target": row.answers[1].translation}
    return fields | other | {"systems": "AB"}


def wire_rows(
    way_back: WayBack, panel: EvaluationsPanel, tabs: gr.Tabs, wording: Wording, shown: gr.State, traced: Any
) -> None:
    """Register what opens a sentence of the table in the explorer, and what leads back; call it inside of gr.Blocks.

    Args:
        way_back: the components in the tab of the explorer.
        panel: of the evaluations.
        tabs: of the page.
        wording: of the page.
        shown: source and translation in the explorer.
        traced: the event that shows the trace of a file there.
    """
    context, drawn = panel.context, panel.result.drawn
    job_of = functools.partial(known_evaluation, context.runs)

    # Gradio passes an event to a parameter with this annotation, which it does not find in a functools.partial.
    def open_row(name: str, event: gr.EventData) -> Updates:
        return on_row(way_back, context.library, job_of, name, event_field(event, "number"))

    table: Any = panel.result.sentences  # Gradio makes the events of its components when they are built
    opened = table.sentence_open(open_row, drawn, [*way_back], **QUEUED)
    opened.success(None, way_back.fields, None, js=_OPEN)
    again, follow = (functools.partial(on, way_back, context.library, job_of, shown) for on in (on_language, on_shown))
    wording.redraw(again, {way_back.opened, shown}, [way_back.button, way_back.beside])
    private: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    way_back.button.click(_to_evaluation, None, tabs, **private)
    shown.change(follow, {way_back.opened, shown}, way_back.beside, **private)
    traced.success(lambda: None, None, way_back.beside, **private)


def _to_evaluation() -> Any:
    return gr.Tabs(selected="evaluate")


def _words(number: int, name: str, texts: Texts) -> str:
    return texts("evaluate.back.to", number=f"{number:,}", name=name)
