"""The rotation of the positional encoding, against the model's own encoding."""

import numpy as np
import pytest

from core.model.embedding import sinusoidal_positions
from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize(("position", "offset"), [(10, 3), (0, 7), (40, -9)])
def test_rotation_takes_one_encoding_to_the_other(position, offset):
    found = computed("rotation", {"position": position, "offset": offset, "d_model": 8})
    encoding = sinusoidal_positions(60, 8).numpy()
    matrix = np.array(found["matrix"])
    np.testing.assert_allclose(matrix @ encoding[position], encoding[position + offset], atol=1e-5)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(8), atol=1e-12)
    assert found["distance"] < 1e-12
    assert found["product"] == pytest.approx(float(encoding[position] @ encoding[position + offset]), abs=1e-5)


def test_matrix_does_not_depend_on_the_position():
    assert computed("rotation", {"position": 5})["matrix"] == computed("rotation", {"position": 150})["matrix"]
