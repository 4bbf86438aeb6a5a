"""A band over a mask: its cells, and how many layers join the ends."""

import numpy as np

from tests.viz.labs.computed import computed, node, shown

pytestmark = node
SOURCE = [str(i) for i in range(12)]


def test_band_joins_the_ends_after_as_many_layers_as_stated():
    found = computed("restricted", {"kind": "encoder", "r": 5}, source=SOURCE)
    band = np.array(found["band"])
    assert found["cells"] == band.sum() == sum(min(11, q + 2) - max(0, q - 2) + 1 for q in range(12))
    reached = [int(np.linalg.matrix_power(band, n)[0, 11] > 0) for n in range(1, found["layers"] + 1)]
    assert reached == [0] * (found["layers"] - 1) + [1]


def test_decoder_band_is_causal_and_r_of_one_joins_nothing():
    band = np.array(computed("restricted", {"kind": "decoder", "r": 3}, target=SOURCE)["band"])
    assert (np.triu(band, 1) == 0).all()
    assert shown("restricted", {"kind": "encoder", "r": 1}, source=SOURCE)["layers"] == "never"
