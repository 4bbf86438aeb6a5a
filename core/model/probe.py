"""Probe: the only way to observe or change a forward pass from outside.

A probe is an argument of one call, never state on a module: a server shares one model among many users. With a probe,
attention takes the explicit path of Eq. 1 and passes its results to the probe before any dropout.

Shapes: B batch, H heads, Q/K query/key positions, E d_k, V d_v. Sites are named `encoder.0.self`, `decoder.2.self`,
`decoder.2.cross`; other states `encoder.embedding`, `encoder.0.self.output`, `encoder.0.feed_forward.hidden`, ...
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
from jaxtyping import Float, Shaped
from torch import Tensor


class AttentionState(NamedTuple):
    """Results of one attention, before dropout."""

    site: str
    weights: Tensor  # [B, H, Q, K]
    scores: Tensor  # [B, H, Q, K], -inf where masked
    query: Tensor  # [B, H, Q, E]
    key: Tensor  # [B, H, K, E]
    value: Tensor  # [B, H, K, V]
    mask: Tensor | None  # bool, broadcast against weights; True = may attend


class Rows(NamedTuple):
    """Sentence, hypothesis and query position of each row of a cached decoding step."""

    sentence: Tensor  # int64 [B]
    hypothesis: Tensor  # int64 [B], rank within the beam
    position: int  # absolute position of the one query in this step


class Probe:
    """Observer of one forward pass that may change it; the base class does neither."""

    def wants(self, site: str) -> bool:
        """Return whether `attention` handles the attention at this site; if not, it takes the fused path."""
        return True

    def attention(self, state: AttentionState) -> Float[Tensor, "B H Q K"]:
        """Handle one attention; return the weights to use."""
        return state.weights

    def observe(self, site: str, tensor: Shaped[Tensor, "..."]) -> None:
        """Handle one other state: an embedding sum, a sub-layer output, the residual stream or an activation."""

    def rows(self, rows: Rows) -> None:
        """Handle the start of a cached decoding step."""


@dataclass
class Recorder(Probe):
    """Records the weights of every attention, and other states on request.

    Args:
        states: also keep scores, query, key and value of every attention.
        sites: names of other states to keep; empty keeps none.
    """

    states: bool = False
    sites: frozenset[str] = frozenset()
    weights: dict[str, Tensor] = field(default_factory=dict[str, Tensor])  # site -> [B, H, Q, K]
    attentions: dict[str, AttentionState] = field(default_factory=dict[str, AttentionState])
    observed: dict[str, Tensor] = field(default_factory=dict[str, Tensor])

    def attention(self, state: AttentionState) -> Tensor:
        self.weights[state.site] = state.weights
        if self.states:
            self.attentions[state.site] = state
        return state.weights

    def observe(self, site: str, tensor: Tensor) -> None:
        if site in self.sites:
            self.observed[site] = tensor


@dataclass
class HeadGate(Probe):
    """Switches heads off or makes them uniform, independently in each row of the batch.

    Args:
        gates: site -> float [B, H] or [H]; a head's weights are multiplied by its gate (0 = off, 1 = unchanged).
        uniform: site -> bool [B, H] or [H]; True replaces a head's weights by 1/n over its n visible keys.
    """

    gates: Mapping[str, Tensor] = field(default_factory=dict[str, Tensor])
    uniform: Mapping[str, Tensor] = field(default_factory=dict[str, Tensor])

    def attention(self, state: AttentionState) -> Tensor:
        weights = state.weights
        if state.site in self.uniform:
            chosen = self.uniform[state.site][..., None, None]  # [B, H, 1, 1]
            weights = torch.where(chosen, _uniform_weights(state), weights)
        if state.site in self.gates:
            weights = weights * self.gates[state.site][..., None, None].to(weights)
        return weights


class EditedRow(NamedTuple):
    """One head's row of weights at one query position."""

    head: int
    query: int  # absolute position
    weights: Tensor  # float [n], over the first n keys; later keys get 0


@dataclass
class RowEdits(Probe):
    """Replaces whole rows of attention, the same in every row of the batch.

    It works in a teacher-forced pass, where a query's position is its index, and in cached decoding, where `rows`
    gives the position of the one query. Edits of rows that are never computed have no effect.

    Args:
        edits: site -> rows.
    """

    edits: Mapping[str, Sequence[EditedRow]] = field(default_factory=dict[str, Sequence[EditedRow]])
    _first: int = field(default=0, init=False)  # position of the decoder's first query row

    def rows(self, rows: Rows) -> None:
        self._first = rows.position

    def attention(self, state: AttentionState) -> Tensor:
        if state.site.startswith("encoder."):
            self._first = 0  # a new pass begins
        weights = state.weights
        queries, keys = weights.shape[2:]
        for edit in self.edits.get(state.site, ()):
            if not 0 <= edit.query - self._first < queries:
                continue
            if len(edit.weights) > keys:
                raise ValueError(
                    f"an edited row has {len(edit.weights)} weights at {state.site}; at most {keys} keys are allowed"
                )
            if weights is state.weights:
                weights = weights.clone()
            row = torch.nn.functional.pad(edit.weights, (0, keys - len(edit.weights)))
            weights[:, edit.head, edit.query - self._first] = row.to(weights)
        return weights


@dataclass
class Chain(Probe):
    """Several probes as one: each sees the weights that the previous one returned.

    A `Recorder` in last place records the weights that are used.
    """

    probes: Sequence[Probe] = ()

    def wants(self, site: str) -> bool:
        return not self.probes or any(probe.wants(site) for probe in self.probes)

    def attention(self, state: AttentionState) -> Tensor:
        for probe in self.probes:
            state = state._replace(weights=probe.attention(state))
        return state.weights

    def observe(self, site: str, tensor: Tensor) -> None:
        for probe in self.probes:
            probe.observe(site, tensor)

    def rows(self, rows: Rows) -> None:
        for probe in self.probes:
            probe.rows(rows)


def _uniform_weights(state: AttentionState) -> Float[Tensor, "B H Q K"]:
    """Return equal weights over the keys that may be attended to."""
    allowed = (state.scores > -torch.inf).to(state.weights)
    return allowed / allowed.sum(dim=-1, keepdim=True).clamp_min(1.0)
