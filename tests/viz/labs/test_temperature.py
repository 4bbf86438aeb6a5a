"""Softmax and its Jacobian, against autograd; the naive one against float32."""

import math

import numpy as np
import pytest
import torch

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("temperature", [0.5, 1, 4])
def test_jacobian_is_that_of_autograd(temperature):
    found = computed("temperature", {"scores": "1, 0, -2, 0.5", "temperature": temperature})
    scores = torch.tensor(found["scores"], dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(lambda s: (s / temperature).softmax(0), scores)
    np.testing.assert_allclose(found["jacobian"], jacobian.numpy(), atol=1e-12)
    assert found["norm"] == pytest.approx(float(jacobian.norm()))


def test_naive_exponential_overflows_and_the_stable_one_does_not():
    low, high = (computed("temperature", {"scores": "1, 2", "offset": offset}) for offset in (80, 150))
    assert low["naive"] == pytest.approx(low["weights"], rel=1e-5)
    assert all(math.isnan(float(one)) for one in high["naive"])
    assert high["weights"] == pytest.approx(low["weights"])


def test_text_without_numbers_is_one_score():
    assert computed("temperature", {"scores": "none"})["weights"] == [1]
