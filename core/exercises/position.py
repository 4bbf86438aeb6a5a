"""Exercises on positional encoding (section 3.5); positions count from 0.

Shapes: S source tokens, D d_model.
"""

from __future__ import annotations

import math
from random import Random

import numpy as np
import torch

from core.exercises.exercise import Amount, Cells, Exercise, Phrase, Token
from core.exercises.forms import drawn, machine_place, shuffled_choice
from core.exercises.material import Material
from core.labs.permutation import encoded
from core.model.embedding import sinusoidal_positions

_SIGN = 0.1  # a sine nearer to 0 has no sign that is worth asking for
_POSITIONS = 24  # that questions begin at
_FAR = 30  # positions
_DIFFERENT = 0.05  # of the product of an encoding with itself, d_model / 2
_SAME = 1e-3  # of a state's length, for rounding


def first_component(material: Material, random: Random) -> Exercise | None:
    """Ask for the first number of a token's encoding, the sine of its position; a learned table has other numbers."""
    if material.config.positions == "learned":
        return None
    position = random.randrange(1, len(material.source))
    value = round(math.sin(position), 2)
    return Exercise(
        chapter="position",
        name="first_component",
        answer=Amount(value, -1.0, 1.0, 0.1, "number"),
        values={"token": Token(material.source[position]), "position": position, "answer": value},
        place=machine_place("encoder.position"),
        lab="positional",
    )


def negative_cells(material: Material, random: Random) -> Exercise:
    """Ask which of the first two numbers are negative at some positions."""
    waves = {at: (math.sin(at), math.cos(at)) for at in range(_POSITIONS)}
    clear = [at for at, wave in waves.items() if all(abs(value) >= _SIGN for value in wave)]
    first = random.randrange(len(clear) - 3)  # four in a row are never of one sign: they cover three radians
    rows = clear[first : first + 4]
    return Exercise(
        chapter="position",
        name="negative_cells",
        answer=Cells(
            tuple(map(str, rows)),
            ("PE(pos, 0)", "PE(pos, 1)"),
            tuple(tuple(value < 0 for value in waves[at]) for at in rows),
        ),
        values={"pi": round(math.pi, 2)},
        lab="positional",
    )


def wavelength(material: Material, random: Random) -> Exercise | None:
    """Ask after how many positions a pair of columns repeats, given its angle per position."""
    pair = drawn(random, _pairs(material, 10, 400))
    if pair is None:
        return None
    angle = _angle(material, pair)
    answer = round(2 * math.pi / angle, 1)
    tolerance = round(0.05 * answer, 1)
    return Exercise(
        chapter="position",
        name="wavelength",
        answer=Amount(answer, 0.0, 500.0, tolerance, "number"),
        values={
            "sine": 2 * pair,
            "cosine": 2 * pair + 1,
            "width": material.config.d_model,
            "angle": angle,
            "tolerance": tolerance,
            "answer": answer,
        },
        lab="positional",
    )


def turn(material: Material, random: Random) -> Exercise | None:
    """Ask by which angle a pair of columns turns between two positions."""
    pair = drawn(random, _pairs(material, 15, 120))
    if pair is None:
        return None
    first, distance = random.randrange(1, 9), random.randrange(2, 7)
    angle = _angle(material, pair)
    answer = round(distance * angle, 3)
    return Exercise(
        chapter="position",
        name="turn",
        answer=Amount(answer, 0.0, 3.2, round(0.05 * answer, 3), "number"),
        values={
            "first": first,
            "last": first + distance,
            "distance": distance,
            "sine": 2 * pair,
            "cosine": 2 * pair + 1,
            "angle": angle,
            "answer": answer,
        },
        lab="rotation",
    )


def product(material: Material, random: Random) -> Exercise:
    """Ask for a guess of the dot product of two encodings, given that of one with itself."""
    width = material.config.d_model
    first, distance = random.randrange(9), random.randrange(1, 9)
    products = _products(width)[first]
    own, value = width / 2, float(products[first + distance])
    return Exercise(
        chapter="position",
        name="product",
        answer=Amount(round(value, 1), -own, own, round(0.15 * own, 1), "number"),
        values={
            "first": first,
            "last": first + distance,
            "own": own,
            "tolerance": round(0.15 * own, 1),
            "answer": round(value, 1),
            "far": round(float(products[first + _FAR]), 1),
            "distance": _FAR,
        },
        lab="position_product",
    )


def same_product(material: Material, random: Random) -> Exercise | None:
    """Ask which pair of positions has the same dot product as another: the one at the same distance."""
    products = _products(material.config.d_model)
    first, right = random.sample(range(_POSITIONS), 2)
    distance = random.randrange(1, 7)
    value = float(products[first, first + distance])
    pairs = [(start, start + k) for start in (first, right) for k in range(1, 12) if k != distance]
    different = [pair for pair in pairs if abs(products[pair] - value) > _DIFFERENT * products[0, 0]]
    answer = shuffled_choice(random, _named(right, right + distance), [_named(*pair) for pair in different])
    return answer and Exercise(
        chapter="position",
        name="same_product",
        answer=answer,
        values={
            "given": _named(first, first + distance),
            "answer": _named(right, right + distance),
            "value": round(value, 1),
            "distance": distance,
        },
        lab="position_product",
    )


def without_positions(material: Material, random: Random) -> Exercise | None:
    """Ask what the encoder makes of a token that is swapped with another, without positions."""
    words = [at for at, token in enumerate(material.source[:-1]) if material.source.count(token) == 1]
    if len(words) < 2:
        return None
    first, second = random.sample(words, 2)
    order = list(range(len(material.source)))
    order[first], order[second] = second, first
    source, model = material.setting.forced().source, material.setting.model
    with torch.no_grad():
        before, after = encoded(model, source, False), encoded(model, source[:, order], False)
    length = float(before[first].norm())
    own, other = (float((after[second] - before[at]).norm()) for at in (first, second))
    if own > _SAME * length or other < _DIFFERENT * length:
        return None
    answer = shuffled_choice(random, Phrase("own"), [Phrase("other"), Phrase("new")])
    return answer and Exercise(
        chapter="position",
        name="without_positions",
        answer=answer,
        values={"first": Token(material.source[first]), "second": Token(material.source[second])},
        lab="permutation",
    )


def _pairs(material: Material, shortest: float, longest: float) -> list[int]:
    """Return the pairs of columns (2i, 2i + 1) whose wavelength lies between two numbers of positions."""
    pairs = range(material.config.d_model // 2)
    return [pair for pair in pairs if shortest <= 2 * math.pi / _angle(material, pair) <= longest]


def _angle(material: Material, pair: int) -> float:
    """Return the angle per position of a pair of columns, as it is shown: three digits, radians."""
    return float(f"{10000 ** (-2 * pair / material.config.d_model):.3g}")


def _products(width: int) -> np.ndarray:
    """Return the dot products of the encodings of the first positions with one another, float64."""
    table = sinusoidal_positions(_POSITIONS + _FAR, width).double().numpy()
    return table @ table.T


def _named(first: int, second: int) -> str:
    return f"PE({first}) · PE({second})"


MAKERS = (first_component, negative_cells, wavelength, turn, product, same_product, without_positions)
