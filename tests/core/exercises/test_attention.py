"""Keys of the exercises on attention, recomputed by an own pass from raw weights."""

import numpy as np
import pytest

from core.exercises.attention import MAKERS
from tests.core.exercises.own_pass import MODELS, largest_by, made, own_pass, softmax


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
    row = own.source.index(exercise.values["token"].text)
    largest, apart = largest_by(own.weights(exercise.values["head"])[row])
    assert exercise.answer.right == (largest,) and apart > 0.09
    assert own.source.count(exercise.values["token"].text) == 1


def rest_of_row(exercise, own):
    row = own.weights(exercise.values["head"])[int(exercise.place["step"]) - 1]
    assert np.delete(row, row.argmax()).sum() == pytest.approx(exercise.answer.value, abs=0.006)


def ratio(exercise, own):
    values, head = exercise.values, exercise.values["head"]
    rows = own.source if head.kind == "encoder" else own.written
    weights = own.weights(head)[rows.index(values["row"].text)]
    first, second = (weights[own.source.index(values[name].text)] for name in ("first", "second"))
    assert first / second == pytest.approx(exercise.answer.value, rel=0.11)  # of scores with one digit
    assert np.exp(values["higher"] - values["lower"]) == pytest.approx(exercise.answer.value, abs=0.006)


def added_to_scores(exercise, own):
    row = own.scores(exercise.values["head"])[int(exercise.place["step"]) - 1]
    np.testing.assert_allclose(softmax(row + exercise.values["added"]), softmax(row), atol=1e-12)
    assert exercise.answer.options[exercise.answer.right].key == "same"


def mixed_value(exercise, own):
    kind, layer, head = exercise.values["head"]
    attended, column = own.attended[kind, layer], exercise.values["column"] - 1
    output = attended.weights[head] @ attended.value[head]  # [T, V]
    assert output[1, column] == pytest.approx(exercise.answer.value, abs=0.03)
    assert own.written[1] == exercise.values["step"].text


def shape(exercise, own):
    rows, columns = own.attended["cross", 0].weights.shape[1:]
    assert exercise.answer.options[exercise.answer.right] == f"{rows} × {columns}"


CHECKS = (
    *(order_of_steps, largest_product, most_attended, rest_of_row),
    *(ratio, added_to_scores, mixed_value, shape),
)


@pytest.mark.parametrize("model", MODELS)
def test_keys_follow_from_own_attention(model):
    checks = {check.__name__: check for check in CHECKS}
    assert checks.keys() == {make.__name__ for make in MAKERS}
    for exercise in made("attention", model):
        checks[exercise.name](exercise, own_pass(model))
