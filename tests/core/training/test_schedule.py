"""Eq. 3 by hand and at the paper's numbers."""

import pytest

from core.config import ModelConfig, TrainingConfig
from core.errors import CoreError
from core.training.schedule import learning_rate, peak_rate, training_rate


def test_the_papers_base_model_peaks_at_6_99e_4():
    rates = [learning_rate(step, d_model=512, warmup_steps=4000) for step in range(1, 12_001)]
    assert max(rates) == rates[3999] == pytest.approx(6.99e-4, abs=5e-7)
    assert rates[0] == pytest.approx(1.747e-7, rel=1e-3)  # 512^-0.5 * 4000^-1.5


@pytest.mark.parametrize(
    ("step", "rate"),
    # d_model 4 gives 1/2; warm-up 4 gives step / 8 on the way up, 1 / sqrt(step) on the way down
    [(1, 0.0625), (2, 0.125), (3, 0.1875), (4, 0.25), (9, 1 / 6), (16, 0.125), (100, 0.05)],
)
def test_rates_worked_by_hand(step, rate):
    assert learning_rate(step, d_model=4, warmup_steps=4) == pytest.approx(rate, rel=1e-12)


def test_both_branches_meet_at_the_peak():
    before, peak, after = (learning_rate(step, d_model=512, warmup_steps=4001) for step in (4000, 4001, 4002))
    assert before < peak > after
    assert peak == pytest.approx((512 * 4001) ** -0.5, rel=1e-12)


def test_the_factor_multiplies_and_the_width_divides():
    assert learning_rate(7, 512, 11, factor=3.0) == pytest.approx(3 * learning_rate(7, 512, 11), rel=1e-12)
    assert learning_rate(7, 128, 11) == pytest.approx(2 * learning_rate(7, 512, 11), rel=1e-12)


@pytest.mark.parametrize(("step", "warmup"), [(0, 4000), (-1, 4000), (1, 0)])
def test_steps_begin_at_one(step, warmup):
    with pytest.raises(CoreError, match=rf"step \({step}\) and warmup_steps \({warmup}\) must be at least 1"):
        learning_rate(step, d_model=512, warmup_steps=warmup)


def test_training_rate_is_equation_3_until_the_cool_down():
    settings = TrainingConfig(max_steps=23, warmup_steps=5, rate_factor=1.5, cooldown_steps=7)
    rates = [training_rate(step, 14, settings) / learning_rate(step, 14, 5, 1.5) for step in range(1, 26)]
    assert rates[:16] == [1.0] * 16
    assert rates[16:] == pytest.approx([7 / 8, 6 / 8, 5 / 8, 4 / 8, 3 / 8, 2 / 8, 1 / 8, 0, 0], rel=1e-12)
    plain = TrainingConfig(max_steps=23, warmup_steps=5)
    assert [training_rate(step, 14, plain) for step in range(1, 24)] == [
        learning_rate(step, 14, 5) for step in range(1, 24)
    ]


@pytest.mark.parametrize(("warmup", "cooldown"), [(20, 0), (20, 30), (90, 30), (90, 80), (100, 99)])
def test_the_peak_is_the_highest_rate_of_every_step(warmup: int, cooldown: int) -> None:
    """A cool-down may begin before the end of the warm-up: the peak is then where it begins, or within it."""
    training = TrainingConfig(max_steps=100, warmup_steps=warmup, cooldown_steps=cooldown)
    for steps in (10, 60, 100):
        highest = max(training_rate(step, ModelConfig().d_model, training) for step in range(1, steps + 1))
        assert peak_rate(ModelConfig(), training, steps) == pytest.approx(highest, rel=1e-3)
