"""Dropout keeps the mean and has the spread of a Bernoulli variable."""

import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("rate", [0.1, 0.5])
def test_mean_is_kept_and_spread_is_that_of_the_formula(rate):
    found = computed("dropout", {"rate": rate, "draws": 400})
    assert found["means"] == pytest.approx(found["values"], rel=0.25)
    assert found["spread"] == pytest.approx((rate / (1 - rate)) ** 0.5, rel=0.15)
    kept = [(after, before) for after, before in zip(found["last"], found["values"], strict=True) if after]
    assert all(after == pytest.approx(before / (1 - rate)) for after, before in kept)


def test_rate_zero_changes_nothing():
    found = computed("dropout", {"rate": 0})
    assert found["last"] == found["values"]
