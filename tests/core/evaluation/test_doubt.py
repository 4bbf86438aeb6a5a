"""The limit below which a translation is likely wrong."""

import math

import pytest

from core.decoding.hypothesis import Hypothesis
from core.errors import CoreError
from core.evaluation.doubt import choose_limit, mean_log_prob, measure


def test_mean_log_prob_counts_the_end_symbol():
    found = Hypothesis((5, 7, 2), (math.log(0.5), math.log(0.25), 0.0), -1.0, True)
    assert mean_log_prob(found) == pytest.approx(math.log(0.125) / 3)
    assert mean_log_prob(Hypothesis((), (), 0.0, False)) == 0


def test_limit_marks_the_share():
    means = [-n / 100 for n in range(1000)]
    below = choose_limit(means, 0.2)
    assert below == pytest.approx(-7.992)
    assert sum(mean < below for mean in means) == 200


@pytest.mark.parametrize("share", [0, 1, -0.5, 20])
def test_share_outside_of_its_range_is_refused(share):
    with pytest.raises(CoreError, match=r"the share to mark .* must be between 0 and 1"):
        choose_limit([-1.0], share)


def test_precision_and_recall_by_hand():
    """Marked: the first, second and third; wrong: the first, second and fourth."""
    found = measure(
        [-3, -2, -2, -1, -0.5], ["x", "y", "same", "z", "equal"], ["abc", "def", "same", "ghi", "equal"], -1.5
    )
    assert found == (-1.5, 3 / 5, 3 / 5, 2 / 3, 2 / 3)
    assert measure([-1.0], ["same"], ["same"], -2.0) == (-2.0, 0, 0, None, None)
