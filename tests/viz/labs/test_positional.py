"""The lab of the positional encoding: its figures against the paper's formula, and what it refuses."""

import math

import numpy as np
import pytest

from tests.viz.labs.packed import IN_ENGLISH, drawn, numbers, refused
from viz.labs.positional import LAB, read_base, read_dimensions


def values(d_model: object, length: object, base: object, dimensions: object) -> dict[str, object]:
    return {"d_model": d_model, "length": length, "base": base, "dimensions": dimensions}


def test_figures_hold_the_sines_of_the_paper():
    figures = drawn(LAB, values(10, 7, "10000", "0, 3"))
    expected = [[math.sin(p), math.cos(p / 10_000 ** (2 / 10))] for p in range(7)]
    curves = np.stack([numbers(trace["y"]) for trace in figures["curves"]["data"]], axis=-1)
    np.testing.assert_allclose(curves, expected, atol=1e-6)
    np.testing.assert_array_equal(numbers(figures["heatmap"]["data"][0]["z"])[:, [0, 3]], curves)


def test_missing_dimensions_are_left_out_and_named():
    curves = drawn(LAB, values(4, 5, "10000", "1, 16, 17"))["curves"]
    assert len(curves["data"]) == 1
    assert "16, 17" in curves["layout"]["meta"]["caption"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((5, 9, "10000", "0"), "Width d_model must be an even number, not 5."),
        ((10**400, 9, "10000", "0"), "Width d_model must be a number, not “1"),
        ((4, None, "10000", "0"), "Positions is empty; it must be a number."),
        ((4, 9.5, "10000", "0"), "Positions must be a whole number, not 9.5."),
        ((4, "nine", "10000", "0"), "Positions must be a number, not “nine”."),
        ((4, 9, "ten", "0"), "Base must be a number above 1 and at most 1,000,000,000, not “ten”."),
        ((4, 9, "1", "0"), "Base must be a number above 1 and at most 1,000,000,000, not “1”."),
        ((4, 9, "nan", "0"), "Base must be a number above 1 and at most 1,000,000,000, not “nan”."),
        ((4, 9, "10", "0, x"), "Dimensions are whole numbers from 0 to 1023 with commas between; “x” is not."),
        ((4, 9, "10", "-1"), "Dimensions are whole numbers from 0 to 1023 with commas between; “-1” is not."),
        ((64, 9, "10", "0 1 2 3 4 5 6 7 8 9 10 11 12"), "At most 12 dimensions can be drawn at once; these are 13."),
    ],
)
def test_wrong_values_are_refused(given, message):
    assert refused(LAB, values(*given)).startswith(message)


def test_number_beyond_a_slider_is_moved_to_its_end():
    assert drawn(LAB, values(9999, 9, "10000", "0")) == drawn(LAB, values(1024, 9, "10000", "0"))


def test_few_positions_and_dimensions_have_whole_ticks():
    layout = drawn(LAB, values(2, 3, "10000", "0"))["heatmap"]["layout"]
    assert layout["xaxis"]["dtick"] == layout["yaxis"]["dtick"] == 1


def test_numbers_may_be_written_with_separators():
    assert read_base("10,000", IN_ENGLISH) == read_base(" 10000 ", IN_ENGLISH) == 10_000
    assert read_dimensions("3,, 1 ;3", IN_ENGLISH) == [3, 1]
    assert read_dimensions(None, IN_ENGLISH) == []
