"""What the learning-rate figure draws."""

import numpy as np
import pytest

from viz.figures.schedule import RateCurve, ScheduleLabels, learning_rate_curves, rate_text

LABELS = ScheduleLabels("title", "step", "rate", "peak {rate} at {step}", "{name}: {rate}")
FIRST = RateCurve("a", np.array([1, 5, 11]), np.array([1e-4, 5e-4, 3e-4]), 5, 5e-4)
LATE = RateCurve("b", np.array([1, 5, 11]), np.array([1e-5, 2e-5, 3e-5]), 4000, 6.99e-4)


def test_lines_hold_the_rates_and_peaks_are_marked():
    line, mark = learning_rate_curves([FIRST], LABELS).data
    assert (line.x.tolist(), line.y.tolist()) == ([1, 5, 11], [1e-4, 5e-4, 3e-4])
    assert line.name == "a: 5.00e-4"
    assert (mark.x, mark.y, mark.text) == ((5,), (5e-4,), ("peak 5.00e-4 at 5",))
    assert mark.mode == "markers+text"


def test_a_peak_that_is_not_reached_is_not_marked():
    figure = learning_rate_curves([FIRST, LATE], LABELS)
    assert [trace.mode for trace in figure.data] == ["lines", "lines", "markers+text"]


def test_only_the_first_peak_has_words():
    marks = learning_rate_curves([FIRST, FIRST._replace(name="c")], LABELS).data[2:]
    assert [mark.mode for mark in marks] == ["markers+text", "markers"]


def test_lines_differ_in_colour_and_dash():
    lines = learning_rate_curves([FIRST._replace(name=str(i)) for i in range(6)], LABELS).data[:6]
    assert len({line.line.color for line in lines}) == len({line.line.dash for line in lines}) == 6


def test_both_axes_are_logarithmic_on_demand():
    for logarithmic, kind in ((False, "linear"), (True, "log")):
        empty, full = (learning_rate_curves(c, LABELS, logarithmic=logarithmic) for c in ([], [FIRST]))
        assert full.layout.xaxis.type == full.layout.yaxis.type == kind
        assert empty.layout.xaxis == full.layout.xaxis
        assert empty.layout.yaxis == full.layout.yaxis


def test_rates_are_written_with_three_digits():
    assert rate_text(0.0006987712) == "6.99e-4"


def test_steps_and_rates_must_be_as_many():
    with pytest.raises(ValueError, match="a: 3 steps but 2 rates"):
        learning_rate_curves([FIRST._replace(rates=FIRST.rates[:2])], LABELS)
