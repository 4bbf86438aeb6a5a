"""The small training, by what holds for any draw, and its gradient against finite differences."""

import math

import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


def test_both_ways_agree_at_width_one():
    found = computed("saturation", {"d_k": 1})
    assert found["scaled"] == found["unscaled"]


def test_small_steps_descend_and_wide_heads_begin_saturated():
    found = computed("saturation", {"d_k": 128, "rate": 0.01})
    for way in ("scaled", "unscaled"):
        assert found[way][-1]["loss"] < found[way][0]["loss"]
    assert found["unscaled"][0]["saturated"] > found["scaled"][0]["saturated"]
    assert found["scaled"][0]["loss"] == pytest.approx(math.log(6), abs=1.5)
