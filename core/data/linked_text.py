"""Training pairs with the word links of a file in Pharaoh format, and these links between tokens."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from core.data.pharaoh import GoldAlignment, read_links
from core.data.stream import PairStream
from core.data.vocabulary import is_special, starts_word
from core.data.words import Span, given_word_spans, split_words
from core.errors import CoreError


class LinkedPair(NamedTuple):
    """A sentence pair and its links."""

    source: str
    target: str
    links: GoldAlignment


def linked_pairs(text: PairStream, path: Path) -> Iterator[LinkedPair]:
    """Yield the pairs of a text with their links; what the text leaves out is left out.

    Args:
        text: the pairs; line k of the links belongs to pair k, blank ones counted.
        path: links in Pharaoh format, plain or gzip: words are separated by spaces and count from 0.

    Raises:
        CoreError: unequal numbers, an invalid link, or one to a word that its sentence lacks.
    """
    for number, (pair, links) in enumerate(zip_longest(text.begin(), read_links(path))):
        if pair is None or links is None:
            raise CoreError(
                "links.lines",
                "{path} must have one line of links for each sentence pair of the training text; one of the two ends "
                "after {count:,}",
                path=path,
                count=number,
            )
        if text.keeps(pair):
            links.matrices(*(len(split_words(side)) for side in pair))
            yield LinkedPair(pair[0], pair[1], links)


def check_links(text: PairStream, path: Path) -> None:
    """Read a text and its links once.

    Raises:
        CoreError: see `linked_pairs`; also no link at all.
    """
    linked = False
    for pair in linked_pairs(text, path):  # to the end
        linked = linked or bool(pair.links.possible)
    if not linked:
        raise CoreError("links.none", "{path} has no link", path=path)


def token_links(pair: LinkedPair, source: Sequence[str], target: Sequence[str]) -> list[int]:
    """Return the links of a pair between tokens: each token of a word to each token of the word that it is linked to.

    Args:
        pair: the sentences; sure and possible links count alike.
        source: surface text of its source tokens.
        target: surface text of its target tokens.

    Returns:
        Target and source position in turn, by target and source.

    Raises:
        CoreError: the tokens do not belong to the words.
    """
    sources, targets = word_tokens(source, pair.source), word_tokens(target, pair.target)
    found = {(t, s) for i, j in pair.links.possible for t in range(*targets[j]) for s in range(*sources[i])}
    return [position for link in sorted(found) for position in link]


def word_tokens(tokens: Sequence[str], text: str) -> list[Span]:
    """Return the tokens of each word of a text.

    A tokenizer may change characters (SentencePiece replaces some, and lacks others): then a word is what begins with a
    space.

    Raises:
        CoreError: the tokens have another number of words.
    """
    words = split_words(text)
    try:
        return given_word_spans(tokens, words)
    except CoreError:
        starts = [place for place, token in enumerate(tokens) if place == 0 or starts_word(token)]
        end = next((place for place, token in enumerate(tokens) if is_special(token)), len(tokens))
        starts = [place for place in starts if place < end]
        if len(starts) != len(words):
            raise
        return list(zip(starts, [*starts[1:], end], strict=True))
