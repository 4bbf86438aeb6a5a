"""Batches: each pair once, within the budget, and reproducible from a position."""

import numpy as np
import pytest
import torch

from core.data.batching import (
    BatchSampler,
    Buckets,
    EncodedPairs,
    FixedPairs,
    GeneratedPairs,
    Position,
    encode_pairs,
    make_batches,
    pad,
    padding_share,
)
from core.data.corpus import ParallelText
from core.data.tasks import task
from core.data.tokenizer import BOS_ID, EOS_ID, PAD_ID, Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError

PAIRS, BUDGET = 211, 97


def encoded(source: list[list[int]], target: list[list[int]]) -> EncodedPairs:
    """Pairs of token ids as they are stored."""

    def flat(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
        starts = np.cumsum([0, *map(len, rows)]).astype(np.int64)
        return np.array([token for row in rows for token in row], dtype=np.int32), starts

    return EncodedPairs(*flat(source), *flat(target))


@pytest.fixture(scope="module")
def pairs() -> EncodedPairs:
    """211 pairs; the first two source tokens spell the pair's number, lengths run from 3 to 23."""
    rng = np.random.default_rng(5)
    lengths = rng.integers(3, 24, size=(PAIRS, 2))
    source = [[3 + n // 16, 3 + n % 16, *[20] * (s - 3), EOS_ID] for n, (s, _) in enumerate(lengths)]
    target = [[21] * (t - 1) + [EOS_ID] for _, t in lengths]
    return encoded(source, target)


def numbers_of(batch_source: torch.Tensor) -> list[int]:
    return ((batch_source[:, 0] - 3) * 16 + batch_source[:, 1] - 3).tolist()


def epoch_of(sampler: BatchSampler) -> list[list[int]]:
    return [numbers_of(sampler.next().source) for _ in range(sampler.batches_per_epoch)]


# One batch


def test_teacher_forcing_by_hand():
    source = [[11, 12, 13, EOS_ID], [14, EOS_ID]]
    target = [[21, EOS_ID], [22, 23, 24, EOS_ID]]
    batch = encoded(source, target).batch(np.array([0, 1]))
    assert batch.source.tolist() == [[11, 12, 13, EOS_ID], [14, EOS_ID, PAD_ID, PAD_ID]]
    assert batch.target_predicted.tolist() == [[21, EOS_ID, PAD_ID, PAD_ID], [22, 23, 24, EOS_ID]]
    assert batch.target_read.tolist() == [[BOS_ID, 21, PAD_ID, PAD_ID], [BOS_ID, 22, 23, 24]]
    assert batch.tokens == 6
    assert {tensor.dtype for tensor in batch.tensors} == {torch.int64}


def test_a_batch_holds_the_chosen_sentences_in_that_order(pairs):
    chosen = np.array([31, 2, 199])
    assert numbers_of(pairs.batch(chosen).source) == [31, 2, 199]


def test_padding_is_on_the_right():
    assert pad([[5], [6, 7, 8], [9, 10]], 4).tolist() == [[5, 4, 4], [6, 7, 8], [9, 10, 4]]


# Batches of a pass


@pytest.mark.parametrize("budget", [24, BUDGET, 1009])
def test_every_pair_is_in_exactly_one_batch(pairs, budget):
    batches = make_batches(pairs, budget, np.random.default_rng(3))
    assert sorted(np.concatenate(batches).tolist()) == list(range(PAIRS))


@pytest.mark.parametrize("budget", [24, BUDGET, 1009])
def test_the_budget_is_kept_on_both_sides(pairs, budget):
    for chosen in make_batches(pairs, budget, np.random.default_rng(3)):
        batch = pairs.batch(chosen)
        assert batch.source.numel() <= budget
        assert batch.target_read.numel() <= budget


def test_the_budget_is_used(pairs):
    used = [
        max(pairs.batch(chosen).source.numel(), pairs.batch(chosen).target_read.numel())
        for chosen in make_batches(pairs, BUDGET)
    ]
    assert np.mean(used) > 0.8 * BUDGET


def by_one(pairs: EncodedPairs, budget: int, rng: np.random.Generator | None) -> list[np.ndarray]:
    """The batches of `make_batches`, one sentence after the other."""
    order = rng.permutation(len(pairs)) if rng else np.arange(len(pairs))
    source, target = pairs.source_lengths[order], pairs.target_lengths[order]
    batches: list[list[int]] = [[]]
    widest = 0
    for index in np.lexsort((source, target)):
        width = max(source[index], target[index])
        if batches[-1] and max(widest, width) * (len(batches[-1]) + 1) > budget:
            batches.append([])
            widest = 0
        batches[-1].append(order[index])
        widest = max(widest, width)
    chosen = rng.permutation(len(batches)) if rng else range(len(batches))
    return [np.array(batches[i]) for i in chosen]


@pytest.mark.parametrize("seed", [None, 3])
@pytest.mark.parametrize("budget", [1, 24, 96, BUDGET, 1009, 100_003])
def test_batches_match_filling_sentence_by_sentence(pairs, budget, seed):
    ours, theirs = (
        make(pairs, budget, None if seed is None else np.random.default_rng(seed)) for make in (make_batches, by_one)
    )
    assert [batch.tolist() for batch in ours] == [batch.tolist() for batch in theirs]


def test_lengths_beyond_two_bytes_are_sorted_too():
    lengths = np.array([70_001, 3, 65_537, 65_536, 2])
    starts = np.concatenate([[0], np.cumsum(lengths)])
    long = EncodedPairs(np.zeros(starts[-1], np.int32), starts, np.zeros(starts[-1], np.int32), starts)
    assert [batch.tolist() for batch in make_batches(long, 7)] == [[4, 1], [3], [2], [0]]


def test_sentence_longer_than_budget_is_its_own_batch(pairs):
    batches = make_batches(pairs, 5)
    assert sorted(np.concatenate(batches).tolist()) == list(range(PAIRS))
    too_long = np.maximum(pairs.source_lengths, pairs.target_lengths) > 5
    assert all(len(chosen) == 1 for chosen in batches if too_long[chosen].any())


def test_without_a_generator_sentences_run_from_short_to_long(pairs):
    lengths = [pairs.target_lengths[chosen].tolist() for chosen in make_batches(pairs, BUDGET)]
    flat = [length for batch in lengths for length in batch]
    assert flat == sorted(flat)


def test_padding_share_counted_by_hand():
    ids = {length: [9] * (length - 1) + [EOS_ID] for length in (1, 2, 3, 4)}
    three = encoded([ids[2], ids[3], ids[4]], [ids[4], ids[1], ids[2]])
    # batch one: source 2 x 3, target 2 x 4, of which 5 + 5 are tokens; batch two: 4 + 2, nothing padded
    assert padding_share(three, [np.array([0, 1]), np.array([2])]) == pytest.approx(1 - 16 / 20)


def test_padding_share_agrees_with_the_zeros_in_the_batches(pairs):
    batches = make_batches(pairs, BUDGET, np.random.default_rng(2))
    sides = [side for chosen in batches for side in (pairs.batch(chosen).source, pairs.batch(chosen).target_predicted)]
    zeros, all_of_them = (
        sum(int(count) for count in counts)
        for counts in ([(side == PAD_ID).sum() for side in sides], [side.numel() for side in sides])
    )
    assert padding_share(pairs, batches) == pytest.approx(zeros / all_of_them)


def test_sorting_by_length_leaves_less_padding_than_chance(pairs):
    order = np.random.default_rng(1).permutation(PAIRS)
    by_chance = [order[start : start + 5] for start in range(0, PAIRS, 5)]
    assert padding_share(pairs, make_batches(pairs, BUDGET)) < 0.5 * padding_share(pairs, by_chance)


# The sampler


def test_every_pair_occurs_once_per_epoch(pairs):
    sampler = BatchSampler(FixedPairs(pairs), BUDGET, seed=3)
    for epoch in range(3):
        assert sampler.position == Position(epoch, 0)
        assert sorted(n for batch in epoch_of(sampler) for n in batch) == list(range(PAIRS))


def test_epochs_differ_in_their_batches_and_in_their_order(pairs):
    sampler = BatchSampler(FixedPairs(pairs), BUDGET, seed=3)
    first, second = epoch_of(sampler), epoch_of(sampler)
    assert {frozenset(batch) for batch in first} != {frozenset(batch) for batch in second}
    assert [len(batch) for batch in first] != [len(batch) for batch in second]


def test_seed_determines_batches(pairs):
    first, same, other = (epoch_of(BatchSampler(FixedPairs(pairs), BUDGET, seed)) for seed in (3, 3, 5))
    assert first == same != other


@pytest.mark.parametrize("consumed", [0, 1, 7, 40, 61])
def test_sampler_continues_from_a_given_position(pairs, consumed):
    sampler = BatchSampler(FixedPairs(pairs), BUDGET, seed=3)
    for _ in range(consumed):
        sampler.next()
    resumed = BatchSampler(FixedPairs(pairs), BUDGET, seed=3)
    resumed.seek(sampler.position)
    assert resumed.position == sampler.position
    for _ in range(2 * sampler.batches_per_epoch):
        ours, theirs = sampler.next(), resumed.next()
        assert all(torch.equal(a, b) for a, b in zip(ours.tensors, theirs.tensors, strict=True))


def test_the_sampler_draws_nothing_from_the_global_generators(pairs):
    torch.manual_seed(1)
    np.random.seed(1)
    before = torch.get_rng_state(), np.random.get_state()[1].tolist()
    epoch_of(BatchSampler(FixedPairs(pairs), BUDGET, seed=3))
    assert torch.equal(torch.get_rng_state(), before[0])
    assert np.random.get_state()[1].tolist() == before[1]


def test_generated_task_has_fresh_reproducible_pairs_each_epoch():
    reverse = task("reverse")
    tokenizer = Tokenizer.train(["a b c", "d e f"], 283)
    source = GeneratedPairs(reverse, Vocabularies.joint(tokenizer), 37, seed=11, max_tokens=64)
    first, again, second = source.epoch(0), source.epoch(0), source.epoch(1)
    assert len(first) == len(second) == 37
    assert first.source.tolist() == again.source.tolist()
    assert first.source.tolist() != second.source.tolist()


def test_neighbouring_seeds_share_no_epoch(pairs):
    """A sum of seed and number would give epoch 1 of one seed as epoch 0 of the next."""
    vocabularies = Vocabularies.joint(Tokenizer.train(["a b c", "d e f"], 283))
    epochs = [
        GeneratedPairs(task("reverse"), vocabularies, 37, seed, max_tokens=64).epoch(number).source.tolist()
        for seed in (11, 12, 13)
        for number in (0, 1, 2)
    ]
    orders = []
    for seed in (11, 12, 13):
        sampler = BatchSampler(FixedPairs(pairs), BUDGET, seed)
        orders += [epoch_of(sampler) for _ in range(3)]
    for found in (epochs, orders):
        assert len({str(one) for one in found}) == 9


def test_a_sampler_set_back_gives_the_same_batches_again(pairs):
    sampler = BatchSampler(FixedPairs(pairs), BUDGET, seed=3)
    for _ in range(5):
        sampler.next()
    position, epoch = sampler.position, sampler.epoch
    first = [sampler.next() for _ in range(sampler.batches_per_epoch)]  # into the next epoch
    assert sampler.epoch is not epoch
    sampler.seek(position)
    for batch in first:
        assert all(torch.equal(a, b) for a, b in zip(batch.tensors, sampler.next().tensors, strict=True))


# The shapes of a compiled model


def test_the_buckets_are_few_and_close_together():
    buckets = Buckets(4096, 200)
    found = buckets.lengths(np.arange(1, 201))
    assert sorted(set(found.tolist())) == [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 200]
    widths = np.arange(1, 201)
    assert (found >= widths).all()
    assert (found[:64] - widths[:64] < 8).all() and (found[64:] < 1.25 * widths[64:]).all()
    assert buckets.lengths(np.array([201, 300])).tolist() == [201, 300]  # a sentence is never cut


def test_fine_buckets_grow_a_sentence_by_an_eighth_at_most():
    buckets, widths = Buckets(4096, 250, fine=True), np.arange(1, 251)
    found = buckets.lengths(widths)
    assert found[:20].tolist() == [*range(1, 17), 18, 18, 20, 20]
    assert (found >= widths).all() and (found < 1.125 * widths).all() and found[-1] == 250
    assert len({rows * length for rows, length in map(buckets.shape, widths)}) < 20


def test_shorter_sentences_fill_a_bucketed_batch(pairs):
    buckets = Buckets(BUDGET, 23, fine=True)
    batches = make_batches(pairs, BUDGET, None, buckets)
    widths = np.maximum(pairs.source_lengths, pairs.target_lengths)
    rows = [buckets.shape(int(widths[chosen].max()))[0] for chosen in batches]
    assert [len(chosen) for chosen in batches[:-1]] == rows[:-1] and len(batches[-1]) <= rows[-1]
    assert sorted(np.concatenate(batches).tolist()) == list(range(PAIRS))


def test_a_batch_is_filled_by_hand():
    batch = encoded([[11, 12, EOS_ID], [14, EOS_ID]], [[21, EOS_ID], [22, 23, 24, EOS_ID]]).batch(np.array([0, 1]))
    filled = batch.filled(3, 5)
    assert filled.source.tolist() == [[11, 12, EOS_ID, 0, 0], [14, EOS_ID, 0, 0, 0], [EOS_ID, 0, 0, 0, 0]]
    assert filled.target_predicted.tolist() == [[21, EOS_ID, 0, 0, 0], [22, 23, 24, EOS_ID, 0], [0] * 5]
    assert filled.target_read.tolist() == [[BOS_ID, 21, 0, 0, 0], [BOS_ID, 22, 23, 24, 0], [0] * 5]
    assert filled.predicted.tolist() == [0, 1, 5, 6, 7, 8]
    assert filled.tokens == batch.tokens == 6


def test_predicted_indices_skip_padding(pairs):
    batch = pairs.batch(np.arange(17))
    expected = batch.target_predicted[batch.target_predicted != PAD_ID]
    assert batch.target_predicted.flatten()[batch.predicted].tolist() == expected.tolist()
    some = batch.rows(slice(1, None, 5))
    assert numbers_of(some.source) == [1, 6, 11, 16]
    assert some.tokens == sum(int(n) for n in pairs.target_lengths[[1, 6, 11, 16]])


def test_bucketed_batches_have_one_shape_per_length(pairs):
    buckets = Buckets(BUDGET, 23)
    sampler = BatchSampler(FixedPairs(pairs), BUDGET, 3, buckets)
    batches = [sampler.next() for _ in range(sampler.batches_per_epoch)]
    shapes = {tuple(batch.source.shape) for batch in batches}
    assert shapes == {(BUDGET // length, length) for length in (8, 16, 23)}
    assert all(batch.target_read.shape == batch.source.shape for batch in batches)
    rows = [row for batch in batches for row in batch.source.tolist() if row[0] != EOS_ID]
    assert sorted((row[0] - 3) * 16 + row[1] - 3 for row in rows) == list(range(PAIRS))
    assert sum(batch.tokens for batch in batches) == pairs.target_lengths.sum()
    zeros = sum(int((ids == PAD_ID).sum()) for batch in batches for ids in (batch.source, batch.target_predicted))
    ends = sum(int((batch.source[:, 0] == EOS_ID).sum()) for batch in batches)  # of rows that were added
    positions = sum(2 * batch.source.numel() for batch in batches)
    epoch = BatchSampler(FixedPairs(pairs), BUDGET, 3, buckets).epoch
    assert epoch.padding_share == pytest.approx((zeros + ends) / positions)


def test_sentence_longer_than_budget_is_its_own_bucketed_batch():
    pairs = encoded([[20] * 29 + [EOS_ID], [20, EOS_ID]], [[21, EOS_ID], [21, EOS_ID]])
    sampler = BatchSampler(FixedPairs(pairs), 16, 3, Buckets(16, 30))
    assert sorted(tuple(sampler.next().source.shape) for _ in range(2)) == [(1, 30), (2, 8)]


def test_sentences_of_one_bucket_are_shuffled_among_one_another(pairs):
    first, second = (make_batches(pairs, BUDGET, np.random.default_rng(seed), Buckets(BUDGET, 23)) for seed in (1, 2))
    assert {frozenset(b.tolist()) for b in first} != {frozenset(b.tolist()) for b in second}


# Encoding pairs


def test_pairs_with_too_long_side_are_left_out():
    tokenizer = Tokenizer.train(["ab"], 259)
    text = ParallelText(["a", "abcdefg", "ab", "abcd"], ["a", "a", "abcdefg", "abc"])
    pairs = encode_pairs(Vocabularies.joint(tokenizer), text, max_tokens=6)
    # a letter is a token, and so are the blank in front and the end: 3, 9, 4, 6 and 3, 3, 9, 5
    assert pairs.source_lengths.tolist() == [3, 6]
    assert pairs.target_lengths.tolist() == [3, 5]
    assert all(row[-1] == EOS_ID for row in (pairs.batch(np.array([n])).source[0] for n in range(2)))


def test_no_pair_that_is_short_enough_is_refused():
    tokenizer = Tokenizer.train(["ab"], 259)
    with pytest.raises(CoreError, match=r"none of the 2 pairs is within max_tokens \(4\)"):
        encode_pairs(Vocabularies.joint(tokenizer), ParallelText(["abcdefg", "a"], ["a", "abcdefg"]), max_tokens=4)
