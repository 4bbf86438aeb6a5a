"""The masks of 3.2.3 on a batch of sentences, as the model builds them from token ids.

Shapes: B sentences, S source and T target positions with padding.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch

from core.errors import CoreError
from core.model.masks import causal_mask, combine, padding_mask

_PAD_ID, _TOKEN_ID = 0, 1  # any two ids: masks depend only on which positions are padding


class BatchMasks(NamedTuple):
    """Every mask of one batch, query positions x key positions, True = may attend."""

    source_lengths: np.ndarray  # int64 [B], tokens before padding
    target_lengths: np.ndarray  # int64 [B]
    encoder_padding: np.ndarray  # bool [B, S, S]: the encoder's self-attention
    decoder_padding: np.ndarray  # bool [B, T, T]: keys that are tokens
    decoder_causal: np.ndarray  # bool [B, T, T]: keys that are not in the future
    decoder_combined: np.ndarray  # bool [B, T, T]: both; the decoder's self-attention
    cross: np.ndarray  # bool [B, T, S]: padding of the source, for queries of the target


def batch_masks(source_lengths: Sequence[int], target_lengths: Sequence[int]) -> BatchMasks:
    """Pad sentences of these lengths to a batch and build the masks that the model would use.

    The model's padding mask is a single row [B, 1, 1, K] that broadcasts over heads and queries; here it is
    repeated for each query, so that it can be drawn like the others.

    Args:
        source_lengths: tokens of each source sentence, with its end symbol; at least 1 each.
        target_lengths: tokens that the decoder reads for each sentence, with the start symbol.

    Raises:
        CoreError: no sentence, an empty one, or a different number of sources and targets.
    """
    source = _padded_ids(source_lengths)  # [B, S]
    target = _padded_ids(target_lengths)  # [B, T]
    if len(source) != len(target):
        raise CoreError(
            "labs.sentences",
            "a batch needs as many targets as sources, not {targets} and {sources}",
            sources=len(source),
            targets=len(target),
        )
    batch, sources, targets = len(source), source.shape[1], target.shape[1]
    source_mask = padding_mask(source, _PAD_ID)  # [B, 1, 1, S]
    target_mask = padding_mask(target, _PAD_ID)  # [B, 1, 1, T]
    causal = causal_mask(targets)  # [1, 1, T, T]
    return BatchMasks(
        source_lengths=np.asarray(source_lengths, dtype=np.int64),
        target_lengths=np.asarray(target_lengths, dtype=np.int64),
        encoder_padding=_expand(source_mask, batch, sources, sources),
        decoder_padding=_expand(target_mask, batch, targets, targets),
        decoder_causal=_expand(causal, batch, targets, targets),
        decoder_combined=_expand(combine(target_mask, causal), batch, targets, targets),
        cross=_expand(source_mask, batch, targets, sources),
    )


def _padded_ids(lengths: Sequence[int]) -> torch.Tensor:
    """Return ids [B, longest]: a token at each real position, then padding."""
    if not lengths or min(lengths) < 1:
        raise CoreError("labs.empty_sentence", "each sentence of the batch needs at least one token")
    ids = torch.full((len(lengths), max(lengths)), _PAD_ID)
    for row, length in enumerate(lengths):
        ids[row, :length] = _TOKEN_ID
    return ids


def _expand(mask: torch.Tensor, batch: int, queries: int, keys: int) -> np.ndarray:
    """Expand a mask that broadcasts against [B, H, Q, K] for one head: bool [B, Q, K]."""
    return mask.expand(batch, 1, queries, keys)[:, 0].numpy().copy()


CODE = (batch_masks, _padded_ids, padding_mask, causal_mask, combine, _expand)
