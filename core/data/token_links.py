"""Links between the tokens of sentence pairs: which source tokens a target token translates."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor


class TokenLinks(NamedTuple):
    """Links of one batch; L of them.

    The links of one target token share a probability of 1 equally: they are the row of attention that is taught.
    """

    sentence: Tensor  # int64 [L], row of the batch
    target: Tensor  # int64 [L], position of the token predicted
    source: Tensor  # int64 [L], position of the token attended to
    share: Tensor  # float32 [L], 1 / number of links of that target token

    def rows(self, chosen: slice, sentences: int) -> "TokenLinks":
        """Return the links of some of the sentences.

        Args:
            chosen: sentences of the batch.
            sentences: of the whole batch.
        """
        place = torch.full((sentences,), -1)
        kept = torch.arange(sentences)[chosen]
        place[kept] = torch.arange(len(kept))
        moved = self._replace(sentence=place[self.sentence])
        return TokenLinks(*(part[moved.sentence >= 0] for part in moved))

    def each(self, copy: Callable[[Tensor], Tensor]) -> "TokenLinks":
        """Copy every tensor."""
        return TokenLinks(*map(copy, self))


@dataclass(frozen=True)
class PairLinks:
    """Links of many sentence pairs, one flat array with offsets."""

    positions: np.ndarray  # int32 [2 * links], target and source position in turn, in memory or mapped from a file
    starts: np.ndarray  # int64 [N + 1]

    def batch(self, chosen: np.ndarray) -> TokenLinks:
        """Return the links of the pairs with these indices."""
        rows = [self.positions[self.starts[i] : self.starts[i + 1]].reshape(-1, 2) for i in chosen]
        sentence = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        both = np.concatenate([np.zeros((0, 2), dtype=np.int64), *rows])  # [L, 2]
        token = np.stack([sentence, both[:, 0]])  # [2, L]
        _, row, count = np.unique(token, axis=1, return_inverse=True, return_counts=True)
        share = (1 / count[row.reshape(-1)]).astype(np.float32)
        return TokenLinks(*(torch.from_numpy(part) for part in (sentence, *both.T.copy(), share)))
