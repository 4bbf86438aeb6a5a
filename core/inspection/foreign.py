"""Attention of any model, given as tensors: one form of all kinds, tokens as they are shown, and checks.

Shapes: L layers, H heads, S source tokens, T target tokens (rows of the decoder).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from tokenizers import decoders, pre_tokenizers

from core.attention_kinds import KINDS, Kind, attention_sizes
from core.errors import CoreError, Names
from core.inspection.foreign_arrays import GivenArray, read_attention
from core.inspection.foreign_checks import Tokens, are_transposed, check_foreign, is_special
from core.inspection.lenses import LensResult
from core.inspection.lenses.rollout import LENS as ROLLOUT
from core.inspection.lenses.rollout import attention_mixing, roll
from core.inspection.trace import Check

_BYTES = decoders.ByteLevel()
_BYTE_NAMES = frozenset(pre_tokenizers.ByteLevel.alphabet())  # a character for each byte
UNKNOWN = "…"  # the token predicted by the last row, which nothing names


@dataclass(frozen=True)
class ForeignAttention:
    """Attention that another program computed; a kind that it does not have has no layers."""

    arrays: Mapping[Kind, np.ndarray]  # float32 [L, H, Q, K] of each kind
    src_tokens: tuple[str, ...]  # [S]
    tgt_tokens: tuple[str, ...]  # [T], read at each row
    predicted_tokens: tuple[str, ...]  # [T]
    checks: tuple[Check, ...]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds that there are."""
        return tuple(kind for kind in KINDS if len(self.arrays[kind]))


def foreign_attention(
    *,
    encoder: Any = None,
    decoder: Any = None,
    cross: Any = None,
    source_tokens: Sequence[str] | None = None,
    target_tokens: Sequence[str] | None = None,
    beam_indices: Any = None,
    tokens_shown: bool = False,
) -> ForeignAttention:
    """Read attention as `transformers` returns it, in tensors of torch or arrays of numpy.

    Args:
        encoder: for each layer [1, heads, S, S], or one array [layers, heads, S, S].
        decoder: the same [.., T, T], or the nested tuples of `generate`.
        cross: the same [.., T, S], or the nested tuples of `generate`.
        source_tokens: names of the S tokens; positions if there are none or another number.
        target_tokens: names of the T tokens read, and of the last predicted one if there are T + 1.
        beam_indices: of `generate` with several beams, for the first or only hypothesis.
        tokens_shown: the tokens are as the page shows them, not as the vocabulary has them (see `surface`).

    Returns:
        The weights bit for bit; transposed back where rows and columns were exchanged.

    Raises:
        CoreError: nothing is given, a shape is none of these, or the kinds do not belong to one sentence pair.

    Examples:
        >>> even = np.full((1, 1, 2, 2), 0.5)
        >>> given = foreign_attention(encoder=even, source_tokens=["▁A", "▁dog"])
        >>> given.kinds, given.src_tokens, all(check.passed for check in given.checks)
        (('encoder',), (' A', ' dog'), True)
    """
    tensors: dict[Kind, Any] = {"encoder": encoder, "decoder": decoder, "cross": cross}
    read: dict[Kind, GivenArray] = {}
    for kind in KINDS:
        if tensors[kind] is not None:
            read[kind] = read_attention(kind, tensors[kind], beam_indices)
    if not read:
        raise CoreError("foreign.nothing", "give the attention of at least one of {kinds}", kinds=Names(KINDS))
    transposed = {kind: are_transposed(given.weights) for kind, given in read.items()}
    arrays: dict[Kind, np.ndarray] = {}
    for kind, given in read.items():
        arrays[kind] = np.ascontiguousarray(given.weights.swapaxes(-1, -2)) if transposed[kind] else given.weights
    sizes = _sizes(arrays)
    source, target = _names("source", source_tokens), _names("target", target_tokens)
    checks = check_foreign(
        arrays,
        Tokens(source, sizes[0]),
        Tokens(target, sizes[1]),
        transposed=sum(transposed.values()),
        beams=max(given.beams for given in read.values()),
    )
    shapes = attention_sizes(*sizes)
    if not tokens_shown:
        source, target = surface(source), surface(target)
    src, tgt, predicted = _labels(source, target, sizes)
    empty: dict[Kind, np.ndarray] = {kind: np.zeros((0, 0, *shapes[kind]), dtype=np.float32) for kind in KINDS}
    return ForeignAttention({**empty, **arrays}, src, tgt, predicted, checks)


def rollout_of(attention: ForeignAttention) -> LensResult | None:
    """Return attention rollout, the lens that needs nothing but weights; None without all kinds of a stack."""
    if len(attention.kinds) == 2 or attention.kinds == ("cross",):
        return None
    encoder, decoder, cross = (_mean_of_heads(attention.arrays[kind]) for kind in KINDS)
    if len(cross) < len(decoder):  # a decoder alone: its layers read no source
        cross = np.zeros((*decoder.shape[:2], cross.shape[-1]), dtype=np.float32)
    found = dict(zip(KINDS, roll(attention_mixing(encoder, decoder, cross)), strict=True))
    return LensResult(ROLLOUT, **{kind: found[kind][:, None] for kind in attention.kinds})


def _mean_of_heads(weights: np.ndarray) -> np.ndarray:
    """Average over the heads: [L, H, Q, K] -> [L, Q, K]."""
    return weights.mean(axis=1) if len(weights) else np.zeros((0, *weights.shape[-2:]), dtype=np.float32)


def surface(tokens: Sequence[str]) -> list[str]:
    """Return tokens as the page shows them: a space where a word begins, instead of "▁", "Ġ" or a missing "##".

    Examples:
        >>> surface(["▁Ein", "▁Hu", "nd", "</s>"])
        [' Ein', ' Hu', 'nd', '</s>']
        >>> surface(["Ein", "ĠMÃ¤dchen"])
        ['Ein', ' Mädchen']
        >>> surface(["[CLS]", "hou", "##se"])
        ['[CLS]', ' hou', 'se']
    """
    if any("Ġ" in token for token in tokens) or _are_bytes(tokens):
        return [_BYTES.decode([token]) for token in tokens]
    if any("▁" in token for token in tokens):
        return [token.replace("▁", " ") for token in tokens]
    if any(token.startswith("##") or token in ("[CLS]", "[SEP]") for token in tokens):
        return [token.removeprefix("##") if token.startswith(("##", "[")) else f" {token}" for token in tokens]
    return list(tokens)


def _are_bytes(tokens: Sequence[str]) -> bool:
    """Return True for names of bytes that are UTF-8 and more than ASCII; the last character may be incomplete."""
    names = "".join(token for token in tokens if not is_special(token))
    if not _BYTE_NAMES.issuperset(names):
        return False
    text = _BYTES.decode([names]).rstrip("\ufffd")
    return not text.isascii() and "\ufffd" not in text


def sentence(tokens: Sequence[str]) -> str:
    """Return the text of shown tokens, without special tokens.

    Examples:
        >>> sentence([" Ein", " Hu", "nd", "</s>"])
        'Ein Hund'
    """
    return "".join(token for token in tokens if not is_special(token) and token != UNKNOWN).strip()


def _names(side: str, tokens: Any) -> list[str]:
    try:
        names: list[Any] = [] if tokens is None else list(tokens)
    except TypeError:  # one value, also as an array without axes
        names = [tokens]
    if isinstance(tokens, str) or not all(isinstance(name, str) for name in names):
        raise CoreError(
            "foreign.tokens",
            "the {side} tokens must be texts, as convert_ids_to_tokens gives them",
            side=side,
        )
    return [str(name) for name in names]  # those of an array of numpy are of a class of their own


def _sizes(arrays: Mapping[Kind, np.ndarray]) -> tuple[int, int]:
    """Return S and T; 0 for a side that no attention is about."""
    source = {arrays[kind].shape[-1] for kind in ("encoder", "cross") if kind in arrays}
    source |= {arrays["encoder"].shape[-2]} if "encoder" in arrays else set()
    target = {arrays[kind].shape[-2] for kind in ("decoder", "cross") if kind in arrays}
    target |= {arrays["decoder"].shape[-1]} if "decoder" in arrays else set()
    layers = {len(arrays[kind]) for kind in ("decoder", "cross") if kind in arrays}
    if len(source) > 1 or len(target) > 1 or len(layers) > 1:
        shapes = Names(f"{kind} {array.shape}" for kind, array in arrays.items())
        raise CoreError(
            "foreign.sizes",
            "the attention is not of one model and one pair of sentences: {shapes} as (layers, heads, queries, keys)",
            shapes=shapes,
        )
    return max(source, default=0), max(target, default=0)


def _labels(
    source: Sequence[str], target: Sequence[str], sizes: tuple[int, int]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the names of source positions, of rows by the token read, and by the token predicted."""
    src = tuple(source) if len(source) == sizes[0] else _positions(sizes[0])
    if len(target) == sizes[1] + 1:
        return src, tuple(target[:-1]), tuple(target[1:])
    tgt = tuple(target) if len(target) == sizes[1] else _positions(sizes[1])
    return src, tgt, (*tgt[1:], UNKNOWN)[: sizes[1]]


def _positions(count: int) -> tuple[str, ...]:
    return tuple(f" {position}" for position in range(1, count + 1))
