"""Dropout's factor, against torch's own dropout."""

import pytest
import torch

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.7])
def test_right_side_scales_as_torch_does(rate):
    found = computed("dropout_keep", {"rate": rate, "seed": 3})
    with torch.random.fork_rng():
        torch.manual_seed(0)
        factors = set(torch.dropout(torch.ones(500), rate, train=True).tolist())
    factor = max(factors)
    pairs = [(after, before) for after, before in zip(found["right"], found["values"], strict=True) if after]
    assert all(after == pytest.approx(factor * before) for after, before in pairs)
    assert found["ratioRight"] == pytest.approx(1, abs=0.25)
    assert found["ratioWrong"] == pytest.approx(found["ratioRight"] * (1 - rate) / rate)
    assert found["depth"][1] == pytest.approx(((1 - rate) / rate) ** 2)
