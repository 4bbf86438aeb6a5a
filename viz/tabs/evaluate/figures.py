"""Figures of an evaluation: scores of each system by bucket."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.evaluation.buckets import buckets
from core.evaluation.significance import LEAST_SENTENCES, intervals
from core.evaluation.table import Result
from viz.figures.evaluation import FEW, BucketLabels, bucket_scores
from viz.texts import Texts

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from core.evaluation.measures import Measure

METRICS = ("bleu", "chrf")
CLICKED = "sentences-bucket"  # the event of a bar, which the table of sentences hears


def bucket_figure(
    result: Result,
    by: str,
    metric: str,
    texts: Texts,
    kept: Callable[[Hashable, Callable[[], Any]], Any] = lambda what, make: make(),
) -> "go.Figure | None":
    """Return the figure of scores by bucket; None for a single bucket, which a sentence says better.

    Args:
        result: with its rows.
        by: one of `BUCKETS`.
        metric: one of `METRICS`.
        texts: the words.
        kept: returns what was made of the result before under a name, or makes it.
    """
    scored: BucketScores = kept(("buckets", by, metric), lambda: scores_by_bucket(result, by, metric, kept))
    if len(scored.labels) == 1:
        return None
    labels = BucketLabels(
        texts("evaluate.figure.title", metric=texts(f"evaluate.metric.{metric}"), by=texts(f"evaluate.by.{by}")),
        texts(f"evaluate.axis.{by}"),
        texts(f"evaluate.metric.{metric}"),
        texts("evaluate.fact.sentences"),
        texts("evaluate.figure.interval"),
    )
    worded = [_label_words(label, texts) for label in scored.labels]
    names = [system.name for system in result.systems]
    numbers = (scored.sentences, scored.scores)
    figure = bucket_scores(worded, *numbers, names, labels, name=f"evaluate-{by}", intervals=scored.intervals)
    chosen = [{"by": by, "label": label, "rows": rows} for label, rows in zip(scored.labels, scored.rows, strict=True)]
    meta: dict[str, Any] = getattr(figure.layout, "meta", None) or {}
    figure.update_layout(meta={**meta, "click": {"event": CLICKED, "details": chosen}})
    return figure


def figure_caption(result: Result, texts: Texts) -> str:
    """Return what to look for in the figure."""
    return texts("evaluate.figure.caption.few" if len(result.systems) > 1 else "evaluate.figure.caption.one", few=FEW)


def only_bucket(result: Result, by: str, texts: Texts) -> str:
    """Return the sentence in place of a figure of one bucket."""
    label = next(iter(buckets(result.rows, by))).label
    values = {"sentences": f"{result.sentences:,}", "by": texts(f"evaluate.by.{by}")}
    return texts("evaluate.figure.single", **values, bucket=_label_words(label, texts))


def _label_words(label: str, texts: Texts) -> str:
    return texts.find(f"evaluate.bucket.{label}") or label


@dataclass(frozen=True)
class BucketScores:
    """Scores of each system in each bucket.

    Attributes:
        labels: B.
        rows: indices of the sentences of each.
        sentences: int [B].
        scores: float [S, B].
        intervals: float [S, B, 2], the ends of the 95 % interval; NaN where sentences are too few to resample.
    """

    labels: list[str]
    rows: list[list[int]]
    sentences: np.ndarray
    scores: np.ndarray
    intervals: np.ndarray


def scores_by_bucket(
    result: Result, by: str, metric: str, kept: Callable[[Hashable, Callable[[], Any]], Any]
) -> BucketScores:
    """Divide the sentences of a result into buckets and score each system on each."""
    divided = buckets(result.rows, by)
    measures: list[Measure] = kept(("measure", metric), lambda: _measures(result, metric))
    parts = [[measure._replace(sums=measure.sums[list(bucket.rows)]) for bucket in divided] for measure in measures]
    scores = np.array([[part.value for part in of_system] for of_system in parts], dtype=np.float64)
    ends = np.array([[_ends(part) for part in of_system] for of_system in parts], dtype=np.float64)
    sentences = np.array([len(bucket.rows) for bucket in divided], dtype=int)
    shape, rows = (len(measures), len(divided)), [list(bucket.rows) for bucket in divided]
    labels = [one.label for one in divided]
    return BucketScores(labels, rows, sentences, scores.reshape(shape), ends.reshape(*shape, 2))


def _ends(part: "Measure") -> tuple[float, float]:
    return intervals([part])[0] if len(part.sums) >= LEAST_SENTENCES else (np.nan, np.nan)


def _measures(result: Result, metric: str) -> list["Measure"]:
    """Return the measure of each system, whose sums give the score of any part of the sentences."""
    from core.evaluation.measures import text_measures

    references = [*zip(*(row.references for row in result.rows), strict=True)]
    outputs = [[row.answers[system].translation for row in result.rows] for system in range(len(result.systems))]
    return [
        next(one for one in text_measures(lines, references, result.language) if one.name == metric)
        for lines in outputs
    ]
