"""The average of noisy weights, by what holds for a linear recursion."""

import numpy as np
import pytest

from tests.viz.labs.computed import computed, node, shown

pytestmark = node


def test_average_of_one_is_the_last():
    found = computed("checkpoint_averaging", {"last": 1})
    assert found["averaged"] == pytest.approx(found["single"])


def test_loss_of_late_weights_is_that_of_the_stationary_noise():
    # w <- (1 - r) w - r n has the variance r / (2 - r)
    rate = 0.4
    late = [
        np.mean(computed("checkpoint_averaging", {"rate": rate, "seed": seed})["single"][-150:]) for seed in (1, 2, 3)
    ]
    assert np.mean(late) == pytest.approx(rate / (2 - rate) / 2, rel=0.15)


def test_distance_is_that_of_all_weights():
    losses = computed("checkpoint_averaging", {"last": 3})
    numbers = shown("checkpoint_averaging", {"last": 3})
    # half the mean square of 20 weights is the loss
    assert numbers["single"] ** 2 / 20 / 2 == pytest.approx(losses["single"][-1])
    assert numbers["late_averaged"] == pytest.approx(np.sqrt(40 * np.array(losses["averaged"][100:])).mean())


def test_average_that_holds_the_descent_is_worse():
    numbers = shown("checkpoint_averaging", {"rate": 0.02, "last": 60, "every": 3})
    assert numbers["averaged"] > numbers["single"]


def test_average_is_below_single_weights_in_the_end():
    found = computed("checkpoint_averaging", {"last": 20, "every": 2, "rate": 0.5})
    assert np.mean(found["averaged"][-50:]) < np.mean(found["single"][-50:])
