"""Links implied by cross-attention, and the alignment error rate."""

import numpy as np
import pytest

from core.data.pharaoh import parse_pharaoh
from core.inspection.alignment import (
    count_links,
    coverage,
    diagonal_alignment,
    implied_alignment,
    word_attention,
)


def test_the_error_rate_by_hand():
    # A = {0-0, 1-2, 2-1, 3-1}: two of three sure links, and one possible one more
    sure, possible = parse_pharaoh("0-0 1-2 1-4 1p3").matrices(2, 5)
    counts = count_links(np.array([0, -1, 1, 1, 0]), sure, possible)
    assert (counts.links, counts.sure, counts.in_sure, counts.in_possible) == (4, 3, 2, 3)
    assert counts.error_rate == pytest.approx(1 - (2 + 3) / (4 + 3))
    assert counts.precision == pytest.approx(3 / 4)
    assert counts.recall == pytest.approx(2 / 3)


def test_error_rate_is_0_if_perfect_and_1_if_wrong():
    gold = parse_pharaoh("0-0 1-1 2-2").matrices(3, 3)
    assert count_links(np.array([0, 1, 2]), *gold).error_rate == 0
    assert count_links(np.array([1, 2, 0]), *gold).error_rate == 1


def test_no_links_at_all_divide_by_nothing():
    empty = parse_pharaoh("").matrices(2, 3)
    with np.errstate(all="raise"):
        counts = count_links(np.array([-1, -1, -1]), *empty)
        assert (counts.error_rate, counts.precision, counts.recall) == (0, 0, 0)
        assert count_links(np.array([-1, 0, -1]), *empty).error_rate == 1


def test_error_rates_of_many_heads_and_sentences_agree_with_sets():
    rng = np.random.default_rng(11)
    total, sets = None, []
    for number in range(7):
        source, target = 3 + number, 5 + number % 3
        links = {(int(rng.integers(source)), int(rng.integers(target))) for _ in range(8)}
        text = " ".join(f"{i}{'-' if (i + j) % 3 else 'p'}{j}" for i, j in links)
        gold = parse_pharaoh(text)
        alignment = rng.integers(-1, source, size=(2, 3, target))
        counts = count_links(alignment, *gold.matrices(source, target))
        total = counts if total is None else total + counts
        sets.append((alignment, text.split()))
    assert total is not None
    for layer, head in np.ndindex(2, 3):
        numerator = denominator = 0
        for alignment, items in sets:
            sure = {tuple(map(int, item.split("-"))) for item in items if "-" in item}
            possible = sure | {tuple(map(int, item.split("p"))) for item in items if "p" in item}
            found = {(int(i), j) for j, i in enumerate(alignment[layer, head]) if i >= 0}
            numerator += len(found & sure) + len(found & possible)
            denominator += len(found) + len(sure)
        assert total.error_rate[layer, head] == pytest.approx(1 - numerator / denominator)


def test_the_diagonal_by_hand():
    # middles of the target words at 1/4 and 3/4 of three source words: in the first and in the third
    assert diagonal_alignment(3, 2).tolist() == [0, 2]
    # at 1/6, 3/6 and 5/6 of two; at 1/10, 3/10, .. of seven: 0.7, 2.1, 3.5, 4.9, 6.3
    assert diagonal_alignment(2, 3).tolist() == [0, 1, 1]
    assert diagonal_alignment(7, 5).tolist() == [0, 2, 3, 4, 6]
    assert diagonal_alignment(1, 3).tolist() == [0, 0, 0]
    assert diagonal_alignment(5, 1).tolist() == [2]
    assert diagonal_alignment(5, 5).tolist() == [0, 1, 2, 3, 4]
    assert diagonal_alignment(3, 0).tolist() == []


# From attention to links

# reads <s> a b+c, predicts a b+c </s>; source x y+z and the end symbol
CROSS = np.array(
    [
        [0.1, 0.2, 0.2, 0.5],  # reads <s>, predicts a
        [0.6, 0.1, 0.1, 0.2],  # reads a, predicts b
        [0.5, 0.1, 0.0, 0.4],  # reads b, predicts c
        [0.0, 0.4, 0.0, 0.6],  # reads c, predicts </s>
    ]
)
SOURCE, TARGET = [(0, 1), (1, 3)], [(0, 1), (1, 3)]


def test_rows_as_the_word_predicted_by_hand():
    words = word_attention(CROSS, SOURCE, TARGET, "predicted")
    np.testing.assert_allclose(words, [[0.2, 0.8], [0.55 / 0.7, 0.15 / 0.7]])
    assert implied_alignment(words).tolist() == [1, 0]


def test_rows_as_the_word_read_by_hand():
    words = word_attention(CROSS, SOURCE, TARGET, "read")
    np.testing.assert_allclose(words, [[0.75, 0.25], [0.5, 0.5]])
    assert implied_alignment(words[:1]).tolist() == [0]


def test_unread_last_word_is_not_linked():
    # a translation cut off at its length limit: three tokens predicted, the last one never read
    words = word_attention(CROSS[:3], [(0, 1), (1, 3)], [(0, 2), (2, 3)], "read")
    assert implied_alignment(words).tolist() == [0, -1]
    np.testing.assert_allclose(words[0], [1.1 / 1.4, 0.3 / 1.4])


def test_a_head_that_is_switched_off_implies_nothing():
    off = np.stack([CROSS, np.zeros_like(CROSS)])
    assert implied_alignment(word_attention(off, SOURCE, TARGET, "predicted")).tolist() == [[1, 0], [-1, -1]]


def test_coverage_is_the_share_of_source_words_that_are_reached():
    alignment = np.array([[0, 0, 2, 2, 4], [1, 1, 1, 1, 1], [-1, -1, -1, -1, -1]])
    assert coverage(alignment, 7).tolist() == pytest.approx([3 / 7, 1 / 7, 0])
