"""Several heads against one row of weights for all of them: what the row misses, and what that does to the translation.

Section 3.2.2 has several heads because a single one averages: its output is one weighted mean. Here every head keeps
its values and its part of the output projection, and only the rows of weights are replaced by one.

Shapes: H heads, Q/K query/key positions, V width of a value, D d_model, T target tokens.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import KINDS, Kind
from core.inspection.forced import target_log_probs
from core.labs.shared.attentions import LayerValues, attention, site_of
from core.labs.shared.setting import Setting
from core.model.attention import MultiHeadAttention
from core.model.probe import AttentionState, Probe

Values = LayerValues
COST = (0, 20)

MOST_ROUNDS = 2000  # of the search for the best rows
CHECKED_EVERY = 20  # rounds
NEAR = 1e-6  # of the squared size of a result: closer than that to the best row is close enough


def compute(setting: Setting, values: LayerValues) -> dict[str, Any]:
    """Return the heads of one attention and the single rows that come nearest to them.

    Returns:
        `weights` of every head, float [H, Q, K]; `mean`, the mean of the heads' rows, and `best`, the rows whose
        results are the nearest to those of all heads, float [Q, K]; `missed`, for `mean` and `best` the share of each
        query's result that the row does not give, float [Q]; `logs`, the log-probability of each token of the
        translation, float [T], with the heads' `own` rows, with the `mean` or `best` row in this layer, and with the
        mean row in all layers of this `kind` or in `every` attention of the model.

    Raises:
        CoreError: the model does not have this layer.
    """
    state, config = attention(setting, values), setting.model.config
    results, carried = results_of(state, _module(setting, values.kind, values.layer))
    allowed = (state.scores[0, 0] > -torch.inf).numpy()
    mean = state.weights[0].double().mean(0).numpy()
    best = nearest_rows(results, carried, allowed, mean)
    here = site_of(values.kind, values.layer)
    sites = {kind: [site_of(kind, layer) for layer in range(config.layers(kind))] for kind in KINDS}
    every = [site for one in sites.values() for site in one]
    given = torch.from_numpy(best).to(state.weights)
    changes = [OneRow(), OneRow({here: None}), OneRow({here: given}), OneRow(dict.fromkeys(sites[values.kind]))]
    logs = _logs(setting, [*changes, OneRow(dict.fromkeys(every))])
    return {
        "weights": state.weights[0].numpy(),
        "mean": mean,
        "best": best,
        "missed": {name: _missed(row @ carried, results) for name, row in (("mean", mean), ("best", best))},
        "logs": dict(zip(("own", "mean", "best", "kind", "every"), logs.numpy(), strict=True)),
    }


def results_of(state: AttentionState, module: MultiHeadAttention) -> tuple[np.ndarray, np.ndarray]:
    """Return what the heads give together, and what one row would take the weighted mean of.

    Args:
        state: of the attention, one sentence.
        module: has the output projection; its bias is left out of both.

    Returns:
        Concat(head_1, ..., head_h) W^O, float64 [Q, D], and Concat(v_1, ..., v_h) W^O of each key, float64 [K, D].
    """
    weights, value = state.weights[0].double(), state.value[0].double()  # [H, Q, K], [H, K, V]
    projection = module.output.weight.detach().double().T  # [H * V, D]
    results = (weights @ value).transpose(0, 1).flatten(1) @ projection
    carried = value.transpose(0, 1).flatten(1) @ projection
    return results.numpy(), carried.numpy()


def nearest_rows(results: np.ndarray, carried: np.ndarray, allowed: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Find for each query the row of weights whose weighted mean is the nearest to its result.

    Weights are not negative and sum to 1, as those of a softmax, and 0 where a mask is closed. The problem is convex;
    projected gradient with momentum (Beck and Teboulle 2009) solves it.

    Args:
        results: float64 [Q, D].
        carried: float64 [K, D], what each key carries.
        allowed: bool [Q, K], where a query may attend.
        first: rows to begin with, float64 [Q, K].

    Returns:
        float64 [Q, K].
    """
    products, aims = carried @ carried.T, results @ carried.T  # [K, K], [Q, K]
    step = 1 / max(float(np.linalg.eigvalsh(products)[-1]), 1e-30)
    near = NEAR * np.maximum((results**2).sum(1), 1e-30)
    rows = ahead = onto_simplex(first, allowed)
    momentum = 1.0
    for done in range(MOST_ROUNDS):
        if done % CHECKED_EVERY == 0:
            slopes = np.where(allowed, rows @ products - aims, np.inf)
            gap = (rows * np.where(allowed, slopes, 0)).sum(1) - slopes.min(1)  # at least what is left to gain
            if (gap <= near).all():
                break
        new = onto_simplex(ahead - step * (ahead @ products - aims), allowed)
        following = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead = new + (momentum - 1) / following * (new - rows)
        rows, momentum = new, following
    return rows


def onto_simplex(points: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """Return the nearest rows that are not negative, sum to 1 and are 0 where not allowed, [Q, K]."""
    found = np.where(allowed, points, -1e9)
    falling = -np.sort(-found, axis=1)
    over = (np.cumsum(falling, axis=1) - 1) / np.arange(1, found.shape[1] + 1)
    last = (falling > over).sum(1, keepdims=True) - 1
    return np.maximum(found - np.take_along_axis(over, last, 1), 0)


@dataclass
class OneRow(Probe):
    """Gives all heads of some attentions the same row of weights for each query.

    Args:
        rows: site -> rows [Q, K]; None for the mean of the heads' own rows.
    """

    rows: Mapping[str, Tensor | None] = field(default_factory=dict[str, Tensor | None])

    def attention(self, state: AttentionState) -> Tensor:
        if state.site not in self.rows:
            return state.weights
        given = self.rows[state.site]
        row = state.weights.mean(1, keepdim=True) if given is None else given
        return row.expand_as(state.weights)


@dataclass
class _EachRow(Probe):
    """Applies one probe to each row of the batch."""

    probes: list[OneRow]

    def attention(self, state: AttentionState) -> Tensor:
        parts = [state._replace(weights=state.weights[i : i + 1]) for i in range(len(self.probes))]
        return torch.cat([probe.attention(part) for probe, part in zip(self.probes, parts, strict=True)])


def _logs(setting: Setting, changes: list[OneRow]) -> Tensor:
    """Return the log-probability of each token of the translation under each change, float32 [changes, T]."""
    pair, model, count = setting.forced(), setting.model, len(changes)
    with torch.no_grad():
        states = model.states(pair.source.expand(count, -1), pair.read.expand(count, -1), _EachRow(changes))
        return target_log_probs(model, states, pair.target)


def _missed(given: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Return the length of what is missing over that of the result, [Q]."""
    return np.linalg.norm(results - given, axis=1) / np.maximum(np.linalg.norm(results, axis=1), 1e-30)


def _module(setting: Setting, kind: Kind, layer: int) -> MultiHeadAttention:
    stack = setting.model.encoder if kind == "encoder" else setting.model.decoder
    name = "cross_attention" if kind == "cross" else "self_attention"
    return getattr(stack.layers[layer], name)


CODE = (compute, results_of, nearest_rows, OneRow.attention)
