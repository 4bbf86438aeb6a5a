"""Checks of attention that another program computed: what is usually wrong with such tensors, each with its number.

Shapes: L layers, H heads, Q/K query/key positions, S source tokens, T target tokens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from core.attention_kinds import Kind
from core.inspection.trace import Check

_SUM_LIMIT = 1e-5  # allowed difference of a row's sum from 1, in float32
_DROPPED = 0.005  # share of weights that are exactly 0 from which on dropout is the reason; softmax gives none
_PADDING = re.compile(r"<\|?pad\|?>|\[PAD\]", re.IGNORECASE)
_SPECIAL = re.compile(r"<[^<>\s]+>|\[[A-Z]{3,}\]|>>\w+<<|[a-z]{2,3}_[A-Z]{2}|__\w+__")


class Tokens(NamedTuple):
    """The tokens given for an axis, and the number of positions that the attention has."""

    given: Sequence[str]
    positions: int


def is_special(token: str) -> bool:
    """Return True for a token that is not text: start, end, padding, a language.

    Examples:
        >>> [is_special(token) for token in ("</s>", "[CLS]", "<|endoftext|>", "de_DE", "dog")]
        [True, True, True, True, False]
    """
    return bool(_SPECIAL.fullmatch(token))


def sum_limit(weights: np.ndarray) -> float:
    """Return how far a row's sum may be from 1 in the coarsest type that holds all of these float32 numbers.

    Examples:
        >>> third = np.array([1 / 3], dtype=np.float32)
        >>> sum_limit(third), sum_limit(third.astype(np.float16).astype(np.float32))
        (1e-05, 0.0009765625)
    """
    bits = np.ascontiguousarray(weights, dtype=np.float32).view(np.uint32)
    if not (bits & 0xFFFF).any():
        return 2.0**-7  # bfloat16
    if np.array_equal(weights.astype(np.float16).astype(np.float32), weights):
        return float(np.finfo(np.float16).eps)
    return _SUM_LIMIT


def are_transposed(weights: np.ndarray) -> bool:
    """Return True if rows and columns [L, H, Q, K] are exchanged: the columns sum to 1, the rows do not."""
    limit = sum_limit(weights)
    return _off_one(weights, -1) > limit and _off_one(weights, -2) <= limit


def check_foreign(
    arrays: Mapping[Kind, np.ndarray],
    source: Tokens,
    target: Tokens,
    *,
    transposed: int = 0,
    beams: int = 1,
) -> tuple[Check, ...]:
    """Return the checks of given attention.

    Args:
        arrays: [L, H, Q, K] of the kinds that there are, transposed back where rows and columns were exchanged.
        source: tokens of the source.
        target: tokens read and predicted by the decoder, as given.
        transposed: kinds whose rows and columns were exchanged.
        beams: hypotheses from which the rows may come.
    """
    padded = {
        kind: _padded_keys(kind, array, target if kind == "decoder" else source) for kind, array in arrays.items()
    }
    dropped = max((_dropped(kind, array, padded[kind]) for kind, array in arrays.items()), default=0.0)
    limit = max(map(sum_limit, arrays.values()))
    decoder = arrays.get("decoder")
    measured = [
        ("rows_sum_to_one", max(_off_one(array, -1) for array in arrays.values()), limit),
        ("no_dropout", dropped, 0.0),
        ("not_transposed", float(transposed), 0.0),
        ("no_padding_kept", float(max(padded.values())), 0.0),
        ("tokens_fit", float(max(_apart(source), _apart(target, more=1))), 0.0),
        ("tokens_not_shifted", float(_shifted(arrays, source, target)), 0.0),
    ]
    if decoder is not None:
        foreign_rows = 0 if dropped else _rows_of_others(decoder, padded["decoder"])
        measured.append(("no_future", float(np.triu(decoder, 1).max()), 0.0))
        measured.append(("one_hypothesis", float(max(beams - 1, foreign_rows)), 0.0))
    elif "cross" in arrays:
        measured.append(("one_hypothesis", float(beams - 1), 0.0))
    return tuple(Check(code, bool(value <= allowed), value, allowed) for code, value, allowed in measured)


def _off_one(weights: np.ndarray, axis: int) -> float:
    return float(np.abs(weights.sum(axis=axis, dtype=np.float64) - 1).max())


def _dropped(kind: Kind, weights: np.ndarray, padded: int) -> float:
    """Return the share of weights that dropout has set to 0; 0.0 if the rows do not look like it.

    Dropout divides the weights that remain by 1 - p, so that some rows sum to more than 1 and others to less.
    """
    sums = weights.sum(axis=-1, dtype=np.float64)
    limit = sum_limit(weights)
    if sums.max() <= 1 + limit or sums.min() >= 1 - limit:
        return 0.0
    seen = np.tri(*weights.shape[-2:], dtype=bool) if kind == "decoder" else np.ones(weights.shape[-2:], dtype=bool)
    seen = seen & (weights.max(axis=(0, 1, 2)) > 0)[None, :] if padded else seen
    share = float((weights[..., seen] == 0).mean())
    return share if share > _DROPPED else 0.0


def _padded_keys(kind: Kind, weights: np.ndarray, tokens: Tokens) -> int:
    """Return how many positions at the ends are padding: by the names of the tokens, or because none attends to them.

    The last keys of a decoder are not judged by their weights: only the last rows may see them.
    """
    unseen = weights.max(axis=(0, 1, 2)) == 0  # [K]
    ends = [unseen] if kind == "decoder" else [unseen, unseen[::-1]]
    by_weights = max(int(np.argmin(end)) if not end.all() else len(end) for end in ends)
    return max(by_weights, _padding_tokens(tokens.given, starts=kind == "decoder"))


def _padding_tokens(tokens: Sequence[str], *, starts: bool) -> int:
    """Count padding at either end; a decoder may start with one such token, and end symbols repeat as padding."""
    names = [bool(_PADDING.fullmatch(token)) for token in tokens]
    front = _run(names)
    if starts and front == 1:
        front = 0
    back = _run(names[::-1]) if front < len(names) else 0
    last = tokens[-1] if tokens else ""
    repeated = _run([token == last for token in reversed(tokens)]) - 1 if is_special(last) else 0
    return max(front, back, repeated)


def _run(flags: Sequence[bool]) -> int:
    """Return how many of the first flags are True."""
    return next((index for index, flag in enumerate(flags) if not flag), len(flags))


def _apart(tokens: Tokens, more: int = 0) -> int:
    """Return by how many, 2 or more, the number of tokens differs; the predicted token of the last row may be more."""
    apart = abs(len(tokens.given) - tokens.positions) if tokens.given else 0
    return 0 if apart <= 1 or len(tokens.given) - tokens.positions == more else apart


def _shifted(arrays: Mapping[Kind, np.ndarray], source: Tokens, target: Tokens) -> int:
    """Return 1 if tokens are shifted by one: one is missing or too many, or the start symbol is not the first."""
    if source.given and abs(len(source.given) - source.positions) == 1:
        return 1
    if not target.given:
        return 0
    translates = "cross" in arrays or ("encoder" in arrays and "decoder" in arrays)
    starts = not translates or is_special(target.given[0])
    return int(len(target.given) == target.positions - 1 or not starts)


def _rows_of_others(decoder: np.ndarray, padded: int) -> int:
    """Count rows that give their own position no weight in any head: they were computed for a shorter prefix."""
    own = np.diagonal(decoder, axis1=-2, axis2=-1).max(axis=(0, 1))  # [T]
    return int((own[: len(own) - padded] == 0).sum())
