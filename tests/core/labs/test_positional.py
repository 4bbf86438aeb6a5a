"""Positional encoding by hand, with Python's own sine."""

import math

import numpy as np
import pytest

from core.errors import CoreError
from core.labs.positional import positional_encoding


def by_hand(position: int, dimension: int, d_model: int, base: float) -> float:
    angle = position / base ** (2 * (dimension // 2) / d_model)
    return math.cos(angle) if dimension % 2 else math.sin(angle)


@pytest.mark.parametrize("base", [10_000.0, 37.0])
def test_each_value_is_the_sine_or_cosine_of_the_paper(base):
    encoding = positional_encoding(7, 6, base)
    expected = [[by_hand(position, dimension, 6, base) for dimension in range(6)] for position in range(7)]
    np.testing.assert_allclose(encoding.values, expected, atol=1e-6)
    assert encoding.values.dtype == np.float32


def test_position_zero_is_zero_and_one_in_turn():
    assert positional_encoding(1, 4).values.tolist() == [[0.0, 1.0, 0.0, 1.0]]


def test_wavelengths_range_from_two_pi_to_base_times_two_pi():
    wavelengths = positional_encoding(2, 512).wavelengths
    assert wavelengths[0] == wavelengths[1] == pytest.approx(2 * math.pi)
    assert wavelengths[-1] == pytest.approx(2 * math.pi * 10_000 ** (510 / 512))
    assert wavelengths[-1] < 10_000 * 2 * math.pi


def test_a_curve_repeats_after_its_wavelength():
    base = (11 / (2 * math.pi)) ** 3  # the second of three pairs then has a wavelength of 11 positions
    encoding = positional_encoding(23, 6, base)
    assert encoding.wavelengths[2] == pytest.approx(11)
    np.testing.assert_allclose(encoding.values[:12, 2], encoding.values[11:, 2], atol=1e-5)


@pytest.mark.parametrize(
    ("length", "d_model", "base", "code"),
    [
        (0, 4, 1e4, "labs.length"),
        (4097, 4, 1e4, "labs.length"),
        (3, 5, 1e4, "config.odd_d_model"),
        (3, 0, 1e4, "labs.d_model"),
        (3, 4, 1.0, "labs.base"),
        (3, 4, math.nan, "labs.base"),
        (3, 4, math.inf, "labs.base"),
    ],
)
def test_numbers_out_of_range_are_refused(length, d_model, base, code):
    with pytest.raises(CoreError) as refused:
        positional_encoding(length, d_model, base)
    assert refused.value.code == code
