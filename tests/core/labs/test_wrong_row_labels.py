"""The weights of one head, against the attention that the explorer shows."""

import numpy as np
import pytest

from core.errors import CoreError
from tests.viz.labs.model import measured, setting, translator


def test_weights_are_those_of_the_trace():
    at = setting()
    layer = translator().trace_layer(at.text, at.target_ids, "cross", 2)
    found = measured("wrong_row_labels", {"layer": 2, "head": 1})
    np.testing.assert_allclose(found["weights"], layer[1], atol=1e-5)


def test_missing_layer_is_refused():
    with pytest.raises(CoreError, match="layer"):
        measured("wrong_row_labels", {"layer": 40, "head": 0})
