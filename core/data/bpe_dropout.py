"""BPE-dropout: in each epoch words are cut into other tokens, so that a model learns to read rare ones from pieces.

Provilkov, Emelianenko and Voita 2020, "BPE-Dropout: Simple and Effective Subword Regularization".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.data.batching import EncodedPairs, PairSource
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies, Vocabulary
from core.errors import CoreError

CUTS = 64  # drawn for each token; an occurrence takes one of them

Parts = Sequence[tuple[int, int] | None]  # of each token: the two that its merge joined, None for a single byte


def cut(token: int, parts: Parts, dropout: float, rng: np.random.Generator) -> list[int]:
    """Return the tokens that make a token when each of its merges is left out with probability `dropout`.

    A merge that is left out leaves all the later ones out that would have used its result.

    Differs from the paper: no piece crosses the borders of the token, so the merges of a word that would begin only
    after another was left out are not tried.

    Args:
        token: an id.
        parts: of all tokens.
        dropout: in [0, 1].
        rng: draws one number for each merge.
    """
    joined = parts[token]
    if joined is None:
        return [token]
    left, right = (cut(part, parts, dropout, rng) for part in joined)
    kept = rng.random() >= dropout
    return [token] if kept and len(left) == len(right) == 1 else left + right


@dataclass(frozen=True)
class CutTokens:
    """`CUTS` ways to cut each token, of which an occurrence draws one.

    Attributes:
        pieces: token ids of all ways, concatenated, int32 [N].
        starts: where each way begins in `pieces`, int64 [V * CUTS]; way w of token t is number t * CUTS + w.
        lengths: pieces of each way, int64 [V * CUTS].
    """

    pieces: np.ndarray
    starts: np.ndarray
    lengths: np.ndarray

    @classmethod
    def draw(cls, parts: Parts, dropout: float, rng: np.random.Generator) -> "CutTokens":
        """Draw the ways of all tokens."""
        ways = [cut(token, parts, dropout, rng) for token in range(len(parts)) for _ in range(CUTS)]
        lengths = np.array([len(way) for way in ways], dtype=np.int64)
        pieces = np.fromiter((piece for way in ways for piece in way), dtype=np.int32, count=int(lengths.sum()))
        return cls(pieces, np.cumsum(lengths) - lengths, lengths)

    def apply(
        self, ids: np.ndarray, starts: np.ndarray, longest: int, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Cut every token of many sentences; a sentence that would become longer than `longest` stays as it is.

        Args:
            ids: of all sentences, concatenated, int [N].
            starts: where each sentence begins, and the end, int64 [sentences + 1].
            longest: most tokens of a sentence.
            rng: draws one number for each token.

        Returns:
            The same two arrays of the cut sentences; ids are int32.
        """
        ways = ids.astype(np.int64) * CUTS + rng.integers(CUTS, size=len(ids))
        counts = self.lengths[ways]  # pieces of each token
        sums = np.concatenate([[0], np.cumsum(counts)])
        too_long = sums[starts[1:]] - sums[starts[:-1]] > longest
        whole = np.repeat(too_long, np.diff(starts))  # tokens that stay as they are
        counts = np.where(whole, 1, counts)
        sums = np.concatenate([[0], np.cumsum(counts)])
        # piece k of the result is piece k - sums[token] of its token's way
        token_of = np.repeat(np.arange(len(ids)), counts)
        offsets = np.arange(sums[-1]) - sums[token_of]
        found = self.pieces[np.minimum(self.starts[ways][token_of] + offsets, len(self.pieces) - 1)]
        return np.where(whole[token_of], ids[token_of], found).astype(np.int32), sums[starts]


@dataclass(frozen=True)
class DroppedMerges:
    """Pairs of another source, cut anew in each epoch on both sides."""

    source: PairSource
    parts: tuple[Parts, Parts]  # of both sides' tokens
    dropout: float
    longest: int  # most tokens of a sentence, its end symbol included
    seed: int

    def epoch(self, number: int) -> EncodedPairs:
        pairs = self.source.epoch(number)
        rng = np.random.default_rng((self.seed, number, 1))  # BatchSampler uses (seed, number)
        of_source, of_target = self._cut_tokens
        source = of_source.apply(pairs.source, pairs.source_starts, self.longest, rng)
        target = of_target.apply(pairs.target, pairs.target_starts, self.longest, rng)
        return EncodedPairs(*source, *target, pairs.special)

    @cached_property
    def _cut_tokens(self) -> tuple[CutTokens, CutTokens]:
        rng = np.random.default_rng(self.seed)
        source, target = self.parts
        drawn = CutTokens.draw(source, self.dropout, rng)
        return drawn, drawn if target is source else CutTokens.draw(target, self.dropout, rng)


def drop_merges(source: PairSource, vocabularies: Vocabularies, dropout: float, longest: int, seed: int) -> PairSource:
    """Return a source of the same pairs with BPE-dropout; the source itself if `dropout` is 0.

    Raises:
        CoreError: a vocabulary does not consist of byte-pair merges.
    """
    if not dropout:
        return source
    return DroppedMerges(source, (_parts(vocabularies.source), _parts(vocabularies.target)), dropout, longest, seed)


def _parts(vocabulary: Vocabulary) -> Parts:
    if not isinstance(vocabulary, Tokenizer):
        raise CoreError(
            "bpe_dropout.vocabulary",
            "bpe_dropout needs a vocabulary of byte-pair merges; that of this model is another",
        )
    return vocabulary.parts
