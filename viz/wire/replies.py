"""Replies to the questions of the attention view, as they travel: `viz.wire.answers` makes them of the core's answers.

L layers, H heads, Q queries, K keys, T target tokens. A number that is not finite travels as null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from core.attention_kinds import Kind
from viz.wire.listings import Listing


class LayerReply(TypedDict):
    """One attention as 8-bit levels, 255 = 1."""

    levels: str  # base64
    shape: Sequence[int]  # [H, Q, K]


class SentLevels(TypedDict):
    """One kind's numbers as 8-bit levels between the lowest and the highest."""

    shape: Sequence[int]  # [L, H, Q, K]
    levels: str  # base64
    low: float
    high: float


class LensReply(TypedDict):
    """A lens: the numbers of each kind that it has, and its rank correlation with occlusion."""

    lens: str
    kinds: Mapping[Kind, SentLevels | None]
    agreement: Mapping[str, float | None]


class CodeReply(TypedDict):
    """The lines that compute a lens."""

    code: Sequence[Listing]


class TreeColumns(TypedDict):
    """The nodes of a search tree, column by column."""

    id: Sequence[int]
    parent: Sequence[int]
    token: Sequence[int]
    text: Sequence[str]
    depth: Sequence[int]
    log_prob: Sequence[float | None]
    total: Sequence[float | None]
    penalty: Sequence[float | None]
    score: Sequence[float | None]
    status: Sequence[str]


class TreeReply(TypedDict):
    """A search tree."""

    nodes: TreeColumns
    hypotheses: Sequence[int | None]  # the node at which each ended
    chosen: int  # the hypothesis that is shown
    alpha: float
    beam: int


class SentencePair(TypedDict):
    """A sentence with its translation."""

    source: str
    translation: str


class SentencesReply(TypedDict):
    """Sentences translated one by one."""

    sentences: Sequence[SentencePair]


class VariantReply(TypedDict):
    """A second translation."""

    payload: str  # a `Payload` as JSON


class ImportanceReply(TypedDict):
    """The loss of log-probability without each head, [L][H] in nats; null for a head that is off already."""

    base: float | None
    encoder: Sequence[Sequence[float | None]]
    decoder: Sequence[Sequence[float | None]]
    cross: Sequence[Sequence[float | None]]


class LossesReply(TypedDict):
    """The nats that each token loses without each head of one kind, [L][H][T]; null for a head that is off."""

    losses: Sequence[Sequence[Sequence[float | None]]]


class TemperedReply(TypedDict):
    """The log of the sum of p^(1 / temperature) over the vocabulary, [n][T]; null where it is not finite."""

    temperatures: Sequence[float]
    sums: Sequence[Sequence[float | None]]


class ScoreHistogram(TypedDict):
    """All scores of a head, with and without 1/sqrt(d_k)."""

    edges: Sequence[float | None]
    raw: Sequence[int]
    scaled: Sequence[int]
    raw_variance: float | None
    scaled_variance: float | None
    raw_entropy: float | None
    scaled_entropy: float | None
    raw_largest: float | None
    scaled_largest: float | None


class RowReply(TypedDict):
    """One query and all keys of a head."""

    query: Sequence[float | None]
    keys: Sequence[Sequence[float | None]]
    dot: Sequence[float | None]
    scaled: Sequence[float | None]
    weights: Sequence[float | None]  # as the head computed them
    used: Sequence[float | None] | None  # the result of a change of attention, if any
    change: str | None
    mask: Sequence[bool]
    d_k: int
    scale: float | None
    model_scales: bool
    histogram: ScoreHistogram


class DiagonalScore(TypedDict):
    """The alignment error rate of the scaled diagonal."""

    diagonal: float | None


class HeadsReply(TypedDict):
    """Every head with its highest role and its measures."""

    columns: Sequence[str]  # the measures that the rows have
    rows: Sequence[Mapping[str, Any]]  # kind, layer, head, role, role_score, and measures by name
    gold: DiagonalScore | None
    sentences: int
    tokens: int
