"""Exercises on the factor 1 / sqrt(d_k) (section 3.2.1).

Shapes: Q/K query/key positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import numpy as np

from core.attention_kinds import KINDS
from core.exercises.exercise import Amount, Exercise, Phrase, PickedToken, Token
from core.exercises.forms import drawn, kind_place, named_once, pick_clear, picked_head, place_of, shuffled_choice
from core.exercises.material import Material
from core.inspection.intervention import HeadName

_GROWTH = 4  # of d_k
_LEAST_CHANGE = 0.2  # of a weight, so that a guess is worth it
_GUESS = 0.1  # tolerance of a guessed weight
_CLEAR_GRADIENT = 0.03  # between the flattest row and the next
_CLEAR_VARIANCE = 1.3  # ratio of the largest variance to the next


def variance(material: Material, random: Random) -> Exercise | None:
    """Ask for the variance of a dot product of d_k random components (footnote 4)."""
    width = material.config.query_width
    answer = shuffled_choice(random, width, [1, width * width, round(math.sqrt(width), 2)])
    return answer and Exercise(
        chapter="scale",
        name="variance",
        answer=answer,
        values={"d_k": width, "root": round(math.sqrt(width), 2)},
        lab="softmax",
    )


def quadrupled(material: Material, random: Random) -> Exercise | None:
    """Ask how the spread of unscaled dot products grows with d_k."""
    width = material.config.query_width
    grown = _GROWTH * width
    times = round(math.sqrt(grown) / math.sqrt(width))
    answer = shuffled_choice(random, times, [1, _GROWTH, _GROWTH**2])
    return answer and Exercise(
        chapter="scale",
        name="quadrupled",
        answer=answer,
        values={"d_k": width, "grown": grown, "growth": _GROWTH, "answer": times},
        lab="softmax",
    )


def before_division(material: Material, random: Random) -> Exercise | None:
    """Ask for the dot product of a query and a key, given the score that it was divided to."""
    if not material.config.scale_scores:
        return None
    head = random.choice(material.heads("encoder"))
    scores = material.states[f"{head.site}.scores"][head.head]  # [Q, K]
    named = named_once(material.source)
    pairs = [(row, column) for row in named for column in named if 0.5 <= abs(scores[row, column]) <= 20]
    pair = drawn(random, pairs)
    if pair is None:
        return None
    score, root = round(float(scores[pair]), 2), round(math.sqrt(material.config.query_width), 2)
    answer = round(score * root, 1)
    tolerance = max(0.1, round(0.05 * abs(answer), 1))
    end = 10.0 * math.ceil(abs(answer) / 5)
    return Exercise(
        chapter="scale",
        name="before_division",
        answer=Amount(answer, -end, end, tolerance, "number"),
        values={
            "head": head,
            "row": Token(material.source[pair[0]]),
            "column": Token(material.source[pair[1]]),
            "score": score,
            "d_k": material.config.query_width,
            "root": root,
            "tolerance": tolerance,
            "answer": answer,
        },
        place=place_of(head),
        lab="score_variance",
    )


def without_root(material: Material, random: Random) -> Exercise | None:
    """Ask for a guess of a row's largest weight if scores were not divided by sqrt(d_k)."""
    root = math.sqrt(material.config.query_width)
    return _changed_row(material, random, ("without_root", "softmax"), lambda scores: scores * root)


def divided_by_d_k(material: Material, random: Random) -> Exercise | None:
    """Ask for a guess of a row's largest weight if scores were divided by d_k."""
    root = math.sqrt(material.config.query_width)
    return _changed_row(material, random, ("divided_by_d_k", "d_k_not_root"), lambda scores: scores / root)


def slope(material: Material, random: Random) -> Exercise | None:
    """Ask for the derivative of a weight with respect to its own score."""
    head = random.choice([*material.heads("encoder"), *material.heads("cross")])
    weights = material.trace.weights(head.kind)[head.layer, head.head]  # [Q, K]
    rows = material.source if head.kind == "encoder" else material.written
    named = named_once(material.source)
    places = [(row, key) for row in named_once(rows) for key in named if 0.1 <= weights[row, key] <= 0.98]
    place = drawn(random, places)
    if place is None:
        return None
    weight = round(float(weights[place]), 2)
    answer = round(weight * (1 - weight), 3)
    return Exercise(
        chapter="scale",
        name="slope",
        answer=Amount(answer, 0.0, 1.0, 0.01, "number"),
        values={
            "head": head,
            "row": Token(rows[place[0]]),
            "token": Token(material.source[place[1]]),
            "weight": weight,
            "rest": round(1 - weight, 2),
            "answer": answer,
        },
        place=place_of(head, place[0] if head.kind == "cross" else None),
        lab="softmax",
    )


def flattest_row(material: Material, random: Random) -> Exercise | None:
    """Ask for the row whose softmax passes back the least gradient: the one that is nearest to a single weight."""
    heads = material.heads("encoder") if len(material.source) > 1 else []
    for head in random.sample(heads, len(heads)):
        weights = material.trace.encoder_self[head.layer, head.head].astype(float)  # [Q, K]
        passed = (weights * (1 - weights)).sum(axis=1)  # trace of the derivative of softmax
        flattest = pick_clear(-passed, apart=_CLEAR_GRADIENT)
        if flattest is not None:
            return Exercise(
                chapter="scale",
                name="flattest_row",
                answer=PickedToken(tuple(material.source), (flattest,)),
                values={
                    "head": head,
                    "answer": Token(material.source[flattest]),
                    "weight": round(float(weights[flattest].max()), 2),
                    "passed": round(float(passed[flattest]), 2),
                    "other": round(float(np.sort(passed)[1]), 2),
                },
                place={**place_of(head), "view": "matrix"},
                lab="saturation",
            )
    return None


def largest_variance(material: Material, random: Random) -> Exercise | None:
    """Ask for the head whose scores vary most."""
    for kind in random.sample(KINDS, len(KINDS)):
        found = np.array([_variance(material, head) for head in material.heads(kind)])
        found = found.reshape(-1, material.config.num_heads)  # [L, H]
        answer = picked_head(kind, np.log(np.maximum(found, 1e-12)), apart=math.log(_CLEAR_VARIANCE))
        if answer is not None:
            falling = np.sort(found.ravel())[::-1]
            values = {
                "kind": Phrase(f"heads.{kind}"),
                "answer": answer.right[0],
                "variance": round(float(falling[0]), 1),
                "other": round(float(falling[1]), 1),
            }
            return Exercise("scale", "largest_variance", answer, values, kind_place(kind), "score_variance")
    return None


def _variance(material: Material, head: HeadName) -> float:
    """Return the variance of a head's scores that no mask closes."""
    scores = material.states[f"{head.site}.scores"][head.head]
    return float(scores[np.isfinite(scores)].astype(float).var())


def _changed_row(
    material: Material, random: Random, name_and_lab: tuple[str, str], change: Callable[[np.ndarray], np.ndarray]
) -> Exercise | None:
    """Ask for a guess of the largest weight of a row of cross-attention after a change that matters to it.

    Args:
        material: its scores were divided by sqrt(d_k), or there is no such question.
        random: of the exercise.
        name_and_lab: of the exercise.
        change: of a row's scores [S].
    """
    if not material.config.scale_scores:
        return None
    places: list[tuple[HeadName, int, float]] = []
    for head in material.heads("cross"):
        scores = material.states[f"{head.site}.scores"][head.head].astype(float)  # [T, S]
        weights = material.trace.cross[head.layer, head.head]
        for step in named_once(material.written):
            powers = np.exp(change(scores[step]) - change(scores[step]).max())
            after = float(powers[weights[step].argmax()] / powers.sum())
            if abs(after - float(weights[step].max())) >= _LEAST_CHANGE and weights[step].max() >= _LEAST_CHANGE:
                places.append((head, step, after))
    place = drawn(random, places)
    if place is None:
        return None
    head, step, after = place
    row = material.trace.cross[head.layer, head.head, step]
    name, lab = name_and_lab
    return Exercise(
        chapter="scale",
        name=name,
        answer=Amount(round(after, 2), 0.0, 1.0, _GUESS, "probability"),
        values={
            "head": head,
            "step": Token(material.written[step]),
            "token": Token(material.source[int(row.argmax())]),
            "weight": round(float(row.max()), 2),
            "d_k": material.config.query_width,
            "root": round(math.sqrt(material.config.query_width), 2),
            "tolerance": _GUESS,
            "answer": round(after, 2),
        },
        place=place_of(head, step),
        lab=lab,
    )


MAKERS = (
    *(variance, quadrupled, before_division, without_root),
    *(divided_by_d_k, slope, flattest_row, largest_variance),
)
