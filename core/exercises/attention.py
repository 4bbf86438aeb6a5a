"""Exercises on scaled dot-product attention (section 3.2.1)."""

from __future__ import annotations

from random import Random

from core.exercises.exercise import Amount, Exercise, PickedToken, Token
from core.exercises.material import Material, pick_clear, place_of

_CLEAR = 0.1  # of weight, between the largest and the next


def most_attended(material: Material, random: Random) -> Exercise | None:
    """Ask which source token a row of the encoder attends to most."""
    head = random.choice(material.heads("encoder"))
    weights = material.trace.encoder_self[head.layer, head.head]  # [S, S]
    rows = [row for row in range(len(weights)) if pick_clear(weights[row], apart=_CLEAR) is not None]
    if not rows:
        return None
    row = random.choice(rows)
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
    step = random.randrange(len(material.written))
    row = material.trace.cross[head.layer, head.head, step]  # [S]
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


MAKERS = (most_attended, rest_of_row)
