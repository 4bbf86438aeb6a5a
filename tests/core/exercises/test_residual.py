"""Keys of the exercises on residual connections and layer normalisation, recomputed by an own pass."""

import numpy as np
import pytest

from tests.core.exercises.own_pass import check_all, largest_by


def right(exercise):
    return exercise.answer.options[exercise.answer.right].key


def has_final_norm(own):
    """Return whether the model is pre-norm, which its weights tell."""
    return "encoder.final_norm.weight" in own.w


def normalised(numbers):
    return (numbers - np.mean(numbers)) / np.std(numbers)


def sublayer_order(exercise, own):
    order = [exercise.answer.items[at].key for at in exercise.answer.right]
    norm = order.index("norm")
    assert norm == (0 if has_final_norm(own) else 3)
    assert [step for step in order if step != "norm"] == ["sublayer", "dropout", "add"]


def nothing_added(exercise, own):
    assert right(exercise) == ("unchanged" if has_final_norm(own) else "normalised")


def added_share(exercise, own):
    _, layer, part, _ = exercise.place["block"].split(".")
    states, output = own.sums[f"encoder.{layer}.{part}"]
    at = own.tokens.index(exercise.values["token"].text)
    share = 100 * np.linalg.norm(output[at]) / np.linalg.norm(states[at])
    assert exercise.answer.value == pytest.approx(share, abs=0.51)
    assert exercise.values["layer"] == int(layer) + 1 and exercise.values["part"].key == f"residual.{part}"


def longest_addition(exercise, own):
    step = own.written.index(exercise.values["token"].text)
    layer = exercise.values["layer"] - 1
    parts = ("self", "cross", "feed_forward")
    lengths = [np.linalg.norm(own.sums[f"decoder.{layer}.{part}"][1][step]) for part in parts]
    assert right(exercise) == f"residual.{parts[largest_by(np.array(lengths))[0]]}"
    assert [exercise.values[f"of_{part}"] for part in parts] == pytest.approx(lengths, abs=0.06)


def by_hand(exercise, own):
    numbers = np.array([int(one) for one in exercise.values["vector"].strip("()").split(",")])
    assert exercise.answer.value == pytest.approx(normalised(numbers)[0], abs=0.011)


def norm_after(exercise, own):
    entering = own.sums["encoder.0.self"][0]
    for row in entering:
        assert exercise.answer.value == pytest.approx(np.linalg.norm(normalised(row)), abs=0.06)


def doubled_input(exercise, own):
    entering = own.sums["encoder.0.self"][0][0]
    np.testing.assert_allclose(normalised(2 * entering), normalised(entering))
    assert right(exercise) == "same"


def norms(exercise, own):
    assert exercise.answer.value == sum(name.endswith("norm.weight") for name in own.w)


def test_keys_follow_from_own_sums():
    check_all(
        "residual",
        sublayer_order,
        nothing_added,
        added_share,
        longest_addition,
        by_hand,
        norm_after,
        doubled_input,
        norms,
    )
