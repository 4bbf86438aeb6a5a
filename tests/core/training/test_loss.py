"""Label-smoothed cross-entropy: by hand, and against torch's own on full logits."""

import math

import pytest
import torch
import torch.nn.functional as F

from core.training import loss as loss_module
from core.training.loss import smoothed_cross_entropy

TOKENS, WIDTH, VOCABULARY = 23, 7, 31


def inputs() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(1)
    states = torch.randn(TOKENS, WIDTH, generator=generator).requires_grad_()
    weight = torch.randn(VOCABULARY, WIDTH, generator=generator).requires_grad_()
    return states, weight, torch.randint(VOCABULARY, (TOKENS,), generator=generator)


def test_the_loss_worked_by_hand():
    states = torch.tensor([[math.log(2.0)]])
    weight = torch.tensor([[1.0], [0.0], [0.0]])  # softmax of (ln 2, 0, 0): 1/2, 1/4, 1/4
    sums = smoothed_cross_entropy(states, weight, torch.tensor([0]), label_smoothing=0.3)
    # the target becomes (0.8, 0.1, 0.1): 0.8 ln 2 + 0.2 ln 4
    assert sums.smoothed.item() == pytest.approx(1.2 * math.log(2.0), rel=1e-6)
    assert sums.plain.item() == pytest.approx(math.log(2.0), rel=1e-6)


@pytest.mark.parametrize("slice_elements", [4_000_000, 5 * VOCABULARY, 1])
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
def test_loss_and_gradients_agree_with_torchs_own(smoothing, slice_elements, monkeypatch):
    monkeypatch.setattr(loss_module, "_SLICE_ELEMENTS", slice_elements)
    states, weight, targets = inputs()
    sums = smoothed_cross_entropy(states, weight, targets, smoothing)
    (sums.smoothed / 3).backward()  # a trainer divides by a number of tokens
    own_states, own_weight = (tensor.detach().clone().requires_grad_() for tensor in (states, weight))
    logits = own_states @ own_weight.T
    expected = F.cross_entropy(logits, targets, label_smoothing=smoothing, reduction="sum")
    (expected / 3).backward()
    torch.testing.assert_close(sums.smoothed.float(), expected, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(
        sums.plain.float(), F.cross_entropy(logits, targets, reduction="sum"), rtol=1e-5, atol=1e-5
    )
    torch.testing.assert_close(states.grad, own_states.grad, rtol=1e-4, atol=1e-6)
    torch.testing.assert_close(weight.grad, own_weight.grad, rtol=1e-4, atol=1e-6)


def test_output_bias_is_part_of_loss_and_gradient():
    states, weight, targets = inputs()
    bias = torch.linspace(-2, 3, len(weight), requires_grad=True)
    sums = smoothed_cross_entropy(states, weight, targets, 0.1, bias)
    found = torch.autograd.grad(sums.smoothed, (states, weight, bias))
    expected = F.cross_entropy(states @ weight.T + bias, targets, label_smoothing=0.1, reduction="sum")
    torch.testing.assert_close(sums.smoothed.float(), expected, rtol=1e-5, atol=1e-5)
    for own, wanted in zip(found, torch.autograd.grad(expected, (states, weight, bias)), strict=True):
        torch.testing.assert_close(own, wanted, rtol=1e-4, atol=1e-6)


def test_in_bfloat16_products_have_few_numbers_of_rows(monkeypatch):
    monkeypatch.setattr(loss_module, "_ROWS_STEP", 5)
    seen = set()
    pad = F.pad
    monkeypatch.setattr(loss_module.F, "pad", lambda tensor, by: seen.add(len(padded := pad(tensor, by))) or padded)
    for tokens in range(1, TOKENS + 1):
        states, weight, targets = inputs()
        exact = smoothed_cross_entropy(states[:tokens], weight, targets[:tokens], 0.1)
        expected = torch.autograd.grad(exact.smoothed, (states, weight))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            sums = smoothed_cross_entropy(states[:tokens], weight, targets[:tokens], 0.1)
        torch.testing.assert_close(sums.smoothed, exact.smoothed, rtol=0.02, atol=0.02)
        for found, wanted in zip(torch.autograd.grad(sums.smoothed, (states, weight)), expected, strict=True):
            torch.testing.assert_close(found, wanted, rtol=0.05, atol=0.05)
    assert seen == {5, 10, 15, 20, 25}


def test_without_smoothing_both_sums_are_the_same():
    sums = smoothed_cross_entropy(*inputs(), 0.0)
    assert sums.smoothed.item() == pytest.approx(sums.plain.item(), rel=1e-9)


def test_smoothing_punishes_certainty():
    """A model that is right and certain: cross-entropy tends to zero, the smoothed loss does not."""
    states, weight = torch.tensor([[1.0]]), torch.tensor([[20.0], [0.0], [0.0], [0.0]])
    sums = smoothed_cross_entropy(states, weight, torch.tensor([0]), 0.1)
    assert sums.plain.item() < 1e-6
    assert sums.smoothed.item() == pytest.approx(0.1 * 20 * 3 / 4, rel=1e-5)


def test_plain_sum_carries_no_gradient():
    sums = smoothed_cross_entropy(*inputs(), 0.1)
    assert sums.smoothed.requires_grad and not sums.plain.requires_grad


def test_a_frozen_model_can_be_scored():
    states, weight, targets = inputs()
    with torch.no_grad():
        frozen = smoothed_cross_entropy(states, weight, targets, 0.1)
    assert not frozen.smoothed.requires_grad
    assert frozen.smoothed.item() == smoothed_cross_entropy(states, weight, targets, 0.1).smoothed.item()


def test_gradients_reach_only_inputs_that_require_them():
    states, weight, targets = inputs()
    smoothed_cross_entropy(states.detach(), weight, targets, 0.1).smoothed.backward()
    assert states.grad is None and weight.grad is not None


def test_no_tokens_cost_nothing():
    sums = smoothed_cross_entropy(torch.zeros(0, WIDTH), torch.zeros(VOCABULARY, WIDTH), torch.zeros(0).long(), 0.1)
    assert sums.smoothed.item() == sums.plain.item() == 0.0


@pytest.mark.parametrize("half", [False, True], ids=["float32", "bfloat16"])
def test_huge_logits_give_torchs_loss(half):
    """The probability of most targets is zero in any number of 32 bits."""
    states, weight, targets = inputs()
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=half):
        sums = smoothed_cross_entropy(states * 1e4, weight, targets, 0.1)
    sums.smoothed.backward()
    logits = states.double() @ weight.double().T * 1e4
    exact = F.cross_entropy(logits, targets, label_smoothing=0.1, reduction="sum")
    assert sums.smoothed.item() == pytest.approx(exact.item(), rel=0.01 if half else 1e-5)
    assert bool(torch.isfinite(states.grad).all())


def test_bfloat16_loss_is_close_with_float32_gradients():
    states, weight, targets = inputs()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        half = smoothed_cross_entropy(states, weight, targets, 0.1)
    half.smoothed.backward()
    rough = states.grad.clone()
    states.grad = None
    exact = smoothed_cross_entropy(states, weight, targets, 0.1)
    exact.smoothed.backward()
    assert half.smoothed.item() != exact.smoothed.item()
    assert half.smoothed.item() == pytest.approx(exact.smoothed.item(), rel=0.01)
    assert rough.dtype == torch.float32 and weight.grad.dtype == torch.float32
    assert (rough - states.grad).norm() < 0.005 * states.grad.norm()
