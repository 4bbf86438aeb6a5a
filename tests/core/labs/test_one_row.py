"""Each row by hand, against the head of the model."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, translator

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
