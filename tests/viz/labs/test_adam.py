"""Adam by hand, against torch's Adam and AdamW."""

import pytest
import torch

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("kind", ["constant", "alternating", "noisy", "rare"])
def test_weights_are_those_of_torch(kind):
    found = computed("adam", {"gradients": kind, "beta1": 0.8, "beta2": 0.95})
    settings = {"lr": 0.1, "betas": (0.8, 0.95), "eps": 1e-9}
    kinds = {
        "plain": (torch.optim.Adam, 0.0),
        "coupled": (torch.optim.Adam, 0.1),
        "decoupled": (torch.optim.AdamW, 0.1),
    }
    for name, (optimiser, decay) in kinds.items():
        weight = torch.nn.Parameter(torch.ones(1, dtype=torch.float64))
        steps = optimiser([weight], weight_decay=decay, **settings)
        for gradient, row in zip(found["gradients"], found[name], strict=True):
            weight.grad = torch.tensor([gradient], dtype=torch.float64)
            steps.step()
            assert row["weight"] == pytest.approx(float(weight), abs=1e-6)
