"""Provenance of a trace: sentence, model and its weights, decoding, scores and versions, for the files that hold it."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

from core import VERSION
from core.decoding.hypothesis import length_penalty

if TYPE_CHECKING:
    from core.inspection.trace import Trace

Provenance = dict[str, Any]  # JSON values


class Searched(NamedTuple):
    """The search that found a translation, and its rank among the hypotheses, from 1."""

    beam_size: int
    alpha: float
    rank: int


class Weights(NamedTuple):
    """The checkpoint that was used: its name, and the SHA-256 of its weights."""

    checkpoint: str
    sha256: str


def describe_trace(
    trace: Trace, source: str, translation: str, weights: Weights, searched: Searched | None, lens: str | None = None
) -> Provenance:
    """Describe a translation.

    Log-probability and score are those of the traced tokens. `forced` is True for a target that was given.

    Args:
        trace: of the translation.
        source: text of the sentence.
        translation: text of the traced tokens.
        weights: of the model.
        searched: None for a target that was given: it has neither beam, rank nor score.
        lens: whose numbers a file has next to the weights, or in place of them.
    """
    log_probability = float(trace.log_probs.sum(dtype="float64"))
    score = searched and log_probability / length_penalty(len(trace.predicted_ids), searched.alpha)
    return {
        "source": source,
        "translation": translation,
        "checkpoint": weights.checkpoint,
        "weights_sha256": weights.sha256,
        "beam_size": searched and searched.beam_size,
        "alpha": searched and searched.alpha,
        "rank": searched and searched.rank,
        "forced": searched is None,
        "log_probability": round(log_probability, 6),
        "score": None if score is None else round(score, 6),
        "lens": lens,
        "intervention": None if trace.intervention.empty else trace.intervention.to_file(),
        "glassformer": VERSION,
        "torch": version("torch"),
    }
