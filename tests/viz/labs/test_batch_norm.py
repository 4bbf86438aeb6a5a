"""Batch against layer normalisation, against torch's own batch normalisation."""

import numpy as np
import pytest
import torch

from tests.viz.labs.computed import computed, node

pytestmark = node


def test_first_sentence_changes_as_in_torch():
    found = computed("batch_norm", {"others": 4, "columns": 15, "seed": 3})
    grid = np.array([[float(value) for value in row] for row in found["grid"]])  # dimension 0; NaN is padding
    assert found["share"] == pytest.approx(np.isnan(grid).mean())

    def normed(values):
        rows = torch.tensor(values, dtype=torch.float64).reshape(-1, 1)
        return torch.nn.functional.batch_norm(rows, None, None, training=True, eps=1e-6)[:, 0].numpy()

    own = ~np.isnan(grid[0])
    expected = normed(np.nan_to_num(grid))[: grid.shape[1]][own] - normed(grid[0][own])
    np.testing.assert_allclose([row[0] for row in found["batch"]], expected, atol=1e-9)
    np.testing.assert_allclose(found["sizes"][3], found["batchSize"])


def test_width_matters_only_while_padding_is_counted():
    with_padding = computed("batch_norm", {"others": 3})
    without = computed("batch_norm", {"others": 3, "counted": False})
    assert np.ptp(with_padding["sizes"]) > 1e-3
    assert np.ptp(without["sizes"]) < 1e-12
    assert without["batchSize"] > 1e-3
    assert with_padding["layerSize"] == without["layerSize"] == 0


def test_sentence_alone_without_padding_does_not_change():
    assert computed("batch_norm", {"others": 0, "counted": False})["batchSize"] == 0
