"""The embedding without its factor sqrt(d_model), in the loaded model (3.4)."""

from typing import Any

import torch

from core.labs.shared.changed_models import compared, without
from core.labs.shared.setting import Setting, Values
from core.model.embedding import Embedding


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return norms of the source's rows of the table, `words`, and of its positions, `positions`, float [S].

    Also `scale`, sqrt(d_model), and log-probabilities, see `compared`.
    """
    embedding, source = setting.model.encoder.embedding, setting.forced().source
    with torch.no_grad():
        words = embedding.weight[source[0]].norm(dim=-1)
        positions = embedding.positions[: source.shape[1]].norm(dim=-1)
    found = compared(setting, "scale")
    return {"words": words.numpy(), "positions": positions.numpy(), "scale": embedding.scale, **found}


CODE = (compute, Embedding.forward, without)
