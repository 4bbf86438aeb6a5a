"""Heads as shapes, against the model's own module and numpy."""

import numpy as np
import pytest

from core.config import ModelConfig
from core.model.attention import MultiHeadAttention
from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize(("heads", "width"), [(4, 16), (3, 8)])
def test_counts_are_those_of_the_module(heads, width):
    config = ModelConfig(vocab_size=10, d_model=64, num_heads=heads, d_k=width, d_v=width)
    found = computed("heads_as_shapes", {"h": heads, "d_k": width, "d_model": 64})
    assert found["weights"] + found["biases"] == sum(one.numel() for one in MultiHeadAttention(config).parameters())
    assert found["projections"] == 3 * heads + 1


def test_part_of_the_fused_product_is_the_heads_own():
    found = computed("heads_as_shapes", {"h": 4, "head": 3})
    fused = np.array(found["fused"]) @ np.array(found["x"])
    assert found["own"] == pytest.approx(fused[6:9].tolist())
    assert found["sliced"] != pytest.approx(found["own"])
    assert found["error"] == 0
