"""Probe: the one way to look inside a forward pass.

A probe is an argument of one call, never state on a module: a server shares one model among many people. With a probe,
attention takes the explicit path of Eq. 1 and hands over what it computed, before any dropout.

Shapes: B batch, H heads, Q/K query/key positions, E d_k, V d_v. Sites are named `encoder.0.self`, `decoder.2.self`,
`decoder.2.cross`; other states `encoder.embedding`, `encoder.0.self.output`, `encoder.0.feed_forward.hidden`, ...
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
from torch import Tensor


class AttentionState(NamedTuple):
    """What one attention computed, before dropout."""

    site: str
    weights: Tensor  # [B, H, Q, K]
    scores: Tensor  # [B, H, Q, K], -inf where masked
    query: Tensor  # [B, H, Q, E]
    key: Tensor  # [B, H, K, E]
    value: Tensor  # [B, H, K, V]
    mask: Tensor | None  # bool, broadcast against weights; True = may attend


class Rows(NamedTuple):
    """Which sentence, hypothesis and query position each row of a cached decoding step is."""

    sentence: Tensor  # int64 [B]
    hypothesis: Tensor  # int64 [B], rank within the beam
    position: int  # absolute position of the one query in this step


class Probe:
    """Observes and may change one forward pass; the base class does neither."""

    def attention(self, state: AttentionState) -> Tensor:
        """Called at every attention; returns the weights [B, H, Q, K] to use."""
        return state.weights

    def observe(self, site: str, tensor: Tensor) -> None:
        """Called with the other states: embedding sums, sub-layer outputs, residual stream, activations."""

    def rows(self, rows: Rows) -> None:
        """Called before each step of cached decoding."""


@dataclass
class Recorder(Probe):
    """Keeps the weights of every attention, and whatever else is asked for.

    Args:
        states: also keep scores, query, key and value of every attention.
        sites: names of other states to keep; `None` keeps none.
    """

    states: bool = False
    sites: frozenset[str] = frozenset()
    weights: dict[str, Tensor] = field(default_factory=dict)  # site -> [B, H, Q, K]
    attentions: dict[str, AttentionState] = field(default_factory=dict)
    observed: dict[str, Tensor] = field(default_factory=dict)

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
    """Switches heads off or makes them uniform, each row of the batch on its own.

    Args:
        gates: site -> float [B, H] or [H]; a head's weights are multiplied by its gate (0 = off, 1 = untouched).
        uniform: site -> bool [B, H] or [H]; True replaces a head's weights by 1/n over the keys it may see.
    """

    gates: Mapping[str, Tensor] = field(default_factory=dict)
    uniform: Mapping[str, Tensor] = field(default_factory=dict)

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
    tells the position of the one query. A row that is never computed changes nothing.

    Args:
        edits: site -> rows.
    """

    edits: Mapping[str, Sequence[EditedRow]] = field(default_factory=dict)
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
                raise ValueError(f"an edited row has {len(edit.weights)} weights at {state.site}; it has {keys} keys")
            if weights is state.weights:
                weights = weights.clone()
            row = torch.nn.functional.pad(edit.weights, (0, keys - len(edit.weights)))
            weights[:, edit.head, edit.query - self._first] = row.to(weights)
        return weights


@dataclass
class Chain(Probe):
    """Several probes as one: each sees the weights that the one before it returned.

    A `Recorder` that stands last records the weights that are used.
    """

    probes: Sequence[Probe] = ()

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


def _uniform_weights(state: AttentionState) -> Tensor:
    """Equal weights over the keys that may be attended to, [B, H, Q, K]."""
    allowed = (state.scores > -torch.inf).to(state.weights)
    return allowed / allowed.sum(dim=-1, keepdim=True).clamp_min(1.0)
