"""The browser's learning rate against that of the training."""

import pytest

from core.training.schedule import learning_rate
from tests.viz.labs.computed import computed, node, shown

pytestmark = node


def test_browser_computes_the_rate_of_the_training():
    values = {"d_model": 256, "warmup": 700, "factor": 1.5, "last": 5000}
    found = computed("schedule", values)
    assert 700 in found["steps"]
    assert found["rates"] == pytest.approx([learning_rate(step, 256, 700, 1.5) for step in found["steps"]])


def test_the_lab_opens_on_the_paper_with_its_peak_in_sight_and_a_whole_training():
    """It opened on the settings of a continued training of 3,000 steps: the paper's peak at 4,000 lay outside."""
    model = {"d_model": 192, "warmup_steps": 200, "rate_factor": 0.14, "last_step": 30_000}
    found = computed("schedule", {}, **model)
    assert max(found["rates"]) == found["rates"][found["steps"].index(4000)] == pytest.approx(6.99e-4, rel=1e-3)
    assert found["steps"][-1] == found["trained"][-1] == 30_000
    expected = [learning_rate(step, 192, 200, 0.14) for step in found["trained"]]
    assert found["model"] == pytest.approx(expected)
    assert computed("schedule", {}, **{**model, "last_step": 3000})["steps"][-1] == 20_000


def test_training_of_unknown_length_is_drawn_to_the_end():
    found = computed("schedule", {}, d_model=192, warmup_steps=200, rate_factor=0.14, last_step=None)
    assert found["trained"] == found["steps"]
    assert found["steps"][-1] == 20_000


def test_peak_of_the_base_model_is_that_of_the_paper():
    found = shown("schedule")
    assert found["peak"] == found["paper_peak"] == pytest.approx(6.99e-4, rel=1e-3)
    assert found["at"] == 4000
