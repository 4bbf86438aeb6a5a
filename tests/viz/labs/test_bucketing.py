"""Padding of batches, counted anew."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


def waste(lengths, rows):
    batches = [lengths[i : i + rows] for i in range(0, len(lengths), rows)]
    return 1 - sum(map(sum, batches)) / sum(len(one) * max(one) for one in batches)


def test_padding_is_that_of_the_rectangles():
    found = computed("bucketing", {"rows": 7, "spread": 0.8, "seed": 3})
    assert found["random"] == pytest.approx(waste(found["lengths"], 7))
    assert found["bucketed"] == pytest.approx(waste(sorted(found["lengths"]), 7))
    assert found["bucketed"] < found["random"]


def test_shuffled_batches_have_the_same_losses_in_another_order():
    found = computed("bucketing", {})
    assert np.sort(found["sortedLoss"]) == pytest.approx(np.sort(found["shuffledLoss"]))
    half = found["sortedLoss"][: found["batches"]]
    assert half == sorted(half, reverse=True)


def test_only_several_batches_a_step_calm_the_shuffled_losses():
    """The words said that shuffling removes the saw-tooth; the curve beside them was the most jagged of all."""
    found = computed("bucketing", {})
    assert np.std(found["shuffledLoss"]) == pytest.approx(np.std(found["sortedLoss"]))
    assert np.std(found["stepLoss"]) < np.std(found["shuffledLoss"]) / 2
    steps = len(found["stepLoss"]) // 2
    assert found["stepLoss"][0] == pytest.approx(np.mean(found["shuffledLoss"][:8]))
    assert steps == -(-found["batches"] // 8)


def test_one_sentence_a_batch_wastes_nothing():
    assert computed("bucketing", {"rows": 1})["random"] == 0
