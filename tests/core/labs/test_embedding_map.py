"""The map of embeddings against numpy, and its comparison of pairs against a loop."""

import numpy as np
import pytest
import torch

from core.labs.embedding_map import principal_components
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting


def test_components_keep_the_largest_variance_with_a_fixed_sign():
    rows = torch.randn(17, 5, generator=torch.Generator().manual_seed(3)) * torch.tensor([1.0, 4.0, 0.5, 2.0, 0.1])
    places, kept = principal_components(rows)
    values, vectors = np.linalg.eigh(np.cov(rows.double().numpy().T))
    order = np.argsort(values)[::-1][:2]
    np.testing.assert_allclose(kept, values[order] / values.sum(), rtol=1e-6)
    expected = (rows - rows.mean(0)).double().numpy() @ vectors[:, order]
    np.testing.assert_allclose(places.abs().numpy(), np.abs(expected), atol=1e-6)
    again = principal_components(torch.cat([rows, rows]))[0]
    np.testing.assert_allclose(again[:17], places, atol=1e-6)


@pytest.mark.parametrize("rows", [1, 2])
def test_few_points_still_have_two_coordinates(rows):
    places, kept = principal_components(torch.arange(3.0 * rows).view(rows, 3))
    assert places.shape == (rows, 2)
    assert torch.isfinite(places).all()
    assert torch.isfinite(kept).all()


@node
def test_pairs_are_compared_without_equal_rows():
    at = setting()
    table = at.model.encoder.embedding.weight.double().numpy()
    answer = measured("embedding_map", {"neighbours": 2})
    source, target = at.source_ids[:-1], at.target_ids[:-1]
    pairs, others = [], []
    for t, two in enumerate(target):
        for s, one in enumerate(source):
            cosine = table[one] @ table[two] / np.linalg.norm(table[one]) / np.linalg.norm(table[two])
            assert answer["cosines"][s][t] == pytest.approx(cosine, abs=1e-5)
            if one != two:
                (pairs if answer["aligned"][t] == s else others).append(cosine)
    found = computed("embedding_map", {}, answer)
    assert found["close"] == pytest.approx(np.mean(pairs), abs=1e-5)
    assert found["others"] == pytest.approx(np.mean(others), abs=1e-5)
    assert found["count"] == len(pairs)
