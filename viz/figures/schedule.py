"""The learning-rate schedule (5.3, Eq. 3)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from viz import theme
from viz.figures.frame import frame


class RateCurve(NamedTuple):
    """One line: its name, its points and its peak."""

    name: str
    steps: np.ndarray  # [N]
    rates: np.ndarray  # [N]
    peak_step: int
    peak_rate: float


class ScheduleLabels(NamedTuple):
    """The words on the figure; `{rate}` and `{step}` are filled in."""

    title: str
    step: str  # axis title
    rate: str  # axis title
    peak: str  # next to the first line's peak
    entry: str  # legend entry: {name}, {rate}, {step}


def learning_rate_curves(
    curves: Sequence[RateCurve], labels: ScheduleLabels, *, logarithmic: bool = False
) -> go.Figure:
    """Draw the learning rate against step; each peak is marked, the first line's peak with its value.

    Args:
        curves: the first is drawn strongest; none gives the empty figure with the same axes.
        labels: the words.
        logarithmic: both axes, where the rise has slope 1 and the fall slope -1/2.

    Raises:
        ValueError: a curve whose numbers of steps and rates differ.
    """
    kind = "log" if logarithmic else "linear"
    figure = frame(
        "learning-rate",
        labels.title,
        labels.step,
        labels.rate,
        height=480,
        narrow_height=400 + 20 * len(curves),
    )
    for index, curve in enumerate(curves):
        if len(curve.steps) != len(curve.rates):
            raise ValueError(f"{curve.name}: {len(curve.steps)} steps but {len(curve.rates)} rates")
        colour = theme.SERIES_COLOURS[index % len(theme.SERIES_COLOURS)]
        entry = labels.entry.format(name=curve.name, rate=rate_text(curve.peak_rate), step=f"{curve.peak_step:,}")
        figure.add_scatter(
            x=curve.steps,
            y=curve.rates,
            name=entry,
            legendgroup=str(index),
            mode="lines",
            line={
                "color": colour,
                "width": 2.5 if index == 0 else 1.75,
                "dash": theme.SERIES_DASHES[index % len(theme.SERIES_DASHES)],
                "simplify": False,
            },
            hovertemplate=f"{labels.step} %{{x:,}}<br>%{{y:.4e}}<extra>{curve.name}</extra>",
        )
    for index, curve in enumerate(curves):
        if len(curve.steps) and curve.peak_step <= curve.steps[-1]:
            left, right = np.log(curve.steps[[0, -1]]) if logarithmic else curve.steps[[0, -1]]
            peak = np.log(curve.peak_step) if logarithmic else curve.peak_step
            side = "left" if peak - left > 0.6 * (right - left) else "right"
            _mark_peak(figure, curve, labels, index, f"top {side}")
    figure.update_layout(uirevision=f"rate-{kind}-{curves[0].steps[-1] if curves else 0}")
    figure.update_xaxes(type=kind, tickformat=",")
    figure.update_yaxes(type=kind, rangemode="tozero")
    if logarithmic:
        figure.update_yaxes(exponentformat="power", dtick=1)
    else:
        figure.update_yaxes(exponentformat="none")
    return figure


def rate_text(rate: float) -> str:
    """Format a rate with three significant digits: 6.99e-4."""
    mantissa, exponent = f"{rate:.2e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def _mark_peak(figure: go.Figure, curve: RateCurve, labels: ScheduleLabels, index: int, position: str) -> None:
    text = labels.peak.format(rate=rate_text(curve.peak_rate), step=f"{curve.peak_step:,}")
    figure.add_scatter(
        x=[curve.peak_step],
        y=[curve.peak_rate],
        name=curve.name,
        legendgroup=str(index),
        showlegend=False,
        mode="markers+text" if index == 0 else "markers",
        text=[text],
        textposition=position,
        textfont={"size": 12},
        cliponaxis=False,
        marker={
            "size": 9 if index == 0 else 7,
            "color": theme.SERIES_COLOURS[index % len(theme.SERIES_COLOURS)],
        },
        hovertemplate=f"{text}<extra>{curve.name}</extra>",
    )
