"""The measures of runs as lines over the steps: numbers first, then one figure of them."""

import math
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from core.errors import CoreError
from core.training.run import Run
from core.training.schedule import training_rate
from viz.components.figure import pack
from viz.tabs.train.runs.events import Event, events_named, number, read_events
from viz.texts import Texts

MEASURES = (
    "learning_rate",
    "accuracy",
    "bleu",
    "perplexity",
    "gradient_norm",
    "tokens_per_second",
    "padding",
)
MOST_POINTS = 2000  # of one line; longer ones are thinned evenly for the browser
MOST_MARKS = 60  # steps that are drawn as points on the schedule
SCHEDULE_POINTS = 400

Part = Literal["training", "smoothed", "validation", "validation_smoothed", "schedule", "taken"]
_STYLES: dict[Part, Literal["line", "fine", "marked", "fine_marked", "thin", "points"]] = {
    "training": "line",
    "smoothed": "fine",
    "validation": "marked",
    "validation_smoothed": "fine_marked",
    "schedule": "thin",
    "taken": "points",
}


class Line(NamedTuple):
    """One curve."""

    part: Part
    steps: np.ndarray  # [N] int64
    values: np.ndarray  # [N] float64; NaN for a missing value


def curve(events: Sequence[Event], measure: str) -> list[Line]:
    """Return the lines of one measure over the steps, training first; none for a measure that was not taken."""
    progress, validation = events_named(events, "progress"), events_named(events, "validation")
    taken: list[tuple[Part, Sequence[Event], Callable[[Event], float]]] = {
        "loss": [
            ("training", progress, _field("plain_loss")),
            ("smoothed", progress if _differ(progress, "loss", "plain_loss") else [], _field("loss")),
            ("validation", validation, _field("loss")),
            (
                "validation_smoothed",
                validation if _differ(validation, "smoothed_loss", "loss") else [],
                _field("smoothed_loss"),
            ),
        ],
        "perplexity": [
            ("training", progress, lambda event: _exp(number(event.get("plain_loss")))),
            ("validation", validation, _field("perplexity")),
        ],
        "bleu": [("validation", validation, _field("bleu"))],
        "accuracy": [("validation", validation, _field("accuracy"))],
        "learning_rate": [("taken", progress, _field("learning_rate"))],
    }.get(measure, [("training", progress, _field(measure))])
    return [
        _line(part, kept, value, most=MOST_MARKS if part == "taken" else MOST_POINTS)
        for part, kept, value in taken
        if kept
    ]


def schedule(run: Run) -> list[Line]:
    """Return the planned rate from the first to the last step; none for a run that cannot be read."""
    try:
        config = run.read_config()
    except CoreError:
        return []
    training = config.training
    spread = np.linspace(1, training.max_steps, min(SCHEDULE_POINTS, training.max_steps)).astype(np.int64)
    corners = training.warmup_steps, max(1, training.max_steps - training.cooldown_steps)
    steps = np.unique(np.append(spread, [min(step, training.max_steps) for step in corners]))
    rates = [training_rate(int(step), config.model.d_model, training) for step in steps]
    return [Line("schedule", steps, np.array(rates))]


def figure(runs: Sequence[Run], measure: str, texts: Texts) -> str | None:
    """Return the packed figure of one measure of runs; None while the first run has nothing to draw.

    Args:
        runs: the followed one first; each keeps the colour of its place.
        measure: "loss" or one of `MEASURES`.
        texts: the words.
    """
    lines = [(run, line) for run in runs for line in _lines(run, measure, compared=run is not runs[0])]
    if not any(run is runs[0] and line.part != "schedule" for run, line in lines):
        return None
    from viz.figures.training import TrainingLabels, TrainingSeries, training_curves

    labels = TrainingLabels(
        texts(f"train.measure.{measure}.title"),
        texts("train.figure.step"),
        texts(f"train.measure.{measure}.value"),
    )
    series = [
        TrainingSeries(run.name, texts(f"train.figure.{part}"), steps, values, _STYLES[part])
        for run, (part, steps, values) in lines
    ]
    drawn = training_curves(
        series,
        labels,
        name=f"{runs[0].name}-{measure}",
        runs=[run.name for run in runs],
        scale="log" if measure == "perplexity" else "linear",
        from_zero=measure not in ("loss", "perplexity"),
    )
    return pack(drawn)


def _lines(run: Run, measure: str, *, compared: bool) -> list[Line]:
    """Return a run's lines; a compared run has no label-smoothed variants, which would hide the comparison."""
    lines = curve(read_events(run), measure)
    if compared:
        lines = [line for line in lines if line.part not in ("smoothed", "validation_smoothed")]
    return [*schedule(run), *lines] if measure == "learning_rate" else lines


def _differ(events: Sequence[Event], smoothed: str, plain: str) -> bool:
    """Return whether the losses with and without label smoothing differ; not where only one was measured."""
    return any(abs(number(event.get(smoothed)) - number(event.get(plain))) > 1e-6 for event in events[:5])


def _field(name: str) -> Callable[[Event], float]:
    return lambda event: number(event.get(name))


def _exp(loss: float) -> float:
    return math.exp(loss) if loss < 700 else math.nan


def _line(part: Part, events: Sequence[Event], value: Callable[[Event], float], *, most: int) -> Line:
    kept = list(events[:: -(-len(events) // most)])
    if kept[-1] is not events[-1]:
        kept.append(events[-1])
    return Line(
        part,
        np.array([event["step"] for event in kept], dtype=np.int64),
        np.array([value(event) for event in kept], dtype=np.float64),
    )
