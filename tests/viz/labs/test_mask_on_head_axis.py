"""A mask that meets the axis of heads, against torch's broadcasting."""

import numpy as np
import pytest
import torch

from tests.viz.labs.computed import computed, node, run_lab

pytestmark = node


@pytest.mark.parametrize(("batch", "heads"), [(4, 4), (1, 3), (3, 4), (4, 1)])
def test_wrong_mask_broadcasts_as_in_torch(batch, heads):
    values = {"batch": batch, "heads": heads, "length": 5, "sentence": batch, "head": 1}
    found = computed("mask_on_head_axis", values)
    mask = torch.tensor([[k < length for k in range(5)] for length in found["lengths"]])
    scores = torch.zeros(batch, heads, 5, 5)
    right = mask[:, None, None].expand(batch, heads, 5, 5)[batch - 1, 0]
    np.testing.assert_array_equal(np.array(found["right"]), right.numpy())
    assert found["fits"] == ((batch, heads) != (3, 4))
    if found["fits"]:
        wrong = (scores + mask[:, None].float())[batch - 1, 0]
        np.testing.assert_array_equal(np.array(found["wrong"]), wrong.numpy())
    else:
        with pytest.raises(RuntimeError, match="must match"):
            scores + mask[:, None]


def test_one_head_becomes_as_many_as_there_are_sentences():
    """The lab said that one head and several sentences were an error, while torch broadcasts both."""
    found = run_lab("mask_on_head_axis", {"batch": 4, "heads": 1, "length": 6, "sentence": 2, "head": 3})
    mask = torch.tensor([[k < length for k in range(6)] for length in found["numbers"]["lengths"]])
    scores = torch.zeros(4, 1, 6, 6) + mask[:, None].float()
    assert scores.shape == (4, 4, 6, 6)
    np.testing.assert_array_equal(np.array(found["numbers"]["wrong"]), scores[1, 2].numpy())
    assert found["drawn"]["reading"] == "reading.spreads"
