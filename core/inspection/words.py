"""Words: which tokens make up a word, and attention between words.

A span is (start, stop): tokens start to stop - 1. Special tokens belong to no word.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from core.data.normalisation import CJK
from core.data.vocabulary import is_special, starts_word
from core.data.words import Span

_CONTENT_LETTERS = 4  # of a word; articles, pronouns and prepositions are mostly shorter
_IS_CHARACTER = re.compile(CJK)  # the tokenizer splits these into single tokens
_WITHOUT_SPACES = f"{CJK[:-1]}\u3000-\u303f\uff00-\uffef]"  # and their punctuation
_UNNEEDED_SPACE = re.compile(f"(?<={_WITHOUT_SPACES}) | (?={_WITHOUT_SPACES})")
_CLOSING = re.compile(r"[.,!?;:)\]}»”’%…]+|['’](?:s|m|d|re|ve|ll)|n['’]t", re.IGNORECASE)
_OPENING = re.compile(r"[(\[{«“‘„‚¿¡]+")


def word_spans(tokens: Sequence[str]) -> list[Span]:
    """Return the words of a sentence: a token that begins with a space begins a word.

    Every character of a script without spaces is a word of its own, and so is every punctuation mark at either end of a
    word, as in gold alignments; inside a word ("eighty-one", "don't") it belongs to the word. The attention view groups
    its tokens by the same rule (model/words.js).

    Args:
        tokens: surface text of each token, as `Vocabulary.surface` returns it: an empty one belongs to a character that
            a later token completes.

    Returns:
        One span per word, in order, without special tokens and tokens whose characters are never completed.
    """
    words: list[list[_Piece]] = []
    closed = True  # the open word takes no more tokens
    for piece in _pieces(tokens):
        if is_special(piece.text):
            closed = True
            continue
        character = bool(_IS_CHARACTER.match(piece.text.lstrip(" ")))
        if closed or character or starts_word(piece.text):
            words.append([])
        words[-1].append(piece)
        closed = character
    return [(part[0].start, part[-1].stop) for word in words for part in _split_punctuation(word)]


def content_words(tokens: Sequence[str]) -> list[Span]:
    """Return the words that are likely to carry content, the longest first, of equal ones that nearest the middle.

    Those of at least four letters; in scripts without spaces every character. Length replaces a list of function words,
    which each language would need. Without such words, all words, the longest first.

    Args:
        tokens: surface text of each token.
    """
    spans = word_spans(tokens)
    letters = {span: sum(map(str.isalpha, "".join(tokens[slice(*span)]))) for span in spans}
    long = [span for span in spans if letters[span] >= _CONTENT_LETTERS or _holds_character(tokens[slice(*span)])]
    return sorted(long or spans, key=lambda span: (-letters[span], abs(span[0] - len(tokens) / 2)))


def join_words(words: Sequence[str]) -> str:
    """Join the words of a tokenised text as ordinary text is written.

    There is no space before a word of closing marks (`. , ! ? ; : ) ] } % …` and closing quotes), before an ending
    such as `'s` and `n't`, or after a word of opening marks; straight double quotes open and close in turn. Scripts
    that do not use spaces get none.

    Examples:
        >>> print(join_words(["He", "said", ":", '"', "I", "do", "n't", "(", "yet", ")", ".", '"']))
        He said: "I don't (yet)."
    """
    text, quoted, low = "", False, False  # inside "…", inside „…“
    attach = True  # to the word before
    for word in words:
        closing, opening = bool(_CLOSING.fullmatch(word)), bool(_OPENING.fullmatch(word))
        if word == '"':
            closing, opening, quoted = quoted, not quoted, not quoted
        elif word == "“" and low:
            closing, opening = True, False
        low = word == "„" or (low and word != "“")
        text += word if attach or closing else f" {word}"
        attach = opening
    return _UNNEEDED_SPACE.sub("", text)


def merge_words(
    weights: np.ndarray, queries: Sequence[Span], keys: Sequence[Span], *, renormalise: bool = False
) -> np.ndarray:
    """Return attention between words: weights are summed over a word's tokens and averaged over its rows.

    Args:
        weights: [..., Q, K] between tokens.
        queries: tokens of each row's word; a row of an empty span is zero.
        keys: tokens of each column's word. Tokens in no word, such as special ones, are left out.
        renormalise: scale each row to a sum of 1 (a row of zeros stays zero).

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


class _Piece(NamedTuple):
    """Tokens start to stop - 1; the last completes the characters begun by the others."""

    start: int
    stop: int
    text: str


def _pieces(tokens: Sequence[str]) -> Iterator[_Piece]:
    start = 0
    for index, token in enumerate(tokens):
        if is_special(token):
            start = index  # pending characters before it are never completed
        if token.strip(" "):
            yield _Piece(start, index + 1, "".join(tokens[start : index + 1]))
            start = index + 1


def _split_punctuation(word: list[_Piece]) -> list[list[_Piece]]:
    """Split off the marks at either end of a word, one by one; keep the rest together."""
    letters = [place for place, piece in enumerate(word) if not _is_punctuation(piece.text)]
    if not letters:
        return [[piece] for piece in word]
    first, stop = letters[0], letters[-1] + 1
    return [*([piece] for piece in word[:first]), word[first:stop], *([piece] for piece in word[stop:])]


def _holds_character(tokens: Sequence[str]) -> bool:
    return bool(_IS_CHARACTER.search("".join(tokens)))


def _is_punctuation(text: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in text.lstrip(" "))
