"""A translation of five steps with random attention, packed for the browser; some of its tokens are hostile."""

from typing import Any

import numpy as np

from viz.wire.payload import Check, Hypothesis, LensEntry, Payload

LAYERS, HEADS = 2, 3
SRC = ["A", " dog", " runs", "<img src=x onerror=window.hacked=1>", "", "的", "</s>"]
PREDICTED = ["Ein", " Hund", "${window.hacked=1}", "\u202e`{{value}}", "</s>"]
SRC_LENGTH, STEPS = len(SRC), len(PREDICTED)  # 7 and 5


def attention(queries: int, keys: int, causal: bool = False) -> np.ndarray:
    """Random float32 attention [LAYERS, HEADS, queries, keys] whose rows sum to 1."""
    scores = np.random.default_rng(queries * keys).normal(size=(LAYERS, HEADS, queries, keys)) * 2
    if causal:
        scores = np.where(np.tri(queries, keys, dtype=bool), scores, -np.inf)
    weights = np.exp(scores)
    return (weights / weights.sum(-1, keepdims=True)).astype(np.float32)


ARRAYS = {
    "encoder": attention(SRC_LENGTH, SRC_LENGTH),
    "decoder": attention(STEPS, STEPS, causal=True),
    "cross": attention(STEPS, SRC_LENGTH),
}

KINDS = tuple(ARRAYS)
LENSES = [
    LensEntry("weights", "shares", False, KINDS),
    LensEntry("scores", "logarithms", True, KINDS),
    LensEntry("alti", "shares", False, KINDS),
    LensEntry("occlusion", "amounts", True, ("cross",)),
]


def payload(trace_id: str = "first", **changes: Any) -> str:
    """A packed translation of five steps."""
    return made(trace_id, **changes).to_json()


def made(trace_id: str = "first", **changes: Any) -> Payload:
    """A translation of five steps."""
    fields: dict[str, Any] = {
        "id": trace_id,
        "source": "".join(SRC[:-1]),
        "translation": "".join(PREDICTED[:-1]),
        "src_tokens": SRC,
        "tgt_tokens": ["<s>", *PREDICTED[:-1]],
        "predicted_tokens": PREDICTED,
        "probabilities": [0.9, 0.5, 0.25, 0.75, 1.0],
        "entropies": [0.3, 1.2, 2.0, 0.7, 0.0],
        "top": [[(token, 0.5), (" x", 0.25)] for token in PREDICTED],
        "hypotheses": [Hypothesis("Ein Hund", -0.5, -2.5, 5), Hypothesis("<b>Hund</b>", -0.75, -3.0, 4)],
        "checks": [Check("rows_sum_to_one", True, 1e-7, 1e-5), Check("finite", True)],
        "decoding": {"beam_size": 4, "alpha": 0.6},
        "milliseconds": 123.4,
        "lenses": LENSES,
        "languages": ("en", "de"),
    }
    return Payload(**{**fields, **ARRAYS, **changes})
