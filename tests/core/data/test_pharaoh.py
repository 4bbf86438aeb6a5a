"""Links in Pharaoh format, and pairs with them."""

import gzip

import numpy as np
import pytest

from core.data.pharaoh import GoldAlignment, parse_pharaoh, read_aligned_pairs, read_pharaoh
from core.errors import CoreError


def test_sure_and_possible_links_are_distinguished():
    gold = parse_pharaoh("0-0 2p1 1?3  10-11")
    assert gold.sure == {(0, 0), (10, 11)}
    assert gold.possible == {(0, 0), (2, 1), (1, 3), (10, 11)}


def test_a_link_that_is_sure_and_possible_is_sure():
    assert parse_pharaoh("0p0 0-0").sure == parse_pharaoh("0-0 0p0").sure == {(0, 0)}


def test_words_may_count_from_one_and_sides_may_be_swapped():
    assert parse_pharaoh("1-1 2-3", one_based=True).sure == {(0, 0), (1, 2)}
    assert parse_pharaoh("0-1 2p3", swapped=True) == GoldAlignment(frozenset({(1, 0)}), frozenset({(1, 0), (3, 2)}))


def test_example_copied_from_the_page_is_read():
    assert parse_pharaoh("0\N{NON-BREAKING HYPHEN}0").sure == {(0, 0)}


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
    found = read_aligned_pairs(["eine Katze\ta cat\t0-0 1p1", " ", "", "ja\tyes\t0p0"])
    assert found is not None
    pairs, gold = found
    assert (pairs.source, pairs.target) == (["eine Katze", "ja"], ["a cat", "yes"])
    assert gold == [
        GoldAlignment(frozenset({(0, 0)}), frozenset({(0, 0), (1, 1)}), 1),
        GoldAlignment(frozenset(), frozenset({(0, 0)}), 4),
    ]


def test_links_may_be_one_based_and_swapped():
    found = read_aligned_pairs(["a b c\td e\t2-3"], one_based=True, swapped=True)
    assert found is not None and found[1][0].sure == {(2, 1)}


def test_lines_without_tabs_are_sentences_without_pairs():
    assert read_aligned_pairs(["seven", "", "they won 2-1", "lines 3-4, 5-6."]) is read_aligned_pairs([]) is None


@pytest.mark.parametrize(
    ("lines", "code", "message"),
    [
        (["seven", "a\tb\t0-0"], "alignment.fields", "line 1 has 1 of 3 tab-separated fields"),
        (["a\tb\t0-0", "", "seven"], "alignment.fields", "line 3 has 1 of 3 tab-separated fields"),
        (["a\tb"], "alignment.fields", "line 1 has 2 of 3 tab-separated fields"),
        (["a\tb\t0-0\t1-1"], "alignment.fields", "line 1 has 4 of 3 tab-separated fields"),
        (["a\tb\t0-0", "a\t \t0-0"], "alignment.blank", "line 2 lacks a source or a reference"),
        (["\tb\t0-0"], "alignment.blank", "line 1 lacks a source"),
        (["\u200b", "a\t\ufeff\t0-0"], "alignment.blank", "line 2 lacks a source or a reference"),
        (["a\tb\t0-0", "a\tb\t "], "alignment.none", "line 2 has no links"),
        (["seven", "a b  c d  0-0 1-1"], "alignment.tabs", "line 2 ends with links but has no tab"),
        (["a c 0-0 1p1 "], "alignment.tabs", "line 1 ends with links"),
        (["a    c    0-0"], "alignment.tabs", "line 1 ends with links"),
        (["", "a\tb\t0-0 x"], "alignment.link", "line 2: invalid link 'x'"),
    ],
)
def test_invalid_lines_are_refused_with_their_number(lines, code, message):
    with pytest.raises(CoreError, match=message) as refused:
        read_aligned_pairs(lines)
    assert refused.value.code == code
