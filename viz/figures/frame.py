"""Common parts of all figures: the empty frame."""

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
    return go.Figure(
        layout={
            "template": theme.plotly_template(),
            "title": {"text": title},
            "height": height,
            "uirevision": name,
            "legend": {"yref": "container", "y": 1 - TITLE_HEIGHT / height, "yanchor": "top"},
            "meta": {
                "name": name,
                "narrow": {"height": narrow, "margin": {"l": 44, "r": 8}, "legend": {"y": 1 - TITLE_HEIGHT / narrow}},
            },
            "xaxis": {"title": {"text": x_title}},
            "yaxis": {"title": {"text": y_title}},
        }
    )
