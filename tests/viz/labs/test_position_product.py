"""Labs of distances between positions, against the model's own encoding."""

import numpy as np
import pytest

from core.model.embedding import sinusoidal_positions
from tests.viz.labs.computed import computed, node, run_lab, shown

pytestmark = node
WIDTH = 32
ENCODING = sinusoidal_positions(240, WIDTH).double().numpy()


def test_products_depend_on_the_offset_alone():
    found = computed("position_product", {"position": 50, "reach": 20, "d_model": WIDTH})
    expected = [ENCODING[50] @ ENCODING[50 + k] for k in range(-20, 21)]
    assert found["products"] == pytest.approx(expected, abs=1e-4)
    assert found["rule"] == pytest.approx(found["products"], abs=1e-9)
    assert found["length"] == pytest.approx(WIDTH / 2)


def test_products_with_zero_are_those_of_the_encoding():
    found = computed("relative_to_zero", {"length": 100, "position": 12, "d_model": WIDTH})
    assert found["toZero"] == pytest.approx((ENCODING[:100] @ ENCODING[0]).tolist(), abs=1e-4)
    assert found["toOwn"] == pytest.approx((ENCODING[:100] @ ENCODING[12]).tolist(), abs=1e-4)
    gaps = np.abs(np.array(found["toZero"]) - found["toZero"][12])
    gaps[12] = np.inf
    assert found["near"] == gaps.argmin()


def test_worked_table_is_the_encoding():
    for width in (4, 6, 8):
        found = computed("worked_table", {"width": str(width), "position": 3})
        assert found["own"] == pytest.approx(sinusoidal_positions(4, width)[3].tolist(), abs=1e-6)
    assert "sin 0.03" in "\n".join(
        run_lab("worked_table", {"width": "4", "position": 3})["drawn"]["figures"][0]["lines"]
    )


def test_nearest_positions_are_found():
    found = computed("unique_positions", {"d_model": WIDTH, "length": 200})
    distances = np.linalg.norm(ENCODING[:200] - ENCODING[0], axis=1)
    assert found["distances"] == pytest.approx(distances.tolist(), abs=1e-3)
    assert found["nearest"] == 1
    assert shown("unique_positions", {"d_model": 2, "length": 800})["nearest"] == 710  # 113 turns, nearly


def test_only_the_normalised_index_changes_its_step_with_the_length():
    for way in computed("index_encodings", {"short": 5, "long": 41, "d_model": WIDTH}):
        same = way["stepShort"] == pytest.approx(way["stepLong"])
        assert same == (way["name"] != "normalised")
        if way["name"] == "sinusoids":
            assert way["norms"] == pytest.approx([np.sqrt(WIDTH / 2)] * 41)
        if way["name"] == "binary":
            assert way["steps"][7] == pytest.approx(2)  # from 7 to 8 four digits change
