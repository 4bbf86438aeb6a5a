"""Gold links, links implied by cross-attention, and the alignment error rate."""

import gzip

import numpy as np
import pytest

from core.errors import CoreError
from core.inspection.alignment import (
    GoldAlignment,
    count_links,
    coverage,
    diagonal_alignment,
    implied_alignment,
    parse_pharaoh,
    read_aligned_pairs,
    read_pharaoh,
    word_attention,
)

# Pharaoh lines


def test_sure_and_possible_links_are_distinguished():
    gold = parse_pharaoh("0-0 2p1 1?3  10-11")
    assert gold.sure == {(0, 0), (10, 11)}
    assert gold.possible == {(0, 0), (2, 1), (1, 3), (10, 11)}


def test_a_link_that_is_sure_and_possible_is_sure():
    assert parse_pharaoh("0p0 0-0").sure == parse_pharaoh("0-0 0p0").sure == {(0, 0)}


def test_words_may_count_from_one_and_sides_may_be_swapped():
    assert parse_pharaoh("1-1 2-3", one_based=True).sure == {(0, 0), (1, 2)}
    assert parse_pharaoh("0-1 2p3", swapped=True) == GoldAlignment(frozenset({(1, 0)}), frozenset({(1, 0), (3, 2)}))


def test_blank_line_gives_empty_links():
    assert parse_pharaoh("  ") == GoldAlignment(frozenset(), frozenset())


@pytest.mark.parametrize("item", ["3", "1-", "-1", "1--2", "1-2-3", "a-b", "1s2", "1.5-2", "１-2", "1-99999999"])
def test_anything_else_is_refused_with_its_line(item):
    with pytest.raises(CoreError) as refused:
        parse_pharaoh(f"0-0 {item} 1-1", line=17)
    assert refused.value.code == "alignment.link"
    assert str(refused.value) == f"alignment line 17: invalid link {item!r}; use i-j, ipj or i?j"


def test_word_zero_is_refused_where_words_count_from_one():
    with pytest.raises(CoreError, match="alignment line 5: '2-0' contains word 0; words count from 1"):
        parse_pharaoh("1-1 2-0", line=5, one_based=True)


def test_file_errors_name_the_line(tmp_path):
    path = tmp_path / "a.talp.gz"
    path.write_bytes(gzip.compress(b"1-1\n\n2-3 3p3\r\n"))
    found = read_pharaoh(path, one_based=True)
    assert [gold.line for gold in found] == [1, 2, 3]
    assert found[2].possible == {(1, 2), (2, 2)}
    path.write_text("0-0\n0-0\nnone\n")
    with pytest.raises(CoreError, match="line 3: invalid link 'none'"):
        read_pharaoh(path)


def test_links_become_matrices_of_target_by_source():
    sure, possible = parse_pharaoh("0-1 2p1 1-0").matrices(3, 2)
    np.testing.assert_array_equal(sure, [[False, True, False], [True, False, False]])
    np.testing.assert_array_equal(possible, [[False, True, False], [True, False, True]])


@pytest.mark.parametrize("text", ["3-0", "0-2", "0p2"])
def test_link_outside_the_sentence_is_refused(text):
    with pytest.raises(CoreError, match=r"line 11: a link joins .* have 3 and 2 words") as refused:
        parse_pharaoh(text, line=11).matrices(3, 2)
    assert refused.value.code == "alignment.outside"


# Lines of source, reference and links


def test_three_fields_are_pairs_with_links():
    found = read_aligned_pairs(["eine Katze\ta cat\t0-0 1p1", " ", "", "ja\tyes\t"])
    assert found is not None
    pairs, gold = found
    assert (pairs.source, pairs.target) == (["eine Katze", "ja"], ["a cat", "yes"])
    assert gold == [
        GoldAlignment(frozenset({(0, 0)}), frozenset({(0, 0), (1, 1)}), 1),
        GoldAlignment(frozenset(), frozenset(), 4),
    ]


def test_links_may_be_one_based_and_swapped():
    found = read_aligned_pairs(["a b c\td e\t2-3"], one_based=True, swapped=True)
    assert found is not None and found[1][0].sure == {(2, 1)}


def test_lines_without_tabs_are_sentences_without_pairs():
    assert read_aligned_pairs(["seven", "", "0-0 1-1"]) is read_aligned_pairs([]) is None


@pytest.mark.parametrize(
    ("lines", "code", "message"),
    [
        (["seven", "a\tb\t0-0"], "alignment.fields", "line 1 has 1 of 3 tab-separated fields"),
        (["a\tb\t0-0", "", "seven"], "alignment.fields", "line 3 has 1 of 3 tab-separated fields"),
        (["a\tb"], "alignment.fields", "line 1 has 2 of 3 tab-separated fields"),
        (["a\tb\t0-0\t1-1"], "alignment.fields", "line 1 has 4 of 3 tab-separated fields"),
        (["a\tb\t0-0", "a\t \t0-0"], "alignment.blank", "line 2 lacks a source or a reference"),
        (["\tb\t0-0"], "alignment.blank", "line 1 lacks a source"),
        (["", "a\tb\t0-0 x"], "alignment.link", "line 2: invalid link 'x'"),
    ],
)
def test_invalid_lines_are_refused_with_their_number(lines, code, message):
    with pytest.raises(CoreError, match=message) as refused:
        read_aligned_pairs(lines)
    assert refused.value.code == code


# Error rate


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
