"""Softmax saturation against d_k (3.2.1, footnote 4): a few small figures in one."""

from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from viz import theme
from viz.figures.frame import frame, frame_data

_GAP_X = 0.12  # between panels, of the plot's width
_GAP_Y = {2: 0.2, 3: 0.12, 4: 0.09, 5: 0.07}  # by rows, of the plot's height
_TOP = {2: 0.95, 3: 0.96, 4: 0.98, 5: 0.98}  # by rows; above it stands the first row's title
_HEIGHT, _NARROW_HEIGHT = 320, 290  # of each row


class Band(NamedTuple):
    """One quantity against d_k."""

    mean: np.ndarray  # [N], or the median
    low: np.ndarray  # [N]
    high: np.ndarray  # [N]


class Panel(NamedTuple):
    """One of the quantities, scaled and unscaled, with an exact line where there is one."""

    title: str
    scaled: Band
    unscaled: Band
    limits: tuple[float, float] | None = None  # of the value axis; None: logarithmic, chosen by the data
    exact_scaled: np.ndarray | None = None  # [N]
    exact_unscaled: np.ndarray | None = None  # [N]


class SoftmaxLabels(NamedTuple):
    """The words on the figure; `{d_k}` is filled in."""

    title: str
    d_k: str  # axis title
    scaled: str
    unscaled: str
    exact: str
    low: str  # name of the band's lower edge in downloads
    high: str
    marked: str  # next to the line at the model's own d_k


def softmax_saturation(
    d_k: np.ndarray,
    panels: tuple[Panel, ...],
    labels: SoftmaxLabels,
    *,
    marked: int | None = None,
) -> go.Figure:
    """Draw quantities against d_k: mean or median as a line, spread as a band, the model's d_k as a dotted line.

    Args:
        d_k: [N], increasing.
        panels: three to five quantities in reading order.
        labels: the words.
        marked: a d_k to point at.

    Raises:
        ValueError: a line whose length is not that of `d_k`.
    """
    heights = {"height": -(-len(panels) // 2) * _HEIGHT, "narrow_height": len(panels) * _NARROW_HEIGHT}
    figure = frame("softmax-saturation", labels.title, "", "", **heights)
    for index, panel in enumerate(panels):
        axes = _axis_names(index)
        for band, colour, word in (
            (panel.unscaled, theme.KIND_COLOURS["cross"], labels.unscaled),
            (panel.scaled, theme.KIND_COLOURS["encoder"], labels.scaled),
        ):
            _add_band(figure, d_k, band, panel.title, colour, word, labels, axes, legend=index == 0)
        first = True
        for exact in (panel.exact_unscaled, panel.exact_scaled):
            if exact is not None:
                _add_exact(figure, d_k, exact, panel.title, labels.exact, axes, legend=first)
                first = False
        if marked is not None:
            figure.add_shape(
                type="line",
                x0=marked,
                x1=marked,
                y0=0,
                y1=1,
                xref=axes["xaxis"],
                yref=f"{axes['yaxis']} domain",
                line={"color": theme.NEUTRAL_INK, "width": 1, "dash": "dot"},
            )
    wide = _arrangement(panels, labels, marked, columns=2)
    figure.update_layout(**wide)
    frame_data(figure)["narrow"].update(_arrangement(panels, labels, marked, columns=1))
    return figure


def _axis_names(index: int) -> dict[str, str]:
    number = "" if index == 0 else str(index + 1)
    return {"xaxis": f"x{number}", "yaxis": f"y{number}"}


def _add_band(
    figure: go.Figure,
    d_k: np.ndarray,
    band: Band,
    title: str,
    colour: str,
    word: str,
    labels: SoftmaxLabels,
    axes: dict[str, str],
    *,
    legend: bool,
) -> None:
    if not len(d_k) == len(band.mean) == len(band.low) == len(band.high):
        raise ValueError(f"{title}: {len(d_k)} values of d_k but {len(band.mean)} of {word}")
    edge = {
        "mode": "lines",
        "line": {"width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
        "legendgroup": word,
    }
    figure.add_scatter(x=d_k, y=band.low, name=f"{word}, {labels.low}", **edge, **axes)
    figure.add_scatter(
        x=d_k, y=band.high, name=f"{word}, {labels.high}", fill="tonexty", fillcolor=theme.rgba(colour, 0.16),
        **edge, **axes,
    )  # fmt: skip
    figure.add_scatter(
        x=d_k,
        y=band.mean,
        name=word,
        legendgroup=word,
        showlegend=legend,
        mode="lines+markers",
        line={"color": colour, "width": 2},
        marker={"size": 5, "color": colour},
        customdata=np.stack([band.low, band.high], axis=-1),
        hovertemplate=(
            f"{labels.d_k} %{{x}}<br>%{{y:.4g}} (%{{customdata[0]:.3g}} – %{{customdata[1]:.3g}})<extra>{word}</extra>"
        ),
        **axes,
    )


def _add_exact(
    figure: go.Figure,
    d_k: np.ndarray,
    exact: np.ndarray,
    title: str,
    word: str,
    axes: dict[str, str],
    *,
    legend: bool,
) -> None:
    if len(exact) != len(d_k):
        raise ValueError(f"{title}: {len(d_k)} values of d_k but {len(exact)} of {word}")
    figure.add_scatter(
        x=d_k,
        y=exact,
        name=word,
        legendgroup=word,
        showlegend=legend,
        mode="lines",
        line={"color": theme.NEUTRAL_INK, "width": 1.5, "dash": "dash"},
        hovertemplate=f"{word} %{{y:.4g}}<extra></extra>",
        **axes,
    )


def _arrangement(
    panels: tuple[Panel, ...], labels: SoftmaxLabels, marked: int | None, *, columns: int
) -> dict[str, Any]:
    """Return axes and panel titles for two columns (wide) or one (narrow)."""
    rows = -(-len(panels) // columns)
    gap = _GAP_Y[rows]
    width = (1 - _GAP_X * (columns - 1)) / columns
    height = (_TOP[rows] - gap * (rows - 1)) / rows
    layout: dict[str, Any] = {"annotations": []}
    for index, panel in enumerate(panels):
        row, column = divmod(index, columns)
        left, top = column * (width + _GAP_X), _TOP[rows] - row * (height + gap)
        number = "" if index == 0 else str(index + 1)
        layout[f"xaxis{number}"] = {
            "domain": [left, left + width],
            "anchor": f"y{number}",
            "type": "log",
            "tickmode": "array",
            "tickvals": [1, 4, 16, 64, 256, 1024],
            "title": {"text": labels.d_k},
        }
        layout[f"yaxis{number}"] = {
            "domain": [max(top - height, 0), top],
            "anchor": f"x{number}",
            "title": {"text": ""},
            **({"type": "log", "dtick": 1} if panel.limits is None else {"range": list(panel.limits)}),
        }
        layout["annotations"].append(
            {
                "text": panel.title,
                "x": left,
                "y": top,
                "xref": "paper",
                "yref": "paper",
                "xanchor": "left",
                "yanchor": "bottom",
                "yshift": 4,
                "showarrow": False,
                "font": {"size": 13},
            }
        )
    if marked is not None:
        layout["annotations"].append(_mark_text(labels.marked.format(d_k=marked), marked))
    return layout


def _mark_text(text: str, marked: int) -> dict[str, Any]:
    """Return the words next to the dotted line of the first panel, on the side with room."""
    left_half = marked <= 32
    return {
        "text": text,
        "x": float(np.log10(marked)),
        "y": 1 if left_half else 0,
        "xref": "x",
        "yref": "y domain",
        "xanchor": "left",
        "yanchor": "top" if left_half else "bottom",
        "xshift": 6,
        "showarrow": False,
        "font": {"size": 12},
    }
