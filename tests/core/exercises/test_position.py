"""Keys of the exercises on positional encoding, recomputed from the paper's formula and from raw weights."""

import math
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from core.config import ModelConfig
from core.exercises import position as chapter
from tests.core.exercises.own_pass import check_all, positions, softmax


def first_component(exercise, own):
    position = own.tokens.index(exercise.values["token"].text)
    assert own.tokens[exercise.values["position"]] == own.tokens[position]
    assert exercise.answer.value == pytest.approx(
        positions(20, own.config.d_model)[exercise.values["position"], 0], abs=0.006
    )


def negative_cells(exercise, own):
    rows = positions(30, own.config.d_model)[[int(row) for row in exercise.answer.rows], :2]
    assert np.array_equal(rows < 0, exercise.answer.right) and np.abs(rows).min() > 0.09


def wavelength(exercise, own):
    exponent = exercise.values["sine"] / own.config.d_model
    assert exercise.answer.value == pytest.approx(2 * math.pi * 10000**exponent, rel=0.01)
    assert exercise.values["cosine"] == exercise.values["sine"] + 1


def turn(exercise, own):
    values = exercise.values
    table = positions(30, own.config.d_model)[:, values["sine"] :][:, :2]
    sines, cosines = table.T
    first, last = values["first"], values["last"]
    sine_of_difference = sines[last] * cosines[first] - cosines[last] * sines[first]
    cosine_of_difference = cosines[last] * cosines[first] + sines[last] * sines[first]
    turned = math.atan2(sine_of_difference, cosine_of_difference) % (2 * math.pi)
    assert exercise.answer.value == pytest.approx(turned, rel=0.01)


def product(exercise, own):
    table, values = positions(50, own.config.d_model), exercise.values
    assert table[values["first"]] @ table[values["last"]] == pytest.approx(exercise.answer.value, abs=0.06)
    assert table[values["first"]] @ table[values["first"] + values["distance"]] == pytest.approx(
        values["far"], abs=0.06
    )
    assert values["own"] == pytest.approx(table[9] @ table[9])


def same_product(exercise, own):
    table = positions(60, own.config.d_model)

    def value(named):
        first, second = (int(part.strip("PE() ")) for part in named.split("·"))
        return table[first] @ table[second]

    apart = [abs(value(one) - exercise.values["value"]) for one in exercise.answer.options]
    assert exercise.answer.right == int(np.argmin(apart)) and min(apart) < 0.06 < 1 < sorted(apart)[1]
    assert value(exercise.values["given"]) == pytest.approx(exercise.values["value"], abs=0.06)


def without_positions(exercise, own):
    """One layer of attention without positions gives each token its own vector in any order."""
    swapped = [own.tokens.index(exercise.values[name].text) for name in ("first", "second")]
    order = np.arange(len(own.tokens))
    order[swapped] = order[swapped[::-1]]
    states = own.w["encoder.embedding.weight"][list(own.setting.source_ids)]
    name = "encoder.layers.0.self_attention"

    def attended(x):
        query, key, value = (x @ own.w[f"{name}.{part}.weight"].T for part in ("query", "key", "value"))
        return softmax(query @ key.T) @ value

    np.testing.assert_allclose(attended(states[order])[order], attended(states), atol=1e-9)
    assert exercise.answer.options[exercise.answer.right].key == "own"


@pytest.mark.parametrize(("positions_of_model", "asked"), [("sinusoidal", True), ("learned", False)])
def test_first_component_is_asked_of_the_paper_encoding_alone(positions_of_model, asked):
    """A learned table has other numbers than sin(pos): whoever read one off the page was marked wrong."""
    material = SimpleNamespace(config=ModelConfig(positions=positions_of_model), source=["a", "b", "</s>"])
    assert (chapter.first_component(material, Random(1)) is not None) == asked


def test_keys_follow_from_the_formula():
    check_all(
        "position",
        first_component,
        negative_cells,
        wavelength,
        turn,
        product,
        same_product,
        without_positions,
    )
