"""The small training, by what holds for any draw, and by what its words say of the first settings."""

import math

import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("learned", ["output", "weights"])
def test_both_ways_agree_at_width_one(learned):
    found = computed("saturation", {"d_k": 1, "learned": learned})
    assert found["scaled"] == found["unscaled"]


@pytest.mark.parametrize("learned", ["output", "weights"])
def test_small_steps_descend_and_wide_heads_begin_saturated(learned):
    found = computed("saturation", {"d_k": 128, "rate": 0.01, "learned": learned})
    for way in ("scaled", "unscaled"):
        assert found[way][-1]["loss"] < found[way][0]["loss"]
    assert found["unscaled"][0]["saturated"] > found["scaled"][0]["saturated"]
    if learned == "weights":
        assert found["scaled"][0]["loss"] == pytest.approx(math.log(6), abs=1.5)
    else:
        assert found["scaled"][0]["loss"] == pytest.approx((1 - 1 / 6) / 2, abs=0.15)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_division_helps_where_the_gradient_passes_through_the_softmax(seed):
    """What the words say; the other loss turns it round."""
    output, weights = (computed("saturation", {"seed": seed, "learned": learned}) for learned in ("output", "weights"))
    assert output["scaled"][-1]["loss"] < 0.5 * output["unscaled"][-1]["loss"]
    assert output["unscaled"][5]["gradient"] < 0.1 * output["scaled"][5]["gradient"]
    assert weights["scaled"][-1]["loss"] > weights["unscaled"][-1]["loss"]
