"""Smoothed loss and perplexity of the translation, against the loss of the training."""

import math

import pytest
import torch

from core.training.loss import smoothed_cross_entropy
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting


@node
@pytest.mark.parametrize("epsilon", [0, 0.1, 0.3])
def test_losses_are_those_of_the_training(epsilon):
    at = setting()
    pair = at.forced()
    with torch.no_grad():
        states = pair.states(at.model, None)[0]
        sums = smoothed_cross_entropy(states, at.model.output_weight, pair.target, epsilon)
    tokens = len(at.target_ids)
    found = computed("perplexity", {"epsilon": epsilon}, measured("perplexity"), translation="one two")
    assert found["smoothedLoss"] == pytest.approx(float(sums.smoothed) / tokens, rel=1e-4)
    assert found["perplexity"] == pytest.approx(math.exp(float(sums.plain) / tokens), rel=1e-4)
    assert found["byWord"] == pytest.approx(math.exp(float(sums.plain) / 2), rel=1e-4)
