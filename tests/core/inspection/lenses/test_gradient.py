"""Gradient times attention against one ordinary derivative per step, and against finite differences."""

import copy

import numpy as np
import pytest
import torch
from torch import Tensor

from core.data.tokenizer import BOS_ID
from core.inspection.lenses import compute_lens
from core.model.probe import AttentionState, Probe

SITES = {"encoder": "encoder.{}.self", "decoder": "decoder.{}.self", "cross": "decoder.{}.cross"}


def log_probs(subject, probe: Probe, model=None) -> Tensor:
    """Of the target's tokens, in one ordinary pass: [T]."""
    read = torch.tensor([[BOS_ID, *subject.target[:-1]]])
    logits = (model or subject.model)(torch.tensor([subject.source]), read, probe)[0]
    return logits.log_softmax(dim=-1)[torch.arange(len(subject.target)), torch.tensor(subject.target)]


class Variables(Probe):
    def __init__(self) -> None:
        self.found: dict[str, Tensor] = {}

    def attention(self, state: AttentionState) -> Tensor:
        self.found[state.site] = state.weights + torch.zeros_like(state.weights).requires_grad_()
        return self.found[state.site]


class Nudge(Probe):
    """Adds a little to one weight."""

    def __init__(self, site: str, cell: tuple[int, int, int], by: float) -> None:
        self.site, self.cell, self.by = site, cell, by

    def attention(self, state: AttentionState) -> Tensor:
        if state.site != self.site:
            return state.weights
        weights = state.weights.clone()
        weights[0][self.cell] += self.by
        return weights


def test_row_t_is_the_derivative_of_token_t_only(subject):
    result = compute_lens("gradient", subject.model, subject.source, subject.target)
    variables = Variables()
    values = log_probs(subject, variables)
    layers = range(subject.model.config.num_layers)
    for kind in ("decoder", "cross"):
        weights = [variables.found[SITES[kind].format(layer)] for layer in layers]
        expected = np.zeros_like(result.kind(kind))
        for step, value in enumerate(values):
            slopes = torch.autograd.grad(value, weights, retain_graph=True)
            for layer, (one, slope) in enumerate(zip(weights, slopes, strict=True)):
                expected[layer, :, step] = (one * slope)[0, :, step].detach().numpy()
        assert np.abs(expected).max() > 1e-3
        np.testing.assert_allclose(result.kind(kind), expected, atol=1e-5)
    weights = [variables.found[SITES["encoder"].format(layer)] for layer in layers]
    slopes = torch.autograd.grad(values.sum(), weights)
    expected = np.stack([(one * slope)[0].detach().numpy() for one, slope in zip(weights, slopes, strict=True)])
    np.testing.assert_allclose(result.encoder, expected, atol=1e-4)


@pytest.mark.parametrize(
    ("kind", "layer", "cell"),
    [
        ("encoder", 0, (2, 3, 5)),
        ("encoder", 1, (0, 10, 1)),
        ("decoder", 0, (1, 3, 2)),
        ("decoder", 0, (2, 4, 4)),  # a position's own weight, through both of its ways
        ("decoder", 1, (0, 4, 0)),
        ("cross", 0, (1, 2, 7)),
        ("cross", 1, (2, 3, 10)),
    ],
)
def test_derivative_matches_finite_differences(post_norm, kind, layer, cell):
    result = compute_lens("gradient", post_norm.model, post_norm.source, post_norm.target)
    exact, site, by = copy.deepcopy(post_norm.model).double(), SITES[kind].format(layer), 1e-5
    with torch.no_grad():
        higher, lower = (log_probs(post_norm, Nudge(site, cell, sign * by), exact) for sign in (1, -1))
    slopes = (higher - lower) / (2 * by)
    slope = float(slopes.sum() if kind == "encoder" else slopes[cell[1]])
    weight = float(post_norm.recorded().weights[site][0][cell])
    assert abs(weight * slope) > 1e-5
    assert result.kind(kind)[layer][cell] == pytest.approx(weight * slope, rel=1e-3, abs=1e-6)


def test_future_is_zero_and_values_are_signed(subject):
    result = compute_lens("gradient", subject.model, subject.source, subject.target)
    assert (np.triu(result.decoder, k=1) == 0).all()
    assert result.cross.min() < 0 < result.cross.max()


def test_gradient_works_in_inference_mode_and_leaves_no_grad(subject):
    outside = compute_lens("gradient", subject.model, subject.source, subject.target)
    with torch.inference_mode():
        inside = compute_lens("gradient", subject.model, subject.source, subject.target)
    np.testing.assert_array_equal(inside.cross, outside.cross)
    for parameter in subject.model.parameters():
        assert parameter.grad is None
        assert not parameter.requires_grad


def test_a_model_that_is_being_trained_gets_no_gradient_either(post_norm):
    expected = compute_lens("gradient", post_norm.model, post_norm.source, post_norm.target)
    post_norm.model.requires_grad_(True)
    result = compute_lens("gradient", post_norm.model, post_norm.source, post_norm.target)
    np.testing.assert_allclose(result.decoder, expected.decoder, atol=1e-6)
    assert all(parameter.grad is None for parameter in post_norm.model.parameters())
