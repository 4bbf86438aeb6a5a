"""Data for the browser: one JSON string with 8-bit weights, and one head's float32 weights on demand.

Shapes: L layers, H heads, S source tokens (with the end symbol), T target tokens (steps of decoding).
"""

import base64
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.attention_kinds import KINDS, Kind, attention_sizes, quantise
from viz.components.attention_view.reduced import is_long, reduced_heads

TOP = 10
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")  # what an HTML `lang` may hold


@dataclass(frozen=True)
class Hypothesis:
    """One finished hypothesis of the beam: log_prob in nats, score = log_prob / length penalty (6.1)."""

    text: str
    score: float
    log_prob: float
    length: int


@dataclass(frozen=True)
class Check:
    """One check of a trace: the measured value and its limit."""

    code: str
    passed: bool
    value: float | None = None
    limit: float | None = None


@dataclass(frozen=True)
class LensEntry:
    """Declaration of a lens for the browser; the fields are those of `core.inspection.lenses.Lens`."""

    name: str
    rows: str
    signed: bool
    kinds: Sequence[Kind]


def pack(
    *,
    trace_id: str,
    source: str,
    translation: str,
    src_tokens: Sequence[str],
    tgt_tokens: Sequence[str],
    predicted_tokens: Sequence[str],
    probabilities: Sequence[float],
    entropies: Sequence[float],
    top: Sequence[Sequence[tuple[str, float]]],
    encoder: NDArray[np.floating],
    decoder: NDArray[np.floating],
    cross: NDArray[np.floating],
    lenses: Sequence[LensEntry],
    hypotheses: Sequence[Hypothesis] = (),
    chosen: int = 0,
    checks: Sequence[Check] = (),
    decoding: Mapping[str, float] | None = None,
    truncated: bool = False,
    milliseconds: float | None = None,
    predicted_ids: Sequence[int] = (),
    top_ids: Sequence[Sequence[int]] = (),
    ranks: Sequence[int] = (),
    checkpoint: str = "",
    languages: tuple[str, str] = ("", ""),
    doubt_below: float | None = None,
    change: Mapping[str, Any] | None = None,
    opening: Mapping[str, Any] | None = None,
) -> str:
    """Pack one translation and all of its attention into the JSON string that the component draws.

    Args:
        trace_id: Opaque name of this trace; the browser sends it with every request.
        source: The text as typed.
        translation: The text of the chosen hypothesis.
        src_tokens: [S] surface strings, the last one the end symbol.
        tgt_tokens: [T] tokens read at each step, the first one the start symbol.
        predicted_tokens: [T] token predicted at each step.
        probabilities: [T] probability of the predicted token, in [0, 1].
        entropies: [T] entropy of the next-token distribution, in nats.
        top: [T] lists of up to ten (token, probability), the most likely first.
        encoder: [L, H, S, S] self-attention weights of the encoder, in [0, 1]; its L may be another.
        decoder: [L, H, T, T] self-attention weights of the decoder.
        cross: [L, H, T, S] weights from the decoder's positions to the encoder's.
        lenses: The lenses that the server computes, in the order of the menu; "weights" are the numbers packed here.
        hypotheses: The n-best list, best first.
        chosen: Index of the hypothesis that was traced.
        checks: The checks of the trace.
        decoding: beam_size and alpha.
        truncated: Whether decoding stopped at the longest length allowed.
        milliseconds: Time that the translation took.
        predicted_ids: [T] token ids of `predicted_tokens`, for forced prefixes; empty where these are not offered.
        top_ids: [T] lists of the token ids of `top`.
        ranks: [T] rank of each predicted token among all tokens, from 1; empty where the model chose the tokens.
        checkpoint: Name of the model.
        languages: Codes of source and target language, such as `de`; empty where unknown.
        doubt_below: Mean log-probability of the predicted tokens, in nats, below which a translation is likely wrong.
        change: What makes this a variant of another translation, as the request that made it.
        opening: The step that is chosen first, and, to open with another head than the one shown, layer and head of
            cross-attention; each counted from 0.

    Attention of more than `reduced.COMPLETE` weights is sent as smaller pictures of the heads (`reduced_heads`); the
    browser then requests the weights of one layer at a time.

    Raises:
        ValueError: Shapes disagree, or a number is outside its range.
    """
    tgt = len(predicted_tokens)
    arrays: dict[Kind, NDArray] = dict(zip(KINDS, map(np.asarray, (encoder, decoder, cross)), strict=True))
    _require_shapes(arrays, attention_sizes(len(src_tokens), tgt))
    _require_steps(tgt, tgt_tokens=tgt_tokens, probabilities=probabilities, entropies=entropies, top=top)
    _require_steps(tgt, optional=True, predicted_ids=predicted_ids, top_ids=top_ids, ranks=ranks)
    if hypotheses and not 0 <= chosen < len(hypotheses):
        raise ValueError(f"chosen ({chosen}) must be the index of one of the {len(hypotheses)} hypotheses")
    candidates = [[(str(token), float(p)) for token, p in step[:TOP]] for step in top]
    _require_probabilities(probabilities=probabilities, top=[p for step in candidates for _, p in step])
    _require_entropies(entropies)
    payload = {
        "version": 1,
        "id": trace_id,
        "source": source,
        "translation": translation,
        "src_tokens": list(src_tokens),
        "tgt_tokens": list(tgt_tokens),
        "predicted_tokens": list(predicted_tokens),
        "probabilities": [float(p) for p in probabilities],
        "entropies": [float(value) for value in entropies],
        "top": candidates,
        "kinds": _kind_entries(arrays),
        "lenses": [asdict(lens) for lens in lenses],
        "hypotheses": [asdict(hypothesis) for hypothesis in hypotheses],
        "chosen": chosen,
        "checks": [_check_entry(check) for check in checks],
        "decoding": dict(decoding) if decoding else None,
        "truncated": truncated,
        "milliseconds": milliseconds,
        **_token_numbers(predicted_ids, top_ids, ranks),
        "checkpoint": checkpoint,
        "languages": [code if _LANGUAGE.fullmatch(code) else "" for code in languages],
        "doubt_below": doubt_below,
        "change": dict(change) if change else None,
        "opening": dict(opening or {}),
    }
    # ASCII only, without "<": the string is embedded in a page, and a lone surrogate must not break it.
    return json.dumps(payload, allow_nan=False).replace("<", "\\u003c")


def _token_numbers(
    predicted_ids: Sequence[int], top_ids: Sequence[Sequence[int]], ranks: Sequence[int]
) -> dict[str, list[int] | list[list[int]]]:
    return {
        "predicted_ids": [int(index) for index in predicted_ids],
        "top_ids": [[int(index) for index in step[:TOP]] for step in top_ids],
        "ranks": [int(rank) for rank in ranks],
    }


def _require_steps(steps: int, *, optional: bool = False, **lists: Sequence[object]) -> None:
    for name, values in lists.items():
        if len(values) != steps and not (optional and not len(values)):
            raise ValueError(f"{name} must have one entry for each of the {steps} predicted tokens, not {len(values)}")


def pack_head(weights: NDArray[np.floating]) -> dict[str, str | list[int]]:
    """Make the reply of the server function `head_values` from one head's weights [Q, K]."""
    if np.ndim(weights) != 2:
        raise ValueError(f"one head's weights must be [Q, K], not {np.shape(weights)}")
    return {"values": _base64(np.ascontiguousarray(weights, dtype="<f4")), "shape": list(np.shape(weights))}


def _kind_entries(arrays: Mapping[Kind, NDArray]) -> dict[Kind, dict[str, str | list[int]]]:
    long = is_long([array.shape for array in arrays.values()])
    return {kind: _kind_entry(array, long) for kind, array in arrays.items()}


def _kind_entry(array: NDArray, long: bool) -> dict[str, str | list[int]]:
    levels = quantise(array)
    if not long:
        return {"shape": list(array.shape), "weights": _base64(levels)}
    small = reduced_heads(levels)
    return {"shape": list(array.shape), "reduced": list(small.shape[2:]), "weights": _base64(small)}


def _require_shapes(arrays: Mapping[Kind, NDArray], expected: Mapping[Kind, tuple[int, int]]) -> None:
    for kind, array in arrays.items():
        if array.ndim != 4 or 0 in array.shape:
            raise ValueError(f"{kind} attention must be [layers, heads, queries, keys], not {array.shape}")
        if array.shape[2:] != expected[kind]:
            raise ValueError(f"{kind} attention is {array.shape[2:]} for {expected[kind]} tokens (queries, keys)")
        if array.shape[1] != arrays["encoder"].shape[1]:
            raise ValueError(f"{kind} attention has {array.shape[1]} heads, encoder {arrays['encoder'].shape[1]}")
    if arrays["cross"].shape[0] != arrays["decoder"].shape[0]:
        raise ValueError(f"cross attention has {len(arrays['cross'])} layers, decoder {len(arrays['decoder'])}")


def _require_probabilities(**lists: Sequence[float]) -> None:
    for name, values in lists.items():
        for value in values:
            if not -1e-6 <= value <= 1 + 1e-6:
                raise ValueError(f"{name} must lie in [0, 1], not {value}")


def _require_entropies(values: Sequence[float]) -> None:
    if not all(math.isfinite(value) and value >= 0 for value in values):
        raise ValueError("entropies must be finite and not negative (nats)")


def _check_entry(check: Check) -> dict[str, str | bool | float | None]:
    def finite(value: float | None) -> float | None:
        return float(value) if value is not None and math.isfinite(value) else None

    return {
        "code": check.code,
        "passed": bool(check.passed),
        "value": finite(check.value),
        "limit": finite(check.limit),
    }


def _base64(array: NDArray) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")
