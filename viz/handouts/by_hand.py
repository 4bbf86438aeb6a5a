"""One row of attention to compute by hand: what is given, the steps, a table to fill in, and the solution.

Each number of the solution follows from numbers that are printed, rounded as a student rounds them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from viz.handouts.markup import Html, Words, formula, joined, number, rounded, table, token
from viz.handouts.pictures import head_matrix
from viz.handouts.subject import Subject
from viz.texts import in_a_row

_MOST_KEYS = 8  # to compute; all others are given as one sum
_MOST_NUMBERS = 8  # of a vector that is multiplied by hand
_SHOWN = 4  # numbers of a value
DIGITS = 2
SMALL_DIGITS = 3  # of √d_k, of what e^x and the weights are: most are near 0
_POINTS = 2  # for each step, and for the question

_SYMBOLS = {
    "product": r"q \cdot k",
    "scaled": r"q \cdot k / \sqrt{d_k}",
    "exponential": r"e^{x - \max}",
    "sum": r"\sum \mathrm{weight} \cdot v",
}


class Row(NamedTuple):
    """The numbers of the task, and what follows from them step by step, all rounded as they are printed."""

    tokens: list[str]  # of the keys to compute
    products: list[float]
    query: np.ndarray | None  # [E]; None where it is too long
    keys: np.ndarray | None  # [n, E]
    values: np.ndarray  # [n, first numbers of V]
    rest: float  # sum of the exponentials of all other keys
    others: int  # how many those are; their values are the last row of `values`, as a weighted mean
    root: float | None  # √d_k; None where the model does not divide by it
    own: list[float]  # the model's weights

    @property
    def scaled(self) -> list[float]:
        """The scores that enter softmax."""
        return self.products if self.root is None else [rounded(one / self.root, DIGITS) for one in self.products]

    @property
    def exponentials(self) -> list[float]:
        """e^(x - largest)."""
        highest = max(self.scaled)
        return [rounded(math.exp(rounded(one - highest, DIGITS)), SMALL_DIGITS) for one in self.scaled]

    @property
    def total(self) -> float:
        """Their sum with that of all other keys."""
        return rounded(sum(self.exponentials) + self.rest, SMALL_DIGITS)

    @property
    def weights(self) -> list[float]:
        """Those of the keys, then that of all others together."""
        rest = [self.rest] if self.others else []
        return [rounded(one / self.total, SMALL_DIGITS) for one in [*self.exponentials, *rest]]

    @property
    def mixed(self) -> list[float]:
        """The sum of the values, each times its weight."""
        return [rounded(one, DIGITS) for one in (np.array(self.weights) @ self.values).tolist()]


class RowTask:
    """A row of attention as a task of a sheet, with its solution."""

    def __init__(self, subject: Subject, say: Words) -> None:
        self._subject, self._say, self._row = subject, say, row_numbers(subject)

    @property
    def points(self) -> int:
        """Points for all steps and for the question."""
        return _POINTS * (len(self._steps) + 1)

    @property
    def title(self) -> str:
        """The name of the head and of the row."""
        return self._subject.title(self._say.texts)

    @property
    def task(self) -> Html:
        """The task, as a student gets it."""
        say, row = self._say, self._row
        steps = "".join(f"<li>{one}</li>" for one in self._steps)
        lines = '<p class="lines"></p>' * 2
        given = f'<div class="beside"><div>{self._given}</div>{self._picture(hidden=True)}</div>'
        told = f'<div class="steps">{self._notes}<ol>{steps}</ol></div>'
        work = f'<div class="beside">{told}{self._table(solved=False)}</div>'
        return Html(
            f"<p>{say('worksheet.task')}</p><h2>{say('worksheet.given')}</h2>{given}"
            f"<h2>{say('worksheet.steps')}</h2>{work}{self._mixed([''] * len(row.mixed))}"
            f'<div class="keep"><p>{say("worksheet.question")}</p>{lines}</div>'
        )

    @property
    def solution(self) -> Html:
        """The filled table, the sum of the values and the answer."""
        say, row = self._say, self._row
        largest = max(range(len(row.tokens)), key=row.weights.__getitem__)
        answer = {"token": token(row.tokens[largest]), "share": number(row.weights[largest], SMALL_DIGITS)}
        mixed = self._mixed([number(one, DIGITS) for one in row.mixed])
        power = formula(_SYMBOLS["exponential"])
        return Html(
            f'<div class="beside">{self._table(solved=True)}{self._picture(hidden=False)}</div>'
            f"{mixed}<p>{say('worksheet.answer', **answer)}</p>"
            f'<p class="about">{say("worksheet.rounding", digits=DIGITS, small=SMALL_DIGITS, power=power)}</p>'
        )

    @property
    def _steps(self) -> list[Html]:
        say, root = self._say, self._row.root
        steps = (
            [say("worksheet.step.product", product=formula(_SYMBOLS["product"]))] if self._row.keys is not None else []
        )
        if root is not None:
            d_k = self._subject.example.config.query_width
            value = formula(rf"\sqrt{{d_k}} = \sqrt{{{d_k}}} = {number(root, SMALL_DIGITS)}")
            steps.append(say("worksheet.step.scale", root=value))
        return [
            *steps,
            say("worksheet.step.exponential", power=formula(_SYMBOLS["exponential"])),
            say("worksheet.step.divide"),
            say("worksheet.step.sum", sum=formula(_SYMBOLS["sum"])),
        ]

    @property
    def _given(self) -> Html:
        say, row, tables = self._say, self._row, []
        if row.query is not None and row.keys is not None:
            tables.append(_vectors("", [say("q")], row.query[None]))
            tables.append(_vectors(say("k"), [token(one) for one in row.tokens], row.keys))
        fits = self._subject.example.config.value_width <= _SHOWN
        tables.append(_vectors(say("v" if fits else "worksheet.values"), self._names, row.values))
        return joined(tables)

    @property
    def _notes(self) -> Html:
        """Remarks on the numbers that are given."""
        say, row, notes = self._say, self._row, []
        if row.keys is None:
            notes.append(say("worksheet.products"))
        if row.others:
            power = formula(_SYMBOLS["exponential"])
            notes.append(say("worksheet.rest", power=power, sum=number(row.rest, SMALL_DIGITS)))
        if _hides_later(self._subject):
            notes.append(say("worksheet.masked"))
        return Html(f"<p>{in_a_row(notes)}</p>") if notes else Html()

    @property
    def _names(self) -> list[Html]:
        """The names of all rows, that of the other tokens last."""
        row = self._row
        others = (
            [self._say(f"worksheet.others.{'one' if row.others == 1 else 'many'}", count=row.others)]
            if row.others
            else []
        )
        return [*(token(one) for one in row.tokens), *others]

    def _picture(self, *, hidden: bool) -> Html:
        """Return the head; the row is left white where it is to be computed."""
        subject, say = self._subject, self._say
        example = subject.example
        kind = example.place.kind
        columns = subject.read_tokens if kind == "decoder" else subject.source_tokens
        drawn = head_matrix(
            example.matrix, subject.query_tokens, columns, kind, marked=example.place.query, hidden=hidden, widest=60
        )
        said = say(f"worksheet.picture.{'task' if hidden else 'solved'}")
        return Html(f'<figure class="keep">{drawn}<figcaption>{said}</figcaption></figure>')

    def _table(self, *, solved: bool) -> Html:
        """Return the table to fill in, or filled in."""
        say, row = self._say, self._row
        columns = [("product", row.products, solved or row.keys is None, DIGITS)]
        columns += [("scaled", row.scaled, solved, DIGITS)] if row.root is not None else []
        columns += [("exponential", [*row.exponentials, row.rest], solved, SMALL_DIGITS)]
        columns += [("weight", row.weights, solved, SMALL_DIGITS)]
        columns += [("model", row.own, True, SMALL_DIGITS)] if solved else []

        def cell(place: int, name: str, values: list[float], shown: bool, digits: int) -> str:
            is_rest = place == len(row.tokens)  # of the others only the sum of their exponentials is given
            if place >= len(values):
                return "–"
            return number(values[place], digits) if shown or (is_rest and name == "exponential") else ""

        lines = [[name, *(cell(place, *one) for one in columns)] for place, name in enumerate(self._names)]
        sums = (
            {"exponential": row.total, "weight": sum(row.weights)} if solved else {"exponential": None, "weight": None}
        )
        lines.append([say("worksheet.total"), *(_sum(sums, one[0]) for one in columns)])
        heads = [formula(_SYMBOLS[name]) if name in _SYMBOLS else say(f"column.{name}") for name, *_ in columns]
        return table([say("column.token"), *heads], lines, blank=not solved)

    def _mixed(self, cells: list[str]) -> Html:
        places = [str(place + 1) for place in range(len(cells))]
        return table(["", *places], [[formula(_SYMBOLS["sum"]), *cells]], blank=not cells[0])


def row_numbers(subject: Subject) -> Row:
    """Return the task: the keys of the largest scores, in their order; the exponentials of the others as one sum."""
    example = subject.example
    config, (_, _, head, _) = example.config, example.place
    d_k, d_v = config.query_width, config.value_width
    parameters = example.parameters

    def project(name: str, states: np.ndarray, width: int) -> np.ndarray:
        part = slice(head * width, (head + 1) * width)
        return states @ parameters[f"{name}.weight"][part].T + parameters[f"{name}.bias"][part]

    query_state, key_states = _read(subject)
    query, keys = project("query", query_state, d_k), project("key", key_states, d_k)
    values = _rounded(project("value", key_states, d_v)[:, :_SHOWN])
    is_short = d_k <= _MOST_NUMBERS
    if is_short:
        query, keys = _rounded(query), _rounded(keys)
    products = _rounded(keys @ query)
    root = rounded(math.sqrt(d_k), SMALL_DIGITS) if config.scale_scores else None
    chosen = sorted(np.argsort(-products, kind="stable")[:_MOST_KEYS].tolist())
    others = [key for key in range(len(keys)) if key not in chosen]
    scaled = _rounded(products / (root or 1.0))
    powers = np.exp(scaled[others] - scaled.max())
    shown = values[chosen]
    if others:
        shown = _rounded(np.concatenate([shown, (powers @ values[others] / powers.sum())[None]]))
    own = example.computed["weights"][head]
    return Row(
        tokens=[subject.key_tokens[key] for key in chosen],
        products=[float(products[key]) for key in chosen],
        query=query if is_short else None,
        keys=keys[chosen] if is_short else None,
        values=shown,
        rest=rounded(float(powers.sum()), SMALL_DIGITS),
        others=len(others),
        root=root,
        own=[*(float(own[key]) for key in chosen), *([float(own[others].sum())] if others else [])],
    )


def _rounded(values: np.ndarray) -> np.ndarray:
    return np.vectorize(lambda value: rounded(float(value), DIGITS), otypes=[float])(values)


def _read(subject: Subject) -> tuple[np.ndarray, np.ndarray]:
    """Return what query and keys are projected from, float64: in pre-norm the normalised stream."""
    example = subject.example
    query, keys = example.stream.astype(np.float64)[None], example.memory.astype(np.float64)

    def norm(states: np.ndarray) -> np.ndarray:
        centred = states - states.mean(axis=1, keepdims=True)
        spread = np.sqrt(states.var(axis=1, keepdims=True) + example.config.layer_norm_eps)
        return centred / spread * example.parameters["norm.weight"] + example.parameters["norm.bias"]

    if example.config.norm == "pre":
        query = norm(query)
        keys = keys if example.place.kind == "cross" else norm(keys)
    return query[0], keys


def _hides_later(subject: Subject) -> bool:
    """Return whether the causal mask hides tokens after the one of the row."""
    return subject.example.place.kind == "decoder" and len(subject.key_tokens) < len(subject.read_tokens)


def _sum(sums: Mapping[str, float | None], column: str) -> str:
    """Return a cell below a column: its sum, nothing where it is to be written, a dash where there is none."""
    found = sums.get(column, 0.0)
    return "" if found is None else number(found, SMALL_DIGITS) if found else "–"


def _vectors(corner: str, names: list[Html], vectors: np.ndarray) -> Html:
    """Return vectors as rows of a table."""
    places = [str(place + 1) for place in range(vectors.shape[1])]
    rows = zip(names, vectors.tolist(), strict=True)
    return table([corner, *places], [[name, *(number(one, DIGITS) for one in vector)] for name, vector in rows])
