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


def test_peak_of_the_base_model_is_that_of_the_paper():
    found = shown("schedule", {"d_model": 512, "warmup": 4000, "factor": 1})
    assert found["peak"] == found["paper_peak"] == pytest.approx(6.99e-4, rel=1e-3)
    assert found["at"] == 4000
