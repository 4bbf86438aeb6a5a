"""Heads of a layer, and what is done with them: averages, sums, dropout."""

import numpy as np
import pytest

from core.errors import CoreError
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, translator

pytestmark = node
ASKED = {"kind": "cross", "layer": 1}


@pytest.fixture(scope="module")
def layer():
    at = setting()
    return translator().trace_layer(at.text, at.target_ids, "cross", 1)  # [H, T, S]


def test_average_and_entropy_are_those_of_numpy(layer):
    found = computed("averaged_heads", {"head": 2}, measured("averaged_heads", ASKED))
    np.testing.assert_allclose(found["average"], layer.mean(0), atol=1e-5)
    np.testing.assert_allclose(found["single"], layer[2], atol=1e-5)
    entropies = -(layer * np.log(np.maximum(layer, 1e-30))).sum(-1).mean(-1)
    assert [one["entropy"] for one in found["heads"]] == pytest.approx(entropies.tolist(), rel=1e-3)
    assert found["averaged"]["entropy"] >= entropies.mean() - 1e-5


def test_swapped_matrix_is_the_transposed_one(layer):
    found = computed("swapped_axes", {"head": 1}, measured("swapped_axes", ASKED))
    np.testing.assert_allclose(found["wrong"], layer[1].T, atol=1e-5)
    assert found["rows"] == pytest.approx([1] * len(found["rows"]), abs=1e-5)
    assert found["columns"] == pytest.approx(layer[1].sum(0).tolist(), abs=1e-4)


def test_dropout_keeps_or_scales_each_weight(layer):
    found = computed("attention_with_dropout", {"rate": 0.25, "seed": 9}, measured("attention_with_dropout", ASKED))
    wrong = np.array(found["wrong"])
    kept = wrong > 0
    np.testing.assert_allclose(wrong[kept], layer[0][kept] / 0.75, atol=1e-5)
    assert 0.5 < kept.mean() < 0.95
    assert found["sums"] == pytest.approx(wrong.sum(1).tolist())


def test_missing_layer_is_refused():
    with pytest.raises(CoreError, match="layer 41"):
        measured("averaged_heads", {"kind": "cross", "layer": 40})
