"""Answers and places that the exercises of several chapters share."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from core.exercises.exercise import Amount, Choice, Exercise, Order, PickedHead, Token, Value
from core.exercises.material import Material
from core.inspection.intervention import HeadName, Intervention

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

GUESS = 0.15  # tolerance of a guessed probability


def pick_clear(values: np.ndarray, *, apart: float) -> int | None:
    """Return the place of the largest value; None if another is nearer to it than `apart`, so that it is no question.

    Args:
        values: one axis.
        apart: smallest difference between the largest and the next.
    """
    order = np.argsort(-values, kind="stable")
    if len(order) > 1 and values[order[0]] - values[order[1]] < apart:
        return None
    return int(order[0])


def named_once(tokens: Sequence[str]) -> list[int]:
    """Return the places of the tokens whose text names them: those that occur once."""
    return [place for place, token in enumerate(tokens) if tokens.count(token) == 1]


def shuffled_choice(random: Random, right: Value, wrong: Sequence[Value], most: int = 4) -> Choice | None:
    """Return a choice of the right value and some wrong ones in random order; None without two wrong ones.

    Args:
        random: of the exercise.
        right: the right option.
        wrong: candidates; those equal to the right one, and repeated ones, are left out.
        most: options in all.
    """
    others = [value for value in dict.fromkeys(wrong) if value != right]
    if len(others) < 2:
        return None
    options = [right, *random.sample(others, min(most - 1, len(others)))]
    random.shuffle(options)
    return Choice(tuple(options), options.index(right))


def place_of(head: HeadName, step: int | None = None) -> dict[str, str]:
    """Return the fields of the address that show a head in the explorer; a step counts from 0."""
    place = {"tab": "", "kind": head.kind, "layer": str(head.layer + 1), "head": str(head.head + 1)}
    return place if step is None else {**place, "step": str(step + 1)}


def machine_place(block: str, step: int | None = None) -> dict[str, str]:
    """Return the fields of the address that show a block of Figure 1; a step of the decoder counts from 0."""
    place = {"tab": "machine", "block": block}
    return place if step is None else {**place, "at": str(step + 1)}


def kind_place(kind: str, step: int | None = None) -> dict[str, str]:
    """Return the fields of the address that show the heads of one kind, so that a head can be looked for."""
    place = {"tab": "", "kind": kind}
    return place if step is None else {**place, "step": str(step + 1)}


def drawn(random: Random, items: Sequence[T]) -> T | None:
    """Draw an item; None if there are none."""
    return random.choice(items) if items else None


def named_steps(material: Material) -> list[int]:
    """Return the steps that their token names; the end symbol is none of them."""
    return named_once(material.written[:-1])


def picked_head(kind: str, scores: np.ndarray, *, apart: float) -> PickedHead | None:
    """Ask for the head of the largest score; None if another is nearer than `apart`, or if there is no other.

    Args:
        kind: encoder, decoder or cross.
        scores: [L, H].
        apart: smallest difference between the largest and the next.
    """
    layers, heads = scores.shape
    largest = pick_clear(scores.ravel(), apart=apart) if scores.size > 1 else None
    return largest if largest is None else PickedHead(kind, layers, heads, (HeadName(kind, *divmod(largest, heads)),))


def shuffled_order(random: Random, items: Sequence[Value]) -> Order:
    """Return items, given in the right order, to be put in order: at least one of them is shown out of place."""
    shown = list(items)
    while shown == list(items):
        random.shuffle(shown)
    return Order(tuple(shown), tuple(shown.index(item) for item in items))


def counted(number: float, share: float = 0.0) -> Amount:
    """Return an amount to count or to compute, right within a share of it; the slider ends at a power of ten."""
    return Amount(number, 0.0, 10.0 ** math.ceil(math.log10(2 * number)), share * number, "count")


def log_probs_without(material: Material, heads: Sequence[HeadName]) -> np.ndarray:
    """Return the log-probability of each token with these heads off, float32 [T]."""
    setting = material.setting
    return setting.translator.score(setting.text, setting.target_ids, Intervention(off=tuple(heads)))


def guess_without(
    material: Material, random: Random, heads: Sequence[HeadName], *, chapter: str, name: str, lab: str
) -> Exercise | None:
    """Let the probability of a token be guessed with all heads of one kind off.

    Args:
        material: the model and the sentence.
        random: of the exercise.
        heads: those that are off.
        chapter: of the exercise.
        name: of the exercise.
        lab: that shows why.
    """
    step = drawn(random, named_steps(material))
    if step is None:
        return None
    found = round(math.exp(float(log_probs_without(material, heads)[step])), 2)
    return Exercise(
        chapter=chapter,
        name=name,
        answer=Amount(found, 0.0, 1.0, GUESS, "probability"),
        values={
            "token": Token(material.written[step]),
            "last": Token(material.read[step]),
            "now": round(math.exp(float(material.trace.log_probs[step])), 2),
            "answer": found,
        },
        place=kind_place(heads[0].kind, step),
        lab=lab,
    )
