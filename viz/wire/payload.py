"""A translation for the attention view: 8-bit weights of every head; one head in float32 on demand.

Shapes: L layers, H heads, S source tokens (with the end symbol), T target tokens (steps of decoding).
"""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.attention_kinds import KINDS, Kind, attention_sizes, quantise
from viz.wire.opening import Opening, opening_step

if TYPE_CHECKING:
    from core.service import Answer


VERSION = 1
TOP = 10  # likely tokens of a step
_OF_EACH_STEP = ("tgt_tokens",)
_OPTIONAL = ("probabilities", "entropies", "top", "predicted_ids", "top_ids", "ranks")  # of each step, or empty
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")  # what an HTML `lang` may hold


@dataclass(frozen=True)
class Hypothesis:
    """One finished hypothesis of the beam: log_prob in nats, score = log_prob / length penalty (6.1)."""

    text: str
    score: float
    log_prob: float
    length: int


class Decoding(TypedDict):
    """Settings of a search."""

    beam_size: int
    alpha: float


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
    rows: Literal["shares", "amounts", "logarithms"]
    signed: bool
    kinds: Sequence[Kind]  # those for which it has numbers


class HeadReply(TypedDict):
    """One head's float32 numbers, [Q, K]."""

    values: str  # base64
    shape: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class Payload:
    """One translation and all of its attention, as the attention view draws it.

    Attention of more than `reduced.COMPLETE` weights is sent as smaller pictures of the heads (`reduced_heads`); the
    browser then requests the weights of one layer at a time. Of tensors that another program computed a kind may have
    no layers, and probabilities are empty.

    Raises:
        ValueError: shapes disagree, or a number is outside its range.
    """

    id: str  # opaque name of the trace; the browser sends it with every request
    source: str
    translation: str
    src_tokens: Sequence[str]  # [S] the last one the end symbol
    tgt_tokens: Sequence[str]  # [T] read at each step, the first one the start symbol
    predicted_tokens: Sequence[str]  # [T]
    probabilities: Sequence[float]  # [T] of the predicted tokens; empty where no model is known
    entropies: Sequence[float]  # [T] of the next-token distribution, in nats
    top: Sequence[Sequence[tuple[str, float]]]  # [T] the most likely tokens
    encoder: NDArray[np.floating] = field(repr=False)  # [L, H, S, S] in [0, 1]; its L may be another
    decoder: NDArray[np.floating] = field(repr=False)  # [L, H, T, T]
    cross: NDArray[np.floating] = field(repr=False)  # [L, H, T, S]
    lenses: Sequence[LensEntry]  # in the order of the menu; "weights" are the numbers sent here
    hypotheses: Sequence[Hypothesis] = ()  # best first
    chosen: int = 0  # the hypothesis that was traced
    checks: Sequence[Check] = ()  # of the trace
    decoding: Decoding | None = None
    truncated: bool = False  # decoding stopped at the longest length allowed
    milliseconds: float | None = None  # that the translation took
    predicted_ids: Sequence[int] = ()  # [T] for forced prefixes; empty where these are not offered
    top_ids: Sequence[Sequence[int]] = ()  # [T]
    ranks: Sequence[int] = ()  # [T] of the predicted tokens, from 1; empty where the model chose the tokens
    checkpoint: str = ""
    languages: tuple[str, str] = ("", "")  # codes of source and target such as `de`; empty where unknown
    doubt_below: float | None = None  # mean log-probability, in nats, below which a translation is likely wrong
    change: Mapping[str, Any] | None = None  # what makes this a variant of another translation: the request for it
    opening: Opening = field(default_factory=Opening)  # what the view begins with
    file: str = ""  # that attention of another program was opened from

    def __post_init__(self) -> None:
        steps = len(self.predicted_tokens)
        _require_shapes(self._arrays, attention_sizes(len(self.src_tokens), steps))
        for name in (*_OF_EACH_STEP, *_OPTIONAL):
            count = len(getattr(self, name))
            if count != steps and not (name in _OPTIONAL and count == 0):
                raise ValueError(f"{name} must have one entry for each of the {steps} predicted tokens, not {count}")
        if self.hypotheses and not 0 <= self.chosen < len(self.hypotheses):
            raise ValueError(
                f"chosen ({self.chosen}) must be the index of one of the {len(self.hypotheses)} hypotheses"
            )
        _require_probabilities(probabilities=self.probabilities, top=[p for step in self.top for _, p in step])
        _require_entropies(self.entropies)

    @property
    def _arrays(self) -> dict[Kind, NDArray]:
        return dict(zip(KINDS, map(np.asarray, (self.encoder, self.decoder, self.cross)), strict=True))

    def shape(self, kind: Kind) -> tuple[int, ...]:
        """Return [L, H, Q, K] of one kind of attention."""
        return self._arrays[kind].shape

    def to_json(self) -> str:
        """Return the JSON string that the component draws: ASCII without "<", so that a page can embed it."""
        sent: dict[str, Any] = {"version": VERSION}
        for item in fields(self):
            if item.name == KINDS[0]:
                sent["kinds"] = _kind_entries(self._arrays)
            if item.name not in KINDS:
                sent[item.name] = getattr(self, item.name)
        sent["top"] = [[(str(token), float(p)) for token, p in step[:TOP]] for step in self.top]
        sent["top_ids"] = [[int(index) for index in step[:TOP]] for step in self.top_ids]
        sent["lenses"] = [asdict(lens) for lens in self.lenses]
        sent["hypotheses"] = [asdict(hypothesis) for hypothesis in self.hypotheses]
        sent["checks"] = [_check_entry(check) for check in self.checks]
        sent["languages"] = [code if _LANGUAGE.fullmatch(code) else "" for code in self.languages]
        sent["change"] = dict(self.change) if self.change else None
        return json.dumps(sent, allow_nan=False, default=_plain).replace("<", "\\u003c")


def payload_of(
    answer: Answer, change: Mapping[str, Any] | None = None, *, timed: bool = True, opening: Opening | None = None
) -> Payload:
    """Return one translation for the browser.

    Args:
        answer: of the service.
        change: what makes this a variant of another translation.
        timed: say how long it took.
        opening: what the view begins with; by default a content word, with the head that was shown before.
    """
    from core.inspection.lenses import lenses

    request, translation, trace = answer.request, answer.translation, answer.trace
    given = not translation.hypotheses
    return Payload(
        id=request.id,
        source=request.text,
        translation=answer.text,
        src_tokens=trace.src_tokens,
        tgt_tokens=trace.tgt_tokens,
        predicted_tokens=trace.predicted_tokens,
        probabilities=np.exp(trace.log_probs.astype(np.float64)).clip(0.0, 1.0).tolist(),
        entropies=trace.entropies.clip(0.0).tolist(),
        top=_candidates(trace.top_tokens, trace.top_probs),
        encoder=trace.encoder_self,
        decoder=trace.decoder_self,
        cross=trace.cross,
        lenses=[LensEntry(lens.name, lens.rows, lens.signed, lens.kinds) for lens in lenses().values()],
        hypotheses=[
            Hypothesis(text, found.score, found.log_prob, len(found.ids))
            for text, found in zip(translation.texts, translation.hypotheses, strict=False)
        ],
        chosen=0 if given else request.rank,
        checks=[Check(*check) for check in trace.checks],
        decoding={"beam_size": request.beam_size, "alpha": request.alpha},
        truncated=not given and not translation.hypotheses[request.rank].finished,
        milliseconds=answer.milliseconds if timed else None,
        predicted_ids=trace.predicted_ids,
        top_ids=trace.top_ids,
        ranks=trace.ranks if given else (),
        checkpoint=request.checkpoint,
        languages=answer.languages,
        doubt_below=answer.doubt_below,
        change=change,
        opening=opening_step(trace.predicted_tokens) if opening is None else opening,
    )


def _candidates(tokens: Sequence[Sequence[str]], probabilities: np.ndarray) -> list[list[tuple[str, float]]]:
    return [
        list(zip(row, values, strict=True))
        for row, values in zip(tokens, probabilities.astype(np.float64).clip(0.0, 1.0).tolist(), strict=True)
    ]


def _plain(value: object) -> object:
    """Return what JSON can hold of a number or an array of numpy."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be sent")


def pack_head(weights: NDArray[np.floating]) -> HeadReply:
    """Return one head's numbers [Q, K] for the browser."""
    if np.ndim(weights) != 2:
        raise ValueError(f"one head's weights must be [Q, K], not {np.shape(weights)}")
    return {"values": _base64(np.ascontiguousarray(weights, dtype="<f4")), "shape": list(np.shape(weights))}


def _kind_entries(arrays: Mapping[Kind, NDArray]) -> dict[Kind, dict[str, str | list[int]]]:
    long = is_long([array.shape for array in arrays.values()])
    return {kind: _kind_entry(array, long and array.size > 0) for kind, array in arrays.items()}


def _kind_entry(array: NDArray, long: bool) -> dict[str, str | list[int]]:
    levels = quantise(array)
    if not long:
        return {"shape": list(array.shape), "weights": _base64(levels)}
    small = reduced_heads(levels)
    return {"shape": list(array.shape), "reduced": list(small.shape[2:]), "weights": _base64(small)}


def _require_shapes(arrays: Mapping[Kind, NDArray], expected: Mapping[Kind, tuple[int, int]]) -> None:
    if not any(map(len, arrays.values())):
        raise ValueError("there is no attention of any kind")
    for kind, array in arrays.items():
        if array.ndim != 4 or (len(array) and 0 in array.shape):
            raise ValueError(f"{kind} attention must be [layers, heads, queries, keys], not {array.shape}")
        if array.shape[2:] != expected[kind]:
            raise ValueError(f"{kind} attention is {array.shape[2:]} for {expected[kind]} tokens (queries, keys)")
    if len(arrays["cross"]) and len(arrays["decoder"]) and len(arrays["cross"]) != len(arrays["decoder"]):
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


COMPLETE = 1_500_000  # weights of all kinds together that are sent complete: 100 x 100 tokens of 6 x 8 heads are 1.44 M
CELLS = 48  # rows and columns of a smaller picture at most


def is_long(shapes: Iterable[tuple[int, ...]]) -> bool:
    """Return True if attention of these shapes [L, H, Q, K] is too large to be sent complete."""
    return sum(int(np.prod(shape)) for shape in shapes) > COMPLETE


def reduced_heads(weights: NDArray, cells: int = CELLS) -> NDArray:
    """Shrink every head to at most `cells` rows and columns; each cell is the largest weight that it replaces.

    Args:
        weights: [L, H, Q, K], floating or quantised.
        cells: most rows and columns of the result.

    Returns:
        [L, H, min(Q, cells), min(K, cells)] of the same type. Position i of n goes to cell i * cells // n.

    Raises:
        ValueError: `weights` is not [L, H, Q, K].
    """
    if weights.ndim != 4:
        raise ValueError(f"attention must be [layers, heads, queries, keys], not {weights.shape}")
    for axis in (2, 3):
        length = weights.shape[axis]
        if length > cells:
            starts = -(-np.arange(cells) * length // cells)  # the first position of each cell: rounded up
            weights = np.maximum.reduceat(weights, starts, axis=axis)
    return weights
