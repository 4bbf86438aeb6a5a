"""Mistakes in the positional encoding, against the model's own."""

import numpy as np
import pytest

from core.model.embedding import sinusoidal_positions
from tests.viz.labs.computed import computed, node, shown

pytestmark = node


def test_right_pairs_stay_on_the_circle_and_wrong_ones_do_not():
    found = computed("cosine_exponent", {"d_model": 16, "pair": 1, "offset": 5})
    encoding = sinusoidal_positions(60, 16).numpy()
    assert found["right"]["sine"] == pytest.approx(encoding[:, 2].tolist(), abs=1e-5)
    assert found["right"]["cosine"] == pytest.approx(encoding[:, 3].tolist(), abs=1e-5)
    assert np.ptp(found["right"]["radius"]) < 1e-9 < 0.1 < np.ptp(found["wrong"]["radius"])
    wrong = np.cos(np.arange(60) / 10_000 ** (3 / 16))
    assert found["wrong"]["cosine"] == pytest.approx(wrong.tolist())


def test_range_is_that_of_the_encoding():
    encoding = sinusoidal_positions(50, 64).double().numpy()
    found = computed("encoding_range", {"d_model": 64, "length": 50})
    assert found["negative"] == pytest.approx((encoding < 0).mean(), abs=0.01)
    assert found["least"] == pytest.approx(encoding.min(), abs=1e-6)
    assert sum(found["shares"]) == pytest.approx(1)


def test_length_in_the_exponent_changes_the_position():
    values = {"short": 7, "long": 40, "position": 3, "d_model": 64}
    found = computed("length_for_width", values)
    assert found["right"][0] == pytest.approx(sinusoidal_positions(4, 64)[3, :16].tolist(), abs=1e-5)
    assert shown("length_for_width", values)["distance"] > 0.1
    assert shown("length_for_width", {**values, "long": 7})["distance"] == 0
