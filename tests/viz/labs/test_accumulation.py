"""Accumulated gradients against torch's own, and where both ways agree."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("seed", [1, 7])
def test_gradients_are_weighted_sums_of_the_micro_batches(seed):
    found = computed("accumulation", {"batches": 5, "spread": 1, "seed": seed})
    sums, tokens = np.array(found["sums"]), np.array(found["tokens"])
    whole, wrong = sums.sum(0) / tokens.sum(), (sums / tokens[:, None]).mean(0)
    np.testing.assert_allclose(found["whole"], whole)
    np.testing.assert_allclose(found["wrong"], wrong)
    assert found["errorRight"] < 1e-12
    assert found["errorWrong"] == pytest.approx(np.linalg.norm(wrong - whole) / np.linalg.norm(whole))
    # the last feature is always 1, so that its gradient is minus the sum of the labels: |label| <= 6 + 2 + shift
    assert np.abs(sums[:, -1]).max() <= 9 * tokens.max()


@pytest.mark.parametrize("values", [{"spread": 0}, {"batches": 1, "spread": 1}])
def test_both_ways_agree_where_sizes_do(values):
    found = computed("accumulation", values)
    assert found["errorWrong"] < 1e-12
    assert found["alike"] == pytest.approx(1)


def test_error_grows_with_the_spread():
    curve = computed("accumulation", {"shift": 2, "batches": 8})["curve"]
    assert curve[0] < 1e-12
    assert curve[-1] > curve[1]
