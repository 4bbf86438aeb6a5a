"""Dropout that decides four elements with one random number: the rate, the scale, and no tie between neighbours."""

import math

import pytest
import torch

from core.model.dropout import Dropout, dropout_scale

SHAPE = (101, 103, 7)  # 72,821 elements: not a multiple of four


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5, 0.95])
def test_dropout_honours_its_rate_and_keeps_the_mean(rate):
    torch.manual_seed(3)
    scale = dropout_scale(torch.empty(1009, 997), rate)
    dropped = (scale == 0).double().mean().item()
    deviation = math.sqrt(rate * (1 - rate) / scale.numel())
    assert abs(dropped - rate) < 5 * deviation + 1 / 65_536
    assert scale.double().mean().item() == pytest.approx(1.0, abs=5 * deviation / (1 - rate))
    assert scale.unique().tolist() == pytest.approx([0.0, 1 / (1 - rate)], rel=2e-3)


def test_elements_sharing_a_number_are_dropped_independently():
    torch.manual_seed(3)
    rate, count = 0.3, 400_000
    lanes = (dropout_scale(torch.empty(count, 4), rate) == 0).double()  # [count, 4]
    centred = lanes - lanes.mean(dim=0)
    covariance = centred.T @ centred / count
    variance = rate * (1 - rate)
    bound = 5 * variance / math.sqrt(count)
    assert (lanes.mean(dim=0) - rate).abs().max() < 5 * math.sqrt(variance / count)
    assert (covariance - variance * torch.eye(4, dtype=torch.float64)).abs().max() < bound * 2
    following = (centred[:-1].T @ centred[1:] / count).abs().max()  # one number and the next
    assert following < bound


def test_all_four_dropped_is_as_frequent_as_chance():
    torch.manual_seed(7)
    patterns = (dropout_scale(torch.empty(400_000, 4), 0.5) == 0).long() @ torch.tensor([1, 2, 4, 8])
    shares = patterns.bincount(minlength=16) / len(patterns)
    assert (shares - 1 / 16).abs().max() < 5 * math.sqrt(1 / 16 * 15 / 16 / len(patterns))


def test_a_seed_decides_and_calls_differ():
    torch.manual_seed(4)
    first, second = dropout_scale(torch.ones(SHAPE), 0.3), dropout_scale(torch.ones(SHAPE), 0.3)
    torch.manual_seed(4)
    assert torch.equal(first, dropout_scale(torch.ones(SHAPE), 0.3))
    assert not torch.equal(first, second)


def test_module_drops_in_training_only_and_scales_gradient():
    states = torch.randn(SHAPE, generator=torch.Generator().manual_seed(5)).requires_grad_()
    module = Dropout(0.3)
    torch.manual_seed(6)
    module(states).sum().backward()
    torch.manual_seed(6)
    torch.testing.assert_close(states.grad, dropout_scale(states, 0.3))
    assert module.eval()(states) is states
    assert Dropout(0.0)(states) is states


@pytest.mark.parametrize("shape", [(1,), (3,), (3, 1), (5, 7), (2, 3, 11), (0,), (0, 7), (4, 0)])
def test_any_shape_is_allowed(shape):
    assert Dropout(0.5)(torch.ones(shape)).shape == shape


def test_half_precision_stays_half_precision():
    assert Dropout(0.5)(torch.ones(SHAPE, dtype=torch.bfloat16)).dtype == torch.bfloat16
