"""Embedding as a lookup and as a product with a one-hot row (3.4), with the nearest tokens of the table.

Shapes: V vocabulary, D d_model, n neighbours.
"""

from typing import Annotated, Any

import torch
from pydantic import Field
from torch import Tensor

from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.embedding import Embedding

NEIGHBOURS = 12
AROUND = 3  # rows of the table on each side of the token's


class Values(_Values):
    """One token of those that the encoder reads, then those that the decoder reads; a later place is the last."""

    token: Annotated[int, Field(ge=0)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return one token's row of the table, found in two ways, and its nearest tokens.

    Returns:
        `row` and `product`, float [D]; `ids`, `names` and `rows`, float [m, D], of the table around the token, which is
        number `at` of them; `near` and `cosines` of the n nearest tokens; `middle`, the median cosine over the table.
    """
    pair = setting.forced()
    reads = [*pair.source[0].tolist(), *pair.read[0].tolist()]
    at = min(values.token, len(reads) - 1)
    is_source, token = at < pair.source.shape[1], reads[at]
    table = (setting.model.encoder if is_source else setting.model.decoder).embedding.weight  # [V, D]
    cosines = cosines_with(table, token)  # [V]
    others = torch.cat([cosines[:token], cosines[token + 1 :]])
    nearest = cosines.index_fill(0, torch.tensor(token), -torch.inf).topk(min(NEIGHBOURS, len(table) - 1))
    first = max(0, min(token - AROUND, len(table) - 2 * AROUND - 1))
    ids = list(range(first, min(first + 2 * AROUND + 1, len(table))))
    return {
        "token": setting.surface([token], source=is_source)[0],
        "id": token,
        "size": len(table),
        "row": table[token].numpy(),
        "product": one_hot_product(table, token).numpy(),
        "ids": ids,
        "at": token - first,
        "names": _each(setting, ids, source=is_source),
        "rows": table[first : first + len(ids)].numpy(),
        "near": _each(setting, nearest.indices.tolist(), source=is_source),
        "cosines": nearest.values.numpy(),
        "middle": float(others.median()),
    }


def one_hot_product(table: Tensor, token: int) -> Tensor:
    """Return the one-hot row of a token times the table: [V] @ [V, D] = [D]."""
    one_hot = torch.zeros(len(table), dtype=table.dtype)  # [V]
    one_hot[token] = 1.0
    return one_hot @ table.detach()


def cosines_with(table: Tensor, token: int) -> Tensor:
    """Return the cosine of every row of the table [V, D] with that of a token, float [V]."""
    return torch.cosine_similarity(table.detach(), table[token].detach(), dim=-1)


def _each(setting: Setting, ids: list[int], *, source: bool) -> list[str]:
    """Return the text of each token by itself, whatever its neighbours."""
    return [setting.surface([one], source=source)[0] for one in ids]


CODE = (compute, one_hot_product, cosines_with, Embedding.forward)
