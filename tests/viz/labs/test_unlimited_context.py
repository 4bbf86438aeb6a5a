"""Memory of attention, against tensors of that size."""

import pytest
import torch

from tests.viz.labs.computed import node, shown

pytestmark = node


def test_memory_is_that_of_the_tensors():
    found = shown("unlimited_context", {"power": 8, "layers": 3}, num_heads=4, d_model=32, d_ff=64)
    weights = torch.empty(3, 4, 256, 256, device="meta")
    states = [torch.empty(3, 256, width, device="meta") for width in (32, 32, 32, 32, 64)]
    assert found["own"] * 2**30 == pytest.approx(weights.nbytes)
    assert found["own_states"] * 2**30 == pytest.approx(sum(one.nbytes for one in states))


def test_length_that_fits_fills_the_memory():
    found = shown("unlimited_context", {"memory": 16, "layers": 2}, num_heads=8)
    assert 4 * 2 * 8 * found["fits"] ** 2 == pytest.approx(16 * 2**30)
