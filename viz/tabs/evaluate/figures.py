"""Figures of an evaluation: scores of each system by bucket."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.evaluation.buckets import buckets
from viz.figures.evaluation import BucketLabels, bucket_scores
from viz.tabs.evaluate.outcome import Outcome
from viz.texts import Texts

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from core.evaluation.measures import Measure

METRICS = ("bleu", "chrf")


def bucket_figure(
    found: Outcome,
    by: str,
    metric: str,
    texts: Texts,
    kept: Callable[[Hashable, Callable[[], Any]], Any] = lambda what, make: make(),
) -> "go.Figure":
    """Return the figure of scores by bucket.

    Args:
        found: the result and its rows.
        by: one of `BUCKETS`.
        metric: one of `METRICS`.
        texts: the words.
        kept: returns what was made of the result before under a name, or makes it.
    """
    scored: BucketScores = kept(("buckets", by, metric), lambda: scores_by_bucket(found, by, metric, kept))
    labels = BucketLabels(
        texts("evaluate.figure.title", metric=texts(f"evaluate.metric.{metric}"), by=texts(f"evaluate.by.{by}")),
        texts(f"evaluate.by.{by}"),
        texts(f"evaluate.metric.{metric}"),
        texts("evaluate.fact.sentences"),
    )
    worded = [texts.find(f"evaluate.bucket.{label}") or label for label in scored.labels]
    return bucket_scores(worded, scored.sentences, scored.scores, found.result.systems, labels, name=f"evaluate-{by}")


@dataclass(frozen=True)
class BucketScores:
    """Scores of each system in each bucket.

    Attributes:
        labels: B.
        sentences: int [B].
        scores: float [S, B].
    """

    labels: list[str]
    sentences: np.ndarray
    scores: np.ndarray


def scores_by_bucket(
    found: Outcome, by: str, metric: str, kept: Callable[[Hashable, Callable[[], Any]], Any]
) -> BucketScores:
    """Divide the sentences of a result into buckets and score each system on each."""
    divided = buckets(found.rows, by, None, found.result.language)
    measures: list[Measure] = kept(("measure", metric), lambda: _measures(found, metric))
    scores = np.array([[measure.of(bucket.rows) for bucket in divided] for measure in measures], dtype=np.float64)
    sentences = np.array([len(bucket.rows) for bucket in divided], dtype=int)
    return BucketScores([bucket.label for bucket in divided], sentences, scores.reshape(len(measures), -1))


def _measures(found: Outcome, metric: str) -> list["Measure"]:
    """Return the measure of each system, whose sums give the score of any part of the sentences."""
    from core.evaluation.measures import text_measures

    references = [*zip(*(row.references for row in found.rows), strict=True)]
    outputs = [[row.answers[system].translation for row in found.rows] for system in range(len(found.result.systems))]
    return [
        next(one for one in text_measures(lines, references, found.result.language) if one.name == metric)
        for lines in outputs
    ]
