"""The masks of 3.2.3 on a batch of two sentences, as the model builds them from token ids.

Shapes: S source and T target positions with padding.
"""

from typing import Annotated, Any

import numpy as np
import torch
from pydantic import Field
from torch import Tensor

from core.config import DecodingConfig
from core.data.normalisation import is_blank
from core.errors import CoreError
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.masks import causal_mask, combine, decoder_mask, padding_mask

MAX_TOKENS = 40  # of each sentence: more cells could not be told apart
COST = (200, 5)


class Values(_Values):
    """The second sentence of the batch."""

    other: Annotated[str, Field(max_length=400)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return every mask of the sentence at hand in a batch with another one, which is translated greedily.

    Returns:
        `sources` and `reads`, the tokens of both sentences with padding, and `masks`, by kind float [2, Q, K], 1 where
        a query may attend: `encoder`, `padding`, `causal`, `combined`, `cross`.

    Raises:
        CoreError: the other sentence is blank, or one of the two has too many tokens.
    """
    translator, config = setting.translator, setting.model.config
    if is_blank(values.other):
        raise CoreError("labs.blank", "the second sentence is blank: a batch needs two")
    other = translator.search(values.other, DecodingConfig(beam_size=1))
    sources = [list(setting.source_ids), list(other.source_ids)]
    reads = [[config.start_id, *ids[:-1]] for ids in (setting.target_ids, other.hypotheses[0].ids)]
    longest = max(map(len, [*sources, *reads]))
    if longest > MAX_TOKENS:
        raise CoreError(
            "labs.masks",
            "masks are drawn for sentences of at most {limit} tokens; one here has {tokens}",
            limit=MAX_TOKENS,
            tokens=longest,
        )
    source, read = _padded(sources, config.pad_id), _padded(reads, config.pad_id)
    masks = batch_masks(source, read, config.pad_id)
    return {
        "sources": [setting.surface(row.tolist(), source=True) for row in source],
        "reads": [setting.surface(row.tolist()) for row in read],
        "masks": {name: mask.astype(np.float32) for name, mask in masks.items()},
    }


def batch_masks(source: Tensor, read: Tensor, pad_id: int) -> dict[str, np.ndarray]:
    """Build the masks of one batch from token ids, repeated for every query as the softmax sees them.

    Args:
        source: int64 [2, S].
        read: int64 [2, T].
        pad_id: of padding.

    Returns:
        By kind bool [2, Q, K], True where a query may attend.
    """
    source_mask, target_mask = padding_mask(source, pad_id), padding_mask(read, pad_id)  # [2, 1, 1, S], [2, 1, 1, T]
    target_mask[..., :1] = True  # the start symbol stays open, even if it is the padding symbol
    causal = causal_mask(read.shape[1])  # [1, 1, T, T]
    kinds = {
        "encoder": (source_mask, source.shape[1]),
        "padding": (target_mask, read.shape[1]),
        "causal": (causal, read.shape[1]),
        "combined": (decoder_mask(read, pad_id), read.shape[1]),
        "cross": (source_mask, read.shape[1]),
    }
    return {name: mask.expand(2, 1, queries, mask.shape[-1])[:, 0].numpy() for name, (mask, queries) in kinds.items()}


def _padded(rows: list[list[int]], pad_id: int) -> Tensor:
    """Return ids [2, longest], padded on the right."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[pad_id] * (longest - len(row))] for row in rows])


CODE = (batch_masks, decoder_mask, padding_mask, causal_mask, combine)
