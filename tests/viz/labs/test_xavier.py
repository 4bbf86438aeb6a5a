"""Initialisation through depth: expectations against samples of torch, and autograd on the same rule."""

import math

import numpy as np
import pytest
import torch

from tests.viz.labs.computed import computed, node, shown

pytestmark = node


@pytest.mark.parametrize("relu", [False, True])
def test_expected_sizes_are_those_of_many_samples(relu):
    depth, width, factor = 4, 40, 1.3
    found = computed("xavier", {"depth": depth, "width": width, "factor": factor, "relu": relu})
    generator = torch.Generator().manual_seed(5)
    totals = np.zeros((2, depth + 1))
    for _ in range(40):
        rows = torch.randn(32, width, generator=generator).requires_grad_()
        made = [rows]
        for i in range(depth):
            weight = torch.nn.init.xavier_uniform_(torch.empty(width, width), generator=generator) * factor
            made.append((made[-1].relu() if relu and i else made[-1]) @ weight)
        ends = torch.randn(32, width, generator=generator)
        gradients = torch.autograd.grad((made[-1] * ends).sum(), made)
        totals += [[float(one.detach().square().mean()) for one in part] for part in (made, gradients)]
    np.testing.assert_allclose(found["expected"], totals[0] / 40, rtol=0.15)
    np.testing.assert_allclose(found["back"], totals[1] / 40, rtol=0.15)


@pytest.mark.parametrize("relu", [False, True])
def test_one_draw_is_near_its_expectation(relu):
    found = computed("xavier", {"depth": 6, "width": 40, "factor": 1, "relu": relu})
    np.testing.assert_allclose(np.log(found["own"]["activations"]), np.log(found["expected"]), atol=2)
    np.testing.assert_allclose(np.log(found["own"]["gradients"]), np.log(found["back"]), atol=2)
    assert found["own"] == found["xavier"]


def test_factor_scales_every_layer():
    found = computed("xavier", {"depth": 5, "width": 16, "factor": 2, "relu": True})
    ratios = np.divide(found["own"]["activations"], found["xavier"]["activations"])
    np.testing.assert_allclose(ratios, [4.0**layer for layer in range(6)])
    numbers = shown("xavier", {"width": 24, "factor": 1})
    assert numbers["bound"] == pytest.approx(math.sqrt(6 / 48))
    assert numbers["spread"] == pytest.approx(math.sqrt(2 / 48))
