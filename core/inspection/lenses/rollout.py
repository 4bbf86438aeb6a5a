"""Attention rollout: weights multiplied through all layers, down to the tokens read.

Shapes: L layers, S source, T target. Every mixing matrix has rows that sum to 1.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from torch import Tensor

from core.attention_kinds import KINDS, Kind
from core.inspection.forced import ForcedPair
from core.inspection.lenses.lens import Lens, last_layer
from core.inspection.lenses.per_head import HeadReader, read_heads
from core.model.transformer import Transformer


class Mixing(NamedTuple):
    """Composition of each position after one attention block, as shares of the positions before it."""

    encoder: np.ndarray  # [L, S, S]
    decoder: np.ndarray  # [L, T, T]
    cross: np.ndarray  # [L, T, S], the source's share of a cross-attention block
    kept: np.ndarray  # [L, T], the share of the target's own stream; cross.sum(-1) + kept = 1


class Rolled(NamedTuple):
    """Composition of each position after layers 0 to l, as shares of the tokens read."""

    encoder: np.ndarray  # R_ss, [L, S, S]
    decoder: np.ndarray  # R_tt, [L, T, T]
    cross: np.ndarray  # R_ts, [L, T, S]; a row of R_tt and the same row of R_ts sum to 1 together


def roll(mixing: Mixing) -> Rolled:
    """Multiply shares through the layers of both stacks.

    R_ss <- M_ss R_ss in the encoder; in a decoder's layer
    R_tt <- M_tt R_tt, R_ts <- M_tt R_ts at self-attention (Chefer et al., Eq. 6 and 7), then
    R_tt <- k R_tt, R_ts <- k R_ts + M_ts R_ss at cross-attention (after Eq. 10), with k the share of the own stream
    and R_ss the whole encoder's.

    Differs from the paper: shares instead of sums, so that rows sum to 1. Eq. 10's factor R_tt^T before the
    cross-attention is omitted: cross-attention writes only into its own row, and under a causal mask the transpose
    would give a step sources that only later steps have attended to.

    References:
        Abnar and Zuidema 2020, "Quantifying Attention Flow in Transformers", attention rollout.
        Chefer, Gur and Wolf 2021, "Generic Attention-model Explainability ...", section 3.
    """
    r_ss = np.eye(mixing.encoder.shape[-1], dtype=np.float32)
    r_tt = np.eye(mixing.decoder.shape[-1], dtype=np.float32)
    r_ts = np.zeros(mixing.cross.shape[1:], dtype=np.float32)
    encoder: list[np.ndarray] = []
    decoder: list[np.ndarray] = []
    cross: list[np.ndarray] = []
    for m_ss in mixing.encoder:
        r_ss = m_ss @ r_ss
        encoder.append(r_ss)
    for m_tt, m_ts, kept in zip(mixing.decoder, mixing.cross, mixing.kept, strict=True):
        r_tt = kept[:, None] * (m_tt @ r_tt)
        r_ts = kept[:, None] * (m_tt @ r_ts) + m_ts @ r_ss
        decoder.append(r_tt)
        cross.append(r_ts)
    shares = zip((encoder, decoder, cross), mixing, strict=False)  # a stack may have no layers
    return Rolled(*(np.asarray(layers, np.float32).reshape(given.shape) for layers, given in shares))


def attention_mixing(encoder: np.ndarray, decoder: np.ndarray, cross: np.ndarray) -> Mixing:
    """Return mixing in which half of each block's output is its input and half is attention: 0.5 A + 0.5 I.

    Where all heads are off, attention is a row of zeros and the whole output is its input.

    Args:
        encoder: [L, S, S], weights, mean over heads; rows sum to 1 or to 0.
        decoder: [L, T, T].
        cross: [L, T, S].
    """

    def stream(weights: np.ndarray) -> np.ndarray:
        return 1 - 0.5 * weights.sum(axis=-1)  # [L, Q]

    def mixed(weights: np.ndarray) -> np.ndarray:
        own = np.eye(weights.shape[-1], dtype=np.float32)
        return 0.5 * weights + stream(weights)[..., None] * own

    return Mixing(mixed(encoder), mixed(decoder), 0.5 * cross, stream(cross))


def rollout(model: Transformer, pair: ForcedPair) -> Mapping[Kind, np.ndarray]:
    """Compute attention rollout in both stacks and through cross-attention.

    Heads are averaged without weights (Abnar and Zuidema), not weighted by their gradients (Chefer et al., Eq. 5): the
    result depends on attention only. Heads that an intervention has switched off are left out of the mean. Layer l is
    rolled out through layers 0 to l; `decoder` holds R_tt, `cross` R_ts over the source tokens themselves.
    See `roll` for the rules and their differences from the papers.
    """
    heads = read_heads(model, pair, lambda here, state: _mean_of_heads(state.weights), 1)
    rolled = roll(attention_mixing(*(heads[kind][:, 0] for kind in KINDS)))
    return {kind: array[:, None] for kind, array in zip(KINDS, rolled, strict=True)}


def _mean_of_heads(weights: Tensor) -> Tensor:
    """Average over the heads that attend, whose rows sum to 1: [1, H, Q, K] -> [1, Q, K]; zeros if there are none."""
    total = weights.sum(dim=1)
    return total / (weights.sum(dim=-1) > 0).sum(dim=1).clamp_min(1)[..., None]


LENS = Lens(
    "rollout",
    order=40,
    compute=rollout,
    code=(read_heads, HeadReader.attention, _mean_of_heads, attention_mixing, roll),
    rows="shares",
    attribution=last_layer,
)
