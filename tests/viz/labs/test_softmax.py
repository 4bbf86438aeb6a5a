"""The lab of scaled scores: statistics of what it draws, computed anew."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node, run_lab

pytestmark = node


def test_weights_of_the_row_are_the_softmax_of_its_scores():
    found = run_lab("softmax", {"d_k": 64, "keys": 9, "seed": 4})
    scaled, unscaled = (np.array(one["values"]) for one in found["drawn"]["figures"][1]["series"])
    assert scaled.sum() == pytest.approx(1)
    # log p is the score up to a constant, so that the two rows differ by the factor sqrt(64) alone
    logs, raw = np.log(scaled), np.log(unscaled)
    np.testing.assert_allclose(8 * (logs - logs.mean()), raw - raw.mean(), rtol=1e-6, atol=1e-6)


def test_variance_is_that_of_footnote_4():
    for one in computed("softmax", {"d_k": 100, "keys": 32})["measured"]:
        assert one["unscaled"]["variance"] == pytest.approx(one["width"], rel=0.5)
        assert one["scaled"]["variance"] == pytest.approx(one["unscaled"]["variance"] / one["width"])


def test_norm_of_the_jacobian_is_that_of_the_whole_matrix():
    at = computed("softmax", {"d_k": 16, "keys": 5, "seed": 2})["at"]
    p = np.array(at["scaled"]["row"])
    norm = np.linalg.norm(np.diag(p) - np.outer(p, p))
    assert 0 < norm <= 0.5 + 1e-9
    assert at["scaled"]["entropy"] <= np.log(5)


def test_the_same_seed_draws_the_same():
    assert computed("softmax", {"seed": 3})["at"] == computed("softmax", {"seed": 3})["at"]
    assert computed("softmax", {"seed": 3})["at"] != computed("softmax", {"seed": 5})["at"]


def test_unscaled_weights_grow_with_the_width_without_a_false_peak():
    """The mean of 16 queries had its peak at the width of the model's heads, in curves that are to grow."""
    measured = computed("softmax", {"d_k": 48})["measured"]
    for name in ("largest", "dead"):
        values = [one["unscaled"][name] for one in measured]
        assert values == sorted(values), name
    assert np.ptp([one["scaled"]["largest"] for one in measured]) < 0.1
