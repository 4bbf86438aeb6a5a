"""Tables of a trace and of a head catalogue for programs: data frames with the columns of the CSV files.

pandas is loaded when a table is made.
"""

# pandas comes without stubs.
# pyright: reportMissingTypeStubs=false

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.inspection.catalogue import Catalogue, catalogue_columns, catalogue_rows
from core.inspection.export import CSV_COLUMNS, attentions
from core.inspection.trace import Trace

if TYPE_CHECKING:
    import pandas as pd


def weights_frame(trace: Trace) -> pd.DataFrame:
    """Return a row per weight, those of `core.inspection.export.write_csv` in the same order.

    Layers, heads, queries and keys count from 1. Weights are float32, tokens are as the trace has them, and weights of
    the decoder above the diagonal, which the causal mask excludes, are left out.
    """
    import pandas as pd

    parts: list[pd.DataFrame] = []
    for kind, weights, queries, keys in attentions(trace):
        visible = np.ones(weights.shape, dtype=bool)  # [L, H, Q, K]
        if kind == "decoder":
            visible &= np.tri(*weights.shape[2:], dtype=bool)
        layer, head, query, key = np.nonzero(visible)  # in the order of the file
        columns = (
            kind,
            *(layer + 1, head + 1, query + 1, key + 1),
            *(np.array(queries, dtype=object)[query], np.array(keys, dtype=object)[key]),
            weights[visible],
        )
        parts.append(pd.DataFrame(dict(zip(CSV_COLUMNS, columns, strict=True))))
    return pd.concat(parts, ignore_index=True)


def tokens_frame(trace: Trace) -> pd.DataFrame:
    """Return a row per token of the target.

    Columns are `step` (from 1), `read` and `predicted` (tokens), `id`, `log_prob` and `entropy` in nats, and `rank`
    among all tokens, 1 for the most probable.
    """
    import pandas as pd

    return pd.DataFrame(
        {
            "step": np.arange(1, len(trace.predicted_ids) + 1),
            "read": trace.tgt_tokens,
            "predicted": trace.predicted_tokens,
            "id": trace.predicted_ids,
            "log_prob": trace.log_probs,
            "entropy": trace.entropies,
            "rank": trace.ranks,
        }
    )


def catalogue_frame(catalogue: Catalogue) -> pd.DataFrame:
    """Return a row per head with every measure and its standard deviation; what is not defined is missing."""
    import pandas as pd

    return pd.DataFrame(catalogue_rows(catalogue), columns=catalogue_columns())
