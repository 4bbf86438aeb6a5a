"""Scores of hypotheses, against the translator's."""

import pytest

from core.config import DecodingConfig
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, translator


@node
@pytest.mark.parametrize("alpha", [0.0, 0.6, 1.5])
def test_scores_are_those_of_the_search(alpha):
    answer = measured("beam_search", {"beam": 4, "alpha": alpha})
    expected = translator().search(setting().text, DecodingConfig(beam_size=4, alpha=alpha, nbest=4))
    assert [one["text"] for one in answer["hypotheses"]] == list(expected.texts)
    found = computed("beam_search", {"beam": 4, "alpha": alpha, "rescored": alpha}, answer)
    assert [one["rescored"] for one in found["rows"]] == pytest.approx([one.score for one in expected.hypotheses])
    assert [one["found"] for one in found["rows"]] == [1, 2, 3, 4]
