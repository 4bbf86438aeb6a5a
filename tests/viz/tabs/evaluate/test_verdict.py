"""Scores in words."""

import pytest

from core.evaluation.table import Interval
from tests.viz.tabs.evaluate.made import result, scores
from viz.tabs.evaluate.verdict import noted, score_table, signature_table, verdict
from viz.texts import CATALOGUES, ENGLISH, texts_in

A = scores("a")


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (scores("b", 50, 70, p=(0.01, 0.001)), "b is better than a on this test set"),
        (scores("b", 30, 50, p=(0.01, 0.001)), "a is better than b on this test set"),
        (scores("b", 50, 70, p=(0.2, 0.3)), "No difference that this test set can show"),
        (scores("b", 50, 70, p=(0.01, 0.06)), "b is better than a by BLEU; chrF shows no difference"),
        (scores("b", 50, 50, p=(0.01, 0.01)), "BLEU prefers b, chrF prefers a"),
    ],
)
def test_verdict_needs_both_tests_to_see_a_difference(second, words):
    assert verdict(result(A, second), ENGLISH)[0] == words


@pytest.mark.parametrize(("language", "words"), [("en", "the larger of two tests"), ("zh", "较大的一个")])
def test_verdict_says_which_p_decides(language, words):
    assert words in verdict(result(A, scores("b", 50, 70, p=(0.01, 0.001))), texts_in(language))[1]


def test_verdict_of_few_sentences_is_none():
    found = result(A, scores("b", 90, 90, p=(0.001, 0.001)), rows=9)
    assert verdict(found, ENGLISH)[0] == "Too few sentences for a verdict: 9"


def test_small_set_is_called_a_hint():
    second = scores("b", 50, 70, p=(0.01, 0.001))
    said = [verdict(result(A, second, rows=rows), ENGLISH)[1] for rows in (9, 10, 99, 100)]
    assert ["a hint, not a proof" in details for details in said] == [False, True, True, False]


def test_systems_of_a_comparison_have_letters():
    assert score_table(result(A, scores("b", 50, 70)), ENGLISH).columns[1:3] == ["A a", "B b"]


def test_single_system_has_its_score():
    assert verdict(result(A), ENGLISH)[0] == "a: BLEU 40.0 ± 1.5"
    assert score_table(result(A), ENGLISH).columns == ["score", "a"]


def test_table_has_intervals_differences_and_p_values():
    table = score_table(result(A, scores("b", 50, 70, p=(0.0001, 0.04))), ENGLISH)
    assert table.rows[0] == ["BLEU", "40.0 ± 1.5", "50.0 ± 1.5", "+10.0 (−12.0 to +8.0)", "< 0.001", "< 0.001"]
    assert table.rows[-1] == ["exact, %", "10.0 (5.0–15.0)", "10.0 (5.0–15.0)", "+0.0", "–", "–"]
    assert [row[1] for row in signature_table(result(A), ENGLISH).rows] == ["nrefs:1|case:mixed"] * 3


def test_difference_that_rounding_belies_is_marked():
    first, second = (A._replace(bleu=A.bleu._replace(value=value)) for value in (41.86, 39.84))
    assert score_table(result(first, second), ENGLISH).rows[0][3].startswith("≈−2.0")
    assert "≈−2.0" in verdict(result(first, second), ENGLISH)[1]


def test_huge_perplexity_stays_short():
    first, second = (A._replace(perplexity=Interval(*ends)) for ends in ((4.25, 4, 5), (2.2e11, 1.7e11, 2.8e11)))
    cells = next(row for row in score_table(result(first, second), ENGLISH).rows if "4.25" in row[1])
    assert cells[1:4] == ["4.25 (4.00–5.00)", "2.2e+11 (1.7e+11–2.8e+11)", "+2.2e+11"]


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_note_has_words(language):
    codes = ("blank", "repeated", "truncated", "empty")
    found = result(A)._replace(notes=tuple((code, 1234) for code in codes))
    assert all("1,234" in note for note in noted(found, texts_in(language)))
