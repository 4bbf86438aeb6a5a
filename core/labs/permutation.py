"""Two tokens of the source swapped, with and without positions: what the encoder makes of each token (3.5).

Shapes: S source tokens, D d_model.
"""

from typing import Annotated, Any

import torch
from pydantic import Field
from torch import Tensor

from core.errors import CoreError
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.transformer import Transformer


class Values(_Values):
    """The positions that are swapped, from 0."""

    first: Annotated[int, Field(ge=0, lt=1000)]
    second: Annotated[int, Field(ge=0, lt=1000)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return how far each token's state moves when two tokens are swapped, float [S], token by token.

    Returns:
        `without` positions and `with_positions`; `length`, the mean norm of the states.

    Raises:
        CoreError: the source does not have such a position.
    """
    source = setting.forced().source
    if max(values.first, values.second) >= source.shape[1]:
        raise CoreError(
            "labs.position",
            "the source has {tokens} tokens: there is no token {token}",
            tokens=source.shape[1],
            token=max(values.first, values.second) + 1,
        )
    order = torch.arange(source.shape[1])
    order[[values.first, values.second]] = order[[values.second, values.first]]
    with torch.no_grad():
        moved = {
            positions: encoded(setting.model, source[:, order], positions)[order]
            - encoded(setting.model, source, positions)
            for positions in (False, True)
        }
        length = encoded(setting.model, source, True).norm(dim=-1).mean()
    return {
        "without": moved[False].norm(dim=-1).numpy(),
        "with_positions": moved[True].norm(dim=-1).numpy(),
        "length": float(length),
    }


def encoded(model: Transformer, source: Tensor, positions: bool) -> Tensor:
    """Run the encoder's layers over embeddings with or without positions.

    Args:
        model: not changed.
        source: int64 [1, S].
        positions: add the positional encoding.

    Returns:
        float32 [S, D].
    """
    embedding = model.encoder.embedding
    states = embedding(source) if positions else embedding.weight[source] * embedding.scale
    for layer in model.encoder.layers:
        states = layer(states, None, None)
    return model.encoder.final_norm(states)[0]


CODE = (compute, encoded)
