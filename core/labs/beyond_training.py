"""Positions beyond those trained: the translation at hand, read at other positions (3.5)."""

from typing import Any, Literal

import torch

from core.errors import CoreError
from core.inspection.forced import target_log_probs
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.embedding import sinusoidal_positions
from core.model.transformer import Transformer

OFFSETS = (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
COST = (0, 4)


class Values(_Values):
    """The side that is read at later positions."""

    side: Literal["both", "source", "target"]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return the mean log-probability of a target token for each offset of the positions, float [12], and `offsets`.

    Raises:
        CoreError: the model has learned positions, which end with its table.
    """
    if setting.model.config.positions == "learned":
        raise CoreError(
            "labs.learned_positions",
            "this model has a learned table of {positions} positions: there are none beyond it",
            positions=setting.model.config.max_positions,
        )
    offsets = torch.tensor(OFFSETS)
    none = torch.zeros_like(offsets)
    on_source, on_target = values.side != "target", values.side != "source"
    found = shifted_logs(setting, offsets if on_source else none, offsets if on_target else none)
    return {"offsets": list(OFFSETS), "logs": found.mean(dim=-1).numpy()}


def shifted_logs(setting: Setting, source_offsets: torch.Tensor, target_offsets: torch.Tensor) -> torch.Tensor:
    """Return log-probabilities of the translation with positions that begin later, float [N, T].

    Args:
        setting: the model and the pair.
        source_offsets: first position of the source, int64 [N].
        target_offsets: that of the target, int64 [N].
    """
    model, pair = setting.model, setting.forced()
    distinct, row = source_offsets.unique(return_inverse=True)  # a source that does not move is encoded once
    with torch.no_grad():
        memory = _at(model, pair.source, distinct, model.encoder.embedding)
        for layer in model.encoder.layers:
            memory = layer(memory, None, None)
        memory = model.encoder.final_norm(memory)[row]
        states = _at(model, pair.read, target_offsets, model.decoder.embedding)
        for layer in model.decoder.layers:
            states = layer(states, memory, None, None, causal=True)
        return target_log_probs(model, model.decoder.final_norm(states), pair.target)


def _at(model: Transformer, ids: torch.Tensor, offsets: torch.Tensor, embedding: Any) -> torch.Tensor:
    """Return embeddings of ids [1, L] at positions that begin at each offset, [N, L, D]."""
    length = ids.shape[1]
    table = sinusoidal_positions(int(offsets.max()) + length, model.config.d_model)
    places = offsets[:, None] + torch.arange(length)
    return embedding.weight[ids] * embedding.scale + table[places]


CODE = (compute, shifted_logs, sinusoidal_positions)
