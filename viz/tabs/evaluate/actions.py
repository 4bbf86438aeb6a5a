"""Start, stop, resume and delete an evaluation; on a public Space only its owner may change it."""

import functools
from typing import Any

import gradio as gr

from core.durable import remove_folder
from core.errors import CoreError
from core.jobs.job import Job
from core.jobs.queue import JobQueue
from core.training.runs import enqueue, stop_job
from viz.tabs import browser
from viz.tabs.browser import browser_functions
from viz.tabs.controls import PREPROCESSED, QUEUED, as_toast
from viz.tabs.evaluate.busy import at_rest_after, at_work
from viz.tabs.evaluate.context import Context, Sent, Updates
from viz.tabs.evaluate.form import FormPanel, name_updates, refused
from viz.tabs.evaluate.panel import EvaluationsPanel, evaluation_of, show
from viz.tabs.evaluate.record import known_evaluation
from viz.tabs.evaluate.start import start_evaluation
from viz.tabs.language import request_texts
from viz.tabs.ownership import refuse_strangers
from viz.tabs.page import current_page, event_field
from viz.tabs.rotation import one_at_a_time

_VISITOR_SECRET, _TO_THE_WORK = browser_functions(browser.__file__, "visitorSecret", "toTheWork")


def on_start(form: FormPanel, panel: EvaluationsPanel, sent: Sent) -> Updates:
    """Start an evaluation and show it, or show why it cannot start."""
    fields = form.sent_fields(sent)
    try:
        job = start_evaluation(form.context, fields, sent.get(panel.visitor))
    except (CoreError, OSError) as error:
        return refused(form, error)
    return {
        form.findings: None,
        **name_updates(form, {**sent, form.name: ""}),
        **show(panel, sent, job.name, None),
        form.section: gr.Accordion(open=False),
    }


def on_stop(panel: EvaluationsPanel, sent: Sent) -> Updates:
    """Ask the evaluation that is shown to end, or take it out of the queue."""
    try:
        job = own_evaluation(panel, sent, evaluation_of(panel, sent).name)
        stop_job(job)
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error
    return show(panel, sent, job.name, None)


def on_resume(panel: EvaluationsPanel, sent: Sent) -> Updates:
    """Resume the evaluation that is shown: sentences that are translated already are kept."""
    try:
        job = own_evaluation(panel, sent, evaluation_of(panel, sent).name)
        with one_at_a_time(panel.context.runs, panel.context.limits):
            enqueue(job)
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error
    return show(panel, sent, job.name, None)


def on_delete(panel: EvaluationsPanel, sent: Sent, name: object) -> Updates:
    """Remove an evaluation with all its files."""
    try:
        delete_evaluation(panel.context, own_evaluation(panel, sent, name))
    except (CoreError, OSError) as error:
        raise as_toast(error, request_texts()) from error
    return show(panel, sent, str(sent[panel.followed]), None)


def own_evaluation(panel: EvaluationsPanel, sent: Sent, name: object) -> Job:
    """Return an evaluation that this visitor may change.

    Raises:
        CoreError: the name is unknown, or the evaluation has another owner.
    """
    job = known_evaluation(panel.context.runs, name)
    if job is None:
        raise CoreError("evaluate.unknown", "this evaluation no longer exists")
    if panel.context.limits.owned:
        refuse_strangers(job, sent.get(panel.visitor))
    return job


def delete_evaluation(context: Context, job: Job) -> None:
    """Remove a job's folder.

    Raises:
        CoreError: a process works on it, or its folder is a link.
        OSError: some of it cannot be removed.
    """
    if job.folder.is_symlink():
        raise CoreError("evaluate.unknown", "this evaluation no longer exists")
    with JobQueue(context.runs).locked(), job.held():
        remove_folder(job.folder)


def wire_actions(form: FormPanel, panel: EvaluationsPanel) -> None:
    """Register what starts and changes evaluations; call it inside of gr.Blocks."""
    if panel.context.limits.owned:
        current_page().load(None, None, panel.visitor, js=_VISITOR_SECRET)
    chosen: Any = panel.chosen
    start = functools.partial(on_start, form, panel)
    begun = [form.findings, form.name, form.suggested, *panel.shown]
    asked: Any = {*form.fields.values(), form.suggested, *chosen}
    started = at_work(form.start, form.starting, form.findings).then(start, asked, begun, **PREPROCESSED)
    at_rest_after(started, form.start, "evaluate.start")
    started.then(None, None, None, js=_TO_THE_WORK)
    panel.stop.click(functools.partial(on_stop, panel), chosen, panel.shown, **QUEUED)
    panel.resume.click(functools.partial(on_resume, panel), chosen, panel.shown, **QUEUED)

    # Gradio passes an event to a parameter with this annotation, which it does not find in a functools.partial.
    def delete(sent: dict[Any, Any], event: gr.EventData) -> Updates:
        return on_delete(panel, sent, event_field(event, "name"))

    panel.listing.run_delete(delete, chosen, panel.shown, **QUEUED)
