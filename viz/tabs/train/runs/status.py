"""The status of runs as text: the card of the followed run, and the list of all runs."""

import functools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from core.errors import CoreError
from core.jobs.status import ACTIVE, Status
from core.library import model_of_run
from core.training.record import again_command
from core.training.run import CrashReport, Run
from core.training.runs import queue
from core.training.snapshots import SHIPPED, SnapshotFolder
from viz import theme
from viz.components.run_list import WORDS, RunLine, pack_runs
from viz.components.run_state import RunState
from viz.tabs.durations import duration
from viz.tabs.train.runs.events import Event, events_named, latest, number, read_events
from viz.tabs.train.runs.viewing import MOST_COMPARED, Viewing
from viz.texts import Texts, in_a_row
from viz.wire.snapshots import pack_snapshots

RECENT = 10  # reports from which the speed is taken
CRASH_LINES = 8
_TAIL = 65_536  # bytes at the end of the events that are searched for the last validation
_REASONS = ("max_steps", "max_epochs", "max_minutes", "patience", "stopped")

Tone = Literal["quiet", "busy", "good", "wrong"]


def run_card(runs: Path, run: Run | None, texts: Texts) -> RunState:
    """Return the card of a run; a placeholder card without a run."""
    if run is None:
        return RunState("quiet", texts("train.state.none"), texts("train.state.none.hint"))
    status, events = run.status(), read_events(run)
    try:
        max_steps = run.read_config().training.max_steps
    except CoreError as error:
        return RunState("wrong", texts("train.state.failed"), message=texts.error(error))
    reported = [] if status.state in ("queued", "stopped") else [event.get("step", 0) for event in events[-1:]]
    step = max([status.step, *reported])
    summary = texts("train.summary", name=run.name, step=f"{step:,}", steps=f"{max_steps:,}")
    message, log = _message(runs, run, status, texts)
    facts = _facts(status, events, max_steps, texts)
    return RunState(_tone(status.state), _state(run, status, texts), summary, step / max_steps, facts, message, log)


def packed_list(
    found: Sequence[Run], viewing: Viewing, texts: Texts, may_change: Callable[[Run], bool] = lambda run: True
) -> str:
    """Return all runs, one per line, packed: the followed one marked, each drawn one with its colour.

    Args:
        found: the runs.
        viewing: those that the page shows.
        texts: the words.
        may_change: whether the visitor may rename and delete a run.
    """
    drawn = [viewing.name, *viewing.compared]
    statuses = {run.name: run.status() for run in found}
    waiting = sorted((s.updated, name) for name, s in statuses.items() if s.state == "queued")
    places = {name: place for place, (_, name) in enumerate(waiting, start=1)}
    lines = [
        _line(run, statuses[run.name], drawn, places.get(run.name), texts)._replace(
            changeable=statuses[run.name].state not in ACTIVE and may_change(run)
        )
        for run in found
    ]
    words = {word: texts(f"train.runs.{word}") for word in WORDS}
    return pack_runs(lines, words=words, most_compared=MOST_COMPARED)


def attention_history(run: Run) -> str | None:
    """Return how attention has formed in a run so far, packed; None before the first snapshot."""
    taken = SnapshotFolder(run.folder / "snapshots").read(SHIPPED)
    if taken is None:
        return None
    losses = [(event["step"], number(event.get("loss"))) for event in events_named(read_events(run), "validation")]
    return pack_snapshots(taken.sentences, taken.snapshots, name=run.name, curve=losses)


def missing_history_reason(run: Run, state: str) -> Literal["coming", "none", "ended", "off", "unvalidated"]:
    """Return why a run has no snapshots of its attention."""
    try:
        _, data, training = run.read_config()
    except CoreError:
        return "ended"
    if training.snapshot_sentences == 0:
        return "off"
    if data.task is None and data.corpus is None and data.valid_src is None:
        return "unvalidated"
    if state in ("new", "queued", "starting"):
        return "coming"
    return "none" if state in ACTIVE else "ended"


def place_in_queue(runs: Path, name: str) -> tuple[int, str]:
    """Return the place of a waiting run, from 1, and the run that trains first; 0 for a run that does not wait."""
    found = queue(runs)
    waiting = [run.name for run in found.waiting]
    active = next((run.name for run in found.active), "")
    return (waiting.index(name) + 1, active) if name in waiting else (0, active)


def seconds_left(events: Sequence[Event], max_steps: int) -> float | None:
    """Return the wall-clock seconds to the last step at the latest speed; None while unknown."""
    since = next((k for k in range(len(events) - 1, -1, -1) if events[k]["event"] == "resume"), 0)
    reports = events_named(events[since:], "progress")
    recent = reports[-max(RECENT, len(reports) // 2) :]  # a fixed few would let the time jump with each report
    if len(recent) < 2:
        return None
    steps = recent[-1]["step"] - recent[0]["step"]
    seconds = recent[-1].get("time", 0) - recent[0].get("time", 0)
    return max(0, max_steps - recent[-1]["step"]) * seconds / steps if steps > 0 and seconds > 0 else None


def mean_speed(events: Sequence[Event]) -> float:
    """Return the target tokens per second of a whole run; NaN before the first report."""
    reports = events_named(events, "progress")
    seconds = [number(event.get("seconds")) for event in reports]
    spans = [now - before for before, now in pairwise([0.0, *seconds])]
    tokens = sum(span * number(event.get("tokens_per_second")) for span, event in zip(spans, reports, strict=True))
    return tokens / seconds[-1] if seconds and seconds[-1] > 0 else math.nan


def command(run: Run) -> str:
    """Return the command that trains the same model from a terminal, in another run folder; "" for a broken run."""
    try:
        return again_command(run)
    except CoreError:
        return ""


def _line(run: Run, status: Status, drawn: Sequence[str], waits: int | None, texts: Texts) -> RunLine:
    place = drawn.index(run.name) if run.name in drawn else None
    light = None if place is None else theme.series_colour(place)
    return RunLine(
        name=run.name,
        tone=_tone(status.state),
        state=_state(run, status, texts) if waits is None else texts("train.state.place", place=waits),
        step=f"{status.step:,}",
        score=_score(run, texts),
        when=status.updated,
        followed=place == 0,
        colour=None if light is None else (light, theme.DARK[light]),
    )


def _tone(state: str) -> Tone:
    if state in ACTIVE:
        return "busy"
    return "wrong" if state in ("failed", "crashed") else "good" if state == "finished" else "quiet"


def _state(run: Run, status: Status, texts: Texts) -> str:
    stopping = status.state in ACTIVE and run.stop_requested()
    return texts(f"train.state.{'stopping' if stopping else status.state}")


def _score(run: Run, texts: Texts) -> str:
    """Return the BLEU of the latest validation, else its perplexity; "" before the first."""
    try:
        stamp = run.events_path.stat()
    except FileNotFoundError:
        return ""
    bleu, perplexity = _latest_scores(run.events_path, stamp.st_size, stamp.st_mtime_ns)
    if bleu is not None:
        return texts("train.runs.bleu", bleu=f"{number(bleu):.1f}")
    return "" if perplexity is None else texts("train.runs.perplexity", perplexity=f"{number(perplexity):.2f}")


@functools.lru_cache(maxsize=256)
def _latest_scores(path: Path, size: int, changed: int) -> tuple[Any, Any]:
    """Return (BLEU, perplexity) of the last validation, from the end of a file of events.

    `changed` distinguishes two files of one name and size.
    """
    found: list[Mapping[str, Any]] = []  # validations that no resume has superseded
    try:
        with path.open("rb") as file:
            file.seek(max(0, size - _TAIL))
            lines = file.read(_TAIL).splitlines()
    except OSError:
        return None, None
    for line in lines:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(event, dict) or not isinstance(event.get("step"), int):
            continue
        if event.get("event") == "resume":
            found = [one for one in found if one["step"] <= event["step"]]
        elif event.get("event") == "validation":
            found.append(event)
    return (found[-1].get("bleu"), found[-1].get("perplexity")) if found else (None, None)


def _message(runs: Path, run: Run, status: Status, texts: Texts) -> tuple[str, str]:
    """Return a message about the state, and the end of the log where the log says more."""
    if status.state in ACTIVE and run.stop_requested():
        return texts("train.message.stopping"), ""
    if status.state == "starting":
        return texts("train.message.starting"), ""
    if status.state == "queued":
        return _queue_message(runs, run, texts), ""
    report = run.crash_report(CRASH_LINES)
    if report is not None:
        return _crash(report, texts.error(status.fault()) if status.code else report.message, texts)
    if status.state in ("finished", "stopped") and run.checkpoint.is_dir():
        return texts("train.message.ended", reason=_end_reason(run, status, texts), model=model_of_run(run.name)), ""
    if status.state == "stopped" and run.saved_step:  # for example, it left the queue
        return texts("train.message.resumes", step=f"{run.saved_step:,}"), ""
    return "", ""


def _end_reason(run: Run, status: Status, texts: Texts) -> str:
    if status.message not in _REASONS:
        return status.message
    steps = run.read_config().training.max_steps
    return texts(f"train.reason.{status.message}", step=f"{status.step:,}", steps=f"{steps:,}")


def _queue_message(runs: Path, run: Run, texts: Texts) -> str:
    place, active = place_in_queue(runs, run.name)
    if not active:
        return texts("train.message.next", place=place)
    key = "train.message.behind" if place > 1 else "train.message.queued"
    return texts(key, place=place, name=active, before=place - 1)


def _crash(report: CrashReport, message: str, texts: Texts) -> tuple[str, str]:
    """Return what went wrong and where a resume continues; the log only where the process left no message."""
    words = [message or texts("train.message.crashed")]
    saved = report.resumes_from
    if saved:
        words.append(texts("train.message.resumes", step=f"{saved:,}"))
    elif not report.message:
        words.append(texts("train.message.begins"))
    if not report.message and report.log:
        words.append(texts("train.message.log"))
    return in_a_row(words), "" if report.message else report.log


def _facts(status: Status, events: Sequence[Event], max_steps: int, texts: Texts) -> list[tuple[str, str]]:
    started, progress, validation = (latest(events, name) for name in ("start", "progress", "validation"))
    skipped = max((event.get("skipped", 0) for event in events if event["event"] in ("progress", "skipped")), default=0)
    facts: list[tuple[str, str]] = []
    left = seconds_left(events, max_steps) if status.state == "running" else None
    if left is not None:
        facts.append(("left", duration(left, texts)))
    if progress:
        if math.isfinite(seconds := number(progress.get("seconds"))):
            facts.append(("trained", duration(seconds, texts)))
        speed = number(progress.get("tokens_per_second")) if status.state in ACTIVE else mean_speed(events)
        facts.append(("speed", f"{speed:,.0f}"))
        if "padding" in progress:
            facts.append(("padding", f"{number(progress['padding']):.1%}"))
        facts.append(("loss", f"{number(progress.get('plain_loss')):.3f}"))
    if validation:
        facts.append(("perplexity", f"{number(validation.get('perplexity')):.2f}"))
        if validation.get("bleu") is not None:
            facts.append(("bleu", f"{number(validation['bleu']):.1f}"))
    if started:
        facts.append(("parameters", f"{started.get('parameters', 0):,}"))
    if skipped:
        facts.append(("skipped", f"{skipped:,}"))
    if status.state == "running" and status.process:
        facts.append(("process", str(status.process)))
    return [(texts(f"train.fact.{name}"), value) for name, value in facts]
