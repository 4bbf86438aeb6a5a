"""Attention masks (3.2.3): True = may attend, everywhere.

Shapes: B batch, S source, T target, Q/K query/key positions. A mask broadcasts against scores [B, H, Q, K].
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def padding_mask(ids: Int[Tensor, "B K"], pad_id: int) -> Bool[Tensor, "B 1 1 K"]:
    """Return a mask of the keys that are tokens and not padding.

    Args:
        ids: token ids.
        pad_id: the id of padding.

    Returns:
        True where a key may be attended to.

    Examples:
        >>> padding_mask(torch.tensor([[7, 5, 0]]), pad_id=0)
        tensor([[[[ True,  True, False]]]])
    """
    return (ids != pad_id)[:, None, None, :]


def causal_mask(length: int, device: torch.device | None = None) -> Bool[Tensor, "1 1 {length} {length}"]:
    """Return a mask of the keys that are not in a query's future: position k is visible from q if k <= q.

    Examples:
        >>> causal_mask(3)[0, 0].int()
        tensor([[1, 0, 0],
                [1, 1, 0],
                [1, 1, 1]], dtype=torch.int32)
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]


def combine(padding: Bool[Tensor, "B 1 1 T"], causal: Bool[Tensor, "1 1 T T"]) -> Bool[Tensor, "B 1 T T"]:
    """Combine both masks for the decoder's self-attention."""
    return padding & causal


def decoder_mask(ids: Int[Tensor, "B T"], pad_id: int) -> Bool[Tensor, "B 1 T T"]:
    """Return the mask of the decoder's self-attention over tokens that are padded on the right.

    The first token is the start symbol, which every query may attend to, even if it is the padding symbol.

    Examples:
        >>> decoder_mask(torch.tensor([[0, 5, 0]]), pad_id=0)[0, 0].int()
        tensor([[1, 0, 0],
                [1, 1, 0],
                [1, 1, 0]], dtype=torch.int32)
    """
    padding = padding_mask(ids, pad_id)
    padding[..., :1] = True
    return combine(padding, causal_mask(ids.shape[1], ids.device))
