"""Exercises on scaled dot-product attention (section 3.2.1).

Shapes: S source tokens, T target tokens, Q/K query/key positions, V width of a value.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import numpy as np
import torch

from core.exercises.exercise import Amount, Exercise, Phrase, PickedToken, Token
from core.exercises.forms import drawn, named_once, pick_clear, place_of, shuffled_choice, shuffled_order
from core.exercises.material import Material
from core.model.attention import masked_softmax

_CLEAR = 0.1  # of weight, between the largest and the next
_SEEN = 0.03  # of weight: less is hard to see
_STEPS = ("project", "products", "divide", "softmax", "mix")  # of Eq. 1, in order
_SHIFT = 3.0  # nats, added to every score of a row


def most_attended(material: Material, random: Random) -> Exercise | None:
    """Ask which source token a row of the encoder attends to most."""
    head = random.choice(material.heads("encoder"))
    weights = material.trace.encoder_self[head.layer, head.head]  # [S, S]
    row = drawn(random, [at for at in named_once(material.source) if pick_clear(weights[at], apart=_CLEAR) is not None])
    if row is None:
        return None
    largest = int(weights[row].argmax())
    return Exercise(
        chapter="attention",
        name="most_attended",
        answer=PickedToken(tuple(material.source), (largest,)),
        values={
            "head": head,
            "token": Token(material.source[row]),
            "answer": Token(material.source[largest]),
            "weight": float(weights[row, largest]),
        },
        place=place_of(head),
        lab="one_row",
    )


def rest_of_row(material: Material, random: Random) -> Exercise | None:
    """Ask for the weight that is left for all other tokens, given the largest of a row."""
    head = random.choice(material.heads("cross"))
    weights = material.trace.cross[head.layer, head.head]  # [T, S]
    step = drawn(random, [at for at in range(len(weights)) if 0.2 <= weights[at].max() <= 0.95])
    if step is None:
        return None
    row = weights[step]
    largest = int(row.argmax())
    shown = round(float(row[largest]), 2)
    return Exercise(
        chapter="attention",
        name="rest_of_row",
        answer=Amount(round(1 - shown, 2), 0.0, 1.0, 0.011, "probability"),
        values={"head": head, "token": Token(material.source[largest]), "weight": shown, "answer": round(1 - shown, 2)},
        place=place_of(head, step),
        lab="softmax",
    )


def largest_product(material: Material, random: Random) -> Exercise | None:
    """Ask which of some keys has the largest dot product with a query, all of small whole numbers."""
    numbers = [one for one in range(-3, 4) if one]
    query, *keys = (tuple(random.choice(numbers) for _ in range(3)) for _ in range(5))
    products = np.array(keys) @ np.array(query)
    largest = pick_clear(products, apart=1)
    if largest is None:
        return None
    named = [_vector(key) for key in keys]
    answer = shuffled_choice(random, named[largest], named)
    return answer and Exercise(
        chapter="attention",
        name="largest_product",
        answer=answer,
        values={"query": _vector(query), "answer": named[largest], "product": _signed(int(products[largest]))},
        lab="one_row",
    )


def ratio(material: Material, random: Random) -> Exercise | None:
    """Ask how many times as much weight one token gets as another, given their scores."""
    source, named = material.source, named_once(material.source)
    rows = {"encoder": source, "cross": material.written}
    places = [
        (head, row, first, second)
        for kind in rows
        for head in material.heads(kind)
        for row in named_once(rows[kind])
        for weights in [material.trace.weights(kind)[head.layer, head.head, row]]
        for first in named
        for second in named
        if weights[second] >= _SEEN and 1.5 <= weights[first] / weights[second] <= 12
    ]
    place = drawn(random, places)
    if place is None:
        return None
    head, row, *pair = place
    scores = material.states[f"{head.site}.scores"][head.head, row]  # [S]
    higher, lower = (round(float(scores[at]), 1) for at in pair)
    times = round(math.exp(higher - lower), 2)
    tolerance = round(0.1 * times, 2)
    return Exercise(
        chapter="attention",
        name="ratio",
        answer=Amount(times, 1.0, 20.0, tolerance, "number"),
        values={
            "head": head,
            "row": Token(rows[head.kind][row]),
            "first": Token(source[pair[0]]),
            "second": Token(source[pair[1]]),
            "higher": higher,
            "lower": lower,
            "difference": round(higher - lower, 1),
            "tolerance": tolerance,
            "answer": times,
        },
        place=place_of(head, row if head.kind == "cross" else None),
        lab="softmax",
    )


def mixed_value(material: Material, random: Random) -> Exercise | None:
    """Ask for one number of a head's output at the second step of the decoder, which sees two tokens."""
    heads = material.heads("decoder") if len(material.read) > 1 else []
    for head in random.sample(heads, len(heads)):
        weights = material.trace.decoder_self[head.layer, head.head, 1, :2]
        value = material.states[f"{head.site}.value"][head.head, :2]  # [2, V]
        columns = np.flatnonzero(np.abs(value[0] - value[1]) >= 0.5).tolist()
        if weights.min() >= 0.15 and columns:
            column = random.choice(columns)
            first, second = (round(float(one), 2) for one in value[:, column])
            share = round(float(weights[0]), 2)
            mixed = round(share * first + (1 - share) * second, 2)
            return Exercise(
                chapter="attention",
                name="mixed_value",
                answer=Amount(
                    mixed, math.floor(min(first, second)) - 1, math.ceil(max(first, second)) + 1, 0.05, "number"
                ),
                values={
                    "head": head,
                    "step": Token(material.written[1]),
                    "first": Token(material.read[0]),
                    "second": Token(material.read[1]),
                    "share": share,
                    "rest": round(1 - share, 2),
                    "column": column + 1,
                    "one": first,
                    "other": second,
                    "answer": mixed,
                },
                place=place_of(head, 1),
                lab="one_row",
            )
    return None


def order_of_steps(material: Material, random: Random) -> Exercise:
    """Ask for the order of the steps of Eq. 1."""
    return Exercise(
        chapter="attention",
        name="order_of_steps",
        answer=shuffled_order(random, [Phrase(step) for step in _STEPS]),
        lab="one_row",
    )


def added_to_scores(material: Material, random: Random) -> Exercise | None:
    """Ask what happens to the weights of a row when every score grows by the same number."""
    head = random.choice(material.heads("cross"))
    step = random.randrange(len(material.written))
    scores = torch.from_numpy(material.states[f"{head.site}.scores"]).double()  # [H, T, S]
    before, after = masked_softmax(scores), masked_softmax(scores + _SHIFT)
    answer = shuffled_choice(random, Phrase("same"), [Phrase("larger"), Phrase("even"), Phrase("sharper")])
    if answer is None or not torch.allclose(before, after, atol=1e-6):
        return None
    return Exercise(
        chapter="attention",
        name="added_to_scores",
        answer=answer,
        values={"head": head, "token": Token(material.written[step]), "added": int(_SHIFT)},
        place=place_of(head, step),
        lab="softmax",
    )


def shape(material: Material, random: Random) -> Exercise | None:
    """Ask for the shape of a head's weights in cross-attention; None where both sentences are equally long."""
    source, target = len(material.source), len(material.written)
    sizes = [(target, source), (source, target), (source, source), (target, target)]
    named = [f"{rows} × {columns}" for rows, columns in sizes]
    answer = shuffled_choice(random, named[0], named)
    return answer and Exercise(
        chapter="attention",
        name="shape",
        answer=answer,
        values={"source": source, "target": target, "answer": named[0]},
        place={"tab": "", "kind": "cross", "view": "matrix"},
        lab="swapped_axes",
    )


def _vector(numbers: Sequence[int]) -> str:
    return f"({', '.join(map(_signed, numbers))})"


def _signed(number: int) -> str:
    return f"{number}".replace("-", "−")


MAKERS = (
    *(order_of_steps, largest_product, most_attended, rest_of_row),
    *(ratio, added_to_scores, mixed_value, shape),
)
