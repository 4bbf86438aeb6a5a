"""BPE-dropout: which pieces a token is cut into, and the pairs of each epoch."""

import itertools

import numpy as np
import pytest

from core.data.batching import FixedPairs, encode_pairs
from core.data.bpe_dropout import CUTS, CutTokens, cut, drop_merges
from core.data.corpus import ParallelText
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from tests.core.two_vocabularies import VOCABULARIES

PARTS = [None, None, None, None, (0, 1), (4, 2), (5, 3)]  # a b c d, ab, abc, abcd
LONGEST = 61


class Draws:
    """A generator that returns given numbers."""

    def __init__(self, *numbers):
        self.random = iter(numbers).__next__


@pytest.fixture(scope="module")
def tokenizer():
    words = ["unbelievable", "believe", "table", "tables", "able", "label", "labels"]
    return Tokenizer.train((" ".join(pair) for pair in itertools.permutations(words, 3)), 300)


@pytest.fixture(scope="module")
def pairs(tokenizer):
    text = ParallelText(["unbelievable tables", "a label", "able " * 17] * 5, ["labels", "believe me", "table"] * 5)
    return encode_pairs(Vocabularies.joint(tokenizer), text, LONGEST)


@pytest.mark.parametrize(
    ("numbers", "pieces"),
    [
        ((0.9, 0.9, 0.9), [6]),
        ((0.9, 0.9, 0.1), [5, 3]),
        ((0.9, 0.1, 0.9), [4, 2, 3]),  # abcd needs abc
        ((0.1, 0.9, 0.9), [0, 1, 2, 3]),
    ],
)
def test_merge_left_out_takes_later_ones_with_it(numbers, pieces):
    assert cut(6, PARTS, 0.5, Draws(*numbers)) == pieces  # the first merge draws first


def test_parts_of_tokens_spell_them(tokenizer):
    tokens = tokenizer.tokens
    joined = [(token, parts) for token, parts in zip(tokens, tokenizer.parts, strict=True) if parts]
    assert len(joined) == len(tokens) - 259
    assert all(token == tokens[left] + tokens[right] for token, (left, right) in joined)


def test_share_of_uncut_tokens_is_that_of_all_merges_kept():
    drawn = CutTokens.draw([*PARTS[:6], *[PARTS[6]] * 97], 0.2, np.random.default_rng(1))
    uncut = (drawn.lengths[6 * CUTS :] == 1).mean()
    assert uncut == pytest.approx(0.8**3, abs=0.02)  # 6,208 draws: four standard deviations are 0.026


def test_every_epoch_spells_the_same_text_in_other_tokens(tokenizer, pairs):
    source = drop_merges(FixedPairs(pairs), Vocabularies.joint(tokenizer), 0.3, LONGEST, seed=7)
    first, again, second = source.epoch(0), source.epoch(0), source.epoch(1)
    assert np.array_equal(first.source, again.source)
    assert not np.array_equal(first.source, second.source)
    for epoch in (first, second):
        for side in ("source", "target"):
            ids, starts = getattr(epoch, side), getattr(epoch, f"{side}_starts")
            plain, plain_starts = getattr(pairs, side), getattr(pairs, f"{side}_starts")
            for k in range(len(pairs)):
                words, expected = ids[starts[k] : starts[k + 1]], plain[plain_starts[k] : plain_starts[k + 1]]
                assert tokenizer.decode(words) == tokenizer.decode(expected)
                assert words[-1] == tokenizer.special.end


def test_sentence_that_would_be_too_long_stays_as_it_is(tokenizer, pairs):
    lengths = pairs.source_lengths
    longest = int(lengths.max())
    epoch = drop_merges(FixedPairs(pairs), Vocabularies.joint(tokenizer), 0.9, longest, seed=7).epoch(0)
    assert epoch.source_lengths.max() == longest
    whole = lengths == longest
    assert np.array_equal(epoch.source_lengths[whole], lengths[whole])
    assert (epoch.source_lengths[~whole] > lengths[~whole]).any()


def test_without_dropout_the_source_is_unchanged(tokenizer, pairs):
    source = FixedPairs(pairs)
    assert drop_merges(source, Vocabularies.joint(tokenizer), 0.0, LONGEST, seed=7) is source


def test_vocabulary_without_merges_is_refused(pairs):
    with pytest.raises(CoreError, match="needs a vocabulary of byte-pair merges"):
        drop_merges(FixedPairs(pairs), VOCABULARIES, 0.1, LONGEST, seed=7)
