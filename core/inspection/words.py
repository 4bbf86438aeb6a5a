"""From tokens to words: which tokens make a word, and attention between words.

A span is (start, stop): tokens start to stop - 1. A special token belongs to no word.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from core.data.tokenizer import SPECIAL_TOKENS, normalise
from core.errors import CoreError

Span = tuple[int, int]

# Scripts without blanks and their punctuation; the tokenizer splits the characters off one by one.
_CHARACTER = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_IS_CHARACTER = re.compile(f"[{_CHARACTER}]")
_NEEDS_NO_BLANK = re.compile(
    f"(?<=[{_CHARACTER}\u3000-\u303f\uff00-\uffef]) | (?=[{_CHARACTER}\u3000-\u303f\uff00-\uffef])"
)


def word_spans(tokens: Sequence[str]) -> list[Span]:
    """The words of a sentence: a token that begins with a blank begins a word.

    Every character of a script without blanks is a word of its own, and so is every punctuation mark at either end of a
    word, as in gold alignments; inside of a word ("eighty-one", "don't") it belongs to it. The attention view groups
    its tokens by the same rule (text.js).

    Args:
        tokens: surface text of each token, as `Tokenizer.surface` gives it: an empty one belongs to a character that
            a later token completes.

    Returns:
        One span a word, in order. Special tokens are in none, and so are tokens whose characters are never completed.
    """
    words: list[list[_Piece]] = []
    closed = True  # the open word takes no more tokens
    for piece in _pieces(tokens):
        if is_special(piece.text):
            closed = True
            continue
        character = bool(_IS_CHARACTER.match(piece.text.lstrip(" ")))
        if closed or character or piece.text.startswith(" "):
            words.append([])
        words[-1].append(piece)
        closed = character
    return [(part[0].start, part[-1].stop) for word in words for part in _punctuation_apart(word)]


def given_word_spans(tokens: Sequence[str], words: Sequence[str]) -> list[Span]:
    """The tokens of words that are given, such as those of a gold alignment.

    A token belongs to the word in which its first character stands, so that the words may be finer or coarser than
    what blanks tell.

    Args:
        tokens: surface text of each token; special ones are in no word.
        words: the words of the same text.

    Returns:
        One span a word; an empty one (n, n) where a token holds this word and the one before it.

    Raises:
        CoreError: tokens and words are not the same text.
    """
    owners = [number for number, word in enumerate(words) for _ in word]
    text = "".join(words)
    spans: list[list[int]] = [[0, 0] for _ in words]
    place, waiting = 0, None
    for index, token in enumerate(tokens):
        letters = "" if is_special(token) else "".join(token.split())
        if not letters:
            waiting = None if is_special(token) else index if waiting is None else waiting
            continue
        if text[place : place + len(letters)] != letters:
            raise _other_text(place, len(text))
        span = spans[owners[place]]
        if span[0] == span[1]:
            span[0] = index if waiting is None else waiting
        span[1] = index + 1
        place, waiting = place + len(letters), None
    if place != len(text):
        raise _other_text(place, len(text))
    return [(start, stop) for start, stop in spans]


def split_words(text: str) -> list[str]:
    """The blank-separated words of a text, normalised as the tokenizer does it."""
    return normalise(text).split()


def join_words(words: Sequence[str]) -> str:
    """Words as a text, without the blanks that a script without blanks does not have."""
    return _NEEDS_NO_BLANK.sub("", " ".join(words))


def merge_words(
    weights: np.ndarray, queries: Sequence[Span], keys: Sequence[Span], *, renormalise: bool = False
) -> np.ndarray:
    """Attention between words: the weights on a word's tokens are added up, those of its rows averaged.

    Args:
        weights: [..., Q, K] between tokens.
        queries: tokens of each row's word; a row of an empty span is zero.
        keys: tokens of each column's word. Tokens in no word, such as special ones, are left out.
        renormalise: let each row sum to 1 again (a row of zeros stays one).

    Returns:
        [..., len(queries), len(keys)].
    """
    mean = np.zeros((len(queries), weights.shape[-2]))
    for row, (start, stop) in enumerate(queries):
        mean[row, start:stop] = 1 / max(stop - start, 1)
    total = np.zeros((weights.shape[-1], len(keys)))
    for column, (start, stop) in enumerate(keys):
        total[start:stop, column] = 1
    merged = mean @ (weights @ total)
    if not renormalise:
        return merged
    sums = merged.sum(axis=-1, keepdims=True)
    return np.divide(merged, sums, out=np.zeros_like(merged), where=sums > 0)


def is_special(token: str) -> bool:
    """Whether a surface token is a special one; broken characters before it stand in its text."""
    return token.lstrip("\ufffd") in SPECIAL_TOKENS


class _Piece(NamedTuple):
    """Tokens start to stop - 1, the last of which completes the characters that the others wait for."""

    start: int
    stop: int
    text: str


def _pieces(tokens: Sequence[str]) -> Iterator[_Piece]:
    start = 0
    for index, token in enumerate(tokens):
        if is_special(token):
            start = index  # what waited before it is never completed
        if token.strip(" "):
            yield _Piece(start, index + 1, "".join(tokens[start : index + 1]))
            start = index + 1


def _punctuation_apart(word: list[_Piece]) -> list[list[_Piece]]:
    """Marks at either end of a word, each by itself, and what they enclose."""
    letters = [place for place, piece in enumerate(word) if not _is_punctuation(piece.text)]
    if not letters:
        return [[piece] for piece in word]
    first, stop = letters[0], letters[-1] + 1
    return [*([piece] for piece in word[:first]), word[first:stop], *([piece] for piece in word[stop:])]


def _is_punctuation(text: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in text.lstrip(" "))


def _other_text(place: int, length: int) -> CoreError:
    return CoreError(
        "words.text",
        "the tokens are not those of the words: they differ after {place} of {length} characters",
        place=place,
        length=length,
    )
