"""The measures of runs as lines over steps, tokens or time: numbers first, then one figure of them."""

import math
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from core.errors import CoreError
from core.training.run import Run
from core.training.schedule import training_rate
from viz.components.figure import pack
from viz.tabs.train.runs.events import Event, events_named, number, read_events
from viz.texts import Texts, in_a_row

MEASURES = (
    "loss",
    "perplexity",
    "bleu",
    "accuracy",
    "learning_rate",
    "gradient_norm",
    "tokens_per_second",
    "padding",
    "guided_loss",
)
MOST_POINTS = 2000  # of one line; longer ones are thinned evenly for the browser
MOST_MARKS = 60  # steps that are drawn as points on the schedule
SCHEDULE_POINTS = 400
MOST_SMOOTHING = 0.99
_UNITS = (("seconds", 1.0), ("minutes", 60.0), ("hours", 3600.0))  # of time; the next one from two of it on

Axis = Literal["steps", "tokens", "time"]
Scale = Literal["linear", "log"]
AXES: tuple[Axis, ...] = ("steps", "tokens", "time")
SCALES: tuple[Scale, ...] = ("linear", "log")
Form = Literal["recorded", "raw", "average"]
Part = Literal["training", "smoothed", "validation", "validation_smoothed", "schedule", "taken"]
_STYLES: dict[Part, Literal["line", "fine", "marked", "fine_marked", "thin", "points"]] = {
    "training": "line",
    "smoothed": "fine",
    "validation": "marked",
    "validation_smoothed": "fine_marked",
    "schedule": "thin",
    "taken": "points",
}


class ChartView(NamedTuple):
    """Settings of how measures are drawn."""

    axis: Axis = "steps"
    scale: Scale = "linear"  # of the loss
    smoothing: float = 0.0  # weight of the past in the moving average of training measures; 0 draws none


PLAIN = ChartView()


class Line(NamedTuple):
    """One curve."""

    part: Part
    steps: np.ndarray  # [N] int64
    values: np.ndarray  # [N] float64; NaN for a missing value
    form: Form = "recorded"  # raw: recorded, beneath its moving average


class Axes(NamedTuple):
    """Positions on the horizontal axis of the steps of one run."""

    steps: np.ndarray  # [N] int64, at which progress was reported
    places: np.ndarray  # [N] float64, tokens or seconds until then


def curve(events: Sequence[Event], measure: str, smoothing: float = 0.0) -> list[Line]:
    """Return the lines of one measure over the steps, training first; none for a measure that was not taken.

    Args:
        events: of the run.
        measure: one of `MEASURES`.
        smoothing: weight of the past in the moving average of what is reported every few steps; validations are
            never averaged.
    """
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
        "guided_loss": [("training", [one for one in progress if one.get("guided_loss") is not None], _field(measure))],
    }.get(measure, [("training", progress, _field(measure))])
    lines: list[Line] = []
    for part, kept, value in taken:
        if not kept:
            continue
        line = _line(part, kept, value)
        averaged = smoothing > 0 and part in ("training", "smoothed")
        lines += _averaged(line, smoothing) if averaged else [line]
    return [_thinned(line, MOST_MARKS if line.part == "taken" else MOST_POINTS) for line in lines]


def moving_average(values: np.ndarray, weight: float) -> np.ndarray:
    """Return the exponential moving average of values, corrected for its start at zero, as TensorBoard draws it.

    After n finite values x it is sum_k (1 - w) w^(n-k) x_k / (1 - w^n). A value that is not finite stays as it is and
    does not count.

    Args:
        values: [N] float.
        weight: w, of the past, from 0 (no smoothing) to below 1.
    """
    averaged, total, share = np.array(values, dtype=np.float64), 0.0, 0.0
    for place, value in enumerate(averaged):
        if math.isfinite(value):
            total, share = weight * total + (1 - weight) * value, weight * share + (1 - weight)
            averaged[place] = total / share
    return averaged


def axes_of(events: Sequence[Event], axis: Axis) -> Axes | None:
    """Return the tokens or seconds of training at each report; None for steps.

    The seconds are those of training, over all resumptions, without pauses and validations. The tokens are target
    tokens: of each report its speed times its seconds, which is exactly what the speed was computed from.
    """
    if axis == "steps":
        return None
    reports = events_named(events, "progress")
    seconds = np.array([0.0, *(number(event.get("seconds")) for event in reports)])
    places = seconds
    if axis == "tokens":
        speeds = [number(event.get("tokens_per_second")) for event in reports]
        places = np.cumsum([0.0, *(np.diff(seconds) * np.array(speeds))])
    known = np.isfinite(places)
    return Axes(np.array([0, *(event["step"] for event in reports)])[known], places[known])


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


def figure(runs: Sequence[Run], measure: str, texts: Texts, view: ChartView = PLAIN) -> str | None:
    """Return the packed figure of one measure of runs; None while the first run has nothing to draw.

    Args:
        runs: the followed one first; each keeps the colour of its place.
        measure: one of `MEASURES`.
        texts: the words.
        view: settings of the drawing.
    """
    lines = [(run, line) for run in runs for line in _lines(run, measure, view, compared=run is not runs[0])]
    if not any(run is runs[0] and line.part != "schedule" for run, line in lines):
        return None
    from viz.figures.training import TrainingLabels, TrainingSeries, training_curves

    places = [_places(run, line, view.axis) for run, line in lines]
    unit, size = _time_unit(max(float(np.nanmax(place, initial=0.0)) for place in places))
    axis = f"train.figure.{'step' if view.axis == 'steps' else view.axis}"
    scale: Scale = view.scale if measure == "loss" else "linear"
    value = texts(f"train.measure.{measure}.value")
    labels = TrainingLabels(
        texts(f"train.measure.{measure}.title"),
        texts(f"{axis}.{unit}") if view.axis == "time" else texts(axis),
        texts("train.figure.log", value=value) if scale == "log" else value,
    )
    series = [
        TrainingSeries(
            run.name,
            _line_name(line, view.smoothing, texts),
            place[np.isfinite(place)] / size if view.axis == "time" else place[np.isfinite(place)],
            line.values[np.isfinite(place)],
            "faint" if line.form == "raw" else _STYLES[line.part],
        )
        for (run, line), place in zip(lines, places, strict=True)
    ]
    drawn = training_curves(
        series,
        labels,
        name=f"{runs[0].name}-{measure}" + (f"-by-{view.axis}" if view.axis != "steps" else ""),
        runs=[run.name for run in runs],
        scale="log" if measure == "perplexity" else scale,
        from_zero=measure not in ("loss", "perplexity"),
        decimals=2 if view.axis == "time" else 0,
    )
    return pack(drawn, caption=_caption(measure, [line for _, line in lines], texts))


def _caption(measure: str, lines: Sequence[Line], texts: Texts) -> str | None:
    """Return what to look for in these lines; None where a measure always draws the same ones."""
    parts = {line.part for line in lines}
    if measure == "loss":
        words = [texts("train.measure.loss.caption.both" if "validation" in parts else "train.measure.loss.caption")]
        if parts & {"smoothed", "validation_smoothed"}:
            words.append(texts("train.measure.loss.caption.smoothed"))
        return in_a_row(words)
    plans = [line.values for line in lines if line.part == "schedule"]
    if measure == "learning_rate" and plans and all(rates.argmax() == len(rates) - 1 for rates in plans):
        return texts("train.measure.learning_rate.caption.rising")
    return None


def _lines(run: Run, measure: str, view: ChartView, *, compared: bool) -> list[Line]:
    """Return a run's lines; a compared run has no label-smoothed variants, which would hide the comparison."""
    lines = curve(read_events(run), measure, view.smoothing)
    if compared:
        lines = [line for line in lines if line.part not in ("smoothed", "validation_smoothed")]
    return [*schedule(run), *lines] if measure == "learning_rate" else lines


def _places(run: Run, line: Line, axis: Axis) -> np.ndarray:
    """Return where a line's points are on the horizontal axis; NaN beyond the last report of a planned line."""
    axes = axes_of(read_events(run), axis)
    if axes is None:
        return line.steps
    if len(axes.steps) < 2:
        return np.full(len(line.steps), np.nan)
    beyond = np.nan if line.part == "schedule" else None  # a validation follows its report by a few steps at most
    return np.interp(line.steps, axes.steps, axes.places, right=beyond)


def _time_unit(longest: float) -> tuple[str, float]:
    return next((unit for unit in reversed(_UNITS) if longest >= 2 * unit[1]), _UNITS[0])


def _line_name(line: Line, smoothing: float, texts: Texts) -> str:
    name = texts(f"train.figure.{line.part}")
    if line.form == "recorded":
        return name
    return texts(f"train.figure.{line.form}", line=name, weight=f"{smoothing:g}")


def _averaged(line: Line, smoothing: float) -> list[Line]:
    """Return a line's moving average above what was recorded."""
    average = line._replace(values=moving_average(line.values, smoothing), form="average")
    return [line._replace(form="raw"), average] if line.part == "training" else [average]


def _differ(events: Sequence[Event], smoothed: str, plain: str) -> bool:
    """Return whether the losses with and without label smoothing differ; not where only one was measured."""
    return any(abs(number(event.get(smoothed)) - number(event.get(plain))) > 1e-6 for event in events[:5])


def _field(name: str) -> Callable[[Event], float]:
    return lambda event: number(event.get(name))


def _exp(loss: float) -> float:
    return math.exp(loss) if loss < 700 else math.nan


def _line(part: Part, events: Sequence[Event], value: Callable[[Event], float]) -> Line:
    return Line(
        part,
        np.array([event["step"] for event in events], dtype=np.int64),
        np.array([value(event) for event in events], dtype=np.float64),
    )


def _thinned(line: Line, most: int) -> Line:
    """Return a line with at most so many points, evenly spread, and its last one."""
    count = len(line.steps)
    kept = np.unique([*range(0, count, -(-count // most)), count - 1])
    return line._replace(steps=line.steps[kept], values=line.values[kept])
