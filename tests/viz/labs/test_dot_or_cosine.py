"""Score functions: what holds for any vectors."""

import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


def test_statistics_of_each_score_are_bounded_as_theory_says():
    found = {one["name"]: one for one in computed("dot_or_cosine", {"d_k": 128, "keys": 16})}
    assert found["plain"]["variance"] == pytest.approx(128 * found["scaled"]["variance"])
    assert found["scaled"]["variance"] == pytest.approx(1, rel=0.4)
    assert found["cosine"]["variance"] == pytest.approx(1 / 128, rel=0.4)
    assert found["cosine"]["largest"] < 2.72**2 / 16  # scores within [-1, 1]
    assert found["plain"]["largest"] > found["scaled"]["largest"]
    for one in found.values():
        assert sum(one["row"]) == pytest.approx(1)
