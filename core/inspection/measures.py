"""Measures of an attention head over the rows of one sentence, as plain numbers.

Shapes: weights [..., Q, K] of any number of layers and heads, Q/K query/key positions; every measure is [...].
A row counts if it attends at all (the row of a head that is switched off does not) and has a choice: a row that sees
a single key, such as the first of a causal attention, is the same in every head. A measure is the mean over the rows
that count, and 0 if there are none.
"""

import numpy as np

from core.attention_kinds import Kind

SELF_MEASURES = ("share_previous", "share_same", "share_next")
MEASURES = (
    "entropy",
    "relative_entropy",
    "confidence",
    "mean_distance",
    *SELF_MEASURES,
    "share_first",
    "share_last",
    "share_special",
    "diagonality",
)
# Shares that define roles, by kind. The first token of a decoder and the last of a source are special tokens, which
# `special` covers; cross-attention has a diagonal, but not a previous or next position.
ROLES: dict[Kind, dict[str, str]] = {
    "encoder": {
        "previous": "share_previous",
        "same": "share_same",
        "next": "share_next",
        "first": "share_first",
        "special": "share_special",
    },
    "decoder": {"previous": "share_previous", "same": "share_same", "special": "share_special"},
    "cross": {"aligned": "diagonality", "first": "share_first", "special": "share_special"},
}
BROAD = "broad"  # role of a head that attends to almost all keys equally
LEAST_ROLE = 0.2  # smallest score of a role; 0 is the share of a uniform head, 1 is all of the weight
LEAST_BROAD = 0.85  # relative entropy; over 15 keys, that of a row spread evenly over 10 of them


def measure_heads(weights: np.ndarray, kind: Kind, special: np.ndarray) -> dict[str, np.ndarray]:
    """Return every measure of every head over one sentence.

    Args:
        weights: [..., Q, K], rows that sum to 1 (or to 0: switched off).
        kind: `decoder` is causal; `cross` has rows and columns of different sentences.
        special: bool [K], keys that are start or end symbols.

    Returns:
        Name of `MEASURES` -> [...]; cross-attention has none of `SELF_MEASURES`.
    """
    mask = visible_keys(weights.shape[-2], weights.shape[-1], kind)
    places = diagonal(weights.shape[-2], weights.shape[-1]) if kind == "cross" else None
    found = {
        "entropy": entropy(weights, mask),
        "relative_entropy": relative_entropy(weights, mask),
        "confidence": confidence(weights, mask, special),
        "mean_distance": mean_distance(weights, mask, places),
        "share_first": share_first(weights, mask),
        "share_last": share_last(weights, mask),
        "share_special": share_of_keys(weights, special, mask),
        "diagonality": diagonality(weights, mask),
    }
    if kind != "cross":
        for name, offset in zip(SELF_MEASURES, (-1, 0, 1), strict=True):
            found[name] = share_at_offset(weights, offset, mask)
    return found


def uniform_measures(queries: int, keys: int, kind: Kind, special: np.ndarray) -> dict[str, float]:
    """Return `measure_heads` of a uniform head: the values expected by chance on this sentence.

    Args:
        queries: Q.
        keys: K.
        kind: see `measure_heads`.
        special: bool [K].
    """
    visible = visible_keys(queries, keys, kind)
    found = measure_heads(visible / visible.sum(axis=-1, keepdims=True), kind, special)
    return {name: float(value) for name, value in found.items()}


def visible_keys(queries: int, keys: int, kind: Kind) -> np.ndarray:
    """Return the keys that each row may see: bool [Q, K], lower triangular in a decoder."""
    everything = np.ones((queries, keys), dtype=bool)
    return np.tril(everything) if kind == "decoder" else everything


def diagonal(queries: int, keys: int) -> np.ndarray:
    """Return each query's position among the keys if both sentences had equal length: float [Q], 0 to K - 1."""
    return np.linspace(0, keys - 1, queries) if queries > 1 else np.zeros(queries)


def _positions(count: int) -> np.ndarray:
    return np.arange(count)


def entropy(weights: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return the entropy of a row in nats, 0 (one key) to log K (uniform).

    Args:
        weights: [..., Q, K].
        mask: bool, broadcast against [..., Q, K]; True = the row may see this key. None: all keys.
    """
    return row_mean(_row_entropy(weights), rows_that_count(weights, mask))


def relative_entropy(weights: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return a row's entropy divided by its maximum, the log of its number of visible keys: 0 to 1."""
    counted = rows_that_count(weights, mask)
    largest = np.log(np.maximum(_visible(weights, mask).sum(axis=-1), 2))
    return row_mean(_row_entropy(weights) / largest, counted)


def confidence(weights: np.ndarray, mask: np.ndarray | None = None, special: np.ndarray | None = None) -> np.ndarray:
    """Return the largest weight of a row, special tokens excluded: 1/K to 1 without them.

    References:
        Voita et al. 2019, section 4, who exclude the end symbol.
    """
    words = weights if special is None else np.where(special, 0.0, weights)
    return row_mean(words.max(axis=-1), rows_that_count(weights, mask))


def mean_distance(weights: np.ndarray, mask: np.ndarray | None = None, places: np.ndarray | None = None) -> np.ndarray:
    """Return the weighted distance |query - key| in key positions.

    Args:
        weights: [..., Q, K].
        mask: see `entropy`.
        places: float [Q], each query's position among the keys; None: its own position. In cross-attention `diagonal`
            scales the target's positions to the source's length.
    """
    queries = _positions(weights.shape[-2]) if places is None else places
    distance = np.abs(queries[:, None] - _positions(weights.shape[-1]))  # [Q, K]
    return row_mean((weights * distance).sum(axis=-1), rows_that_count(weights, mask))


def share_at_offset(weights: np.ndarray, offset: int, mask: np.ndarray | None = None) -> np.ndarray:
    """Return the weight on the key `offset` positions after the query, over the rows that may see such a key.

    Args:
        weights: self-attention [..., Q, K].
        offset: -1 previous, 0 same, 1 next.
        mask: see `entropy`.
    """
    keys = _positions(weights.shape[-2]) + offset
    wanted = keys[:, None] == _positions(weights.shape[-1])  # [Q, K]
    seen = (wanted & _visible(weights, mask)).any(axis=-1)
    return row_mean((weights * wanted).sum(axis=-1), rows_that_count(weights, mask) & seen)


def share_first(weights: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return the weight on the first key."""
    return row_mean(weights[..., 0], rows_that_count(weights, mask))


def share_last(weights: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return the weight on the last visible key; in a causal attention that is the query itself."""
    visible = _visible(weights, mask)
    last = weights.shape[-1] - 1 - visible[..., ::-1].argmax(axis=-1)  # [..., Q]
    taken = np.take_along_axis(weights, np.broadcast_to(last, weights.shape[:-1])[..., None], axis=-1)[..., 0]
    return row_mean(taken, rows_that_count(weights, mask))


def share_of_keys(weights: np.ndarray, chosen: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return the total weight on chosen keys, such as the start and end symbols; chosen is bool [K]."""
    return row_mean(weights[..., chosen].sum(axis=-1), rows_that_count(weights, mask))


def diagonality(weights: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return the weight within one key position of the diagonal from (first, first) to (last, last).

    Row q of Q is at q (K - 1) / (Q - 1); about 3 / K of the weight of a uniform head lies there.
    """
    queries, keys = weights.shape[-2:]
    distance = np.abs(diagonal(queries, keys)[:, None] - _positions(keys))  # [Q, K]
    near = distance <= 1 + 1e-9  # rounding must not exclude a distance of exactly 1
    return row_mean((weights * near).sum(axis=-1), rows_that_count(weights, mask))


def rows_that_count(weights: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return the rows that attend at all and see more than one key: bool [..., Q]."""
    return (weights.sum(axis=-1) > 0) & (_visible(weights, mask).sum(axis=-1) > 1)


def row_mean(values: np.ndarray, counted: np.ndarray) -> np.ndarray:
    """Return the mean of values [..., Q] over the rows that count, bool [..., Q]; 0 if there are none."""
    total = np.where(counted, values, 0.0).sum(axis=-1, dtype=np.float64)
    return total / np.maximum(counted.sum(axis=-1), 1)


def best_roles(means: dict[str, float], chance: dict[str, float], kind: Kind) -> list[tuple[str, float]]:
    """Return the roles in which a head clearly exceeds a uniform one, with scores, highest first; often empty.

    The score of a share is (share - chance) / (1 - chance): 0 for a uniform head, 1 for one that does nothing else.
    Roles with a score of at least `LEAST_ROLE` are returned. A head without such a role is `BROAD` if its relative
    entropy, which is then its score, is at least `LEAST_BROAD`.

    Args:
        means: name of a measure -> its value.
        chance: the same of a uniform head on the same sentences, `uniform_measures`.
        kind: selects the roles in `ROLES`.
    """
    scores = [
        (role, (means[measure] - chance[measure]) / (1 - chance[measure]))
        for role, measure in ROLES[kind].items()
        if chance[measure] < 1  # over two keys, for example, all weight is near the diagonal
    ]
    named = sorted((pair for pair in scores if pair[1] >= LEAST_ROLE), key=lambda pair: -pair[1])
    spread = means["relative_entropy"]
    return named or ([(BROAD, spread)] if spread >= LEAST_BROAD else [])


def _visible(weights: np.ndarray, mask: np.ndarray | None) -> np.ndarray:
    return np.ones(weights.shape[-2:], dtype=bool) if mask is None else np.broadcast_to(mask, weights.shape)


def _row_entropy(weights: np.ndarray) -> np.ndarray:
    """Return the entropy of each row in nats, with 0 log 0 = 0: [..., Q, K] -> [..., Q]."""
    logs = np.log(weights, out=np.zeros(weights.shape), where=weights > 0)
    return -(weights * logs).sum(axis=-1)
