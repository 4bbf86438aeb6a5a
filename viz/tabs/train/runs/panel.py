"""The runs and the one that is followed: laid out, and shown on load, each second, and when another is chosen.

Any client can send anything: names are looked up among the runs.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.blocks import Block, BlockContext
from gradio.components import Component

from core.training.run import Run
from core.training.runs import list_runs, start_waiting
from viz.components.run_list import run_list
from viz.components.run_state import pack_state, run_state
from viz.components.sample_table import sample_table
from viz.components.time_travel import texts_json, time_travel
from viz.tabs.browser import browser_functions
from viz.tabs.controls import UNQUEUED, accordion, hidden_text
from viz.tabs.language import request_texts
from viz.tabs.ownership import is_owner
from viz.tabs.page import current_page, event_field
from viz.tabs.train.context import Context, Sent, Updates
from viz.tabs.train.controls import lay_out_saving, lay_out_text
from viz.tabs.train.runs import status
from viz.tabs.train.runs.before_after import BeforeAfter, before_after_updates, lay_out_before_after
from viz.tabs.train.runs.buttons import RunButtons, button_updates, lay_out_buttons
from viz.tabs.train.runs.charts import Charts, chart_updates, lay_out_charts, wire_kept_charts
from viz.tabs.train.runs.comparison import Comparison, comparison_updates, lay_out_comparison
from viz.tabs.train.runs.end_notice import Notice, lay_out_notice, notice_updates, wire_notice
from viz.tabs.train.runs.events import read_events
from viz.tabs.train.runs.more_steps import Longer, lay_out_longer, longer_updates
from viz.tabs.train.runs.samples import samples
from viz.tabs.train.runs.viewing import (
    Fingerprint,
    Viewing,
    ended_runs,
    ended_since,
    existing,
    follow,
    known_run,
    pack_fingerprint,
    read_stored,
    take_fingerprint,
    toggle_compared,
    unpack_fingerprint,
    viewed_runs,
    viewing_of,
)
from viz.tabs.wording import Wording
from viz.texts import Texts

BUSY, IDLE = 1.0, 2.5  # seconds between two updates: while something changes without a request, and else
LOG_LINES = 40
_READ_STORED, _UNTITLED = browser_functions(__file__, "storedViewing", "untitled")


@dataclass(frozen=True)
class RunsPanel:
    """The components of the runs.

    Attributes:
        context: of the tab.
        viewing: which runs the page shows.
        listing: all runs.
        state: the card of the followed run.
        buttons: of the followed run.
        start: the form's button, which says whether a run starts at once; None without a form.
        longer: lets a finished run take more steps.
        notice: of runs that have ended.
        details: all that follows of it.
        charts, comparison: curves and settings of the shown runs.
        compared: scores before and after a run that started from a checkpoint.
        samples, history, log, command: of the followed run.
        save_all, save_events: measurements of all runs, as CSV and for TensorBoard.
        timer: asks for updates.
        fingerprint: of what the page shows; hidden.
        finished: changes when a run has ended and its checkpoint is there; hidden.
        stored: what the page showed before a reload; hidden.
        moved: a model that this page has renamed or removed, `old new when`, "-" for none; hidden.
        visitor: the secret of the browser, where runs are owned; hidden.
        opened: whether the tab has been opened.
    """

    context: Context
    viewing: gr.State
    listing: gr.HTML
    state: gr.HTML
    buttons: RunButtons
    start: gr.Button | None
    longer: Longer
    notice: Notice
    details: gr.Column
    charts: Charts
    comparison: Comparison
    compared: BeforeAfter
    samples: gr.HTML
    history: gr.HTML
    log: gr.Textbox
    command: gr.Textbox
    save_all: gr.Button
    save_events: gr.Button
    timer: gr.Timer
    fingerprint: gr.Textbox
    finished: gr.Textbox
    stored: gr.Textbox
    moved: gr.Textbox
    visitor: gr.Textbox
    opened: gr.State

    @property
    def shown(self) -> list[Component | BlockContext]:
        """Return the components that `show` updates."""
        return [
            *(self.viewing, self.listing, self.state, *self.buttons.shown),
            *([self.start] if self.start else []),
            *(*self.longer.shown, self.details),
            *self.charts.figures.values(),
            *(self.compared.section, self.compared.table),
            *(self.comparison.table, self.samples, self.history, self.log, self.command),
            *(self.timer, self.fingerprint, self.finished, self.notice.packed),
        ]

    @property
    def chosen(self) -> set[Block]:
        """Return the components whose values `show` needs."""
        return {self.viewing, self.visitor, *self.charts.choices, self.comparison.whole}

    def may_change(self, sent: Sent) -> Callable[[Run], bool]:
        """Return whether a visitor may rename, delete or extend a run: any where none is owned."""
        return lambda run: not self.context.limits.owned or is_owner(run, sent.get(self.visitor))


def lay_out_runs(context: Context, wording: Wording, start: gr.Button | None = None) -> RunsPanel:
    """Lay out all runs and the followed one; `start` belongs to the form."""
    texts = wording.texts
    listing = run_list(elem_id="train-runs")
    with gr.Row(equal_height=False, elem_id="train-at-work"):
        state = run_state(pack_state(status.run_card(context.runs, None, texts)), elem_id="train-state")
        buttons = lay_out_buttons(wording)
    longer = lay_out_longer(wording)
    notice = lay_out_notice(wording)
    # "hidden" is in the page all the same, so that its content is drawn before it is shown
    with gr.Column(visible="hidden", elem_id="train-details") as details:
        compared = lay_out_before_after(wording)
        charts = lay_out_charts(wording)
        samples = sample_table(elem_id="train-samples")
        with accordion(wording, "time.run", open=True):
            history = time_travel(texts=texts.section("time."), elem_id="train-history")
            wording.add(history, lambda texts: {"texts": texts_json(texts.section("time."))})
        comparison = lay_out_comparison(wording)
        log, command = lay_out_text(wording)
        save_all, save_events = lay_out_saving(wording)
    return RunsPanel(
        context=context,
        viewing=gr.State(Viewing()),
        listing=listing,
        state=state,
        buttons=buttons,
        start=start,
        longer=longer,
        notice=notice,
        details=details,
        charts=charts,
        comparison=comparison,
        compared=compared,
        samples=samples,
        history=history,
        log=log,
        command=command,
        save_all=save_all,
        save_events=save_events,
        timer=gr.Timer(IDLE),
        fingerprint=hidden_text("train-fingerprint"),
        finished=hidden_text("train-finished"),
        stored=hidden_text("train-stored"),
        moved=hidden_text("train-moved"),
        visitor=hidden_text("train-visitor"),
        opened=gr.State(False),
    )


# Showing


def on_load(panel: RunsPanel, sent: Sent) -> Updates:
    """Show what the page showed before a reload, else the run that is being trained; figures wait for the tab."""
    runs, texts = panel.context.runs, request_texts()
    start_waiting(runs)  # the machine may have restarted since
    viewing = existing(take_fingerprint(runs, before := read_stored(sent[panel.stored])), before)
    now = take_fingerprint(runs, viewing)
    return {
        panel.viewing: viewing,
        panel.listing: status.packed_list(list_runs(runs), viewing, texts, panel.may_change(sent)),
        panel.state: _card(runs, known_run(runs, viewing.name), texts),
        panel.timer: _timer(now),
        panel.fingerprint: pack_fingerprint(now.without_figures()),
        **_start_button(panel, now, texts),
        **notice_updates(panel.notice, panel.context, ended_since(sent[panel.stored], now), viewing, texts),
    }


def on_open(panel: RunsPanel, sent: Sent) -> Updates:
    """Show everything when the tab opens; nothing yet before `on_load` has found what to show."""
    before = unpack_fingerprint(sent[panel.fingerprint])
    viewing = viewing_of(sent[panel.viewing], before)
    if viewing is None:
        return {panel.opened: True}
    updates = show(panel, viewing, sent, before, whole=True)
    return {panel.opened: True, **_without_unchanged_viewing(panel, sent, updates)}


def on_tick(panel: RunsPanel, sent: Sent) -> Updates | dict[str, Any]:
    """Show what changed since the page's fingerprint; skip every output if nothing did."""
    before, drawn = unpack_fingerprint(sent[panel.fingerprint]), bool(sent[panel.opened])
    viewing = viewing_of(sent[panel.viewing], before)
    if viewing is None:
        return gr.skip()
    now = take_fingerprint(panel.context.runs, viewing)
    if now.waiting:  # the process before it may have been killed
        start_waiting(panel.context.runs)
    if viewing == sent[panel.viewing] and before == (now if drawn else now.without_figures()):
        return gr.skip()
    return _without_unchanged_viewing(panel, sent, show(panel, viewing, sent, before, drawn=drawn))


def on_follow(panel: RunsPanel, sent: Sent, name: object) -> Updates:
    """Follow another run."""
    return show(panel, follow(sent[panel.viewing], str(name)), sent, None)


def on_compare(panel: RunsPanel, sent: Sent, name: object) -> Updates:
    """Compare a run with the followed one, or stop comparing it."""
    return show(panel, toggle_compared(sent[panel.viewing], str(name)), sent, None)


def on_charts(panel: RunsPanel, sent: Sent) -> Updates:
    """Draw other measures, or the same ones in another way."""
    return chart_updates(panel.charts, sent, viewed_runs(panel.context.runs, sent[panel.viewing]))


def on_settings(panel: RunsPanel, sent: Sent) -> Updates:
    """Show all settings of the shown runs, or only those that differ."""
    return comparison_updates(panel.comparison, sent, viewed_runs(panel.context.runs, sent[panel.viewing]))


def on_language(panel: RunsPanel, sent: Sent) -> Updates:
    """Show everything in another language; what a visitor has typed or chosen stays, and no history is sent again."""
    before, drawn, texts = unpack_fingerprint(sent[panel.fingerprint]), bool(sent[panel.opened]), request_texts()
    viewing = viewing_of(sent[panel.viewing], before)
    if viewing is None:
        return {}
    updates = show(panel, viewing, sent, before, whole=True, drawn=drawn)
    for component in (*panel.longer.shown, panel.history, panel.command):
        updates.pop(component, None)
    now = take_fingerprint(panel.context.runs, viewing)
    run = known_run(panel.context.runs, viewing.name)
    words = _history_words(run, now.state, texts, known=now.snapshot >= 0)
    updates |= {panel.history: gr.HTML(texts=words), **_start_button(panel, now, texts)}
    return _without_unchanged_viewing(panel, sent, updates)


def show(
    panel: RunsPanel,
    viewing: Viewing,
    sent: Sent,
    before: Fingerprint | None,
    *,
    whole: bool = False,
    drawn: bool = True,
) -> Updates:
    """Return what a page must update to show these runs.

    Args:
        panel: the components.
        viewing: what to show; a run that does not exist is replaced by one that does.
        sent: the choices of the charts.
        before: the fingerprint of what the page shows already; None draws everything.
        whole: draw everything all the same.
        drawn: whether to draw figures: not before the tab is opened.
    """
    runs, texts = panel.context.runs, request_texts()
    viewing = existing(take_fingerprint(runs, viewing), viewing)
    now = take_fingerprint(runs, viewing)
    shown = viewed_runs(runs, viewing)
    run, may_change = shown[0] if shown else None, panel.may_change(sent)
    fresh = whole or before is None or before.name != now.name or (drawn and before.events < 0)
    known, state = None if fresh else before, run.status().state if run else "new"
    updates: Updates = {
        panel.viewing: viewing,
        panel.listing: status.packed_list(list_runs(runs), viewing, texts, may_change),
        panel.state: _card(runs, run, texts),
        panel.details: gr.Column(visible=True if run else "hidden"),
        panel.log: run.log_tail(LOG_LINES) if run else "",
        panel.fingerprint: pack_fingerprint(now if drawn else now.without_figures()),
        **button_updates(panel.buttons, run, shown[1:], state, texts, stopping=now.stopping),
    }
    if known is None or known.state != now.state:
        updates |= longer_updates(panel.longer, run if run and may_change(run) else None, panel.context.limits)
    if known is None:
        updates[panel.command] = status.command(run) if run else ""
    if drawn and (known is None or (known.events, known.compared) != (now.events, now.compared)):
        updates |= _figures(panel, sent, shown)
    if drawn and (known is None or _has_new_snapshots(known, now)):
        updates[panel.history] = _history(run, state, texts)
    if before is None or before.busy != now.busy:
        updates[panel.timer] = _timer(now)
    updates |= _start_button(panel, now, texts) if before is None or before.full != now.full else {}
    if over := ended_runs(before, now):
        updates[panel.finished] = f"{over[0]} {now.events}"
        updates |= notice_updates(panel.notice, panel.context, over, viewing, texts)
    return updates


def wire_runs(panel: RunsPanel, tab: gr.Tab, wording: Wording) -> None:
    """Register what shows the runs; call it inside of gr.Blocks."""
    wording.redraw(functools.partial(on_language, panel), {*panel.chosen, panel.fingerprint, panel.opened}, panel.shown)
    tick, ticking = functools.partial(on_tick, panel), {*panel.chosen, panel.fingerprint, panel.opened}
    outputs: list[Component] = [panel.viewing, panel.listing, panel.state, panel.timer, panel.fingerprint]
    outputs += [panel.notice.packed, *([panel.start] if panel.start else [])]
    load = functools.partial(on_load, panel)
    loaded = current_page().load(load, {panel.stored}, outputs, js=_READ_STORED, **UNQUEUED)
    loaded.then(tick, ticking, panel.shown, **UNQUEUED)  # the tab may have been opened before this was known
    opening = {*panel.chosen, panel.fingerprint}
    tab.select(functools.partial(on_open, panel), opening, [panel.opened, *panel.shown], **UNQUEUED)
    tab.select(None, None, None, js=_UNTITLED)
    panel.timer.tick(tick, ticking, panel.shown, trigger_mode="once", **UNQUEUED)
    charts = panel.charts
    chosen: Any = panel.chosen
    redraw, drawn = functools.partial(on_charts, panel), [*charts.figures.values()]
    gr.on(charts.changes, redraw, chosen, drawn, trigger_mode="always_last", **UNQUEUED)
    wire_kept_charts(charts)
    panel.comparison.whole.input(functools.partial(on_settings, panel), chosen, panel.comparison.table, **UNQUEUED)
    wire_notice(panel.notice)
    panel.listing.run_follow(_with_name(on_follow, panel), panel.chosen, panel.shown, **UNQUEUED)
    panel.listing.run_compare(_with_name(on_compare, panel), panel.chosen, panel.shown, **UNQUEUED)


def _with_name(handler: Callable[[RunsPanel, Sent, object], Updates], panel: RunsPanel) -> Callable[..., Updates]:
    """Return a listener that passes on the run named by an event of the list."""

    # Gradio passes an event to a parameter with this annotation, which it does not find in a functools.partial.
    def listen(sent: dict[Any, Any], event: gr.EventData) -> Updates:
        return handler(panel, sent, event_field(event, "name"))

    return listen


def _without_unchanged_viewing(panel: RunsPanel, sent: Sent, updates: Updates) -> Updates:
    """Leave the viewing alone where it is the one that was sent: a newer choice must not be undone."""
    if updates[panel.viewing] == sent[panel.viewing]:
        del updates[panel.viewing]
    return updates


def _card(runs: Path, run: Run | None, texts: Texts) -> str:
    return pack_state(status.run_card(runs, run, texts))


def _start_button(panel: RunsPanel, now: Fingerprint, texts: Texts) -> Updates:
    """Return the words of the form's button: a run starts at once, or waits."""
    waits = now.full and panel.context.limits.queued
    return {panel.start: gr.Button(texts("train.start.queue" if waits else "train.start"))} if panel.start else {}


def _figures(panel: RunsPanel, sent: Sent, shown: Sequence[Run]) -> Updates:
    """Return the charts, the settings and the sample translations."""
    texts, events = request_texts(), read_events(shown[0]) if shown else []
    found = samples(shown[0].name, events, texts) if shown else None
    settings = comparison_updates(panel.comparison, sent, shown)
    compared = before_after_updates(panel.compared, shown[0] if shown else None, events, texts)
    return {**chart_updates(panel.charts, sent, shown), **settings, **compared, panel.samples: found}


def _has_new_snapshots(before: Fingerprint, now: Fingerprint) -> bool:
    """Return whether the history changes; without snapshots it says why, which depends on the state."""
    reason_changed = now.snapshot < 0 and before.state != now.state
    return before.snapshot != now.snapshot or before.events < 0 or reason_changed


def _history(run: Run | None, state: str, texts: Texts) -> Any:
    value = status.attention_history(run) if run else None
    return gr.HTML(value=value or "", texts=_history_words(run, state, texts, known=value is not None))


def _history_words(run: Run | None, state: str, texts: Texts, *, known: bool) -> str:
    """Return the words of the history; without snapshots they say why there are none."""
    words = texts.section("time.")
    if run is not None and not known:
        reason = status.missing_history_reason(run, state)
        words["time.empty"] = texts(f"time.empty.{reason}")
    return texts_json(words)


def _timer(now: Fingerprint) -> gr.Timer:
    return gr.Timer(BUSY if now.busy else IDLE, active=True)
