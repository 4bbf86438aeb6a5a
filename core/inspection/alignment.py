"""Word alignment: links implied by cross-attention, and their error rate against gold links (`core.data.pharaoh`).

Shapes: I source words, J target words; [...] layers and heads.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.data.words import Span
from core.inspection.words import merge_words

RowMeaning = Literal["predicted", "read"]
ROW_MEANINGS: tuple[RowMeaning, ...] = ("predicted", "read")


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
