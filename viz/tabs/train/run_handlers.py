"""What the controls of the followed run do: top-level functions, values in and updates out.

Whatever a client sends may stand in the values: names are looked up among the runs.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from core.errors import CoreError
from core.training.record import history_csv
from core.training.run import Run
from core.training.runs import delete_run, list_runs, rename_run, start_waiting, stop_run
from core.training.status import ACTIVE, RESUMABLE
from viz.components.run_state import pack_state
from viz.components.time_travel import texts_json
from viz.tabs.train import curves, follow, standing, starting
from viz.tabs.train.controls import told
from viz.tabs.train.follow import Look, Viewing
from viz.tabs.train.form import HOME, Limits
from viz.tabs.train.samples import samples
from viz.texts import section, text

BUSY, IDLE = 1.0, 2.5  # seconds between two looks: while something changes by itself, and else
LOG_LINES = 40


class Followed(NamedTuple):
    """Components that show the runs; updates come in this order."""

    viewing: Any
    listing: Any
    state: Any
    details: Any
    loss: Any
    measured: Any
    samples: Any
    history: Any
    log: Any
    command: Any
    stop: Any
    go_on: Any
    save: Any
    timer: Any
    look: Any
    finished: Any


def on_load(runs: Path, stored: object, language: str) -> list[Any]:
    """A new page: what it looked at before a reload, else the run that is being trained; drawn when the tab opens."""
    start_waiting(runs)  # the queue of a machine that has restarted since
    kept = follow.remembered(stored)
    viewing = follow.settled(follow.look(runs, kept), kept)
    now = follow.look(runs, viewing)
    run = follow.known_run(runs, viewing.name)
    return [
        viewing,
        _listing(runs, viewing, language),
        _card(runs, run, language),
        _timer(now),
        follow.packed(_kept(now, drawn=False)),
    ]


def on_open(runs: Path, viewing: Viewing, measure: object, language: str, kept: object) -> list[Any]:
    """The tab was opened: show everything; nothing yet where `on_load` has still to say what is looked at."""
    before = follow.unpacked(kept)
    known = follow.known(viewing, before)
    if known is None:
        return [True, *[gr.skip()] * len(Followed._fields)]
    return [True, *_looked(viewing, show(runs, known, measure, language, before, whole=True))]


def on_tick(
    runs: Path, viewing: Viewing, measure: object, language: str, kept: object, opened: bool
) -> list[Any] | dict[str, Any]:
    """Each second while something runs: what is new to the page that has kept that look, or nothing at all."""
    before = follow.unpacked(kept)
    known = follow.known(viewing, before)
    if known is None:
        return gr.skip()
    now = follow.look(runs, known)
    if now.waiting:  # whose place may be free: the process that had it may have been killed
        start_waiting(runs)
    if known == viewing and before == _kept(now, drawn=bool(opened)):
        return gr.skip()
    return _looked(viewing, show(runs, known, measure, language, before, drawn=bool(opened)))


def on_follow(runs: Path, viewing: Viewing, measure: object, language: str, name: object) -> list[Any]:
    """Another run was chosen."""
    return show(runs, follow.following(viewing, str(name)), measure, language, None)


def on_compare(runs: Path, viewing: Viewing, measure: object, language: str, name: object) -> list[Any]:
    """A run was laid over the followed one, or taken away."""
    return show(runs, follow.toggled(viewing, str(name)), measure, language, None)


def on_measure(runs: Path, viewing: Viewing, measure: object, language: str) -> Any:
    """Another measure was chosen for the second figure."""
    return _measured(_drawn_runs(runs, viewing), measure, language)


def on_stop(
    runs: Path, viewing: Viewing, measure: object, language: str, visitor: object = "", *, limits: Limits = HOME
) -> list[Any]:
    """Ask the run to end at its next step, with a checkpoint saved, or take it out of the queue."""
    try:
        stop_run(_own(runs, limits, viewing.name, visitor))
    except (CoreError, OSError) as error:
        raise told(error, language) from error
    return show(runs, viewing, measure, language, None)


def on_go_on(
    runs: Path, viewing: Viewing, measure: object, language: str, visitor: object = "", *, limits: Limits = HOME
) -> list[Any]:
    """Go on with a run from its last checkpoint."""
    try:
        starting.resume_run(runs, limits, _own(runs, limits, viewing.name, visitor), visitor)
    except (CoreError, OSError) as error:
        raise told(error, language) from error
    return show(runs, viewing, measure, language, None)


def on_rename(
    runs: Path,
    viewing: Viewing,
    measure: object,
    language: str,
    visitor: object,
    name: object,
    to: object,
    *,
    limits: Limits = HOME,
) -> list[Any]:
    """Give a run that is not being trained another name."""
    try:
        renamed = rename_run(_own(runs, limits, name, visitor), to if isinstance(to, str) else "").name
    except (CoreError, OSError) as error:
        raise told(error, language) from error
    names = [renamed if known == name else known for known in (viewing.name, *viewing.compared)]
    return show(runs, Viewing(names[0], tuple(names[1:])), measure, language, None)


def on_delete(
    runs: Path,
    viewing: Viewing,
    measure: object,
    language: str,
    visitor: object,
    name: object,
    *,
    limits: Limits = HOME,
) -> list[Any]:
    """Remove a run that is not being trained, with all its files."""
    try:
        delete_run(_own(runs, limits, name, visitor))
    except OSError as error:
        refused = CoreError("train.delete", "{name} was not removed: {reason}", name=name, reason=error.strerror)
        raise told(refused, language) from error
    except CoreError as error:
        raise told(error, language) from error
    return show(runs, viewing, measure, language, None)


def on_save(runs: Path, viewing: Viewing, language: str) -> str:
    """The run's history for a download: a JSON string with the file's name and its text."""
    run = follow.known_run(runs, viewing.name)
    if run is None:
        raise told(_unknown(), language)
    return json.dumps({"name": f"{run.name}-history.csv", "text": history_csv(follow.read_events(run))})


def show(
    runs: Path,
    viewing: Viewing,
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
        viewing: what to show; a run that is not there makes way for one that is.
        measure: of the second figure.
        language: of the words.
        before: the look of what is shown already; None draws everything.
        whole: draw everything all the same.
        drawn: whether figures are wanted: not before the tab is opened.
    """
    viewing = follow.settled(follow.look(runs, viewing), viewing)
    now = follow.look(runs, viewing)
    shown = _drawn_runs(runs, viewing)
    run = shown[0] if shown else None
    events = follow.read_events(run) if run else ()
    state = run.status().state if run else "new"
    fresh = whole or before is None or before.name != now.name or (drawn and before.events < 0)
    moved = fresh or before is None or (before.events, before.compared) != (now.events, now.compared)
    new_curves, new_pictures = drawn and moved, drawn and (fresh or before is None or _has_new_pictures(before, now))
    over = follow.ended(before, now)
    return list(
        Followed(
            viewing=viewing,
            listing=_listing(runs, viewing, language),
            state=_card(runs, run, language),
            details=gr.Column(visible=True if run else "hidden"),
            loss=(curves.figure(shown, "loss", language) if run else None) if new_curves else gr.skip(),
            measured=_measured(shown, measure, language) if new_curves else gr.skip(),
            samples=(samples(run.name, events, language) if run else None) if new_curves else gr.skip(),
            history=_history(run, state, events, language) if new_pictures else gr.skip(),
            log=run.log_tail(LOG_LINES) if run else "",
            command=_command(run) if fresh else gr.skip(),
            stop=_stop(state, now, language),
            go_on=gr.Button(visible=run is not None and state in RESUMABLE),
            save=gr.Button(visible=bool(events)),
            timer=_timer(now) if before is None or before.busy != now.busy else gr.skip(),
            look=follow.packed(_kept(now, drawn=drawn)),
            finished=f"{over[0]} {now.events}" if over else gr.skip(),
        )
    )


def _looked(viewing: Viewing, updates: list[Any]) -> list[Any]:
    """The updates of a look by itself: a choice that was made since it began is not taken back by it."""
    shown = Followed(*updates)
    return list(shown._replace(viewing=gr.skip()) if shown.viewing == viewing else shown)


def _kept(now: Look, *, drawn: bool) -> Look:
    """The look as it was shown: without its events where no figure was drawn."""
    return now if drawn else now._replace(events=-1)


def _own(runs: Path, limits: Limits, name: object, visitor: object) -> Run:
    """A run that this visitor may change.

    Raises:
        CoreError: there is none of that name, or it is another visitor's.
    """
    run = follow.known_run(runs, name)
    if run is None:
        raise _unknown()
    starting.refuse_strangers(limits, run, visitor)
    return run


def _unknown() -> CoreError:
    return CoreError("train.unknown_run", "this run is no longer there")


def _drawn_runs(runs: Path, viewing: Viewing) -> list[Run]:
    """The followed run and those over it; none where the followed one is gone."""
    known = {run.name: run for run in list_runs(runs)}
    return [known[name] for name in (viewing.name, *viewing.compared) if name in known] if viewing.name in known else []


def _listing(runs: Path, viewing: Viewing, language: str) -> str:
    return standing.listing(list_runs(runs), viewing, language)


def _card(runs: Path, run: Run | None, language: str) -> str:
    return pack_state(standing.card(runs, run, language) if run else standing.no_run(language))


def _has_new_pictures(before: Look, now: Look) -> bool:
    """Also where there are none and the run's state has changed, which is why there are none."""
    stale = now.snapshot < 0 and _state_of(before) != _state_of(now)
    return before.snapshot != now.snapshot or before.events < 0 or stale


def _state_of(look: Look) -> str:
    return next((run.state for run in look.runs if run.name == look.name), "")


def _stop(state: str, now: Look, language: str) -> Any:
    words = text("train.leave" if state == "queued" else "train.stop", language)
    return gr.Button(words, visible=state in (*ACTIVE, "queued"), interactive=not (state in ACTIVE and now.stopping))


def _timer(now: Look) -> Any:
    return gr.Timer(BUSY if now.busy else IDLE, active=True)


def _command(run: Run | None) -> str:
    try:
        return standing.command(run, run.read_config()) if run else ""
    except CoreError:
        return ""


def _measured(shown: Sequence[Run], measure: object, language: str) -> Any:
    chosen = str(measure) if measure in curves.MEASURES else curves.MEASURES[0]
    value = curves.figure(shown, chosen, language) if shown else None
    return gr.HTML(value=value, caption=text(f"train.measure.{chosen}.caption", language))


def _history(run: Run | None, state: str, events: Sequence[Any], language: str) -> Any:
    value = follow.attention_history(run, events) if run else None
    words = section("time.", language)
    if run is not None and value is None:
        words["time.empty"] = text(f"time.empty.{standing.no_pictures(run, state)}", language)
    return gr.HTML(value=value or "", texts=texts_json(words))
