"""Keys of the exercises on feed-forward networks, computed a second way."""

import numpy as np
import pytest

from core.labs.feed_forward import Values, compute
from tests.core.exercises.own_model import SEEDS, check_keys, key_of, own, read, source, written
from tests.core.exercises.test_chapters import made, setting


def side_of(exercise):
    return exercise.values["side"].key.removeprefix("feed_forward.")


def before(model, exercise):
    """Return the units of the token in question before ReLU, [F]."""
    side, layer = side_of(exercise), exercise.values["layer"] - 1
    tokens = source(model) if side == "encoder" else read(model)
    return own(model).seen[f"{side}.{layer}.before"][tokens.index(exercise.values["token"].text)]


def rows_changed(model, exercise):
    side, count = side_of(exercise), exercise.values["count"]
    assert count == len(source(model) if side == "encoder" else read(model))
    if exercise.values["sublayer"].key == "feed_forward.feed_forward":
        return 1
    return count if side == "encoder" else count - exercise.values["place"] + 1


def matrix_weights(model, exercise):
    w, at = own(model).w, f"{side_of(exercise)}.layers.0."
    assert exercise.values["attention"] == sum(
        w[f"{at}self_attention.{name}.weight"].size for name in ("query", "key", "value", "output")
    )
    return w[at + "feed_forward.inner.weight"].size + w[at + "feed_forward.outer.weight"].size


def relu_sum(model, exercise):
    shown = [exercise.values[name] for name in ("first", "second", "third")]
    assert all(np.abs(before(model, exercise) - one).min() < 0.0501 for one in shown)
    return sum(max(0, one) for one in shown)


def without_feed_forward(model, exercise):
    step = written(model).index(exercise.values["token"].text)
    assert abs(np.exp(own(model).target[step]) - exercise.values["now"]) < 0.00501
    return np.exp(own(model, silent=frozenset({side_of(exercise)})).target[step])


def steps(model, _):
    inside = ["widen", "activate", "narrow", "add"]
    return [*inside, "normalise"] if model == "numbers" else ["normalise", *inside]


@pytest.mark.parametrize("model", ["en-de", "numbers"])
def test_lab_opens_on_the_token_that_was_asked_about(model):
    asked = [one for seed in range(SEEDS) for one in made(model, "feed_forward", seed) if one.name == "active_units"]
    assert asked
    for exercise in asked:
        values = Values(**exercise.lab_values, examples=[])
        shares = compute(setting(model), values)["active"]
        assert abs(100 * shares[values.token] - key_of(exercise)) <= 0.5, exercise


def test_keys_follow_from_the_weights():
    check_keys(
        "feed_forward",
        {
            "active_units": lambda model, one: 100 * np.mean(before(model, one) > 0),
            "rows_changed": rows_changed,
            "matrix_weights": matrix_weights,
            "relu_sum": relu_sum,
            "without_feed_forward": without_feed_forward,
            "networks": lambda model, _: sum(name.endswith("inner.bias") for name in own(model).w),
            "steps": steps,
        },
    )
