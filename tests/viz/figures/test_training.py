"""What a training's curves draw."""

import numpy as np
import pytest

from viz.figures.training import TrainingLabels, TrainingSeries, training_curves

LABELS = TrainingLabels("Loss", "step", "loss (nats)")
TRAIN = TrainingSeries("a", "training", np.array([1, 20, 40]), np.array([7.0, 5.5, 4.25]))
VALID = TrainingSeries("a", "validation", np.array([20, 40]), np.array([5.75, 4.5]), "marked")


def test_lines_contain_unsmoothed_measurements():
    training, validation = training_curves([TRAIN, VALID], LABELS, name="loss").data
    assert (training.x.tolist(), training.y.tolist()) == ([1, 20, 40], [7.0, 5.5, 4.25])
    assert (validation.x.tolist(), validation.y.tolist()) == ([20, 40], [5.75, 4.5])
    assert (training.mode, validation.mode) == ("lines", "lines+markers")


def test_a_value_that_is_not_finite_leaves_a_gap():
    broken = TRAIN._replace(values=np.array([7.0, np.inf, 4.25]))
    drawn = training_curves([broken], LABELS, name="loss").data[0]
    assert np.isnan(drawn.y[1])
    assert drawn.connectgaps is False


def test_small_rates_are_written_out_and_not_in_millionths():
    small = training_curves([TRAIN._replace(values=np.array([1e-5, 2e-5, 8e-5]))], LABELS, name="rate")
    assert small.layout.yaxis.exponentformat == "none"
    assert training_curves([TRAIN], LABELS, name="loss").layout.yaxis.exponentformat is None


def test_runs_differ_in_colour_and_legend():
    other = [series._replace(run="b") for series in (TRAIN, VALID)]
    figure = training_curves([TRAIN, VALID, *other], LABELS, name="loss")
    lines, legend = figure.data[:4], figure.data[4:]
    assert [t.name for t in lines] == ["a · training", "a · validation", "b · training", "b · validation"]
    colours = [trace.line.color for trace in lines]
    assert colours[0] == colours[1] != colours[2] == colours[3]
    assert [(t.name, t.line.color) for t in legend[:2]] == [("a", colours[0]), ("b", colours[2])]
    assert [(t.name, t.line.dash) for t in legend[2:]] == [("training", None), ("validation", "dash")]
    assert all(t.x == (None,) and t.showlegend is None for t in legend) and not any(t.showlegend for t in lines)
    assert [t.legendgroup for t in (*lines, *legend[:2])] == ["a", "a", "b", "b", "a", "b"]  # a click hides a run
    assert [t.name for t in training_curves([TRAIN, other[0]], LABELS, name="loss").data] == ["a", "b"]
    assert [t.name for t in training_curves([TRAIN, VALID], LABELS, name="l").data] == ["training", "validation"]
    (alone,) = training_curves([TRAIN], LABELS, name="loss").data
    assert (alone.name, alone.showlegend) == ("training", True)


def test_run_colour_depends_only_on_its_place():
    alone = training_curves([TRAIN._replace(run="c")], LABELS, name="loss", runs=["a", "b", "c"]).data[0]
    assert alone.line.color == "#009E73"


def test_planned_rate_is_a_line_and_taken_steps_points():
    planned, taken = training_curves(
        [TRAIN._replace(name="plan", style="thin"), TRAIN._replace(name="taken", style="points")], LABELS, name="rate"
    ).data
    assert (planned.mode, planned.line.width) == ("lines", 1)
    assert (taken.mode, taken.line.width, taken.marker.color) == ("lines+markers", 0, planned.line.color)


def test_an_empty_training_keeps_the_axes():
    empty, full = (training_curves(series, LABELS, name="loss", scale="log") for series in ([], [TRAIN]))
    assert len(empty.data) == 0
    assert empty.layout.xaxis == full.layout.xaxis
    assert empty.layout.yaxis == full.layout.yaxis
    assert full.layout.yaxis.type == "log"


def test_zero_is_on_the_axis_where_it_is_asked_for():
    assert training_curves([TRAIN], LABELS, name="speed", from_zero=True).layout.yaxis.rangemode == "tozero"


def test_steps_and_values_must_be_as_many():
    with pytest.raises(ValueError, match=r"a, training: \(2,\) steps but \(3,\) values"):
        training_curves([TRAIN._replace(steps=TRAIN.steps[:2])], LABELS, name="loss")


def test_single_point_is_visible():
    first = TRAIN._replace(name="first", steps=TRAIN.steps[:1], values=TRAIN.values[:1])
    alone, two = training_curves([first, TRAIN], LABELS, name="loss").data
    assert alone.mode == "lines+markers" and two.mode == "lines"
