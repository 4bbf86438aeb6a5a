"""What the controls of "Train" do: top-level functions, values in and updates out.

Whatever a client sends may stand in the values: names are looked up among the runs, settings checked by `form`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from core.errors import CoreError
from core.training.run import Run
from core.training.runs import list_runs
from viz.components.run_state import pack_state
from viz.components.text_table import pack_table
from viz.tabs.train import follow, form
from viz.tabs.train.follow import Look
from viz.tabs.train.form import FILE, FIRST, HOME, MEGABYTE, MODEL_FIELDS, SOURCES, TRAINING_FIELDS, Form, Limits
from viz.tabs.wording import figure_settings
from viz.texts import error_text, text

FIGURE_HEIGHT = 320  # pixels, of both figures


class Followed(NamedTuple):
    """Components that show one run; updates come in this order."""

    run: Any
    state: Any
    details: Any
    loss: Any
    measured: Any
    samples: Any
    log: Any
    command: Any
    stop: Any
    go_on: Any
    timer: Any
    look: Any
    finished: Any


# Handlers of the form


def on_source(runs: Path, limits: Limits, source: object, for_file: bool, name: object, suggested: str) -> list[Any]:
    """Show what the source needs; fill the settings in anew on the way between tasks and files."""
    is_file = source == FILE
    preset: Any = gr.skip()
    settings: list[Any] = [gr.skip()] * (len(MODEL_FIELDS) + len(TRAINING_FIELDS))
    if is_file != bool(for_file):
        preset = "tiny" if is_file else FIRST
        model, training = form.preset_model(preset), form.suggested_training(FILE if is_file else "", limits)
        settings = [getattr(model, field) for field in MODEL_FIELDS]
        settings += [getattr(training, field) for field in TRAINING_FIELDS]
    stem = str(source) if source in SOURCES and not is_file else "run"
    return [gr.Column(visible=is_file), preset, *settings, *_renamed(runs, stem, name, suggested), is_file]


def on_upload(runs: Path, file: object, name: object, suggested: str) -> list[Any]:
    """Suggest a name after the file, unless the visitor has given one."""
    stem = Path(file).name.split(".")[0] if isinstance(file, str) else "run"
    return _renamed(runs, stem, name, suggested)


def on_data(limits: Limits, *values: Any) -> str:
    """The first pairs of the chosen data and how many there are; one clear error for a file that cannot be read."""
    *fields, language = values
    try:
        return preview_of(limits, Form(*fields), language)
    except CoreError as error:
        raise _told(error, language) from error


def on_preset(preset: object, language: str) -> list[Any]:
    """The model settings of a preset."""
    try:
        model = form.preset_model(str(preset))
    except CoreError as error:
        raise _told(error, language) from error
    return [getattr(model, field) for field in MODEL_FIELDS]


def parameter_count(language: str, *model: Any) -> str:
    """How large the model would be, or what is wrong with its settings."""
    try:
        count = form.model_config(Form(**dict(zip(MODEL_FIELDS, model, strict=True)))).num_parameters
    except CoreError as error:
        return error_text(error, language)
    return text("train.parameters", language, parameters=f"{count:,}", megabytes=f"{2 * count / 1e6:,.1f}")


def preview_of(limits: Limits, fields: Form, language: str) -> str:
    """A packed table of the first pairs, with the number of pairs below.

    Raises:
        CoreError: a file that cannot be read.
    """
    columns = [text("train.preview.source", language), text("train.preview.target", language)]
    if fields.source == FILE and not fields.file:
        return pack_table(
            columns, [], note=text("train.about.no_file", language, megabytes=limits.upload_bytes / MEGABYTE)
        )
    if fields.source == FILE:
        pairs = form.read_upload(fields, limits)
        parted = form.split(pairs)
        counts = {"pairs": len(pairs), "training": len(parted.training), "validation": len(parted.validation)}
        repeated = len(pairs) - len(parted.training) - len(parted.validation)
        words = {name: f"{count:,}" for name, count in counts.items()}
        note = text("train.about.file", language, **words, blank=f"{pairs.dropped:,}", repeated=f"{repeated:,}")
    else:
        pairs = form.task_preview(fields.source)
        note = text(f"train.about.{fields.source}", language, valid=form.TASK_VALID_PAIRS)
    rows = list(zip(pairs.source, pairs.target, strict=True))[: form.PREVIEW_PAIRS]
    return pack_table(columns, [[follow.shortened(side) for side in row] for row in rows], note=note)


# Handlers of the run that is followed


def on_start(runs: Path, limits: Limits, *values: Any) -> list[Any]:
    """Start what the form says and show it; refuse kindly while another run is being trained."""
    *fields, measure, language, visitor = values
    try:
        filled = Form(*fields)
        run = form.start_run(runs, limits, filled, visitor)
    except CoreError as error:
        raise _told(error, language) from error
    name = form.suggested_name(runs, run.name.rstrip("0123456789"))
    return [name, name, *show(runs, run.name, measure, language, None)]


def on_load(runs: Path, source: object, language: str) -> list[Any]:
    """A new page: a free name, and the run that is being trained or the newest; drawn when the tab is opened."""
    now = follow.look(runs, None)
    name = follow.chosen_run(now, None)
    free = form.suggested_name(runs, str(source) if source in SOURCES and source != FILE else "run")
    return [
        free,
        free,
        _picker(now, name, language),
        gr.Timer(active=bool(now.running)),
        follow.look(runs, name)._replace(events=-1),
    ]


def on_open(runs: Path, name: object, measure: object, language: str, before: Look | None) -> list[Any]:
    """The tab was opened: show the run that is being trained, or the chosen one."""
    run = follow.chosen_run(follow.look(runs, name), name)
    return [True, *show(runs, run, measure, language, before, whole=True)]


def on_tick(runs: Path, name: object, measure: object, language: str, before: Look | None, opened: bool) -> Any:
    """Each second while something runs: what is new, or nothing at all."""
    now = follow.look(runs, name)
    if before is not None and now == Look(*before):
        return gr.skip()
    return show(runs, name, measure, language, before, drawn=bool(opened))


def on_pick(runs: Path, name: object, measure: object, language: str) -> list[Any]:
    """Another run was chosen."""
    return show(runs, name, measure, language, None)


def on_measure(runs: Path, name: object, measure: object, language: str) -> Any:
    """Another measure was chosen for the second figure."""
    run = _known(runs, name)
    return _measured(run, run.events() if run else [], measure, language)


def on_stop(
    runs: Path, name: object, measure: object, language: str, visitor: object = "", *, limits: Limits = HOME
) -> list[Any]:
    """Ask the run to end at its next step, with a checkpoint saved; on a Space only for the visitor who started it."""
    run = _known(runs, name)
    try:
        if run is None:
            raise CoreError("train.unknown_run", "this run is no longer there")
        form.refuse_strangers(limits, run, visitor)
    except CoreError as error:
        raise _told(error, language) from error
    run.request_stop()
    return show(runs, name, measure, language, None)


def on_go_on(
    runs: Path, limits: Limits, name: object, measure: object, language: str, visitor: object = ""
) -> list[Any]:
    """Go on with a run from its last checkpoint; on a Space only for the visitor who started it."""
    run = _known(runs, name)
    try:
        if run is None:
            raise CoreError("train.unknown_run", "this run is no longer there")
        form.resume_run(runs, limits, run, visitor)
    except CoreError as error:
        raise _told(error, language) from error
    return show(runs, name, measure, language, None)


def show(
    runs: Path,
    name: object,
    measure: object,
    language: str,
    before: Look | None,
    *,
    whole: bool = False,
    drawn: bool = True,
) -> list[Any]:
    """Updates of every component of `Followed`.

    Args:
        runs: the folder of runs.
        name: of the run to show; an unknown one shows that there is none.
        measure: of the second figure.
        language: of the words.
        before: the look of what is shown already; None draws everything.
        whole: draw everything all the same.
        drawn: whether figures are wanted: not before the tab is opened.
    """
    now = follow.look(runs, name)
    before = Look(*before) if before is not None else None
    run = _known(runs, now.name)
    events = run.events() if run else []
    status = run.status() if run else None
    fresh = whole or before is None or before.name != now.name
    new_curves = drawn and (fresh or before is None or before.events != now.events)
    state = follow.card(run, status, events, language) if run and status else follow.no_run(language)
    over = follow.ended(before, now)
    stoppable = status is not None and status.state in form.ACTIVE
    return list(
        Followed(
            run=_picker(now, now.name, language),
            state=pack_state(state),
            details=gr.Column(visible=True if run else "hidden"),
            loss=(follow.figure(run, events, "loss", language) if run else None) if new_curves else gr.skip(),
            measured=_measured(run, events, measure, language) if new_curves else gr.skip(),
            samples=follow.sample_table(events, language) if new_curves else gr.skip(),
            log=run.log_tail(follow.LOG_LINES) if run else "",
            command=_command(run) if fresh else gr.skip(),
            stop=gr.Button(visible=stoppable, interactive=status is not None and _can_stop(status.state, now)),
            go_on=gr.Button(visible=status is not None and status.state in form.CAN_GO_ON and not now.running),
            timer=gr.Timer(active=bool(now.running)) if fresh or over else gr.skip(),
            look=now if drawn else now._replace(events=-1),
            finished=f"{over[0]} {now.events}" if over else gr.skip(),
        )
    )


def _picker(now: Look, name: str, language: str) -> Any:
    return gr.Dropdown(choices=follow.run_choices(now, language), value=name or None, visible=bool(now.states))


def _can_stop(state: str, now: Look) -> bool:
    """A process that is still starting would overlook the request."""
    return state == "running" and not now.stopping


def _command(run: Run | None) -> str:
    try:
        return follow.command(run, run.read_config()) if run else ""
    except CoreError:
        return ""


def _measured(run: Run | None, events: Sequence[follow.Event], measure: object, language: str) -> Any:
    chosen = str(measure) if measure in follow.MEASURES else follow.MEASURES[0]
    value = follow.figure(run, events, chosen, language) if run else None
    settings = figure_settings(f"train.measure.{chosen}", language, min_height=FIGURE_HEIGHT)
    return gr.HTML(value=value, **settings)  # a caption alone would lose the words where the tab is just opening


def _known(runs: Path, name: object) -> Run | None:
    """The run of that name among those in the folder; nothing else that a client might name."""
    return next((run for run in list_runs(runs) if run.name == name), None)


def _told(error: CoreError, language: str) -> gr.Error:
    return gr.Error(error_text(error, language), title=text("train.error.title", language), print_exception=False)


def _renamed(runs: Path, stem: str, name: object, suggested: str) -> list[Any]:
    """A new suggestion, unless the visitor has typed a name."""
    if name != suggested and name:
        return [gr.skip(), gr.skip()]
    fresh = form.suggested_name(runs, stem)
    return [fresh, fresh]
