"""Attention masks (3.2.3): which query may attend to which key."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from viz import theme
from viz.figures.frame import check_labels, frame, frame_data, matrix, visible_token

_CELLS = (14, 34)  # pixels of one token's row, at least and at most
_PLOT = 300  # approximate pixels of all rows together
_TOP, _AXIS_TITLE = 84, 40  # pixels
_LETTER = 7.4  # pixels of a letter of the tick labels
_SLANT = 0.87  # sine of their 60 degrees
_LONGEST = 16  # letters of a label that is drawn whole


class MaskLabels(NamedTuple):
    """The words on the figure."""

    title: str
    query: str  # axis title of the rows
    key: str  # axis title of the columns
    allowed: str  # legend and hover: may attend
    forbidden: str  # legend and hover: may not attend


def mask_matrix(
    mask: np.ndarray,
    query_tokens: Sequence[str],
    key_tokens: Sequence[str],
    labels: MaskLabels,
    *,
    kind: theme.Kind,
    name: str = "mask",
    label_length: int = 0,
) -> go.Figure:
    """Draw one mask: queries downwards, keys to the right, filled where a query may attend.

    Args:
        mask: bool [Q, K], True = may attend.
        query_tokens: Q surface strings.
        key_tokens: K surface strings.
        labels: the words.
        kind: attention kind, which determines the hue.
        name: file name of a download.
        label_length: letters to reserve space for, so that figures side by side share one grid.

    Raises:
        ValueError: a mask that is not a boolean matrix, or labels that do not fit it.
    """
    mask = matrix(mask, "mask")
    if mask.dtype != bool:
        raise ValueError(f"mask must be boolean, not {mask.dtype}")
    queries, keys = mask.shape
    check_labels(query_tokens, queries, "query_tokens")
    check_labels(key_tokens, keys, "key_tokens")
    rows, columns = [visible_token(t) for t in query_tokens], [visible_token(t) for t in key_tokens]
    smallest, largest = _CELLS
    cell = min(max(_PLOT / max(queries, keys, 1), smallest), largest)
    letters = max([label_length, *map(len, query_tokens), *map(len, key_tokens)])
    room = 12 + _LETTER * min(letters, _LONGEST)  # pixels to the left of and below the matrix
    below = round(_AXIS_TITLE + _SLANT * room)
    height = round(_TOP + cell * queries + below)
    figure = frame(name, labels.title, labels.key, labels.query, height=height)
    words = np.where(mask, labels.allowed, labels.forbidden)
    figure.add_heatmap(
        z=mask.astype(np.uint8),
        zmin=0,
        zmax=1,
        colorscale=[(0.0, theme.FAINT_FILL), (1.0, theme.KIND_COLOURS[kind])],
        showscale=False,
        xgap=1,
        ygap=1,
        text=words,
        customdata=np.array([[[row, column] for column in columns] for row in rows], dtype=object),
        hovertemplate="%{customdata[0]} → %{customdata[1]}<br>%{text}<extra></extra>",
    )
    for word, colour in ((labels.allowed, theme.KIND_COLOURS[kind]), (labels.forbidden, theme.FAINT_FILL)):
        _legend_square(figure, word, colour)
    font = {"family": theme.font_stack(theme.MONO), "size": 12 if max(queries, keys) <= 24 else 10}
    ticks = {
        "showgrid": False,
        "tickmode": "array",
        "tickfont": font,
        "automargin": False,
        "constrain": "domain",
    }
    figure.update_xaxes(
        **ticks,
        tickvals=list(range(keys)),
        ticktext=[visible_token(token, _LONGEST) for token in key_tokens],
        tickangle=-60,
        range=[-0.5, keys - 0.5],
        constraintoward="left",
    )
    figure.update_yaxes(
        **ticks,
        tickvals=list(range(queries)),
        ticktext=[visible_token(token, _LONGEST) for token in query_tokens],
        range=[queries - 0.5, -0.5],
        constraintoward="top",
        scaleanchor="x",
    )
    margin = {"l": round(_AXIS_TITLE + room), "r": 8, "t": _TOP, "b": below}
    figure.update_layout(uirevision=f"{name}-{queries}-{keys}", margin=margin)
    data = frame_data(figure)
    data["narrow"]["margin"] = margin
    data["cells"] = {"rows": queries, "columns": keys, "largest": largest}
    return figure


def _legend_square(figure: go.Figure, word: str, colour: str) -> None:
    """Return a legend entry for one of the two fills: an invisible point whose marker is a square."""
    figure.add_scatter(
        x=[None],
        y=[None],
        name=word,
        mode="markers",
        marker={"symbol": "square", "size": 12, "color": colour, "line": {"width": 0}},
        hoverinfo="skip",
    )
