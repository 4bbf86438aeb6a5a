"""How a run stands, in words: the line above its figures, and its line in the list of runs."""

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from core.errors import CoreError
from core.training.record import train_command
from core.training.run import CrashReport, Run, RunConfig
from core.training.status import ACTIVE, Status
from viz import theme
from viz.components.run_list import WORDS, RunLine, pack_runs
from viz.components.run_state import RunState
from viz.tabs.train.follow import MOST_COMPARED, Viewing, place_in_queue, read_events
from viz.tabs.train.history import Event, kind, latest, number
from viz.texts import error_text, text

RECENT = 10  # reports from which the speed is taken
CRASH_LINES = 8
_TAIL = 65_536  # bytes of the events in which the last validation is looked for
_REASONS = ("max_steps", "max_epochs", "max_minutes", "patience", "stopped")

Tone = Literal["quiet", "busy", "good", "wrong"]


def card(runs: Path, run: Run, language: str) -> RunState:
    """The state line of a run."""
    status, events = run.status(), read_events(run)
    try:
        max_steps = run.read_config().training.max_steps
    except CoreError as error:
        return RunState("wrong", text("train.state.failed", language), message=error_text(error, language))
    reported = [] if status.state in ("queued", "stopped") else [event.get("step", 0) for event in events[-1:]]
    step = max([status.step, *reported])
    summary = text("train.summary", language, name=run.name, step=f"{step:,}", steps=f"{max_steps:,}")
    message, log = _message(runs, run, status, language)
    facts = _facts(status, events, max_steps, language)
    return RunState(_tone(status.state), _state(run, status, language), summary, step / max_steps, facts, message, log)


def no_run(language: str) -> RunState:
    """The state line where there is no run at all."""
    return RunState("quiet", text("train.state.none", language), text("train.state.none.hint", language))


def listing(found: Sequence[Run], viewing: Viewing, language: str) -> str:
    """All runs, a line each, packed: the followed one marked, each that is drawn with its colour."""
    drawn = [viewing.name, *viewing.compared]
    statuses = {run.name: run.status() for run in found}
    waiting = sorted((s.updated, name) for name, s in statuses.items() if s.state == "queued")
    places = {name: place for place, (_, name) in enumerate(waiting, start=1)}
    lines = [_line(run, statuses[run.name], drawn, places.get(run.name), language) for run in found]
    words = {word: text(f"train.runs.{word}", language) for word in WORDS}
    return pack_runs(lines, words=words, most_compared=MOST_COMPARED)


def no_pictures(run: Run, state: str) -> Literal["coming", "none", "ended", "off", "unvalidated"]:
    """Why a run has no snapshots of its attention."""
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


def seconds_left(events: Sequence[Event], max_steps: int) -> float | None:
    """Wall-clock seconds to the last step at the speed of the latest reports; None while that is not known."""
    since = next((k for k in range(len(events) - 1, -1, -1) if events[k]["event"] == "resume"), 0)
    recent = kind(events[since:], "progress")[-RECENT:]
    if len(recent) < 2:
        return None
    steps = recent[-1]["step"] - recent[0]["step"]
    seconds = recent[-1].get("time", 0) - recent[0].get("time", 0)
    return max(0, max_steps - recent[-1]["step"]) * seconds / steps if steps > 0 and seconds > 0 else None


def command(run: Run, config: RunConfig) -> str:
    """What trains the same model from a terminal, in a run folder of another name."""
    return train_command(f"{run.name}-again", config)


def duration(seconds: float, language: str) -> str:
    """A time in words: seconds below one and a half minutes, then minutes, then hours."""
    if seconds < 90:
        return text("train.duration.seconds", language, seconds=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 90:
        return text("train.duration.minutes", language, minutes=minutes)
    return text("train.duration.hours", language, hours=minutes // 60, minutes=minutes % 60)


def _line(run: Run, status: Status, drawn: Sequence[str], waits: int | None, language: str) -> RunLine:
    place = drawn.index(run.name) if run.name in drawn else None
    light = None if place is None else theme.series_colour(place)
    return RunLine(
        name=run.name,
        tone=_tone(status.state),
        state=_state(run, status, language) if waits is None else text("train.state.place", language, place=waits),
        step=f"{status.step:,}",
        score=_score(run, language),
        when=status.updated,
        followed=place == 0,
        colour=None if light is None else (light, theme.DARK[light]),
        changeable=status.state not in ACTIVE,
    )


def _tone(state: str) -> Tone:
    if state in ACTIVE:
        return "busy"
    return "wrong" if state in ("failed", "crashed") else "good" if state == "finished" else "quiet"


def _state(run: Run, status: Status, language: str) -> str:
    stopping = status.state in ACTIVE and run.stop_requested()
    return text(f"train.state.{'stopping' if stopping else status.state}", language)


def _score(run: Run, language: str) -> str:
    """BLEU of the latest validation, else its perplexity; empty before the first."""
    try:
        stamp = run.events_path.stat()
    except FileNotFoundError:
        return ""
    bleu, perplexity = _latest_scores(run.events_path, stamp.st_size, stamp.st_mtime_ns)
    if bleu is not None:
        return text("train.runs.bleu", language, bleu=f"{number(bleu):.1f}")
    return "" if perplexity is None else text("train.runs.perplexity", language, perplexity=f"{number(perplexity):.2f}")


@functools.lru_cache(maxsize=256)
def _latest_scores(path: Path, size: int, changed: int) -> tuple[Any, Any]:
    """(BLEU, perplexity) of the last validation at the end of a file of events; a long one is not read as a whole.

    `changed` tells apart two files of one name and size.
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


def _message(runs: Path, run: Run, status: Status, language: str) -> tuple[str, str]:
    """What a person should know of the state, and the end of the log where that says more."""
    if status.state in ACTIVE and run.stop_requested():
        return text("train.message.stopping", language), ""
    if status.state == "starting":
        return text("train.message.starting", language), ""
    if status.state == "queued":
        place, trains = place_in_queue(runs, run.name)
        key = "train.message.next" if not trains else "train.message.behind" if place > 1 else "train.message.queued"
        return text(key, language, place=place, name=trains, before=place - 1), ""
    report = run.crash_report(CRASH_LINES)
    if report is not None:
        return _crash(report, language)
    if status.state in ("finished", "stopped") and run.checkpoint.is_dir():
        reason = text(f"train.reason.{status.message}", language) if status.message in _REASONS else status.message
        return text("train.message.ended", language, reason=reason), ""
    if status.state == "stopped" and run.saved_step:  # it has left the queue, for example
        return text("train.message.resumes", language, step=f"{run.saved_step:,}"), ""
    return "", ""


def _crash(report: CrashReport, language: str) -> tuple[str, str]:
    """What went wrong and where it goes on; the log says more only where the process went without a word."""
    words = [report.message or text("train.message.crashed", language)]
    if report.resumes_from:
        words.append(text("train.message.resumes", language, step=f"{report.resumes_from:,}"))
    if not report.message and report.log:
        words.append(text("train.message.log", language))
    return " ".join(words), "" if report.message else report.log


def _facts(status: Status, events: Sequence[Event], max_steps: int, language: str) -> list[tuple[str, str]]:
    started, progress, validation = (latest(events, name) for name in ("start", "progress", "validation"))
    skipped = max((event.get("skipped", 0) for event in events if event["event"] in ("progress", "skipped")), default=0)
    facts: list[tuple[str, str]] = []
    left = seconds_left(events, max_steps) if status.state == "running" else None
    if left is not None:
        facts.append(("left", duration(left, language)))
    if progress:
        facts.append(("trained", duration(number(progress.get("seconds")), language)))
        facts.append(("speed", f"{number(progress.get('tokens_per_second')):,.0f}"))
        if "padding" in progress:
            facts.append(("padding", f"{100 * number(progress['padding']):.1f} %"))
        facts.append(("loss", f"{number(progress.get('plain_loss')):.3f}"))
    if validation:
        facts.append(("perplexity", f"{number(validation.get('perplexity')):.2f}"))
        if validation.get("bleu") is not None:
            facts.append(("bleu", f"{number(validation['bleu']):.1f}"))
    if started:
        facts.append(("parameters", f"{started.get('parameters', 0):,}"))
    if skipped:
        facts.append(("skipped", f"{skipped:,}"))
    if status.state in ACTIVE and status.process:
        facts.append(("process", str(status.process)))
    return [(text(f"train.fact.{name}", language), value) for name, value in facts]
