"""Scores of two systems by bucket: how well each translates sentences of one kind."""

import html
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from viz import theme
from viz.figures.frame import frame

FEW = 30  # sentences below which a corpus score says little: its bar is pale
_PALE = 0.4  # opacity of such a bar
_ROOM = 4  # buckets for which there is room at least
_LONGEST = 18  # characters of a label below a bar; hover shows all of it


class BucketLabels(NamedTuple):
    """The words on the figure."""

    title: str
    bucket: str  # axis title
    score: str  # axis title, with the unit
    sentences: str  # of the hover text
    interval: str  # likewise: of the 95 % interval


def bucket_scores(
    buckets: Sequence[str],
    sentences: np.ndarray,
    scores: np.ndarray,
    systems: Sequence[str],
    labels: BucketLabels,
    *,
    name: str,
    intervals: np.ndarray | None = None,
) -> go.Figure:
    """Draw a bar for each system in each bucket, with its interval; a bar of few sentences is pale.

    Args:
        buckets: B labels; none gives the empty figure with the same axes.
        sentences: int [B], of each bucket.
        scores: float [S, B], 0 to 100; a value that is not finite leaves a gap.
        systems: S names, one or two.
        labels: the words.
        name: file name of a download; zoom is kept while it stays the same.
        intervals: float [S, B, 2], the ends of each score's 95 % interval; what is not finite is not drawn.

    Raises:
        ValueError: the numbers of buckets, systems and scores do not belong together.
    """
    sentences, scores = np.asarray(sentences), np.asarray(scores, dtype=np.float64).reshape(len(systems), -1)
    if sentences.shape != (len(buckets),) or scores.shape != (len(systems), len(buckets)):
        raise ValueError(f"{len(buckets)} buckets, but sentences {sentences.shape} and scores {scores.shape}")
    ends = np.full((*scores.shape, 2), np.nan) if intervals is None else np.asarray(intervals, dtype=np.float64)
    figure = frame(name, html.escape(labels.title), labels.bucket, labels.score, height=320, narrow_height=360)
    places = np.arange(len(buckets))
    opacity = np.where(sentences < FEW, _PALE, 1.0)
    shown = [html.escape(label) for label in buckets]
    for index, system in enumerate(systems):
        escaped = html.escape(system)
        figure.add_bar(
            x=places,
            y=np.where(np.isfinite(scores[index]), scores[index], np.nan),
            name=escaped,
            marker={"color": theme.series_colour(index), "opacity": opacity},
            error_y=_whiskers(scores[index], ends[index]),
            meta={"columns": [labels.bucket, labels.sentences, labels.interval]},  # of what follows, for the table
            customdata=np.array([*zip(shown, sentences.tolist(), _ranges(ends[index]), strict=True)], dtype=object),
            hovertemplate=(
                f"%{{customdata[0]}}<br>{labels.score} %{{y:.1f}}<br>{labels.interval} %{{customdata[2]}}<br>"
                f"{labels.sentences} %{{customdata[1]:,}}<extra>{escaped}</extra>"
            ),
        )
    ticks = [f"{html.escape(_short(label))}<br>n={count:,}" for label, count in zip(buckets, sentences, strict=True)]
    beside = max(0, _ROOM - len(buckets)) / 2  # a single bucket would else be as wide as the figure
    figure.update_xaxes(range=[-0.5 - beside, len(buckets) - 0.5 + beside])
    figure.update_xaxes(tickmode="array", tickvals=places, ticktext=ticks, fixedrange=True)
    figure.update_yaxes(rangemode="tozero", fixedrange=True)
    figure.update_layout(barmode="group", bargap=0.3, bargroupgap=0.06, showlegend=len(systems) > 1)
    if len(systems) < 2:
        figure.update_layout(margin={"t": 48})
    return figure


def _whiskers(scores: np.ndarray, ends: np.ndarray) -> dict[str, Any]:
    """Return the error bars of one system.

    Args:
        scores: float [B].
        ends: float [B, 2].
    """
    up, down = ends[:, 1] - scores, scores - ends[:, 0]
    return {"type": "data", "array": up, "arrayminus": down, "symmetric": False, "thickness": 1, "width": 3}


def _ranges(ends: np.ndarray) -> list[str]:
    return [f"{low:.1f}–{high:.1f}" if np.isfinite(low) else "–" for low, high in ends.tolist()]


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"
