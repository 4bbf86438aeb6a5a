"""Words separated by spaces, and the tokens that make them up.

A span is (start, stop): tokens start to stop - 1. Special tokens belong to no word.
"""

import re
from collections.abc import Sequence

from core.data.normalisation import normalise
from core.data.vocabulary import is_special
from core.errors import CoreError

Span = tuple[int, int]

_BLANKS = re.compile(r"[ \t\n\r\f\v]+")


def given_word_spans(tokens: Sequence[str], words: Sequence[str]) -> list[Span]:
    """Return the tokens of given words, such as those of a gold alignment.

    A token belongs to the word that contains its first character, so words may be finer or coarser than those separated
    by spaces.

    Args:
        tokens: surface text of each token; special tokens belong to no word.
        words: the words of the same text.

    Returns:
        One span per word; an empty one (n, n) if one token contains this word and the previous one.

    Raises:
        CoreError: tokens and words differ in their text.
    """
    letters_of = ["".join(word.split()) for word in words]  # a word may hold other blanks, a token none
    owners = [number for number, letters in enumerate(letters_of) for _ in letters]
    text = "".join(letters_of)
    spans: list[list[int]] = [[0, 0] for _ in words]
    place, waiting = 0, None
    for index, token in enumerate(tokens):
        letters = "" if is_special(token) else "".join(token.split())
        if not letters:
            waiting = None if is_special(token) else index if waiting is None else waiting
            continue
        if text[place : place + len(letters)] != letters:
            raise _text_error(place, len(text))
        span = spans[owners[place]]
        if span[0] == span[1]:
            span[0] = index if waiting is None else waiting
        span[1] = index + 1
        place, waiting = place + len(letters), None
    if place != len(text):
        raise _text_error(place, len(text))
    return [(start, stop) for start, stop in spans]


def split_words(text: str) -> list[str]:
    """Split a text at ASCII blanks, as aligners do, into normalised words; other blanks, such as U+00A0, divide none.

    A word without a visible character stays as an empty one.
    """
    return [normalise(word) for word in _BLANKS.split(text) if word]


def _text_error(place: int, length: int) -> CoreError:
    return CoreError(
        "words.text",
        "tokens and words differ in their text after {place} of {length} characters",
        place=place,
        length=length,
    )
