"""The learning rate of 5.3 (Eq. 3) as curves over the steps of a training."""

from typing import NamedTuple

import numpy as np

from core.errors import CoreError
from core.training.schedule import learning_rate

MAX_STEP = 10_000_000


class ScheduleSetting(NamedTuple):
    """Parameters of Eq. 3."""

    d_model: int
    warmup_steps: int
    factor: float = 1.0  # 1 in the paper


class ScheduleCurve(NamedTuple):
    """Learning rate of one setting over training."""

    setting: ScheduleSetting
    steps: np.ndarray  # int64 [N], increasing from 1; includes the peak's step if it is in range
    rates: np.ndarray  # float64 [N]
    peak_step: int  # the warm-up's last step
    peak_rate: float  # factor / sqrt(d_model * warmup_steps)


def schedule_curve(setting: ScheduleSetting, last_step: int, *, points: int = 240) -> ScheduleCurve:
    """Return factor * d_model^-0.5 * min(step^-0.5, step * warmup_steps^-1.5) from step 1 to `last_step`.

    Steps are spaced evenly on a linear and also on a logarithmic axis, so that the curve is smooth on both.

    Args:
        setting: d_model, warm-up (steps) and factor.
        last_step: last step drawn, from 2 to 10,000,000.
        points: approximate number of steps for each of the two spacings.

    Raises:
        CoreError: a number out of range.

    References:
        Vaswani et al. 2017, Eq. 3.
    """
    d_model, warmup_steps, factor = setting
    if not 2 <= last_step <= MAX_STEP:
        raise CoreError(
            "labs.last_step",
            "the last step ({step}) must be from 2 to {limit}",
            step=last_step,
            limit=MAX_STEP,
        )
    if d_model < 1 or not (factor > 0 and np.isfinite(factor)):
        raise CoreError(
            "labs.schedule",
            "d_model ({d_model}) must be at least 1 and the factor ({factor}) greater than 0",
            d_model=d_model,
            factor=factor,
        )
    peak_rate = learning_rate(warmup_steps, d_model, warmup_steps, factor)
    spaced = np.concatenate([np.linspace(1, last_step, points), np.geomspace(1, last_step, points)])
    steps = np.unique(np.rint(spaced).astype(np.int64))
    if warmup_steps <= last_step:
        steps = np.union1d(steps, [warmup_steps])
    rates = np.array([learning_rate(int(step), d_model, warmup_steps, factor) for step in steps])
    return ScheduleCurve(setting, steps, rates, warmup_steps, peak_rate)


CODE = (schedule_curve, learning_rate)
