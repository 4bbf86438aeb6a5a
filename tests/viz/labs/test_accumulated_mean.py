"""The mean of means against the gradient that torch accumulates."""

import pytest
import torch

from tests.viz.labs.computed import computed, node

pytestmark = node


def test_weights_are_those_of_autograd():
    found = computed("accumulated_mean", {"batches": 3, "seed": 5})
    factors = [torch.ones(count, requires_grad=True) for count in found["tokens"]]
    total = sum(found["tokens"])
    (sum(one.mean() for one in factors) / 3).backward()
    weights = [float(one.grad[0]) * total for one in factors]
    assert found["weightWrong"] == pytest.approx(weights, rel=1e-4)
    parts = zip(found["losses"], found["tokens"], strict=True)
    assert found["right"] == pytest.approx(sum(loss * count for loss, count in parts) / total)


def test_equal_sizes_make_no_difference():
    found = computed("accumulated_mean", {"spread": 0})
    assert found["wrong"] == pytest.approx(found["right"])
