"""The browser's positional encoding against the model's own."""

import numpy as np
import pytest

from core.model.embedding import sinusoidal_positions
from tests.viz.labs.computed import computed, node, shown

pytestmark = node


@pytest.mark.parametrize(("d_model", "length", "base"), [(4, 7, 10_000), (512, 96, 10_000), (6, 30, 10)])
def test_browser_computes_the_encoding_of_the_model(d_model, length, base):
    found = computed("positional", {"d_model": d_model, "length": length, "base": str(base)})
    np.testing.assert_allclose(found["encoding"], sinusoidal_positions(length, d_model, float(base)).numpy(), atol=2e-5)


def test_wavelengths_grow_from_two_pi_towards_the_base():
    found = shown("positional", {"d_model": 512, "pair": 255})
    assert found["shortest"] == pytest.approx(2 * np.pi)
    assert found["longest"] == found["wavelength"] == pytest.approx(2 * np.pi * 10_000 ** (510 / 512))
