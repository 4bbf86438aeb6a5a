"""Close-up of one head and one query: q, all k, their products, scores and weights, and the effect of 1/sqrt(d_k).

Shapes: Q/K query/key positions, E d_k, N dot products that the mask allows.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import torch

from core.attention_kinds import KINDS, Kind, attention_site
from core.errors import CoreError, Names
from core.inspection.forced import ForcedPair
from core.inspection.intervention import NO_CHANGE, HeadName, Intervention
from core.inspection.measures import confidence, entropy
from core.model.attention import masked_softmax
from core.model.probe import AttentionState, Chain, Probe
from core.model.transformer import Transformer

Change = Literal["off", "edited", "uniform"]


class Sharpness(NamedTuple):
    """Sharpness of a head's rows: means over the rows that see more than one key."""

    entropy: float  # nats
    largest_weight: float  # 0 to 1


@dataclass(frozen=True)
class CloseUp:
    """Computation of one head for one query, and all dot products of the head.

    All fields but `used` are what the head computed, from states that already include changes in earlier layers.
    """

    query: np.ndarray  # float32 [E]
    keys: np.ndarray  # float32 [K, E]
    dots: np.ndarray  # float32 [K], q . k, masked keys included
    scores: np.ndarray  # float32 [K], input of softmax before the mask
    weights: np.ndarray  # float32 [K], as the head computed them; zero where masked
    used: np.ndarray  # float32 [K], the weights in use: `weights`, or this row after the intervention
    change: Change | None  # what the intervention did to this row
    mask: np.ndarray  # bool [K], True = may attend
    scaled: bool  # whether this model divides by sqrt(d_k)
    all_dots: np.ndarray  # float32 [N], every q . k of this head that its mask allows
    with_scaling: Sharpness  # of softmax(q . k / sqrt(d_k)), whatever the model does
    without_scaling: Sharpness  # of softmax(q . k)

    @property
    def scale(self) -> float:
        """1 / sqrt(d_k)."""
        return 1 / math.sqrt(len(self.query))

    @property
    def variance(self) -> float:
        """Variance of `all_dots`; d_k for independent entries of variance 1 (3.2.1, footnote 4)."""
        return float(self.all_dots.astype(np.float64).var())

    @property
    def scaled_variance(self) -> float:
        """Variance of `all_dots` over sqrt(d_k)."""
        return self.variance * self.scale**2


@torch.inference_mode()
def close_up(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    kind: Kind,
    layer: int,
    head: int,
    query: int,
    intervention: Intervention = NO_CHANGE,
) -> CloseUp:
    """Run the model once and return one head's computation.

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: the tokens generated, without the start symbol; ignored for the encoder.
        kind: encoder self-attention, decoder self-attention or cross-attention.
        layer: from 0.
        head: from 0.
        query: row of the attention, from 0; in the decoder row t reads token t, the start symbol first.
        intervention: changes of attention that apply to the whole pass.

    Raises:
        CoreError: the head or row does not exist, or the intervention does not fit this model and source.
    """
    rows = len(source_ids) if kind == "encoder" else len(target_ids)
    check_place(model, kind, layer, head, query, rows)
    pair, site = ForcedPair.of(model, source_ids, target_ids, intervention), attention_site(kind, layer)
    computed, used = _SiteRecorder(site), _SiteRecorder(site)
    probe = Chain((computed, pair.probe(model, used)))
    memory, mask = model.encode(pair.source, probe)
    if kind != "encoder":
        model.decode(pair.read, memory, mask, probe)
    state = computed.state
    if state is None or used.state is None:
        raise ValueError(f"the model does not have an attention {site}")
    queries, keys = state.query[0, head].float(), state.key[0, head].float()  # [Q, E], [K, E]
    dots = queries @ keys.T  # [Q, K]
    scale = 1 / math.sqrt(queries.shape[-1])
    scores = dots * scale if model.config.scale_scores else dots
    visible = state.scores[0, head] > -torch.inf  # [Q, K]
    return CloseUp(
        query=queries[query].cpu().numpy(),
        keys=keys.cpu().numpy(),
        dots=dots[query].cpu().numpy(),
        scores=scores[query].cpu().numpy(),
        weights=state.weights[0, head, query].float().cpu().numpy(),
        used=used.state.weights[0, head, query].float().cpu().numpy(),
        change=_change(intervention, HeadName(kind, layer, head), query),
        mask=visible[query].cpu().numpy(),
        scaled=model.config.scale_scores,
        all_dots=dots[visible].cpu().numpy(),
        with_scaling=_sharpness(dots * scale, visible),
        without_scaling=_sharpness(dots, visible),
    )


class _SiteRecorder(Probe):
    """Keeps the state of one attention only."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.state: AttentionState | None = None

    def attention(self, state: AttentionState) -> torch.Tensor:
        if state.site == self.site:
            self.state = state
        return state.weights


def _change(intervention: Intervention, name: HeadName, query: int) -> Change | None:
    """Return the change that takes precedence in a row."""
    if name in intervention.off:
        return "off"
    if any(edit.name == name and edit.query == query for edit in intervention.edits):
        return "edited"
    return "uniform" if name in intervention.uniform else None


def _sharpness(scores: torch.Tensor, visible: torch.Tensor) -> Sharpness:
    """Return the sharpness of softmax over the visible scores, [Q, K]."""
    weights = masked_softmax(scores.double().masked_fill(~visible, -torch.inf)).cpu().numpy()
    mask = visible.cpu().numpy()
    return Sharpness(float(entropy(weights, mask)), float(confidence(weights, mask)))


def check_place(model: Transformer, kind: Kind, layer: int, head: int, query: int, rows: int) -> None:
    """Refuse a row that a model and a sentence do not have.

    Raises:
        CoreError: kind, layer, head or row does not exist; the message names it.
    """
    if kind not in KINDS:
        raise CoreError("close_up.kind", "unknown kind {kind!r}; allowed: {allowed}", kind=kind, allowed=Names(KINDS))
    limits = (("layer", layer, model.config.layers(kind)), ("head", head, model.config.num_heads), ("row", query, rows))
    for name, value, limit in limits:
        if not 0 <= value < limit:
            raise CoreError(
                "close_up.place",
                "{name} {value} does not exist: there are {limit}",
                name=name,
                value=value + 1,
                limit=limit,
            )
