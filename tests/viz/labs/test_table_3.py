"""Cost of an attention by its heads, against the model's own module and counted products."""

import pytest

from core.config import ModelConfig
from core.model.attention import MultiHeadAttention
from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("heads", [1, 4, 16])
def test_parameters_are_those_of_the_module(heads):
    module = MultiHeadAttention(ModelConfig(vocab_size=10, d_model=64, num_heads=heads))
    rows = {row["h"]: row for row in computed("table_3", {"d_model": 64, "n": 10})["rows"]}
    assert rows[heads]["parameters"] == sum(one.numel() for one in module.parameters())
    assert rows[heads]["weights"] == heads * 100
    # four projections of 10 x 64 by 64 x 64, then scores and sums of 10 x 10 over all 64 columns
    assert rows[heads]["multiplications"] == 4 * 10 * 64 * 64 + 2 * 10 * 10 * 64
