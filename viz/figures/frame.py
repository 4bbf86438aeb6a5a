"""Common parts of all figures: the empty frame, its words, visible tokens."""

import html
from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from viz import theme

TITLE_HEIGHT = 40  # pixels above the legend


def frame(
    name: str,
    title: str,
    x_title: str,
    y_title: str,
    *,
    height: int = 360,
    narrow_height: int | None = None,
) -> go.Figure:
    """Return a figure with its title, axis titles and no trace.

    Args:
        name: file name of a download, without its ending; zoom is kept while it stays the same.
        title: one line.
        x_title: with its unit.
        y_title: with its unit.
        height: pixels.
        narrow_height: pixels on a narrow screen, where a legend needs more rows; as `height` when left out.
    """
    narrow = narrow_height or height
    figure = go.Figure()
    figure.update_layout(
        template=theme.plotly_template(),
        title_text=title,
        height=height,
        uirevision=name,
        legend={"yref": "container", "y": 1 - TITLE_HEIGHT / height, "yanchor": "top"},
        meta={
            "name": name,
            "narrow": {"height": narrow, "margin": {"l": 44, "r": 8}, "legend": {"y": 1 - TITLE_HEIGHT / narrow}},
        },
    )
    figure.update_xaxes(title_text=x_title)
    figure.update_yaxes(title_text=y_title)
    return figure


def frame_data(figure: go.Figure) -> dict[str, Any]:
    """Return the data of a frame for the page: `name`, and in `narrow` the layout of a narrow screen."""
    layout: Any = figure.layout
    return layout.meta


def visible_token(token: str, longest: int | None = None) -> str:
    """Return a token as an axis shows it: safe in plotly's pseudo-HTML, a leading space drawn as a low line.

    Args:
        token: surface string; an empty one (a byte within a character) becomes a dot.
        longest: letters after which it is cut and marked with an ellipsis; None shows it whole.
    """
    shown = "·" if token == "" else token.replace("\n", "⏎")
    if shown.startswith(" "):
        shown = "▁" + shown[1:]
    if longest is not None and len(shown) > longest:
        shown = shown[: longest - 1] + "…"
    return html.escape(shown, quote=False)


def matrix(values: np.ndarray, name: str) -> np.ndarray:
    """Return the values as an array; refuse arrays that are not a matrix.

    Raises:
        ValueError: not two axes.
    """
    values = np.asarray(values)
    if values.ndim != 2:
        raise ValueError(f"{name} must be a matrix with two axes, not of shape {values.shape}")
    return values


def check_labels(labels: Sequence[str], size: int, name: str) -> None:
    """Raise ValueError unless there is one label for each position."""
    if len(labels) != size:
        raise ValueError(f"{name} must have {size} labels, not {len(labels)}")
