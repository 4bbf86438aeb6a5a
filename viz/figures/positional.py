"""The positional encoding (3.5): waves against position, and the whole matrix."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from viz import theme
from viz.figures.frame import frame, frame_data, matrix


class PositionalLabels(NamedTuple):
    """The words on both figures; `{dimension}` and `{wavelength}` are filled in."""

    curves_title: str
    heatmap_title: str
    position: str  # axis title
    dimension: str  # axis title
    value: str  # axis title
    sine: str  # legend entry of an even dimension
    cosine: str  # legend entry of an odd dimension


def positional_curves(
    values: np.ndarray, wavelengths: np.ndarray, dimensions: Sequence[int], labels: PositionalLabels
) -> go.Figure:
    """Draw chosen dimensions against position; a sine and its cosine share a colour.

    Args:
        values: [L, D], in [-1, 1].
        wavelengths: [D], in positions.
        dimensions: columns to draw; none gives the empty figure with the same axes.
        labels: the words.

    Raises:
        ValueError: shapes that do not fit, or a dimension that does not exist.
    """
    values = matrix(values, "values")
    length, d_model = values.shape
    if len(wavelengths) != d_model:
        raise ValueError(f"wavelengths must have {d_model} numbers, not {len(wavelengths)}")
    rows = -(-len(dimensions) // 2)  # of the legend on a narrow screen
    figure = frame(
        "positional-encoding-curves",
        labels.curves_title,
        labels.position,
        labels.value,
        height=340,
        narrow_height=300 + 20 * rows,
    )
    figure.update_layout(uirevision=f"curves-{length}")
    frame_data(figure)["narrow"]["legend"].update(entrywidth=0.49, entrywidthmode="fraction", font={"size": 10})
    pairs = sorted({dimension // 2 for dimension in dimensions})
    positions = np.arange(length, dtype=np.int32)
    for dimension in dimensions:
        if not 0 <= dimension < d_model:
            raise ValueError(f"dimension {dimension} does not exist: there are {d_model}")
        entry = labels.cosine if dimension % 2 else labels.sine
        name = entry.format(dimension=dimension, wavelength=_four_digits(wavelengths[dimension]))
        colour = theme.SERIES_COLOURS[pairs.index(dimension // 2) % len(theme.SERIES_COLOURS)]
        figure.add_scatter(
            x=positions,
            y=np.ascontiguousarray(values[:, dimension]),
            name=name,
            mode="lines",
            line={"color": colour, "width": 2, "dash": "dot" if dimension % 2 else "solid"},
            hovertemplate=f"{labels.position} %{{x}}<br>%{{y:.6f}}<extra>{name}</extra>",
        )
    figure.update_xaxes(range=[0, max(length - 1, 1)], **_whole_ticks(length))
    figure.update_yaxes(range=[-1.05, 1.05], tickvals=[-1, -0.5, 0, 0.5, 1])
    return figure


def positional_heatmap(values: np.ndarray, labels: PositionalLabels) -> go.Figure:
    """Draw the whole matrix: positions downwards, dimensions to the right, blue for +1 and vermilion for -1.

    Args:
        values: [L, D], in [-1, 1].
        labels: the words.

    Raises:
        ValueError: not a matrix.
    """
    values = matrix(values, "values")
    length, d_model = values.shape
    figure = frame(
        "positional-encoding-matrix",
        labels.heatmap_title,
        labels.dimension,
        labels.position,
        height=400,
    )
    figure.add_heatmap(
        z=values,
        zmin=-1,
        zmax=1,
        colorscale=theme.diverging_scale(),
        colorbar={
            "thickness": 10,
            "outlinewidth": 0,
            "tickfont": {"size": 12},
            "tickvals": [-1, 0, 1],
            "len": 1,
            "x": 1.01,
            "xpad": 4,
        },
        hovertemplate=(f"{labels.position} %{{y}}<br>{labels.dimension} %{{x}}<br>%{{z:.6f}}<extra></extra>"),
    )
    figure.update_layout(margin={"t": 48}, uirevision=f"matrix-{length}-{d_model}")
    figure.update_xaxes(showgrid=False, range=[-0.5, d_model - 0.5], **_whole_ticks(d_model))
    figure.update_yaxes(showgrid=False, range=[length - 0.5, -0.5], **_whole_ticks(length))
    return figure


def _whole_ticks(count: int) -> dict[str, Any]:
    """Return the ticks of an axis of few whole numbers, where Plotly would write halves; its own ones for more."""
    return {"dtick": 1} if count <= 8 else {}


def _four_digits(number: float) -> str:
    """Format a number with four significant digits, or whole with separated thousands: 6.283, 62,832."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.4g}"
