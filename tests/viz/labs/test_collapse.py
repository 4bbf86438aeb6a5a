"""Attention without projections: what must hold for any vectors."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


def test_wide_vectors_attend_to_themselves():
    found = computed("collapse", {"width": 96, "size": 3, "count": 6})
    np.testing.assert_allclose(found["weights"], np.eye(6), atol=1e-6)
    assert found["diagonal"] == pytest.approx(1)
    assert found["alike"] == pytest.approx(1)


def test_small_vectors_attend_uniformly():
    found = computed("collapse", {"width": 4, "size": 0.1, "count": 5})
    np.testing.assert_allclose(found["weights"], np.full((5, 5), 0.2), atol=0.05)


def test_rows_sum_to_one_with_projections():
    found = computed("collapse", {"width": 32, "projected": True})
    np.testing.assert_allclose(np.sum(found["weights"], axis=1), 1)
    assert found["diagonal"] < 0.9
