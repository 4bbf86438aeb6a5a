"""A translation and one head as plain text: for a terminal, and for a notebook printed without pictures."""

from __future__ import annotations

import numpy as np

from core.attention_kinds import Kind
from viz.texts import Texts
from viz.wire.payload import Payload

_MOST = 3  # keys named for a query
_LEAST = 0.05  # of the weight that is named


def plain_head(payload: Payload, kind: Kind, layer: int, head: int, texts: Texts) -> str:
    """Return source, translation, and the keys with the most weight for each query.

    Args:
        payload: of the translation.
        kind: of the attention.
        layer: from 1.
        head: from 1.
        texts: the words.
    """
    weights = np.asarray(getattr(payload, kind))[layer - 1, head - 1]  # [Q, K]
    keys = payload.tgt_tokens if kind == "decoder" else payload.src_tokens
    queries = {"encoder": payload.src_tokens, "decoder": payload.tgt_tokens, "cross": payload.predicted_tokens}[kind]
    width = max(map(len, queries))
    lines = [
        f"{payload.source} → {payload.translation}",
        texts("notebook.head", kind=texts(f"attention.kind.{kind}"), layer=layer, head=head),
    ]
    for query, row in zip(queries, weights, strict=True):
        best = [int(key) for key in np.argsort(-row, kind="stable")[:_MOST] if row[key] >= _LEAST]
        lines.append(f"  {query.strip():>{width}}  {' · '.join(f'{keys[key].strip()} {row[key]:.2f}' for key in best)}")
    return "\n".join(lines)
