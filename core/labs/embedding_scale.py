"""Norms of token embeddings and of positions (3.4, 3.5), for the factor sqrt(d_model).

Shapes: L tokens, D d_model.
"""

from typing import Any

import torch
from torch import Tensor

from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.embedding import Embedding, sinusoidal_positions


class Values(_Values):
    """Nothing: both sides are measured."""


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return norms of the tokens that each side reads, `source` and `target`.

    Returns:
        Of a side, each float [L]: `words`, norms of the table's rows; `positions`, norms of what is added;
        `products`, dot products of the two.
    """
    del values
    pair, model = setting.forced(), setting.model
    return {
        "source": norms(model.encoder.embedding, pair.source[0]),
        "target": norms(model.decoder.embedding, pair.read[0]),
    }


def norms(embedding: Embedding, ids: Tensor) -> dict[str, Any]:
    """Return the norms of rows and positions of one side; ids are int64 [L]."""
    with torch.no_grad():
        rows = embedding.weight[ids].double()  # [L, D], before the factor
        positions = embedding.positions[: len(ids)].double()  # [L, D]
    return {
        "words": rows.norm(dim=-1).numpy(),
        "positions": positions.norm(dim=-1).numpy(),
        "products": (rows * positions).sum(dim=-1).numpy(),
    }


CODE = (compute, norms, Embedding.forward, sinusoidal_positions)
