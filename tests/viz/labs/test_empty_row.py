"""Masked rows, against torch and the model's own softmax."""

import pytest
import torch

from core.model.attention import masked_softmax
from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("is_open", [0, 1, 4])
def test_rows_are_those_of_torch(is_open):
    found = computed("empty_row", {"open": is_open, "size": 2})
    scores = torch.tensor(found["scores"])[None, None, None]
    mask = torch.arange(6) < is_open
    closed = scores.masked_fill(~mask, float("-inf"))
    own = masked_softmax(closed).flatten().tolist()
    assert found["zeros"] == pytest.approx(own, abs=1e-6)
    large = (scores + torch.where(mask, 0.0, -1e9)).softmax(-1).flatten().tolist()
    assert found["large"] == pytest.approx(large, abs=1e-6)
    assert [float(one) for one in found["infinite"]] == pytest.approx(
        closed.softmax(-1).flatten().tolist(), nan_ok=True
    )
