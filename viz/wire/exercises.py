"""Exercises as they travel to the browser."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from core.inspection.intervention import HeadName

if TYPE_CHECKING:
    from core.exercises.exercise import Answer, Exercise, Value


class SentValue(TypedDict):
    """A value of an exercise's words, of which exactly one field is present."""

    text: NotRequired[str]  # as it is
    number: NotRequired[float]
    token: NotRequired[str]  # in the token style
    head: NotRequired[tuple[str, int, int]]  # kind, layer, head, from 0
    phrase: NotRequired[str]  # key of words


class SentAnswer(TypedDict):
    """The form of an answer with its key; which fields are present depends on the form."""

    form: Literal["choice", "amount", "head", "token", "cells", "order"]
    options: NotRequired[Sequence[SentValue]]  # choice: to choose from; order: to put in order
    right: Any  # choice: place; token, order: places; head: [kind, layer, head] of each; cells: bools [rows][columns]
    value: NotRequired[float]  # amount
    low: NotRequired[float]
    high: NotRequired[float]
    tolerance: NotRequired[float]
    unit: NotRequired[str]
    kind: NotRequired[str]  # head
    layers: NotRequired[int]
    heads: NotRequired[int]
    tokens: NotRequired[Sequence[str]]  # token
    rows: NotRequired[Sequence[str]]  # cells
    columns: NotRequired[Sequence[str]]


class SentExercise(TypedDict):
    """An exercise; its words are `<chapter>.<name>` and `<chapter>.<name>.why`."""

    chapter: str
    name: str
    answer: SentAnswer
    values: Mapping[str, SentValue]
    place: Mapping[str, str]  # fields of the address that show what it speaks of
    lab: str
    lab_set: str  # the address's field of the lab's controls, as JSON; empty for none


class ExercisesReply(TypedDict):
    """The exercises of a chapter."""

    exercises: Sequence[SentExercise]


def sent_exercise(exercise: Exercise) -> SentExercise:
    """Return an exercise with its key."""
    return {
        "chapter": exercise.chapter,
        "name": exercise.name,
        "answer": _answer(exercise.answer),
        "values": {name: _value(value) for name, value in exercise.values.items()},
        "place": exercise.place,
        "lab": exercise.lab,
        "lab_set": json.dumps(exercise.lab_values) if exercise.lab_values else "",
    }


def _answer(answer: Answer) -> SentAnswer:
    from core.exercises.exercise import Amount, Cells, Choice, Order, PickedHead

    match answer:
        case Choice(options, right):
            return {"form": "choice", "options": [_value(one) for one in options], "right": right}
        case Amount(value, low, high, tolerance, unit):
            ends = {"value": value, "low": low, "high": high, "tolerance": tolerance, "unit": unit}
            return {"form": "amount", "right": value, **ends}  # type: ignore[typeddict-item]
        case PickedHead(kind, layers, heads, right):
            names = [list(one) for one in right]
            return {"form": "head", "kind": kind, "layers": layers, "heads": heads, "right": names}
        case Cells(rows, columns, right):
            return {"form": "cells", "rows": rows, "columns": columns, "right": [list(row) for row in right]}
        case Order(items, right):
            return {"form": "order", "options": [_value(one) for one in items], "right": list(right)}
        case _:
            return {"form": "token", "tokens": answer.tokens, "right": list(answer.right)}


def _value(value: Value) -> SentValue:
    from core.exercises.exercise import Phrase, Token

    match value:
        case HeadName(kind, layer, head):
            return {"head": (kind, layer, head)}
        case Token(text):
            return {"token": text}
        case Phrase(key):
            return {"phrase": key}
        case str():
            return {"text": value}
        case int():  # a count, to the last digit
            return {"number": value}
        case _:
            return {"number": float(f"{value:.6g}")}
