"""The evaluations and the one that is shown: laid out, and followed while it runs.

Any client can send anything: names are looked up among the evaluations.
"""

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from core.jobs.job import Job
from core.jobs.status import ACTIVE
from core.training.runs import start_waiting
from viz.components.run_list import run_list
from viz.components.run_state import pack_state, run_state
from viz.tabs.browser import browser_functions
from viz.tabs.controls import UNQUEUED, button, hidden_text
from viz.tabs.evaluate import status
from viz.tabs.evaluate.context import Context, Sent, Updates
from viz.tabs.evaluate.form import FormPanel
from viz.tabs.evaluate.outcome import brief_scores, has_result
from viz.tabs.evaluate.record import known_evaluation, list_evaluations
from viz.tabs.evaluate.result import ResultPanel, lay_out_result, result_updates, wire_result
from viz.tabs.language import request_texts
from viz.tabs.ownership import is_owner
from viz.tabs.page import event_field
from viz.tabs.wording import Wording

BUSY, IDLE = 1.0, 2.5  # seconds between two updates: while something changes without a request, and else
RESUMABLE = ("new", "stopped", "failed", "crashed")
(_READ_STORED,) = browser_functions(__file__, "storedEvaluation")


class Seen(NamedTuple):
    """State of the evaluations when a page showed them; the page keeps it, packed, and sends it with each request."""

    name: str = ""  # of the one that is shown
    stopping: bool = False
    done: int = 0  # sentences of it
    states: tuple[tuple[str, str], ...] = ()  # (name, state) of all, newest first

    @property
    def state(self) -> str:
        """Return the state of the one that is shown; "" without one."""
        return dict(self.states).get(self.name, "")

    @property
    def busy(self) -> bool:
        """Return whether something will change without a request."""
        return any(state in (*ACTIVE, "queued") for _, state in self.states)


@dataclass(frozen=True)
class EvaluationsPanel:
    """The components: the list, the card and the buttons of the one that is shown, its result, and hidden values."""

    context: Context
    form: FormPanel  # of a new one
    listing: gr.HTML
    state: gr.HTML
    stop: gr.Button
    resume: gr.Button
    result: ResultPanel
    timer: gr.Timer
    seen: gr.Textbox  # a `Seen`, packed
    followed: gr.Textbox  # name of the one to show; the answer to a tick, which may come late, leaves it alone
    stored: gr.Textbox  # what the page showed before a reload
    visitor: gr.Textbox  # the secret of the browser, where evaluations are owned
    opened: gr.State  # whether the tab has been opened

    @property
    def shown(self) -> list[Any]:
        """Return the components that `show` updates."""
        return [
            self.form.section,
            self.listing,
            self.state,
            self.stop,
            self.resume,
            *self.result.shown,
            self.timer,
            self.seen,
            self.followed,
        ]

    @property
    def chosen(self) -> set[Component]:
        """Return the components whose values `show` needs."""
        return {self.seen, self.followed, self.visitor, self.opened}

    def may_change(self, sent: Sent) -> Callable[[Job], bool]:
        """Return whether a visitor may stop, resume or delete an evaluation: any where none is owned."""
        return lambda job: not self.context.limits.owned or is_owner(job, sent.get(self.visitor))


def lay_out_evaluations(context: Context, form: FormPanel, wording: Wording) -> EvaluationsPanel:
    """Lay out the list of evaluations, the card, buttons and result of the one that is shown, and hidden values."""
    with gr.Column(elem_id="evaluate-follow"):
        listing = run_list(elem_id="evaluate-list", plain=True)
        with gr.Row(equal_height=False, elem_id="evaluate-at-work"):
            state = run_state(pack_state(status.card(context.runs, None, wording.texts)), elem_id="evaluate-state")
            with gr.Row(elem_id="evaluate-actions"):
                options = {"visible": False, "scale": 0, "min_width": 96}
                stop = button(wording, "evaluate.stop", variant="stop", **options)
                resume = button(wording, "evaluate.resume", **options)
    result = lay_out_result(wording)
    names = ("seen", "followed", "stored", "visitor")
    seen, followed, stored, visitor = (hidden_text(f"evaluate-{name}") for name in names)
    timer, opened = gr.Timer(IDLE), gr.State(False)
    return EvaluationsPanel(
        context, form, listing, state, stop, resume, result, timer, seen, followed, stored, visitor, opened
    )


# Showing


def take(panel: EvaluationsPanel, name: str) -> Seen:
    """Return the present state; the newest evaluation is shown if there is none of that name."""
    found = [(job, job.status()) for job in list_evaluations(panel.context.runs)]
    states = tuple((job.name, one.state) for job, one in found)
    shown = next((pair for pair in found if pair[0].name == name), found[0] if found else None)
    if shown is None:
        return Seen()
    return Seen(shown[0].name, shown[0].stop_requested(), shown[1].step, states)


def pack_seen(seen: Seen) -> str:
    """Return a state as the page keeps it."""
    return json.dumps(seen, separators=(",", ":"))


def unpack_seen(packed: object) -> Seen | None:
    """Return the state that a page sends; None for anything else, after which everything is drawn."""
    try:
        name, stopping, done, states = json.loads(str(packed))
        found = Seen(name, bool(stopping), int(done), tuple((str(a), str(b)) for a, b in states))
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None
    return found if isinstance(name, str) else None


def on_open(panel: EvaluationsPanel, sent: Sent) -> Updates | dict[str, Any]:
    """Show everything when the tab first opens: what the page showed before a reload, else the newest evaluation.

    Then the form of a new one is folded, unless the visitor has changed it. On a shared page the newest may be a
    stranger's: there the form is folded only for what this page showed before.
    """
    if sent[panel.opened]:
        return on_tick(panel, sent)
    start_waiting(panel.context.runs)  # the machine may have restarted since
    try:
        stored = json.loads(str(sent[panel.stored]))["name"]
    except (ValueError, KeyError, TypeError, RecursionError):
        stored = ""
    stored = sent[panel.followed] or stored  # one that was started in another tab
    updates: Updates = {panel.opened: True, **show(panel, sent, stored if isinstance(stored, str) else "", None)}
    begun, known = sent[panel.form.first] != sent[panel.form.filled], stored or not panel.context.limits.owned
    if updates[panel.followed] and known and not begun:
        updates[panel.form.section] = gr.Accordion(open=False)
    return updates


def on_tick(panel: EvaluationsPanel, sent: Sent) -> Updates | dict[str, Any]:
    """Show what changed since the page's last state; skip every output if nothing did."""
    before = unpack_seen(sent[panel.seen])
    if before is None or not sent[panel.opened]:  # a page that was never opened keeps no part of an update
        return gr.skip()
    followed = str(sent[panel.followed])
    now = take(panel, followed)
    if any(state == "queued" for _, state in now.states):
        start_waiting(panel.context.runs)  # the process before it may have been killed
        now = take(panel, followed)
    if now == before:
        return gr.skip()
    updates = show(panel, sent, followed, before if before.name == now.name else None)
    if now.name == followed:
        del updates[panel.followed]
    return updates


def on_follow(panel: EvaluationsPanel, sent: Sent, name: object) -> Updates:
    """Show another evaluation."""
    return show(panel, sent, str(name), None)


def on_language(panel: EvaluationsPanel, sent: Sent) -> Updates:
    """Show everything in another language."""
    return show(panel, sent, str(sent[panel.followed]), None) if sent[panel.opened] else {}


def show(panel: EvaluationsPanel, sent: Sent, name: str, before: Seen | None) -> Updates:
    """Return what a page must update to show an evaluation.

    Args:
        panel: the components.
        sent: the choices of the result.
        name: of the evaluation; the newest one in place of one that does not exist.
        before: what the page shows already; None draws everything.
    """
    runs, texts, now = panel.context.runs, request_texts(), take(panel, name)
    job, may_change = known_evaluation(runs, now.name), panel.may_change(sent)
    state, changes = now.state, job is not None and may_change(job)
    updates: Updates = {
        panel.listing: status.packed_list(list_evaluations(runs), now.name, texts, may_change, brief_scores),
        panel.state: pack_state(status.card(runs, job, texts)),
        panel.stop: gr.Button(
            texts("train.leave" if state == "queued" else "evaluate.stop"),
            visible=changes and state in (*ACTIVE, "queued"),
            interactive=not (now.stopping and state in ACTIVE),
        ),
        panel.resume: gr.Button(visible=changes and state in RESUMABLE),
        panel.seen: pack_seen(now),
        panel.followed: now.name,
    }
    if not now.name:
        updates[panel.form.section] = gr.Accordion(open=True)
    if before is None or (before.name, before.state) != (now.name, state):
        updates |= result_updates(panel.result, job if job and state == "finished" and has_result(job) else None, texts)
    if before is None or before.busy != now.busy:
        updates[panel.timer] = gr.Timer(BUSY if now.busy else IDLE, active=True)
    return updates


def evaluation_of(panel: EvaluationsPanel, sent: Sent) -> Job:
    """Return the evaluation that a page shows.

    Raises:
        CoreError: it was deleted in the meantime.
    """
    job = known_evaluation(panel.context.runs, sent[panel.followed])
    if job is None:
        raise CoreError("evaluate.unknown", "this evaluation no longer exists")
    return job


def wire_evaluations(panel: EvaluationsPanel, tab: gr.Tab, wording: Wording) -> None:
    """Register what shows the evaluations; call it inside of gr.Blocks."""
    wording.redraw(functools.partial(on_language, panel), panel.chosen, panel.shown)
    chosen: Any = panel.chosen
    tick: Any = functools.partial(on_tick, panel)
    opening: Any = functools.partial(on_open, panel)
    panel.timer.tick(tick, chosen, panel.shown, trigger_mode="once", **UNQUEUED)
    begun: Any = {panel.form.first, panel.form.filled}
    stored = tab.select(None, None, panel.stored, js=_READ_STORED)
    stored.then(opening, {*chosen, *begun, panel.stored}, [panel.opened, *panel.shown], **UNQUEUED)

    # Gradio passes an event to a parameter with this annotation, which it does not find in a functools.partial.
    def follow(sent: dict[Any, Any], event: gr.EventData) -> Updates:
        return on_follow(panel, sent, event_field(event, "name"))

    wire_result(panel.result, functools.partial(known_evaluation, panel.context.runs), wording)
    panel.listing.run_follow(follow, chosen, panel.shown, **UNQUEUED)
