"""A mask that meets the axis of heads, against torch's broadcasting."""

import numpy as np
import pytest
import torch

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize(("batch", "heads"), [(4, 4), (1, 3), (3, 4)])
def test_wrong_mask_broadcasts_as_in_torch(batch, heads):
    values = {"batch": batch, "heads": heads, "length": 5, "sentence": batch, "head": 1}
    found = computed("mask_on_head_axis", values)
    mask = torch.tensor([[k < length for k in range(5)] for length in found["lengths"]])
    scores = torch.zeros(batch, heads, 5, 5)
    right = mask[:, None, None].expand(batch, heads, 5, 5)[batch - 1, 0]
    np.testing.assert_array_equal(np.array(found["right"]), right.numpy())
    if found["fits"]:
        wrong = (scores + mask[:, None].float())[batch - 1, 0]
        np.testing.assert_array_equal(np.array(found["wrong"]), wrong.numpy())
    else:
        with pytest.raises(RuntimeError, match="must match"):
            scores + mask[:, None]
