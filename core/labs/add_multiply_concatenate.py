"""Embeddings and positions of the source, which can be joined in several ways (3.5)."""

from typing import Any

import torch

from core.labs.shared.setting import Setting, Values
from core.model.embedding import Embedding


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return the scaled embeddings of the source, `words`, and its positions, `positions`, float [S, D] each."""
    embedding, source = setting.model.encoder.embedding, setting.forced().source[0]
    with torch.no_grad():
        words = embedding.weight[source] * embedding.scale
        positions = embedding.positions[: len(source)]
    return {"words": words.numpy(), "positions": positions.detach().numpy()}


CODE = (compute, Embedding.forward)
