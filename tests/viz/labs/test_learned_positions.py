"""The small task of positions, against the same training with autograd."""

import pytest
import torch

from core.model.embedding import sinusoidal_positions
from tests.viz.labs.computed import computed, node

pytestmark = node


def test_sinusoidal_training_is_that_of_autograd():
    found = computed("learned_positions", {"back": 2, "rate": 0.3})
    table = sinusoidal_positions(20, 12, 100.0).double()
    matrix = torch.zeros(12, 12, dtype=torch.float64, requires_grad=True)
    queries, losses = torch.arange(2, 12), []
    for _ in range(16):
        loss = torch.nn.functional.cross_entropy(table[queries] @ matrix @ table[:12].T, queries - 2)
        (gradient,) = torch.autograd.grad(loss, matrix)
        losses.append(loss.item())
        matrix = (matrix - 0.3 * gradient).detach().requires_grad_(True)
    assert found["sinusoidal"]["losses"] == pytest.approx(losses, abs=1e-5)
    assert found["learned"]["losses"][-1] < found["learned"]["losses"][0]
