"""Keys of the exercises on several heads, recomputed by own passes from raw weights, with one head off in each."""

import numpy as np
import pytest

from tests.core.exercises.own_pass import check_all, largest_by, own_pass


def width(exercise, own):
    rows = own.w["encoder.layers.0.self_attention.query.weight"].shape[0]
    assert exercise.answer.options[exercise.answer.right] * own.config.num_heads == rows


def projections(exercise, own):
    query, key, value = (
        own.w[f"encoder.layers.0.self_attention.{part}.weight"].reshape(own.config.num_heads, -1, own.config.d_model)
        for part in ("query", "key", "value")
    )
    assert exercise.answer.value == len(query) + len(key) + len(value) + 1


def parameters(exercise, own):
    weights = [own.w[name].size for name in own.w if name.startswith("decoder.layers.0.cross_attention")]
    biases = [
        own.w[name].size for name in own.w if name.startswith("decoder.layers.0.cross_attention.") and "bias" in name
    ]
    assert exercise.answer.options[exercise.answer.right] == sum(weights) - sum(biases)


def is_clear(exercise, own, score, apart):
    """Return the largest score of the heads of the exercise's kind, which its key must be."""
    heads = own.heads(exercise.answer.kind)
    found = np.array([score(head) for head in heads])
    largest, distance = largest_by(found)
    assert exercise.answer.right == (heads[largest],) and distance > 0.99 * apart
    assert exercise.answer.layers * exercise.answer.heads == len(heads)
    return found[largest]


def previous_head(exercise, own):
    def share(head):
        weights = own.row_weights(head)
        return np.mean([weights[row, row - 1] for row in range(1, len(weights))])

    assert is_clear(exercise, own, share, 0.1) == pytest.approx(exercise.values["share"], abs=0.006)


def strongest_link(exercise, own):
    row, column = (own.tokens.index(exercise.values[name].text) for name in ("row", "column"))
    weight = is_clear(exercise, own, lambda head: own.row_weights(head)[row, column], 0.1)
    assert weight == pytest.approx(exercise.values["weight"], abs=0.006)


def most_even(exercise, own):
    def entropy(head):
        return np.mean([-sum(one * np.log(one) for one in row if one > 0) for row in own.row_weights(head)])

    assert is_clear(exercise, own, entropy, 0.05) == pytest.approx(exercise.values["entropy"], abs=0.006)


def loss(own, head):
    return own.target - own_pass(own.setting, tuple(head)).target


def needed_head(exercise, own):
    lost = is_clear(exercise, own, lambda head: loss(own, head).sum(), 0.1)
    assert lost == pytest.approx(exercise.values["loss"], abs=0.006)


def without_head(exercise, own):
    step = own.written.index(exercise.values["token"].text)
    assert int(exercise.place["step"]) == step + 1
    assert np.exp(own.target[step]) == pytest.approx(exercise.values["before"], abs=0.006)
    after = np.exp(own.target[step] - loss(own, exercise.values["head"])[step])
    assert after == pytest.approx(exercise.answer.value, abs=0.006)


def averaged(exercise, own):
    row, column = (own.tokens.index(exercise.values[name].text) for name in ("row", "column"))
    weights = own.seen[f"encoder.{exercise.values['layer'] - 1}.weights"][:, row, column]
    assert weights.mean() == pytest.approx(exercise.answer.value, abs=0.011)  # of weights with two digits
    assert [f"{one:.2f}" for one in weights] == exercise.values["weights"].split(", ")


def test_keys_follow_from_own_passes():
    check_all(
        "heads",
        width,
        projections,
        parameters,
        previous_head,
        strongest_link,
        most_even,
        needed_head,
        without_head,
        averaged,
    )
