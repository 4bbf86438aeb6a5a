"""Dropout that decides four elements with one random number: the rate, the scale, and no tie between neighbours."""

import pytest
import torch

from core.model.dropout import Dropout, dropout_scale

SHAPE = (101, 103, 7)  # 72,821 elements: not a multiple of four


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5, 0.95])
def test_the_rate_is_the_share_of_zeros_and_the_rest_is_scaled_up(rate):
    torch.manual_seed(1)
    scale = dropout_scale(torch.ones(SHAPE), rate)
    assert scale.shape == SHAPE
    spread = (rate * (1 - rate) / scale.numel()) ** 0.5
    assert (scale == 0).double().mean().item() == pytest.approx(rate, abs=4 * spread)
    torch.testing.assert_close(scale[scale > 0].unique(), torch.tensor([1 / (1 - rate)]), rtol=1e-3, atol=0)


def test_the_mean_stays():
    torch.manual_seed(2)
    assert dropout_scale(torch.ones(SHAPE), 0.3).mean().item() == pytest.approx(1.0, abs=0.01)


def test_neighbours_fall_independently_and_alike():
    """The four elements that share one number: each has the same rate, no two are tied."""
    torch.manual_seed(3)
    dropped = (dropout_scale(torch.ones(4 * 20_011), 0.3) == 0).double().view(-1, 4)
    assert dropped.mean(0).tolist() == pytest.approx([0.3] * 4, abs=0.015)
    ties = torch.corrcoef(dropped.T) - torch.eye(4, dtype=torch.float64)
    assert ties.abs().max().item() < 0.03


def test_a_seed_decides_and_calls_differ():
    torch.manual_seed(4)
    first, second = dropout_scale(torch.ones(SHAPE), 0.3), dropout_scale(torch.ones(SHAPE), 0.3)
    torch.manual_seed(4)
    assert torch.equal(first, dropout_scale(torch.ones(SHAPE), 0.3))
    assert not torch.equal(first, second)


def test_the_module_drops_in_training_only_and_its_gradient_is_the_scale():
    states = torch.randn(SHAPE, generator=torch.Generator().manual_seed(5)).requires_grad_()
    module = Dropout(0.3)
    torch.manual_seed(6)
    module(states).sum().backward()
    torch.manual_seed(6)
    torch.testing.assert_close(states.grad, dropout_scale(states, 0.3))
    assert module.eval()(states) is states
    assert Dropout(0.0)(states) is states


@pytest.mark.parametrize("shape", [(0, 7), (1,), (3, 1)])
def test_any_shape_is_allowed(shape):
    assert Dropout(0.5)(torch.ones(shape)).shape == shape


def test_half_precision_stays_half_precision():
    assert Dropout(0.5)(torch.ones(SHAPE, dtype=torch.bfloat16)).dtype == torch.bfloat16
