"""BLEU by hand, against sacreBLEU."""

import pytest
from sacrebleu.metrics.bleu import BLEU

from tests.viz.labs.computed import computed, node

pytestmark = node
REFERENCE = "The cat sat on the mat, and the dog barked at 3.5 birds."
CASES = [
    REFERENCE,
    "The cat sat on the mat and a dog barked at 3.5 birds!",
    "the the the the cat sat on the mat",
    "A dog.",
]


@pytest.mark.parametrize("hypothesis", CASES)
@pytest.mark.parametrize(("tokens", "named"), [("words", "none"), ("punctuation", "13a"), ("characters", "char")])
def test_score_is_that_of_sacrebleu(hypothesis, tokens, named):
    metric = BLEU(tokenize=named, smooth_method="none", effective_order=False)
    expected = metric.corpus_score([hypothesis], [[REFERENCE]])
    found = computed("bleu", {"hypothesis": hypothesis, "reference": REFERENCE, "tokens": tokens})
    assert found["bleu"] == pytest.approx(expected.score)
    assert found["counts"]["matches"] == expected.counts
    assert found["counts"]["totals"] == expected.totals
    assert found["brevity"] == pytest.approx(expected.bp)


def test_words_repeated_are_clipped():
    found = computed("bleu", {"hypothesis": "the the the the", "reference": "the cat", "tokens": "words", "order": 1})
    assert found["grams"] == [{"gram": "the", "count": 4, "clipped": 1}]
    assert found["bleu"] == 0  # no match of two
