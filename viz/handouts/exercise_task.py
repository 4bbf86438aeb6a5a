"""An exercise as a task of a printed sheet: its question with room for the answer, and its solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.inspection.intervention import HeadName
from viz.handouts.markup import Html, Words, capital, joined, safe, table, token
from viz.handouts.pictures import head_grid, head_matrix
from viz.texts import in_a_row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.exercises.exercise import Amount, Answer, Cells, Choice, Exercise, Order, PickedHead, PickedToken, Value
    from core.exercises.material import Material

POINTS = {"choice": 1, "token": 1, "amount": 2, "head": 2, "order": 2, "cells": 3}  # by the form of the answer


class ExerciseTask:
    """An exercise as a task; see `RowTask` for the other kind."""

    def __init__(self, exercise: Exercise, material: Material, say: Words) -> None:
        self._exercise, self._material, self._say = exercise, material, say
        self._form = form_of(exercise.answer)

    @property
    def points(self) -> int:
        """Points for the answer."""
        return POINTS[self._form]

    @property
    def title(self) -> str:
        """The chapter."""
        return self._say.texts(f"attention.homework.chapter.{self._exercise.chapter}")

    @property
    def task(self) -> Html:
        """The question, a picture of what it speaks of, and room for the answer."""
        hint = self._say(f"homework.form.{self._form}")
        said = f"<p>{self._question} <em>{hint}</em></p>{self._space(solved=False)}"
        picture = self._picture()
        return Html(f'<div class="beside"><div class="said">{said}</div>{picture}</div>' if picture else said)

    @property
    def solution(self) -> Html:
        """The right answer, why it is right, and the lab that shows it."""
        say, lab = self._say, self._exercise.lab
        why = self._words(f"{self._exercise.name}.why")
        title = say.texts.find(f"maths.{lab}.title") if lab else None
        shown = f' <span class="about">{say("homework.lab", lab=title)}</span>' if title else ""
        return Html(f"<p>{self._question}</p>{self._space(solved=True)}<p>{why}{shown}</p>")

    @property
    def _question(self) -> Html:
        return self._words(self._exercise.name)

    def _words(self, key: str) -> Html:
        from core.exercises.exercise import Phrase

        given = self._exercise.values
        values = {name: self._value(value) for name, value in given.items()}
        template = self._say.texts(f"exercises.{self._exercise.chapter}.{key}")
        words = self._say.filled(template, values)
        first = template[1:].partition("}")[0] if template.startswith("{") else ""
        return capital(words) if isinstance(given.get(first), HeadName | Phrase) else words

    def _value(self, value: Value) -> Html:
        from core.exercises.exercise import Phrase, Token

        say = self._say
        match value:
            case HeadName():
                return self._head(value)
            case Token(text):
                return token(text)
            case Phrase(key):
                own = f"{self._exercise.chapter}.{self._exercise.name}.{key}"
                return safe(say.texts(f"exercises.{key if '.' in key else own}"))
            case str():
                return safe(value)
            case _:
                return safe(digits(value))

    def _head(self, head: HeadName) -> Html:
        kind = self._say.texts(f"attention.kind.{head.kind}")
        return self._say("homework.head", kind=kind, layer=head.layer + 1, head=head.head + 1)

    def _picture(self) -> Html:
        """Return the head that the question speaks of, as the page shows it; nothing where it speaks of none."""
        place = self._exercise.place
        if self._form == "head" or not {"kind", "layer", "head"} <= place.keys():
            return Html()
        kind, layer, head = place["kind"], int(place["layer"]) - 1, int(place["head"]) - 1
        material = self._material
        rows, columns = self._sides(kind, material)
        step = self._step(kind)
        drawn = head_matrix(material.trace.weights(kind)[layer, head], rows, columns, kind, marked=step, most=3.2)
        said = self._say("homework.picture", head=capital(self._head(HeadName(kind, layer, head))))
        if step is not None:
            said = Html(in_a_row([said, self._say("homework.picture.step")]))
        return Html(f'<figure class="keep">{drawn}<figcaption>{said}</figcaption></figure>')

    def _step(self, kind: str) -> int | None:
        """Return the row of the step that the question speaks of."""
        place = self._exercise.place
        return int(place["step"]) - 1 if kind != "encoder" and "step" in place else None

    @staticmethod
    def _sides(kind: str, material: Material) -> tuple[list[str], list[str]]:
        """Return the tokens of the rows and of the columns of a kind's heads."""
        rows = material.source if kind == "encoder" else material.read
        columns = material.read if kind == "decoder" else material.source
        return [one.replace(" ", "▁") for one in rows], [one.replace(" ", "▁") for one in columns]

    def _space(self, *, solved: bool) -> Html:
        """Return the room for the answer, or the answer in its place."""
        answer = self._exercise.answer
        write = {
            "choice": self._choice,
            "amount": self._amount,
            "head": self._heads,
            "token": self._tokens,
            "cells": self._cells,
            "order": self._order,
        }
        return write[self._form](answer, solved)  # type: ignore[operator]

    def _choice(self, answer: Choice, solved: bool) -> Html:
        def option(place: int, value: Value) -> str:
            mark = "☒" if solved and place == answer.right else "☐"
            return f"<li>{mark} {chr(65 + place)}. {self._value(value)}</li>"

        return Html(f'<ul class="options">{"".join(option(*one) for one in enumerate(answer.options))}</ul>')

    def _amount(self, answer: Amount, solved: bool) -> Html:
        say = self._say
        unit = "" if answer.unit == "number" else say.texts(f"handout.homework.unit.{answer.unit}")
        if not solved:
            return Html(f'<p class="amount">{say("homework.answer")} <i></i> {safe(unit)}</p>')
        shown = digits(answer.value) if answer.unit == "probability" else f"{digits(answer.value)} {unit}"
        near = say("homework.tolerance", tolerance=digits(answer.tolerance)) if answer.tolerance else ""
        return Html(f"<p>{say('homework.answer')} <b>{safe(shown.strip())}</b> {near}</p>")

    def _heads(self, answer: PickedHead, solved: bool) -> Html:
        right = [(one.layer, one.head) for one in answer.right] if solved else []
        rows, columns = self._sides(answer.kind, self._material)
        weights = self._material.trace.weights(answer.kind)
        drawn = head_grid(
            weights, rows, columns, answer.kind, marked=self._step(answer.kind), right=right, most=14 if solved else 28
        )
        named = f"<p><b>{joined((self._head(one) for one in answer.right), ' · ')}</b></p>" if solved else ""
        return Html(f'{named}<figure class="keep">{drawn}</figure>')

    def _tokens(self, answer: PickedToken, solved: bool) -> Html:
        def shown(place: int, text: str) -> str:
            chosen = ' class="chosen"' if solved and place in answer.right else ""
            return f"<span{chosen}>{token(text)}</span>"

        return Html(f'<p class="tokens">{" ".join(shown(*one) for one in enumerate(answer.tokens))}</p>')

    def _cells(self, answer: Cells, solved: bool) -> Html:
        mark = Html('<span class="coloured"></span>')
        rows = [
            [token(name), *(mark if solved and one else "" for one in right)]
            for name, right in zip(answer.rows, answer.right, strict=True)
        ]
        grid = table(["", *(token(name) for name in answer.columns)], rows)
        return Html(f'<div class="grid">{grid}</div>')

    def _order(self, answer: Order, solved: bool) -> Html:
        places: Mapping[int, int] = {item: place + 1 for place, item in enumerate(answer.right)}
        items = (
            f'<li><span class="box">{places[item] if solved else ""}</span> {self._value(value)}</li>'
            for item, value in enumerate(answer.items)
        )
        return Html(f'<ul class="options">{"".join(items)}</ul>')


def form_of(answer: Answer) -> str:
    """Return the name of an answer's form."""
    from core.exercises.exercise import Amount, Cells, Choice, Order, PickedHead

    forms = {Choice: "choice", Amount: "amount", PickedHead: "head", Cells: "cells", Order: "order"}
    return forms.get(type(answer), "token")  # type: ignore[call-overload]


def digits(value: float) -> str:
    """Return a number as it was given; one that was never rounded, with three significant digits.

    Examples:
        >>> digits(0.55), digits(39.9738), digits(0.7234567), digits(1437696), digits(-2.5)
        ('0.55', '39.9738', '0.723', '1,437,696', '−2.5')
    """
    short = f"{value:.6g}"
    if float(value).is_integer():
        text = f"{int(value):,}"
    else:  # a float32 that was not rounded is further away
        text = short if abs(float(short) - value) < 1e-9 * abs(value) else f"{value:.3g}"
    return text.replace("-", "−")
