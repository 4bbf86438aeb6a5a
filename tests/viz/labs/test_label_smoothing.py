"""The smoothed loss, against torch's cross-entropy with label smoothing."""

import math

import pytest
import torch
import torch.nn.functional as F

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize(("epsilon", "vocabulary", "confidence"), [(0.1, 50, 0.9), (0.3, 7, 0.5), (0, 100, 0.2)])
def test_losses_are_those_of_torch(epsilon, vocabulary, confidence):
    found = computed("label_smoothing", {"epsilon": epsilon, "vocabulary": vocabulary, "confidence": confidence})
    rest = (1 - confidence) / (vocabulary - 1)
    logits = torch.tensor([[confidence, *[rest] * (vocabulary - 1)]], dtype=torch.float64).log()
    expected = F.cross_entropy(logits, torch.tensor([0]), label_smoothing=epsilon)
    assert found["at"]["smoothed"] == pytest.approx(float(expected))
    assert found["at"]["plain"] == pytest.approx(-math.log(confidence))
    parts = (1 - epsilon) * found["at"]["plain"] + epsilon * found["at"]["uniform"]
    assert parts == pytest.approx(found["at"]["smoothed"])


def test_minimum_is_the_entropy_of_the_target():
    found = computed("label_smoothing", {"epsilon": 0.1, "vocabulary": 20})
    target = [found["best"], *[found["share"]] * 19]
    assert sum(target) == pytest.approx(1)
    assert found["least"] == pytest.approx(-sum(one * math.log(one) for one in target))
    assert min(one["smoothed"] for one in found["losses"]) >= found["least"] - 1e-9


def test_least_loss_without_smoothing_is_zero():
    """It was written as 1.000e−12."""
    assert computed("label_smoothing", {"epsilon": 0, "vocabulary": 20})["least"] == 0
