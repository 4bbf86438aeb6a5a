"""Keys of the exercises on attention, recomputed by an own pass from raw weights."""

import numpy as np
import pytest

from tests.core.exercises.own_pass import check_all, largest_by, softmax


def numbers(vector):
    return np.array([int(part) for part in vector.replace("−", "-").strip("()").split(",")])


def order_of_steps(exercise, own):
    answer = exercise.answer
    assert [answer.items[at].key for at in answer.right] == ["project", "products", "divide", "softmax", "mix"]
    assert list(answer.right) != sorted(answer.right)


def largest_product(exercise, own):
    products = np.array([numbers(key) @ numbers(exercise.values["query"]) for key in exercise.answer.options])
    largest, apart = largest_by(products)
    assert exercise.answer.right == largest and apart >= 1
    assert numbers(exercise.values["product"]) == products[largest]


def most_attended(exercise, own):
    row = own.tokens.index(exercise.values["token"].text)
    largest, apart = largest_by(own.row_weights(exercise.values["head"])[row])
    assert exercise.answer.right == (largest,) and apart > 0.09
    assert own.tokens.count(exercise.values["token"].text) == 1


def rest_of_row(exercise, own):
    row = own.row_weights(exercise.values["head"])[int(exercise.place["step"]) - 1]
    assert np.delete(row, row.argmax()).sum() == pytest.approx(exercise.answer.value, abs=0.006)


def ratio(exercise, own):
    values, head = exercise.values, exercise.values["head"]
    rows = own.tokens if head.kind == "encoder" else own.written
    weights = own.row_weights(head)[rows.index(values["row"].text)]
    first, second = (weights[own.tokens.index(values[name].text)] for name in ("first", "second"))
    assert first / second == pytest.approx(exercise.answer.value, rel=0.11)  # of scores with one digit
    assert np.exp(values["higher"] - values["lower"]) == pytest.approx(exercise.answer.value, abs=0.006)


def added_to_scores(exercise, own):
    row = own.scores(exercise.values["head"])[int(exercise.place["step"]) - 1]
    np.testing.assert_allclose(softmax(row + exercise.values["added"]), softmax(row), atol=1e-12)
    assert exercise.answer.options[exercise.answer.right].key == "same"


def mixed_value(exercise, own):
    kind, layer, head = exercise.values["head"]
    value, column = own.seen[f"{kind}.{layer}.value"][head], exercise.values["column"] - 1
    output = own.row_weights((kind, layer, head)) @ value  # [T, V]
    assert output[1, column] == pytest.approx(exercise.answer.value, abs=0.03)
    assert own.written[1] == exercise.values["step"].text


def shape(exercise, own):
    rows, columns = own.row_weights(("cross", 0, 0)).shape
    assert exercise.answer.options[exercise.answer.right] == f"{rows} × {columns}"


def test_keys_follow_from_own_attention():
    check_all(
        "attention",
        order_of_steps,
        largest_product,
        most_attended,
        rest_of_row,
        ratio,
        added_to_scores,
        mixed_value,
        shape,
    )
