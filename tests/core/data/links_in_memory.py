"""Links between tokens in memory, as training reads them from token files."""

from collections.abc import Sequence

import numpy as np

from core.data.token_links import PairLinks


def flat_links(rows: Sequence[Sequence[int]]) -> PairLinks:
    """Return links: one sequence of target and source positions in turn for each pair."""
    starts = np.cumsum([0, *(len(row) for row in rows)])
    return PairLinks(np.array([position for row in rows for position in row], dtype=np.int32), starts)
