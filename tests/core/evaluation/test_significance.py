"""Paired bootstrap: equal to a plain loop with the same draws, and to the analytic interval of a mean."""

import math

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from core.evaluation.scores import bleu_counts, bleu_of_counts
from core.evaluation.significance import paired_bootstrap, rounding_mark

REFERENCES = ["a b c d e f", "g h i j k", "a c e g i k m", "b d f h", "l m n o p q r"]
BEFORE = ["a b c d e g", "g h i j", "a c e g k m", "b d f h", "l m n o r"]
AFTER = ["a b d c", "g h i j k", "a c", "f h b d f h", "l m n"]


def ratio(sums: np.ndarray) -> np.ndarray:
    return sums[..., 0] / sums[..., 1]


def test_bootstrap_of_a_mean_matches_the_normal_interval():
    values = np.random.default_rng(3).normal(0.4, 2.0, 997)
    before, after = np.column_stack([np.zeros(997), np.ones(997)]), np.column_stack([values, np.ones(997)])
    found = paired_bootstrap(before, after, ratio, resamples=4000)
    half = 1.96 * values.std() / math.sqrt(997)
    assert found.difference == pytest.approx(values.mean())
    assert found.low == pytest.approx(values.mean() - half, abs=0.1 * half)
    assert found.high == pytest.approx(values.mean() + half, abs=0.1 * half)


def test_bootstrap_of_bleu_matches_a_loop_over_sacrebleu():
    drawn = np.random.default_rng(5).multinomial(5, [0.2] * 5, 61)
    differences = []
    for row in drawn:
        chosen = [index for index, times in enumerate(row) for _ in range(times)]
        scores = [
            BLEU(tokenize="13a").corpus_score([side[i] for i in chosen], [[REFERENCES[i] for i in chosen]]).score
            for side in (BEFORE, AFTER)
        ]
        differences.append(scores[1] - scores[0])
    counts = [bleu_counts(side, REFERENCES, "de") for side in (BEFORE, AFTER)]
    found = paired_bootstrap(*counts, bleu_of_counts, resamples=61, seed=5)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(differences, (0.025, 0.975))))
    whole = [BLEU(tokenize="13a").corpus_score(side, [REFERENCES]).score for side in (BEFORE, AFTER)]
    assert [found.before, found.after] == pytest.approx(whole)


@pytest.mark.parametrize(
    ("translations", "references"),
    [
        (["a b"], ["a b"]),
        ([""], ["a b c d"]),
        (["a x b y c"], ["a b c"]),
        (["x y z w"], ["a b c d"]),
        (["a b c d e"], ["a b x d e f g"]),
    ],
)
def test_bleu_of_counts_is_sacrebleus_for_short_and_unmatched_texts(translations, references):
    expected = BLEU(tokenize="13a").corpus_score(translations, [references]).score
    assert float(bleu_of_counts(bleu_counts(translations, references, "de").sum(axis=0))) == pytest.approx(expected)


def test_one_sentence_has_no_interval():
    one = np.array([[2.0, 4.0]])
    assert paired_bootstrap(one, one * (3, 1), ratio) == (0.5, 1.5, 1.0, None, None)


@pytest.mark.parametrize(
    ("before", "after", "change", "mark"),
    [
        ("0.30", "0.31", "+0.01", ""),
        ("0.30", "0.31", "+0.02", "≈"),  # of 0.295 and 0.314
        ("40.0", "31.5", "−8.5", ""),
        ("4.25", "4.0", "-0.25", ""),
        ("2.4e+10", "4.25", "−2.4e+10", ""),
        ("nan", "1.0", "+nan", ""),
    ],
)
def test_a_rounded_change_that_does_not_add_up_is_marked(before, after, change, mark):
    assert rounding_mark(before, after, change) == mark
