"""Copied layers part slowly: what must hold for any draw, and the descent for small steps."""

import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("seed", [1, 7])
def test_copies_start_equal_and_part(seed):
    found = computed("equal_layers", {"layers": 4, "rate": 0.1, "seed": seed})
    assert found["copies"][0]["apart"] == 0
    assert 0 < found["copies"][-1]["apart"] < found["fresh"][-1]["apart"]
    for way in ("copies", "fresh"):
        losses = [one["loss"] for one in found[way]]
        assert losses[-1] < losses[0]
