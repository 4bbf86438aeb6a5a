"""Both forms of the frequencies, against numpy."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("d_model", [4, 192, 2048])
def test_both_forms_are_those_of_numpy(d_model):
    found = computed("exponential_form", {"d_model": d_model, "position": 500})
    i = np.arange(d_model // 2)
    np.testing.assert_allclose(found["power"], 1 / 10_000 ** (2 * i / d_model), rtol=1e-13)
    np.testing.assert_allclose(found["exponential"], np.exp(2 * i * -np.log(10_000) / d_model), rtol=1e-13)
    assert found["double"] < 1e-13
    assert found["single"] < 1e-5
    assert found["largest"] < 10_000
