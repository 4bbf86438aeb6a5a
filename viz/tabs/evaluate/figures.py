"""Figures of an evaluation: scores of each system by bucket."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.figures.evaluation import BucketLabels, bucket_scores
from viz.texts import Texts

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from core.evaluation.table import Result

METRICS = ("bleu", "chrf")


def bucket_figure(
    result: "Result",
    by: str,
    metric: str,
    texts: Texts,
    kept: Callable[[Hashable, Callable[[], Any]], Any] = lambda what, make: make(),
) -> "go.Figure":
    """Return the figure of scores by bucket.

    Args:
        result: with its rows.
        by: one of `BUCKETS`.
        metric: one of `METRICS`.
        texts: the words.
        kept: returns what was made of the result before under a name, or makes it.
    """
    found: BucketScores = kept(("buckets", by, metric), lambda: scores_by_bucket(result, by, metric))
    labels = BucketLabels(
        texts("evaluate.figure.title", metric=texts(f"evaluate.metric.{metric}"), by=texts(f"evaluate.by.{by}")),
        texts(f"evaluate.by.{by}"),
        texts(f"evaluate.metric.{metric}"),
        texts("evaluate.fact.sentences"),
    )
    worded = [texts.find(f"evaluate.bucket.{label}") or label for label in found.labels]
    names = [system.name for system in result.systems]
    return bucket_scores(worded, found.sentences, found.scores, names, labels, name=f"evaluate-{by}")


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


def scores_by_bucket(result: "Result", by: str, metric: str) -> BucketScores:
    """Divide the sentences of a result into buckets and score each system on each."""
    from core.evaluation.buckets import buckets
    from core.evaluation.scores import bleu, chrf

    found = buckets(result.rows, by, None, result.language)
    scores = np.full((len(result.systems), len(found)), np.nan)
    for place, bucket in enumerate(found):
        rows = [result.rows[index] for index in bucket.rows]
        references = [row.references[0] for row in rows]
        for index in range(len(result.systems)):
            translations = [row.answers[index].translation for row in rows]
            if metric == "bleu":
                scores[index, place] = bleu(translations, references, result.language).value
            else:
                scores[index, place] = chrf(translations, references).value
    return BucketScores([one.label for one in found], np.array([len(one.rows) for one in found], dtype=int), scores)
