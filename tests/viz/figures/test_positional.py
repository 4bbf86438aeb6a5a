"""What the positional figures draw, number by number."""

import numpy as np
import pytest

from viz.figures.positional import PositionalLabels, positional_curves, positional_heatmap

LABELS = PositionalLabels(
    "curves", "matrix", "position", "dim", "PE", "{dimension} sin {wavelength}", "{dimension} cos"
)
VALUES = np.linspace(-1, 1, 30, dtype=np.float32).reshape(5, 6)  # [L, D]
WAVELENGTHS = np.array([6.2832, 6.2832, 100.0, 100.0, 62831.85, 62831.85])


def test_a_curve_is_one_column_against_its_positions():
    figure = positional_curves(VALUES, WAVELENGTHS, [4, 1], LABELS)
    assert [trace.name for trace in figure.data] == ["4 sin 62,832", "1 cos"]
    assert figure.data[0].x.tolist() == [0, 1, 2, 3, 4]
    np.testing.assert_array_equal(figure.data[0].y, VALUES[:, 4])
    np.testing.assert_array_equal(figure.data[1].y, VALUES[:, 1])


def test_sine_and_cosine_share_a_colour_and_differ_in_dash():
    sine, cosine, other = positional_curves(VALUES, WAVELENGTHS, [0, 1, 2], LABELS).data
    assert sine.line.color == cosine.line.color != other.line.color
    assert sine.line.dash != cosine.line.dash


def test_no_dimension_gives_the_empty_figure_with_the_same_axes():
    empty, full = (positional_curves(VALUES, WAVELENGTHS, chosen, LABELS) for chosen in ([], [0]))
    assert len(empty.data) == 0
    assert empty.layout.xaxis == full.layout.xaxis
    assert empty.layout.yaxis == full.layout.yaxis
    assert empty.layout.xaxis.title.text == "position"


def test_matrix_spans_minus_one_to_one_from_position_zero():
    figure = positional_heatmap(VALUES, LABELS)
    heatmap = figure.data[0]
    np.testing.assert_array_equal(heatmap.z, VALUES)
    assert (heatmap.zmin, heatmap.zmax) == (-1, 1)
    assert figure.layout.yaxis.range == (4.5, -0.5)
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("dim", "position")


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"values must be a matrix with two axes, not of shape \(6,\)"):
        positional_heatmap(VALUES[0], LABELS)
    with pytest.raises(ValueError, match="wavelengths must have 6 numbers, not 5"):
        positional_curves(VALUES, WAVELENGTHS[:5], [0], LABELS)
    with pytest.raises(ValueError, match="dimension 6 does not exist: there are 6"):
        positional_curves(VALUES, WAVELENGTHS, [6], LABELS)
