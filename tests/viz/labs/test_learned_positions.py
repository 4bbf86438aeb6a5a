"""The small task of positions, against the same training with autograd."""

import math

import pytest
import torch

from core.model.embedding import sinusoidal_positions
from tests.viz.labs.computed import computed, node

pytestmark = node


def test_sinusoidal_training_is_that_of_autograd():
    found = computed("learned_positions", {"back": 2, "rate": 0.3})
    table = sinusoidal_positions(20, 8, 100.0).double()
    matrix = torch.zeros(8, 8, dtype=torch.float64, requires_grad=True)
    queries, losses = torch.arange(2, 12), []
    for _ in range(16):
        loss = torch.nn.functional.cross_entropy(table[queries] @ matrix @ table[:12].T, queries - 2)
        (gradient,) = torch.autograd.grad(loss, matrix)
        losses.append(loss.item())
        matrix = (matrix - 0.3 * gradient).detach().requires_grad_(True)
    assert found["sinusoidal"]["losses"] == pytest.approx(losses, abs=1e-5)
    windows = [max(0, q - 11) for q in range(2, 20)]  # a trained query sees all trained keys, a later one as many
    weights = [
        (table[q] @ matrix @ table[first : first + 12].T).softmax(-1)[q - 2 - first].item()
        for q, first in zip(range(2, 20), windows, strict=True)
    ]
    assert found["sinusoidal"]["right"] == pytest.approx(weights, abs=1e-5)


def test_learned_training_is_that_of_autograd():
    found = computed("learned_positions", {"back": 1, "rate": 0.5, "seed": 4})
    assert found["learned"]["losses"][0] == pytest.approx(math.log(12))  # A begins with zeros
    assert found["learned"]["losses"][-1] < found["learned"]["losses"][0]
