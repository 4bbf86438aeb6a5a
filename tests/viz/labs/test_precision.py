"""Rounding to a format, against torch's own dtypes."""

import pytest
import torch

from tests.viz.labs.computed import computed, node, run_lab

pytestmark = node
DTYPES = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}


@pytest.mark.parametrize(("power", "update"), [(0, -3.5), (-3.3, -6), (4.7, 0), (5.2, -1), (-7.9, -8)])
def test_weights_and_updates_round_as_torch_does(power, update):
    found = computed("precision", {"power": power, "update": update})
    for row in found["rows"]:
        dtype = DTYPES[row["name"]]
        weight = torch.tensor(10.0**power, dtype=torch.float64).to(dtype)
        moved = (weight + torch.tensor(10.0**update, dtype=torch.float64).to(dtype)).double() - weight.double()
        assert float(row["held"]) == float(weight)
        if torch.isfinite(weight):
            assert row["moved"] == float(moved)
        assert row["largest"] == torch.finfo(dtype).max
        assert row["least"] == torch.finfo(dtype).smallest_normal * torch.finfo(dtype).eps


def test_path_is_a_loop_in_bfloat16():
    found = computed("precision", {"power": 0, "update": -2, "format": "bf16", "steps": 50})
    weight, path = torch.tensor(1.0, dtype=torch.bfloat16), []
    for _ in range(50):
        path.append(float(weight))
        weight = weight + torch.tensor(0.01, dtype=torch.bfloat16)
    assert found["path"] == path


@pytest.mark.parametrize("name", DTYPES)
def test_sums_are_those_of_a_loop(name):
    found = next(one for one in computed("precision", {"update": -2.3})["sums"] if one["name"] == name)
    term = torch.tensor(10**-2.3, dtype=torch.float64).to(DTYPES[name])
    total = torch.zeros((), dtype=DTYPES[name])
    for n in range(1, 1025):
        total = total + term
        if n & (n - 1) == 0:
            assert found["shares"][n.bit_length() - 1] == pytest.approx(float(total) / (n * 10**-2.3), rel=1e-12)


@pytest.mark.parametrize(
    ("power", "format", "said"),
    [(0, "fp16", "reading.vanishes"), (-4, "fp16", "reading.moves"), (5, "fp16", "reading.beyond"), (5, "bf16", None)],
)
def test_weight_beyond_the_range_is_not_called_a_vanishing_update(power, format, said):
    """fp16 holds 1e5 as infinity, and the lab said that the update vanished at half of a gap of 32."""
    drawn = run_lab("precision", {"power": power, "format": format})["drawn"]
    assert drawn["reading"] == (said or "reading.vanishes")
    beyond = said == "reading.beyond"
    assert (drawn["numbers"]["half"] == "NaN") == beyond
    row = next(row for row in drawn["figures"][2]["rows"] if row[0] == f"format.{format}")
    assert (row[3] == "NaN") == beyond
