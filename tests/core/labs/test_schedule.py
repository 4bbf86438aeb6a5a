"""The schedule's curve and its peak, against Eq. 3 written out."""

import math

import numpy as np
import pytest

from core.errors import CoreError
from core.labs.schedule import ScheduleSetting, schedule_curve


def test_the_papers_base_model_peaks_at_6_99e_4():
    curve = schedule_curve(ScheduleSetting(512, 4000), 20_000)
    assert curve.peak_step == 4000
    assert curve.peak_rate == pytest.approx(6.99e-4, rel=1e-3)
    assert curve.steps[curve.rates.argmax()] == 4000
    assert curve.rates.max() == curve.peak_rate


def test_every_drawn_rate_is_equation_3():
    curve = schedule_curve(ScheduleSetting(128, 1500, 0.7), 9001)
    expected = [0.7 / math.sqrt(128) * min(1 / math.sqrt(step), step / 1500**1.5) for step in curve.steps.tolist()]
    np.testing.assert_allclose(curve.rates, expected, rtol=1e-12)


def test_the_peak_is_factor_over_root_of_width_times_warmup():
    assert schedule_curve(ScheduleSetting(64, 100, 2.0), 300).peak_rate == pytest.approx(2 / math.sqrt(6400))


def test_steps_range_from_one_to_last_and_include_peak():
    steps = schedule_curve(ScheduleSetting(512, 4001), 17_003).steps
    assert steps[0] == 1
    assert steps[-1] == 17_003
    assert (np.diff(steps) > 0).all()
    assert 4001 in steps


def test_peak_beyond_the_last_step_is_not_drawn():
    curve = schedule_curve(ScheduleSetting(512, 4000), 1000)
    assert curve.steps[-1] == 1000
    assert curve.peak_step == 4000
    assert curve.peak_rate > curve.rates.max()


@pytest.mark.parametrize(
    ("setting", "last_step", "code"),
    [
        (ScheduleSetting(512, 4000), 1, "labs.last_step"),
        (ScheduleSetting(0, 4000), 100, "labs.schedule"),
        (ScheduleSetting(512, 4000, 0.0), 100, "labs.schedule"),
        (ScheduleSetting(512, 4000, math.nan), 100, "labs.schedule"),
        (ScheduleSetting(512, 0), 100, "schedule.step"),
    ],
)
def test_numbers_out_of_range_are_refused(setting, last_step, code):
    with pytest.raises(CoreError) as refused:
        schedule_curve(setting, last_step)
    assert refused.value.code == code
