"""Attention masks (3.2.3): True = may attend, everywhere.

Shapes: B batch, S source, T target, Q/K query/key positions. A mask broadcasts against scores [B, H, Q, K].
"""

import torch
from torch import Tensor

from core.data.tokenizer import PAD_ID


def padding_mask(ids: Tensor, pad_id: int = PAD_ID) -> Tensor:
    """Return a mask of the keys that are tokens and not padding.

    Args:
        ids: token ids [B, K].
        pad_id: the id of padding.

    Returns:
        bool [B, 1, 1, K], True where a key may be attended to.
    """
    return (ids != pad_id)[:, None, None, :]


def causal_mask(length: int, device: torch.device | None = None) -> Tensor:
    """Return a mask of the keys that are not in a query's future: position k is visible from q if k <= q.

    Returns:
        bool [1, 1, T, T], lower triangular.
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]


def combine(padding: Tensor, causal: Tensor) -> Tensor:
    """Combine both masks for the decoder's self-attention.

    Args:
        padding: bool [B, 1, 1, T].
        causal: bool [1, 1, T, T].

    Returns:
        bool [B, 1, T, T].
    """
    return padding & causal
