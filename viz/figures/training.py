"""Curves of a training against its steps, tokens or time; several runs can be overlaid."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import plotly.graph_objects as go

from viz import theme
from viz.figures.frame import frame

Style = Literal["line", "marked", "fine", "fine_marked", "thin", "points", "faint"]

# The colour of a line identifies the run, the style identifies the measure.
_STYLES: dict[Style, dict[str, Any]] = {
    "line": {"mode": "lines", "line": {"width": 2}},
    "marked": {"mode": "lines+markers", "line": {"width": 2, "dash": "dash"}, "marker": {"size": 6}},
    "fine": {"mode": "lines", "line": {"width": 1.5, "dash": "dot"}},
    "fine_marked": {"mode": "lines+markers", "line": {"width": 1.5, "dash": "dot"}, "marker": {"size": 4}},
    "thin": {"mode": "lines", "line": {"width": 1}, "opacity": 0.7},
    "faint": {"mode": "lines", "line": {"width": 1}, "opacity": 0.35},
    "points": {"mode": "lines+markers", "line": {"width": 0}, "marker": {"size": 5}},
}


class TrainingSeries(NamedTuple):
    """One line: a measure over the steps of a run, or over its tokens or time."""

    run: str
    name: str  # such as "training" or "validation"
    steps: np.ndarray  # [N]; a place that is not finite is not drawn
    values: np.ndarray  # [N]; a value that is not finite leaves a gap
    style: Style = (
        "line"  # marked: measured occasionally; fine: a variant; thin: planned; points: on a line; faint: raw
    )


class TrainingLabels(NamedTuple):
    """The words on the figure."""

    title: str
    step: str  # axis title
    value: str  # axis title, with the unit


def training_curves(
    series: Sequence[TrainingSeries],
    labels: TrainingLabels,
    *,
    name: str,
    runs: Sequence[str] = (),
    scale: Literal["linear", "log"] = "linear",
    from_zero: bool = False,
    decimals: int = 0,
) -> go.Figure:
    """Draw loss, perplexity, BLEU, learning rate, gradient norm or speed against step, tokens or time.

    A run keeps one colour; the style identifies its lines. With several of both, the legend names the runs
    by their colour and, in a neutral one, the styles; a single line has its own name. Faint lines are not named in it.

    Args:
        series: the lines; none gives the empty figure with the same axes.
        labels: the words.
        name: file name of a download; zoom is kept while it stays the same.
        runs: the order that gives each run its colour; by default the order in `series`.
        scale: of the value axis.
        from_zero: the value axis includes 0 (linear scale only).
        decimals: of a place on the horizontal axis, on hover.

    Raises:
        ValueError: the numbers of steps and values differ.
    """
    drawn = list(dict.fromkeys(line.run for line in series))
    colours = {run: theme.series_colour(index) for index, run in enumerate(dict.fromkeys([*runs, *drawn]))}
    styles: dict[str, Style] = {line.name: line.style for line in series if line.style != "faint"}
    named = len({line.name for line in series}) > 1
    keys = _legend(drawn, styles, colours)
    figure = frame(name, labels.title, labels.step, labels.value, height=320, narrow_height=300 + 20 * len(keys))
    for line in series:
        steps, values = np.asarray(line.steps), np.asarray(line.values, dtype=np.float64)
        if steps.shape != values.shape or steps.ndim != 1:
            raise ValueError(f"{line.run}, {line.name}: {steps.shape} steps but {values.shape} values")
        entry = " · ".join(word for word, many in ((line.run, drawn[1:]), (line.name, named)) if many) or line.name
        figure.add_scatter(
            x=steps,
            y=np.where(np.isfinite(values), values, np.nan),
            name=entry,
            legendgroup=line.run,
            showlegend=not keys and line.style != "faint",
            connectgaps=False,
            hovertemplate=f"{labels.step} %{{x:,.{decimals}f}}<br>%{{y:.5g}}<extra>{entry}</extra>",
            **_coloured(line.style, colours[line.run]),
        )
        if np.isfinite(values).sum() == 1 and figure.data[-1].mode == "lines":  # a single point does not make a line
            figure.data[-1].update(mode="lines+markers", marker={"size": 5, "color": colours[line.run]})
    figure.add_traces(keys)
    # else the last number, which is wider than the margin, is left out
    figure.update_xaxes(tickformat=",", rangemode="tozero", ticklabeloverflow="allow")
    figure.update_yaxes(type=scale, rangemode="tozero" if from_zero and scale == "linear" else "normal")
    if scale == "log":  # ticks between the decades would otherwise be single digits without their power
        figure.update_yaxes(dtick="D2", tickformat=",")
    largest = max((float(np.nanmax(np.abs(line.values), initial=0)) for line in series), default=0.0)
    if 0 < largest < 1e-3:  # write rates without SI prefixes: 0.00002, not 20µ
        figure.update_yaxes(exponentformat="none")
    if not series:
        figure.update_layout(margin={"t": 48})
    return figure


def _legend(runs: Sequence[str], styles: dict[str, Style], colours: dict[str, str]) -> list[go.Scatter]:
    """Return legend entries without points: runs by colour, then measures by style; none unless several of both."""
    if len(runs) < 2 or len(styles) < 2:
        return []
    entries: list[tuple[str, Style, str, str]] = [(run, "line", colours[run], run) for run in runs]
    entries.extend((name, style, theme.NEUTRAL_INK, f"style: {name}") for name, style in styles.items())
    return [
        go.Scatter(x=[None], y=[None], name=name, legendgroup=group, hoverinfo="skip", **_coloured(style, colour))
        for name, style, colour, group in entries
    ]


def _coloured(style: Style, colour: str) -> dict[str, Any]:
    settings = _STYLES[style]
    line, marker = {**settings["line"], "color": colour}, {**settings.get("marker", {}), "color": colour}
    return {**settings, "line": line, "marker": marker}
