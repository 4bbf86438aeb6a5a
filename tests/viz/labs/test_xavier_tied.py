"""Initialisations of a tied table, against tables that torch draws."""

import pytest
import torch

from tests.viz.labs.computed import computed, node

pytestmark = node
VOCABULARY, WIDTH = 2000, 64


def test_lengths_and_losses_are_those_of_real_tables():
    found = computed("xavier_tied", {"vocabulary": VOCABULARY, "d_model": WIDTH})
    generator = torch.Generator().manual_seed(0)
    states = torch.nn.functional.layer_norm(torch.randn(300, WIDTH, generator=generator), (WIDTH,))
    tables = {"scaled": torch.randn(VOCABULARY, WIDTH, generator=generator) * WIDTH**-0.5}
    tables["xavier"] = torch.nn.init.xavier_uniform_(torch.empty(VOCABULARY, WIDTH), generator=generator)
    for name, table in tables.items():
        logits = states @ table.T
        loss = (logits.logsumexp(-1) - logits[:, 0]).mean().item()
        assert found[name]["length"] == pytest.approx((table.norm(dim=1).mean() * WIDTH**0.5).item(), rel=0.05)
        assert found[name]["logits"] == pytest.approx(logits.std().item(), rel=0.1)
        assert found[name]["loss"] == pytest.approx(loss, rel=0.03)
