"""Answers of the service as the JSON that the attention view reads.

Numbers travel as lists of at most six significant digits, or as 8-bit levels in base64 with their range.
"""

from __future__ import annotations

import base64
import logging
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.attention_kinds import KINDS, quantise
from core.errors import CoreError
from core.plain import plain_value
from viz.texts import Texts
from viz.wire.exercises import ExercisesReply, sent_exercise
from viz.wire.listings import listings_json
from viz.wire.payload import pack_head, payload_of
from viz.wire.replies import (
    CodeReply,
    HeadsReply,
    ImportanceReply,
    LayerReply,
    LensReply,
    LossesReply,
    RowReply,
    SentencesReply,
    SentLevels,
    TemperedReply,
    TreeReply,
    VariantReply,
)

if TYPE_CHECKING:
    from core.decoding.tree import SearchTree
    from core.exercises.exercise import Exercise
    from core.inspection.alignment import RowMeaning
    from core.inspection.catalogue import AlignmentScore, Catalogue
    from core.inspection.close_up import CloseUp
    from core.inspection.code import CodeListing
    from core.inspection.importance import Importance
    from core.inspection.temperature import Tempered
    from core.service.background import Progress
    from core.service.lenses import LensAnswer
    from core.service.questions import TreeAnswer, VariantAnswer

_log = logging.getLogger(__name__)
_BINS = 41  # of the histogram of a head's scores
_DIGITS = 6
_LOSS_DIGITS = 4  # thousands of numbers, of which one is read at a time

Json = Mapping[str, Any]


def answered(name: str, compute: Callable[[], Json], texts: Callable[[], Texts]) -> Json:
    """Return the answer to a question; {problem: text} for a refusal, and for a fault, which is logged.

    Args:
        name: of the question.
        compute: makes the answer.
        texts: returns the words of whoever asked.
    """
    try:
        return compute()
    except CoreError as error:
        return {"problem": texts().error(error)}
    except Exception:
        _log.exception("%s could not be answered", name)
        return {"problem": texts()("translate.failed")}


def layer_levels(weights: np.ndarray) -> LayerReply:
    """Return one attention [H, Q, K] as 8-bit levels, 255 = 1."""
    return {"levels": _base64(quantise(weights)), "shape": list(weights.shape)}


def lens_levels(answer: LensAnswer) -> LensReply:
    """Return a lens: every kind's numbers as levels between the lowest and the highest of that kind."""
    return {
        "lens": answer.result.lens.name,
        "kinds": {kind: _ranged(answer.result.kind(kind)) for kind in KINDS},
        "agreement": {name: _number(value) for name, value in answer.agreement.items()},
    }


def tree_nodes(answer: TreeAnswer) -> TreeReply:
    """Return a search tree, column by column, with the node at which each hypothesis ended."""
    tree, request = answer.tree, answer.request
    nodes = list(tree)
    return {
        "nodes": {
            "id": [node.id for node in nodes],
            "parent": [node.parent for node in nodes],
            "token": [node.token for node in nodes],
            "text": [answer.surface[node.token] for node in nodes],
            "depth": [node.depth for node in nodes],
            "log_prob": _numbers(node.log_prob for node in nodes),
            "total": _numbers(node.total for node in nodes),
            "penalty": _numbers(node.penalty for node in nodes),
            "score": _numbers(node.score for node in nodes),
            "status": [node.status for node in nodes],
        },
        "hypotheses": [_node_of(tree, ids) for ids in answer.hypotheses],
        "chosen": request.rank,
        "alpha": request.alpha,
        "beam": request.beam_size,
    }


def sentence_pairs(found: Sequence[tuple[str, str]]) -> SentencesReply:
    """Return sentences with their translations."""
    return {"sentences": [{"source": source, "translation": translation} for source, translation in found]}


def variant_payload(variant: VariantAnswer) -> VariantReply:
    """Return the payload of a second translation."""
    return {"payload": payload_of(variant.answer, variant.change).to_json()}


def importance_map(found: Importance) -> ImportanceReply:
    """Return the importance of each head in nats, layer by layer; None for a head that is already off."""
    encoder, decoder, cross = ([_numbers(row) for row in getattr(found, kind).tolist()] for kind in KINDS)
    return {"base": _number(found.base), "encoder": encoder, "decoder": decoder, "cross": cross}


def loss_map(losses: np.ndarray) -> LossesReply:
    """Return the nats that each token loses without each head of one kind, [L][H][T]; None for a head that is off."""
    return {"losses": [[[_number(loss, _LOSS_DIGITS) for loss in head] for head in layer] for layer in losses.tolist()]}


def tempered_sums(found: Tempered) -> TemperedReply:
    """Return the sums at each temperature, [n][T]."""
    return {"temperatures": list(found.temperatures), "sums": [_numbers(row) for row in found.sums.tolist()]}


def close_up_numbers(found: CloseUp) -> RowReply:
    """Return one query and all keys of a head, and histograms of all its scores with and without 1/sqrt(d_k).

    `weights` is what the head computed; `used` is the result of a change of attention, if any.
    """
    raw = found.all_dots.astype(np.float64)
    scaled = raw * found.scale
    ends = (min(raw.min(), scaled.min()), max(raw.max(), scaled.max())) if raw.size else (0.0, 1.0)
    edges = np.histogram_bin_edges(raw, _BINS, ends)
    return {
        "query": _numbers(found.query.tolist()),
        "keys": [_numbers(row) for row in found.keys.tolist()],
        "dot": _numbers(found.dots.tolist()),
        "scaled": _numbers((found.dots * found.scale).tolist()),
        "weights": _numbers(found.weights.tolist()),
        "used": None if found.change is None else _numbers(found.used.tolist()),
        "change": found.change,
        "mask": found.mask.tolist(),
        "d_k": len(found.query),
        "scale": _number(found.scale),
        "model_scales": found.scaled,
        "histogram": {
            "edges": _numbers(edges.tolist()),
            "raw": np.histogram(raw, edges)[0].tolist(),
            "scaled": np.histogram(scaled, edges)[0].tolist(),
            "raw_variance": _number(found.variance),
            "scaled_variance": _number(found.scaled_variance),
            "raw_entropy": _number(found.without_scaling.entropy),
            "scaled_entropy": _number(found.with_scaling.entropy),
            "raw_largest": _number(found.without_scaling.largest_weight),
            "scaled_largest": _number(found.with_scaling.largest_weight),
        },
    }


def catalogue_rows(found: Catalogue) -> HeadsReply:
    """Return every head with its highest role and its measures, without measures that are undefined for its kind.

    With gold links cross-attention has alignment error rates as well, there are rows for the mean of each layer's
    heads (head "mean"), and `gold` has the error rate of the scaled diagonal.
    """
    rows = []
    for row in found.rows:
        role, score = row.roles[0] if row.roles else (None, None)
        place = {"kind": row.kind, "layer": row.layer, "head": row.head, "role": role, "role_score": _number(score)}
        measures = {name: _number(value) for name, value in row.means.items()}
        rows.append({**place, **measures, **_error_rates(row.alignment)})
    for layer in found.layers:
        place = {"kind": "cross", "layer": layer.layer, "head": "mean", "role": None, "role_score": None}
        rows.append({**place, **_error_rates(layer.alignment)})
    from core.inspection.catalogue import CATALOGUE_MEASURES

    measured = [name for name in CATALOGUE_MEASURES if any(name in row.means for row in found.rows)]
    return {
        "columns": measured + list(_error_rates(found.layers[0].alignment) if found.layers else ()),
        "rows": rows,
        "gold": None if found.diagonal is None else {"diagonal": _number(found.diagonal.error_rate)},
        "sentences": found.sentences,
        "tokens": found.source_tokens + found.target_tokens,
    }


def lens_listings(listings: Sequence[CodeListing]) -> CodeReply:
    """Return the lines that compute a lens."""
    return {"code": listings_json(listings)}


def effect_progress(found: Progress) -> Json:
    """Return how far a measurement on a set is, and its result once it has ended."""
    values = {"work": found.id, "state": found.state, "done": found.done, "total": found.total}
    return values if found.result is None else {**values, **plain_value(found.result)}


def exercise_list(found: Sequence[Exercise]) -> ExercisesReply:
    """Return exercises with their keys."""
    return {"exercises": [sent_exercise(one) for one in found]}


FORMS: Mapping[str, Callable[[Any], Json]] = {
    "head_values": pack_head,
    "layer_values": layer_levels,
    "lens_values": lens_levels,
    "lens_head": pack_head,
    "lens_code": lens_listings,
    "search_tree": tree_nodes,
    "translate_each": sentence_pairs,
    "variant": variant_payload,
    "head_importance": importance_map,
    "token_losses": loss_map,
    "temperatures": tempered_sums,
    "close_up": close_up_numbers,
    "head_catalogue": catalogue_rows,
    "provenance": dict,
    "exercises": exercise_list,
    "effect": effect_progress,
    "effect_state": effect_progress,
}


def _error_rates(alignment: Mapping[RowMeaning, AlignmentScore]) -> Json:
    return {f"aer_{rows}": _number(score.error_rate) for rows, score in alignment.items()}


def _node_of(tree: SearchTree, ids: Sequence[int]) -> int | None:
    """Return the node at the end of a path; None if a path of these tokens is not in the tree."""
    return next((n.id for n in tree if n.depth == len(ids) and n.token == ids[-1] and tree.path(n.id) == [*ids]), None)


def _ranged(values: np.ndarray | None) -> SentLevels | None:
    if values is None:
        return None
    known = np.isfinite(values)
    low, high = (float(values[known].min()), float(values[known].max())) if known.any() else (0.0, 0.0)
    width = high - low or 1.0
    levels = np.where(known, (np.where(known, values, low) - low) / width * 255 + 0.5, 0.0).astype(np.uint8)
    return {"shape": list(values.shape), "levels": _base64(levels), "low": low, "high": high}


def _numbers(values: Any) -> list[float | None]:
    return [_number(value) for value in values]


def _number(value: float | None, digits: int = _DIGITS) -> float | None:
    """Round to significant digits; return None, null in JSON, for NaN and infinity."""
    return float(f"{value:.{digits}g}") if value is not None and math.isfinite(value) else None


def _base64(array: np.ndarray) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")
