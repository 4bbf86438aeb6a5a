"""Accumulating one batch leaves its error; with different ones it falls like the root of their number."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


def test_same_batch_keeps_its_error():
    same = computed("same_batch")["same"]
    assert same == pytest.approx([same[0]] * len(same))


def test_different_batches_average_their_noise():
    # noise of standard deviation 2 in all, over 32 batches: 2 / sqrt(32), averaged over seeds
    last = [computed("same_batch", {"noise": 2, "seed": seed})["different"][-1] for seed in range(1, 9)]
    assert np.mean(last) == pytest.approx(2 / np.sqrt(32), rel=0.25)
