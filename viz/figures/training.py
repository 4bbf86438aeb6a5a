"""Curves of a training against its steps; several runs can lie over one another."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
import plotly.graph_objects as go

from viz import theme
from viz.figures.frame import frame


class TrainingSeries(NamedTuple):
    """One line: what was measured at which steps of which run."""

    run: str
    name: str  # such as "training" or "validation"; with one name in the figure the legend shows the run alone
    steps: np.ndarray  # [N]
    values: np.ndarray  # [N]; a value that is not finite leaves a gap
    sparse: bool = False  # measured now and then (validation): drawn dashed, with a mark at each measurement


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
    scale: Literal["linear", "log"] = "linear",
    from_zero: bool = False,
) -> go.Figure:
    """Loss, perplexity, BLEU, learning rate, gradient norm or speed against step; nothing is smoothed.

    A run keeps one colour; within it, sparse series (validation) are dashed and marked.

    Args:
        series: the lines; none gives the empty figure with the same axes.
        labels: the words.
        name: file name of a download.
        scale: of the value axis.
        from_zero: the value axis includes 0 (linear scale only).

    Raises:
        ValueError: as many steps as there are not values.
    """
    figure = frame(name, labels.title, labels.step, labels.value, height=320, narrow_height=300 + 20 * len(series))
    runs = list(dict.fromkeys(line.run for line in series))
    names = {line.name for line in series}
    for line in series:
        steps, values = np.asarray(line.steps), np.asarray(line.values, dtype=np.float64)
        if steps.shape != values.shape or steps.ndim != 1:
            raise ValueError(f"{line.run}, {line.name}: {steps.shape} steps but {values.shape} values")
        colour = theme.SERIES_COLOURS[runs.index(line.run) % len(theme.SERIES_COLOURS)]
        entry = " · ".join(word for word, many in ((line.run, runs[1:]), (line.name, len(names) > 1)) if many)
        figure.add_scatter(
            x=steps,
            y=np.where(np.isfinite(values), values, np.nan),
            name=entry or line.run,
            showlegend=bool(entry),
            mode="lines+markers" if line.sparse else "lines",
            line={"color": colour, "width": 2, "dash": "dash" if line.sparse else "solid"},
            marker={"size": 6, "color": colour},
            connectgaps=False,
            hovertemplate=f"{labels.step} %{{x:,}}<br>%{{y:.5g}}<extra>{entry}</extra>",
        )
    figure.update_xaxes(tickformat=",", rangemode="tozero")
    figure.update_yaxes(type=scale, rangemode="tozero" if from_zero and scale == "linear" else "normal")
    if scale == "log":  # ticks between the decades would otherwise be single digits without their power
        figure.update_yaxes(dtick="D2", tickformat=",")
    if len(series) < 2:
        figure.update_layout(margin={"t": 48})
    return figure
