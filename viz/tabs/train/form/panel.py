"""The form of a new run: data, settings, name, preflight and start."""

import functools
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from core.preflight.result import PreflightWarning
from core.training.run import Run, check_name
from core.training.runs import enqueue, list_runs
from viz.components.preflight import Panel, pack_panel, preflight
from viz.tabs import browser
from viz.tabs.browser import browser_functions
from viz.tabs.controls import PREPROCESSED, QUEUED, UNQUEUED, as_toast, button, hidden_text, lasting_panel
from viz.tabs.language import request_texts
from viz.tabs.limits import MEGABYTE
from viz.tabs.ownership import claim
from viz.tabs.page import current_page, event_field
from viz.tabs.rotation import make_room, one_at_a_time
from viz.tabs.train.context import SHARED, Context, Sent, Updates
from viz.tabs.train.data.panel import DataPanel, lay_out_data, show_source, validate, wire_data
from viz.tabs.train.data.upload import copy_pairs, write_upload
from viz.tabs.train.fields import (
    DEFAULTS,
    FILE,
    START,
    Fields,
    Start,
    configuration,
    kept_pairs,
    sent_fields,
)
from viz.tabs.train.form.outlook import memory_warning, outlook_panel
from viz.tabs.train.form.settings import SettingsPanel, lay_out_settings, unlocked, wire_settings
from viz.tabs.train.form.suggestions import chosen_steps, followed_settings, suggested_settings, text_size
from viz.tabs.train.preflight.faults import form_faults
from viz.tabs.train.preflight.panel import (
    PreflightPanel,
    faults_panel,
    refused_panel,
    settings_panel,
    warning_text,
    wire_preflight,
)
from viz.tabs.train.run_name import RunName, make_run_name, set_name, stem_of, suggest_name
from viz.tabs.train.runs.panel import RunsPanel, show
from viz.tabs.train.runs.status import place_in_queue
from viz.tabs.train.runs.viewing import Viewing
from viz.tabs.train.start import begin_from, locked, start_of, with_start
from viz.tabs.wording import Wording
from viz.texts import Texts

(_TO_THE_WORK,) = browser_functions(browser.__file__, "toTheWork")
_ONE_CLICK = """() => document.addEventListener('click', event => {
    if (event.detail > 1 && event.target.closest('#train-buttons, #train-actions')) event.stopImmediatePropagation();
}, true)"""  # the second click of a double click would start, or resume, what the first one has
_SIGNAL = "() => {{ document.querySelector('#train-findings .gf-pre').dispatchEvent(new Event('{name}')); }}"


@dataclass(frozen=True)
class FormPanel:
    """The components of the form."""

    context: Context
    data: DataPanel
    settings: SettingsPanel
    name: RunName
    outlook: gr.HTML
    start: gr.Button
    asked: gr.State  # the settings that do not fit into memory and were asked about
    preflight: PreflightPanel
    kept: gr.Textbox  # the form as the browser kept it, then "restored"; hidden

    @property
    def fields(self) -> dict[str, Component]:
        """Return all controls of the form, by name."""
        return self.preflight.fields


def lay_out_form(context: Context, wording: Wording) -> FormPanel:
    """Lay out the form of a new run."""
    _lay_out_heading(context, wording)
    name = make_run_name(context.runs, wording, DEFAULTS["source"])
    data = lay_out_data(context, name, wording)
    settings = lay_out_settings(context, name, wording)
    fields = {**data.fields, **settings.fields, "name": name.name}
    expected = outlook_panel(DEFAULTS, context.limits, list_runs(context.runs), wording.texts)
    with gr.Row(elem_id="train-buttons"):  # above the outlook, whose warnings come and go while a person types
        start = button(wording, "train.start", variant="primary")
        check = button(wording, "train.preflight", variant="secondary")
    outlook = preflight(packed_outlook(expected), elem_id="train-outlook")
    findings = preflight(elem_id="train-findings")
    check_panel = PreflightPanel(context, fields, check, findings)
    return FormPanel(
        context, data, settings, name, outlook, start, gr.State(None), check_panel, hidden_text("train-kept")
    )


def on_source(form: FormPanel, sent: Sent) -> Updates:
    """Show the controls of another source; fill in the settings that suit its data."""
    data, source = form.data, sent[form.data.source]
    stem = stem_of(source, sent[data.corpus.corpus], sent[data.hub.data_set])
    return {
        **show_source(data, sent),
        **fill_in(form, sent),
        **suggest_name(form.name, sent, stem),
    }


def fill_in(form: FormPanel, sent: Sent) -> Updates:
    """Fill in the settings that suit the data and the steps, but for those that the visitor has changed."""
    settings, limits = form.settings, form.context.limits
    controls = {"preset": settings.preset, **settings.fields}
    fields, before = sent_fields({**form.data.fields, **controls}, sent), sent[settings.suggested]
    steps = chosen_steps(fields, before)
    start = start_of(fields, form.context)
    now = suggested_settings(fields["source"], text_size(fields, limits), limits, steps, start, fields["corpus"])
    changes = followed_settings(fields, before, now)
    if start is not None:  # then the checkpoint gives them
        changes = {name: value for name, value in changes.items() if name not in settings.given}
    return {settings.suggested: now, **{controls[name]: value for name, value in changes.items()}}


def on_start_from(form: FormPanel, sent: Sent) -> Updates:
    """Fill in and lock what the chosen checkpoint gives, or unlock it; suggest a rate that suits."""
    settings, texts = form.settings, request_texts()
    named = {START: sent[settings.start]}
    try:
        start = with_start(named, form.context)[START] or None
    except CoreError as error:
        raise as_toast(error, texts) from error
    filled = fill_in(form, sent)
    if start is not None:
        return {**filled, **locked(settings.given, start, texts)}
    return {**filled, **unlocked(settings, filled[settings.suggested], texts)}


def on_start_words(form: FormPanel, sent: Sent) -> Updates:
    """Say in another language why fields are locked."""
    given = form.settings.given
    try:
        start = with_start({START: sent[form.settings.start]}, form.context)[START]
    except CoreError:
        start = None
    if isinstance(start, Start):
        return locked(given, start, request_texts())
    return {control: gr.skip() for control in given.values()}


def on_other_source(form: FormPanel) -> Updates:
    """Clear the preflight of the previous source, which is cancelled."""
    return {form.preflight.findings: None}


def on_start(form: FormPanel, runs: RunsPanel, sent: Sent) -> Iterator[Updates]:
    """Start a run and show it, or show why it cannot be started."""
    fields, texts = sent_fields(form.fields, sent), request_texts()
    findings = form.preflight.findings
    if fields["source"] == FILE:  # writing a large one takes time
        yield {findings: lasting_panel(_starting_panel)}
    try:
        fields = with_start(fields, form.context)
    except CoreError as error:
        yield {findings: lasting_panel(functools.partial(refused_panel, error))}
        raise as_toast(error, texts) from error
    if faults := form_faults(fields, form.context.limits):
        yield {findings: lasting_panel(functools.partial(faults_panel, faults))}
        return
    if not_fitting := memory_question(form, fields, sent):
        yield not_fitting
        return
    try:
        run = start_run(form.context, fields, sent.get(runs.visitor))
    except (CoreError, OSError) as error:
        yield {findings: lasting_panel(functools.partial(refused_panel, error))}
        raise as_toast(error, texts) from error
    place, _ = place_in_queue(form.context.runs, run.name)

    warnings = functools.partial(settings_panel, fields, form.context.limits, place=place)
    yield {
        **set_name(form.name, run.name.rstrip("0123456789")),
        findings: lasting_panel(warnings),
        **show(runs, Viewing(run.name), sent, None),
    }


def memory_question(form: FormPanel, fields: Fields, sent: Sent) -> Updates:
    """Return the question about a training that does not fit into memory; nothing where it fits or was asked before."""
    config = configuration({**fields, "source": DEFAULTS["source"]}, form.context.limits)
    warning, asked = memory_warning(config), [fields[name] for name in form.settings.fields]
    if warning is None or sent.get(form.asked) == asked:
        return {}
    return {form.asked: asked, form.preflight.findings: lasting_panel(functools.partial(_memory_panel, warning))}


def _memory_panel(warning: PreflightWarning, texts: Texts) -> Panel:
    message = texts("train.memory.again")
    return Panel(texts("train.memory.title"), message=message, cautions=[warning_text(warning, texts)])


def _starting_panel(texts: Texts) -> Panel:
    return Panel(texts("train.starting"), busy=True, message=texts("train.starting.message"))


def on_outlook(form: FormPanel, sent: Sent) -> Updates:
    """Show the time that the training will take, and the warnings of its settings."""
    fields, context = sent_fields({**form.data.fields, **form.settings.fields}, sent), form.context
    try:
        fields = with_start(fields, context)
    except CoreError:  # the line of the model's size says so
        return {form.outlook: None}
    panel = outlook_panel(fields, context.limits, list_runs(context.runs), request_texts())
    return {form.outlook: packed_outlook(panel)}


def on_mend(form: FormPanel, change: object) -> Updates:
    """Put the values that mend a fault into the form; any client can send anything."""
    settings = form.settings.fields
    values = change if isinstance(change, dict) else {}
    found: Updates = {
        settings[name]: value
        for name, value in values.items()
        if name in settings and (value is None or isinstance(value, int | float | str))
    }
    return found or {field: gr.skip() for field in settings.values()}  # Gradio takes an empty one for a value


def start_run(context: Context, fields: Fields, visitor: object = "") -> Run:
    """Validate everything, make the run folder and start the run, or queue it.

    Where runs are owned, `visitor` owns this one.

    Raises:
        CoreError: a bad value, a bad file, a name that is taken, another active run if the page does not queue
            runs, or a full page.
    """
    limits, fields = context.limits, with_start(fields, context)
    config, pairs = validate(fields, limits)
    run = named_run(context, fields["name"])
    with one_at_a_time(context.runs, limits):
        if run.folder.exists():  # a failure below removes the folder, which must be a new one
            raise CoreError(
                "run.exists", "run {folder} already exists; resume it or choose another name", folder=run.name
            )
        try:
            with make_room(list_runs(context.runs), limits, visitor), run.beginning(config):
                if limits.owned:
                    claim(run, visitor)
                if pairs is not None:
                    data = write_upload(run.folder / "data", pairs, config.data)
                    run.replace_config(config._replace(data=data))
                elif kept := kept_pairs(fields):
                    run.replace_config(config._replace(data=copy_pairs(run.folder / "data", kept, config.data)))
                if isinstance(start := fields[START], Start):
                    begin_from(run, start, context)
        except BaseException:
            shutil.rmtree(run.folder, ignore_errors=True)
            raise
        enqueue(run)
    return run


def named_run(context: Context, name: object) -> Run:
    """Return the run of that name in the folder of runs; it need not exist yet.

    Raises:
        CoreError: no run can have this name.
    """
    check_name(name)
    return Run(context.runs / str(name))


def wire_form(form: FormPanel, runs: RunsPanel, wording: Wording) -> None:
    """Register what the form does; call it inside of gr.Blocks."""
    page = current_page()
    data, settings = form.data, form.settings
    chosen: Any = {*data.fields.values(), settings.preset, *settings.fields.values(), settings.suggested}
    numbers: dict[str, Any] = dict(settings.fields)  # Gradio makes the events of its components when they are built
    filled = [settings.preset, *settings.fields.values(), settings.suggested]
    names = [form.name.name, form.name.suggested]
    page.load(None, None, None, js=_ONE_CLICK)
    columns = [data.corpus.column, data.hub.column, data.upload.column]
    data.source.change(
        functools.partial(on_source, form),
        {*chosen, *names},
        [
            *(*columns, data.corpus.card, data.corpus.download),
            *(*filled, *names),
        ],
        **UNQUEUED,
    )
    fill = functools.partial(fill_in, form)
    for read in wire_data(data, wording, settings.start):  # the size of the text is known now
        read.then(fill, chosen, filled, **UNQUEUED)
    numbers["max_steps"].input(fill, chosen, filled, trigger_mode="always_last", **UNQUEUED)
    wire_settings(settings, wording)
    choose = functools.partial(on_start_from, form)
    settings.start.input(choose, chosen, filled, **QUEUED)
    wording.redraw(functools.partial(on_start_words, form), {settings.start}, [*settings.given.values()])
    gr.on([form.start.click, form.preflight.button.click], None, None, None, js=_SIGNAL.format(name="asked"))
    running = wire_preflight(form.preflight)
    cancel = functools.partial(on_other_source, form)
    data.source.change(cancel, None, form.preflight.findings, cancels=[running], **UNQUEUED)

    # Gradio passes an event to a parameter with this annotation, which it does not find in a functools.partial.
    def mend(event: gr.EventData) -> Updates:
        return on_mend(form, event_field(event, "change"))

    for panel in (form.preflight.findings, form.outlook):
        panel.panel_mend(mend, None, [*settings.fields.values()], **QUEUED)
    chosen_data: list[Any] = [data.source, data.hub.data_set, data.upload.file]
    outlook, inputs = functools.partial(on_outlook, form), {*chosen_data, *numbers.values()}
    changes = [control.change for control in (*chosen_data, *numbers.values())]
    gr.on(changes, outlook, inputs, form.outlook, trigger_mode="always_last", **UNQUEUED)
    wording.redraw(outlook, inputs, [form.outlook])
    fields = [*data.fields.values(), settings.preset, *settings.fields.values()]
    edited = [field.input for field in fields if field is not data.upload.file]
    gr.on(
        [*edited, data.upload.file.upload, data.upload.file.clear], None, None, None, js=_SIGNAL.format(name="outdated")
    )
    form.start.click(
        functools.partial(on_start, form, runs),
        {*form.fields.values(), form.asked, *(runs.chosen - {runs.viewing}), runs.visitor},
        [*names, form.asked, form.preflight.findings, *runs.shown],
        **PREPROCESSED,
    ).success(None, None, None, js=_TO_THE_WORK)


def packed_outlook(panel: Panel | None) -> str | None:
    """Return the outlook as its component shows it; None where there is none."""
    return pack_panel(panel) if panel else None


def _lay_out_heading(context: Context, wording: Wording) -> None:
    def heading(texts: Texts) -> dict[str, Any]:
        return {"value": f"## {texts('train.new')}"}

    def caps(texts: Texts) -> dict[str, Any]:
        return {"value": _space_note(context, texts)}

    wording.add(gr.Markdown(**heading(wording.texts), elem_classes="gf-train-heading"), heading)
    if context.limits is SHARED:
        wording.add(gr.Markdown(**caps(wording.texts), elem_id="train-space"), caps)


def _space_note(context: Context, texts: Texts) -> str:
    limits = context.limits
    return texts(
        "train.space",
        steps=f"{limits.max_steps:,}",
        parameters=round((limits.max_parameters or 0) / 1e6),
        minutes=round(limits.max_minutes or 0),
        vocabulary=f"{limits.max_vocabulary:,}",
        tokens=f"{limits.max_tokens_per_batch:,}",
        megabytes=round(limits.upload_bytes / MEGABYTE),
        own=limits.own_runs,
    )
