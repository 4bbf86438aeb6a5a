"""A run folder as the page shows it: numbers folded from its events first, then words and figures."""

import math
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from core.config import DEFAULT_PRESET, PRESETS, DataConfig, TrainingConfig, describe
from core.errors import CoreError
from core.training.run import Run, RunConfig
from core.training.runs import list_runs
from core.training.status import Status
from viz.components.figure import pack
from viz.components.run_state import RunState
from viz.components.text_table import pack_table
from viz.tabs.train.form import ACTIVE
from viz.texts import error_text, text

MEASURES = ("learning_rate", "accuracy", "bleu", "perplexity", "gradient_norm", "tokens_per_second")
MOST_POINTS = 2000  # of one line; longer ones are thinned evenly for the browser
RECENT = 10  # reports from which the speed is taken
LOG_LINES = 40
CRASH_LINES = 8

Event = Mapping[str, Any]


class Line(NamedTuple):
    """One curve."""

    part: Literal["training", "validation"]
    steps: np.ndarray  # [N] int64
    values: np.ndarray  # [N] float64; NaN where there is no value


class Look(NamedTuple):
    """What a run folder looked like when it was last shown; equal looks need no new drawing."""

    name: str = ""
    events: int = 0  # bytes
    log: int = 0  # bytes
    stopping: bool = False
    states: tuple[tuple[str, str], ...] = ()  # (run, state), newest first

    @property
    def running(self) -> tuple[str, ...]:
        """Runs that a process is working on."""
        return tuple(name for name, state in self.states if state in ACTIVE)


def look(runs: Path, name: object) -> Look:
    """How the runs stand, and how much the one of that name has written; an unknown name becomes an empty one."""
    found = list_runs(runs)
    states = tuple((run.name, run.status().state) for run in found)
    run = next((run for run in found if run.name == name), None)
    if run is None:
        return Look(states=states)
    sizes = [_size(path) for path in (run.folder / "events.jsonl", run.log_path)]
    return Look(run.name, *sizes, run.stop_requested(), states)


def chosen_run(now: Look, name: object) -> str:
    """The run to show: the one that is being trained, else the one that was chosen, else the newest."""
    names = [known for known, _ in now.states]
    if now.running:
        return name if isinstance(name, str) and name in now.running else now.running[0]
    return name if isinstance(name, str) and name in names else next(iter(names), "")


def ended(before: Look | None, now: Look) -> tuple[str, ...]:
    """Runs that were being trained and are no longer."""
    return tuple(name for name in before.running if name not in now.running) if before else ()


def curve(events: Sequence[Event], measure: str) -> list[Line]:
    """The lines of one measure over the steps, training first; a measure that nobody took has none."""
    progress = _kind(events, "progress")
    validation = _kind(events, "validation")
    taken: list[tuple[Literal["training", "validation"], Sequence[Event], Callable[[Event], float]]] = {
        "loss": [("training", progress, _field("plain_loss")), ("validation", validation, _field("loss"))],
        "perplexity": [
            ("training", progress, lambda event: _exp(_number(event.get("plain_loss")))),
            ("validation", validation, _field("perplexity")),
        ],
        "bleu": [("validation", validation, _field("bleu"))],
        "accuracy": [("validation", validation, _field("accuracy"))],
    }.get(measure, [("training", progress, _field(measure))])
    return [_line(part, kept, value) for part, kept, value in taken if kept]


def seconds_left(events: Sequence[Event], max_steps: int) -> float | None:
    """Wall-clock seconds to the last step at the speed of the latest reports; None while that is not known."""
    since = next((k for k in range(len(events) - 1, -1, -1) if events[k]["event"] == "resume"), 0)
    recent = _kind(events[since:], "progress")[-RECENT:]
    if len(recent) < 2:
        return None
    steps = recent[-1]["step"] - recent[0]["step"]
    seconds = recent[-1].get("time", 0) - recent[0].get("time", 0)
    return max(0, max_steps - recent[-1]["step"]) * seconds / steps if steps > 0 and seconds > 0 else None


def samples(events: Sequence[Event]) -> list[Event]:
    """The sentences of the latest validation, in order."""
    found = _kind(events, "sample")
    return [event for event in found if event["step"] == found[-1]["step"]] if found else []


def command(run: Run, config: RunConfig) -> str:
    """What trains the same model from a terminal, in a run folder of another name."""
    words = ["python", "-m", "core", "train", "--run", f"runs/{run.name}-again"]
    for part, default in zip(config, (PRESETS[DEFAULT_PRESET], DataConfig(), TrainingConfig()), strict=True):
        for item in describe(type(part)):
            value = getattr(part, item.name)
            if value is not None and value != getattr(default, item.name):
                given = str(value).lower() if item.type is bool else str(value)
                words += [f"--{item.name.replace('_', '-')}", given]
    return shlex.join(words)


def card(run: Run, status: Status, events: Sequence[Event], language: str) -> RunState:
    """The state line of a run."""
    try:
        max_steps = run.read_config().training.max_steps
    except CoreError as error:
        return RunState("wrong", text("train.state.failed", language), message=error_text(error, language))
    state = "stopping" if status.state in ACTIVE and run.stop_requested() else status.state
    tone: Literal["quiet", "busy", "good", "wrong"] = "quiet"
    if status.state in ACTIVE:
        tone = "busy"
    elif status.state in ("failed", "crashed"):
        tone = "wrong"
    elif status.state == "finished":
        tone = "good"
    step = max([status.step, *(event.get("step", 0) for event in events[-1:])])
    summary = text("train.summary", language, step=f"{step:,}", steps=f"{max_steps:,}")
    message, log = _message(run, status, state, language)
    facts = _facts(status, events, max_steps, language)
    return RunState(tone, text(f"train.state.{state}", language), summary, step / max_steps, facts, message, log)


def no_run(language: str) -> RunState:
    """The state line where there is no run at all."""
    return RunState("quiet", text("train.state.none", language), text("train.state.none.hint", language))


def figure(run: Run, events: Sequence[Event], measure: str, language: str) -> str | None:
    """One measure of a run, drawn and packed; None while there is nothing to draw."""
    lines = curve(events, measure)
    if not lines:
        return None
    from viz.figures.training import TrainingLabels, TrainingSeries, training_curves

    labels = TrainingLabels(
        text(f"train.measure.{measure}.title", language),
        text("train.figure.step", language),
        text(f"train.measure.{measure}.value", language),
    )
    series = [
        TrainingSeries(run.name, text(f"train.figure.{part}", language), steps, values, sparse=part == "validation")
        for part, steps, values in lines
    ]
    drawn = training_curves(
        series,
        labels,
        name=f"{run.name}-{measure}",
        scale="log" if measure == "perplexity" else "linear",
        from_zero=measure not in ("loss", "perplexity"),
    )
    return pack(drawn)


def sample_table(events: Sequence[Event], language: str) -> str | None:
    """The latest sample translations as a packed table; None before the first validation."""
    found = samples(events)
    if not found:
        return None
    columns = [text(f"train.samples.{name}", language) for name in ("source", "reference", "translation")]
    rows = [[shortened(str(event.get(name, ""))) for name in ("source", "reference", "translation")] for event in found]
    title = text("train.samples.title", language, step=f"{found[-1]['step']:,}")
    return pack_table(columns, rows, title=title, note=text("train.samples.note", language))


def shortened(sentence: str) -> str:
    """A sentence as a cell shows it: at most 160 characters; what an untrained model babbles has hundreds."""
    return sentence if len(sentence) <= 160 else sentence[:159] + "…"


def run_choices(now: Look, language: str) -> list[tuple[str, str]]:
    """(label, name) of every run, newest first."""
    return [(f"{name} · {text(f'train.state.{state}', language)}", name) for name, state in now.states]


def duration(seconds: float, language: str) -> str:
    """A time in words: seconds below one and a half minutes, then minutes, then hours."""
    if seconds < 90:
        return text("train.duration.seconds", language, seconds=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 90:
        return text("train.duration.minutes", language, minutes=minutes)
    return text("train.duration.hours", language, hours=minutes // 60, minutes=minutes % 60)


def _message(run: Run, status: Status, state: str, language: str) -> tuple[str, str]:
    """What a person should know of the state, and the end of the log where that says more."""
    if state == "starting":
        return text("train.message.starting", language), ""
    if state == "stopping":
        return text("train.message.stopping", language), ""
    if state == "failed":
        return status.message, ""
    if state == "crashed":
        return status.message or text("train.message.crashed", language), run.log_tail(CRASH_LINES)
    if state in ("finished", "stopped") and run.checkpoint.is_dir():
        reason = text(f"train.reason.{status.message}", language) if status.message in _REASONS else status.message
        return text("train.message.ended", language, reason=reason), ""
    return "", ""


_REASONS = ("max_steps", "max_epochs", "patience", "stopped")


def _facts(status: Status, events: Sequence[Event], max_steps: int, language: str) -> list[tuple[str, str]]:
    started = next(iter(_kind(events, "start")[-1:]), None)
    progress = next(iter(_kind(events, "progress")[-1:]), None)
    validation = next(iter(_kind(events, "validation")[-1:]), None)
    skipped = max((event.get("skipped", 0) for event in events if event["event"] in ("progress", "skipped")), default=0)
    facts: list[tuple[str, str]] = []
    left = seconds_left(events, max_steps) if status.state == "running" else None
    if left is not None:
        facts.append(("left", duration(left, language)))
    if progress:
        facts.append(("trained", duration(_number(progress.get("seconds")), language)))
        facts.append(("speed", f"{_number(progress.get('tokens_per_second')):,.0f}"))
        facts.append(("loss", f"{_number(progress.get('plain_loss')):.3f}"))
    if validation:
        facts.append(("perplexity", f"{_number(validation.get('perplexity')):.2f}"))
        if validation.get("bleu") is not None:
            facts.append(("bleu", f"{_number(validation['bleu']):.1f}"))
    if started:
        facts.append(("parameters", f"{started.get('parameters', 0):,}"))
    if progress or skipped:
        facts.append(("skipped", f"{skipped:,}"))
    if status.state in ACTIVE and status.process:
        facts.append(("process", str(status.process)))
    return [(text(f"train.fact.{name}", language), value) for name, value in facts]


def _size(path: Path) -> int:
    """Bytes of a file; 0 for one that is not there yet, or no longer."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _kind(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event.get("event") == kind and isinstance(event.get("step"), int)]


def _field(name: str) -> Callable[[Event], float]:
    return lambda event: _number(event.get(name))


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else math.nan


def _exp(loss: float) -> float:
    return math.exp(loss) if loss < 700 else math.nan


def _line(part: Literal["training", "validation"], events: Sequence[Event], value: Callable[[Event], float]) -> Line:
    kept = list(events[:: -(-len(events) // MOST_POINTS)])
    if kept[-1] is not events[-1]:
        kept.append(events[-1])
    return Line(
        part,
        np.array([event["step"] for event in kept], dtype=np.int64),
        np.array([value(event) for event in kept], dtype=np.float64),
    )
