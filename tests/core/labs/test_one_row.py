"""Each row by hand, against the head of the model."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node, run_lab
from tests.viz.labs.model import measured, setting, translator, unscaled

pytestmark = node


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_weights_are_those_of_the_model(kind):
    at = setting()
    weights = translator().trace_layer(at.text, at.target_ids, kind, 1)[2]
    answer = measured("one_row", {"kind": kind, "layer": 1, "head": 2})
    tokens = translator().vocabularies.source.surface  # one vocabulary for both sides
    found = computed(
        "one_row",
        {"kind": kind, "query": 3},
        answer,
        source=tokens(at.source_ids),
        target=tokens(at.target_ids),
    )
    np.testing.assert_allclose(found["weights"], weights[2], atol=1e-5)
    np.testing.assert_allclose(found["output"], weights[2] @ np.array(answer["value"]), atol=1e-4)


def test_model_without_the_scale_is_not_divided():
    """The arithmetic was "q · k / √2 = 3 / 1.414 = 3"."""
    answer = measured("one_row", {"kind": "encoder", "layer": 1, "head": 2}, unscaled())
    found = run_lab("one_row", {"kind": "encoder"}, answer, {"source": ["a"] * len(answer["query"])})
    table, lines = (
        next(one for one in found["drawn"]["figures"] if one["kind"] == kind) for kind in ("table", "lines")
    )
    assert table["head"] == ["key", "q · k", "weight"]
    assert not any("√" in line for line in lines["lines"])
    assert "score" not in found["drawn"]["numbers"]


@pytest.mark.parametrize(("width", "written"), [(1, "q · k = 1 · 2 = 2"), (4, "… = ")])
def test_no_component_is_written_that_does_not_exist(width, written):
    """With d_k = 1 the second and third product were "−∞ · −∞"."""
    rows = [[2.0] * width] * 8
    answer = {"query": [[1.0] * width] * 8, "key": rows, "value": rows, "mask": [[1.0] * 8] * 8, "scale": width**-0.5}
    figures = run_lab("one_row", {"kind": "encoder"}, answer)["drawn"]["figures"]
    first = next(one for one in figures if one["kind"] == "lines")["lines"][0]
    assert written in first
    assert "∞" not in first and "NaN" not in first
