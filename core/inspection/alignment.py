"""Word alignment: gold links in Pharaoh format, links implied by cross-attention, and their error rate.

Shapes: I source words, J target words; [...] layers and heads. A link is (source word, target word), from 0.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from core.data.corpus import ParallelText
from core.data.textfile import read_lines
from core.errors import CoreError
from core.inspection.words import Span, merge_words

Link = tuple[int, int]
RowMeaning = Literal["predicted", "read"]
ROW_MEANINGS: tuple[RowMeaning, ...] = ("predicted", "read")

_LINK = re.compile(r"([0-9]{1,6})([-p?])([0-9]{1,6})")


@dataclass(frozen=True)
class GoldAlignment:
    """Links that annotators gave one sentence pair."""

    sure: frozenset[Link]
    possible: frozenset[Link]  # includes the sure ones
    line: int = 1  # in the file, for messages

    def matrices(self, source_words: int, target_words: int) -> tuple[np.ndarray, np.ndarray]:
        """Return sure and possible links, each bool [J, I].

        Raises:
            CoreError: a link refers to a word outside the sentence.
        """
        sure, possible = (np.zeros((target_words, source_words), dtype=bool) for _ in range(2))
        for source, target in self.possible:
            if source >= source_words or target >= target_words:
                raise CoreError(
                    "alignment.outside",
                    "alignment line {line}: a link joins source word {source} and target word {target}, but the "
                    "sentences have {source_words} and {target_words} words",
                    line=self.line,
                    source=source + 1,
                    target=target + 1,
                    source_words=source_words,
                    target_words=target_words,
                )
            possible[target, source] = True
            sure[target, source] = (source, target) in self.sure
        return sure, possible


@dataclass(frozen=True)
class AlignmentCounts:
    """Sizes of sets of links, summed over sentences: |A|, |S|, |A and S|, |A and P|; each [...]."""

    links: np.ndarray
    sure: np.ndarray
    in_sure: np.ndarray
    in_possible: np.ndarray

    def __add__(self, other: "AlignmentCounts") -> "AlignmentCounts":
        return AlignmentCounts(
            self.links + other.links,
            self.sure + other.sure,
            self.in_sure + other.in_sure,
            self.in_possible + other.in_possible,
        )

    @property
    def error_rate(self) -> np.ndarray:
        """AER = 1 - (|A and S| + |A and P|) / (|A| + |S|), 0 to 1; 0 without any link.

        References:
            Och and Ney 2003, section 5.1.
        """
        size = self.links + self.sure
        return np.where(size > 0, 1 - (self.in_sure + self.in_possible) / np.maximum(size, 1), 0.0)

    @property
    def precision(self) -> np.ndarray:
        """|A and P| / |A|; 0 without links."""
        return self.in_possible / np.maximum(self.links, 1)

    @property
    def recall(self) -> np.ndarray:
        """|A and S| / |S|; 0 without sure links."""
        return self.in_sure / np.maximum(self.sure, 1)


def parse_pharaoh(text: str, *, line: int = 1, one_based: bool = False, swapped: bool = False) -> GoldAlignment:
    """Return the links of one sentence pair.

    Args:
        text: links separated by spaces: `i-j` is sure, `ipj` or `i?j` possible.
        line: its number, for messages.
        one_based: words count from 1, not from 0.
        swapped: the first number counts target words.

    Raises:
        CoreError: invalid link, or word 0 where words count from 1.
    """
    sure: set[Link] = set()
    possible: set[Link] = set()
    for item in text.split():
        found = _LINK.fullmatch(item)
        if not found:
            raise CoreError(
                "alignment.link",
                "alignment line {line}: invalid link {link!r}; use i-j, ipj or i?j",
                line=line,
                link=item[:40],
            )
        first, second = (int(found[group]) - one_based for group in (1, 3))
        if min(first, second) < 0:
            raise CoreError(
                "alignment.zero",
                "alignment line {line}: {link!r} contains word 0; words count from 1",
                line=line,
                link=item,
            )
        link = (second, first) if swapped else (first, second)
        possible.add(link)
        if found[2] == "-":
            sure.add(link)
    return GoldAlignment(frozenset(sure), frozenset(possible), line)


def read_pharaoh(path: Path, *, one_based: bool = False, swapped: bool = False) -> list[GoldAlignment]:
    """Read one alignment per line, plain or gzip; see `parse_pharaoh`."""
    return [
        parse_pharaoh(text, line=number, one_based=one_based, swapped=swapped)
        for number, text in enumerate(read_lines(path), start=1)
    ]


def read_aligned_pairs(
    lines: Sequence[str], *, one_based: bool = False, swapped: bool = False
) -> tuple[ParallelText, list[GoldAlignment]] | None:
    """Read sentence pairs with gold links, one per line: source, reference and Pharaoh links, separated by tabs.

    Args:
        lines: blank ones are skipped, but count in line numbers.
        one_based: words count from 1, not from 0.
        swapped: the first number of a link counts target words.

    Returns:
        Pairs and their alignments; None if no line has a tab: then these are single sentences.

    Raises:
        CoreError: lines with different numbers of fields, a blank sentence, or missing links.
    """
    fields = {number: line.split("\t") for number, line in enumerate(lines, start=1) if line.strip()}
    if all(len(found) == 1 for found in fields.values()):
        return None
    pairs = ParallelText([], [])
    gold: list[GoldAlignment] = []
    for number, found in fields.items():
        if len(found) != 3:
            raise CoreError(
                "alignment.fields",
                "line {line} has {fields} of 3 tab-separated fields: give source, reference and links on every "
                "line, or one sentence without tabs on every line",
                line=number,
                fields=len(found),
            )
        source, target, links = found
        if not source.strip() or not target.strip():
            raise CoreError("alignment.blank", "line {line} lacks a source or a reference", line=number)
        pairs.source.append(source)
        pairs.target.append(target)
        gold.append(parse_pharaoh(links, line=number, one_based=one_based, swapped=swapped))
    return pairs, gold


def word_attention(cross: np.ndarray, source: Sequence[Span], target: Sequence[Span], rows: RowMeaning) -> np.ndarray:
    """Return cross-attention between words, without special tokens and with rows renormalised.

    Row t of a decoder reads token t and predicts token t + 1. Which of the two words the row aligns depends on the
    layer: lower layers tend to align the word read, upper ones the word predicted.

    Args:
        cross: [..., T, S], beginning with the row that reads the start symbol.
        source: tokens of each source word.
        target: tokens of each target word, counted in the tokens predicted (without the start symbol).
        rows: whether a row belongs to the word read or to the word predicted.

    Returns:
        [..., J, I].

    References:
        Chen et al. 2020 (EMNLP), who align by the decoder's input; Kobayashi et al. 2020, section 5.
    """
    shift = 1 if rows == "read" else 0
    # Without an end symbol the last token is predicted and never read: merge_words adds nothing past the last row.
    queries = [(start + shift, stop + shift) for start, stop in target]
    return merge_words(cross, queries, source, renormalise=True)


def implied_alignment(words: np.ndarray) -> np.ndarray:
    """Return the most attended source word of each target word: [..., J, I] -> int [..., J], -1 for a row of zeros."""
    return np.where(words.max(axis=-1) > 0, words.argmax(axis=-1), -1)


def diagonal_alignment(source_words: int, target_words: int) -> np.ndarray:
    """Return the alignment by position alone, int [J]: the baseline of an error rate.

    Both sentences are scaled to equal length; target word j is linked to the source word that contains its middle:
    floor((j + 1/2) I / J).
    """
    return (2 * np.arange(target_words) + 1) * source_words // (2 * max(target_words, 1))


def count_links(alignment: np.ndarray, sure: np.ndarray, possible: np.ndarray) -> AlignmentCounts:
    """Compare alignments with gold ones.

    Args:
        alignment: int [..., J], the source word of each target word or -1.
        sure: bool [J, I].
        possible: bool [J, I], includes the sure ones.
    """
    linked = alignment >= 0  # [..., J]
    target = np.arange(len(sure))

    def hits(gold: np.ndarray) -> np.ndarray:
        return (gold[target, alignment] & linked).sum(axis=-1)

    links = np.asarray(linked.sum(axis=-1))
    return AlignmentCounts(links, np.full_like(links, sure.sum()), hits(sure), hits(possible))


def coverage(alignment: np.ndarray, source_words: int) -> np.ndarray:
    """Return the share of source words linked to some target word, int [..., J] -> [...].

    It hints at an alignment without gold links: an alignment reaches most source words, a head that always
    attends to one word does not.
    """
    reached = (alignment[..., None] == np.arange(source_words)).any(axis=-2)  # [..., I]
    return reached.mean(axis=-1)
