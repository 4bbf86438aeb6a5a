"""Figures of an evaluation: scores of each system by bucket."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.evaluation.buckets import BUCKETS, OTHER, Bucket, buckets
from core.evaluation.significance import LEAST_SENTENCES, intervals
from core.evaluation.table import Result
from viz.figures.evaluation import FEW, BucketLabels, bucket_scores
from viz.tabs.evaluate.verdict import system_names
from viz.texts import Texts

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from core.evaluation.measures import Measure

Kept = Callable[[Hashable, Callable[[], Any]], Any]  # returns what was made before under a name, or makes it
METRICS = ("bleu", "chrf")
CLICKED = "sentences-bucket"  # the event of a bar, which the table of sentences hears


def all_buckets(result: Result) -> dict[str, list[Bucket]]:
    """Return the sentences of a result in buckets, by each property that they have."""
    return {by: buckets(result.rows, by) for by in BUCKETS if by != "own" or result.has_own}


def bucket_figure(result: Result, by: str, metric: str, texts: Texts, kept: Kept) -> "go.Figure | None":
    """Return the figure of scores by bucket; None for a single bucket, which a sentence says better.

    Args:
        result: with its rows.
        by: one of `BUCKETS`.
        metric: one of `METRICS`.
        texts: the words.
        kept: of the result.
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
    worded = [_label_words(by, label, texts) for label in scored.labels]
    names = system_names(result)
    numbers = (scored.sentences, scored.scores)
    figure = bucket_scores(worded, *numbers, names, labels, name=f"evaluate-{by}", intervals=scored.intervals)
    chosen = [{"by": by, "label": label} for label in scored.labels]
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
    return texts("evaluate.figure.single", **values, bucket=_label_words(by, label, texts))


def _label_words(by: str, label: str, texts: Texts) -> str:
    """Return a label in words; a value of a column of one's own may be spelled like a code, and is none."""
    is_code = by != "own" or label == OTHER
    return (texts.find(f"evaluate.bucket.{label}") if is_code else None) or label


@dataclass(frozen=True)
class BucketScores:
    """Scores of each system in each bucket.

    Attributes:
        labels: B.
        sentences: int [B].
        scores: float [S, B].
        intervals: float [S, B, 2], the ends of the 95 % interval; NaN where sentences are too few to resample.
    """

    labels: list[str]
    sentences: np.ndarray
    scores: np.ndarray
    intervals: np.ndarray


def scores_by_bucket(result: Result, by: str, metric: str, kept: Kept) -> BucketScores:
    """Divide the sentences of a result into buckets and score each system on each."""
    found = buckets(result.rows, by)
    measures: list[Measure] = kept("measures", lambda: _measures(result))[metric]
    parts = [[measure._replace(sums=measure.sums[list(bucket.rows)]) for bucket in found] for measure in measures]
    scores = np.array([[part.value for part in of_system] for of_system in parts], dtype=np.float64)
    ends = np.array([[_ends(part) for part in of_system] for of_system in parts], dtype=np.float64)
    sentences, shape = np.array([len(bucket.rows) for bucket in found], dtype=int), (len(measures), len(found))
    labels = [bucket.label for bucket in found]
    return BucketScores(labels, sentences, scores.reshape(shape), ends.reshape(*shape, 2))


def _ends(part: "Measure") -> tuple[float, float]:
    return intervals([part])[0] if len(part.sums) >= LEAST_SENTENCES else (np.nan, np.nan)


def _measures(result: Result) -> dict[str, list["Measure"]]:
    """Return, by metric, the measure of each system, whose sums give the score of any part of the sentences."""
    from core.evaluation.measures import text_measures

    references = [*zip(*(row.references for row in result.rows), strict=True)]
    outputs = [[row.answers[system].translation for row in result.rows] for system in range(len(result.systems))]
    measured = [text_measures(lines, references, result.language) for lines in outputs]
    return {name: [one for of_system in measured for one in of_system if one.name == name] for name in METRICS}
