"""Exercise: a question with its key, and how an answer is judged.

Words are not here: the page has them under `<chapter>.<name>`, with fields for `values`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from core.inspection.intervention import HeadName


class Token(NamedTuple):
    """A token as the model has it, to be shown in the token style."""

    text: str


class Phrase(NamedTuple):
    """A phrase of the page: the key of its words, below the exercise's own name unless it has a dot."""

    key: str


# A plain string is shown as it is: text of a user or of the model.
Value = str | int | float | Token | HeadName | Phrase


@dataclass(frozen=True)
class Choice:
    """One of several options."""

    options: tuple[Value, ...]  # in the order in which they are shown
    right: int  # place of the right one

    def is_right(self, given: object) -> bool:
        """Judge the place of an option."""
        return type(given) is int and given == self.right


@dataclass(frozen=True)
class Amount:
    """A number, guessed or computed: right if it is no further from the key than the tolerance."""

    value: float
    low: float  # ends of the slider
    high: float
    tolerance: float  # absolute, in the same unit
    unit: str  # probability, nats, count, number, percent

    def is_right(self, given: object) -> bool:
        """Judge a number."""
        if isinstance(given, bool) or not isinstance(given, int | float):
            return False
        return abs(given - self.value) <= self.tolerance + 1e-9


@dataclass(frozen=True)
class PickedHead:
    """A head of one kind, chosen in the explorer or in a list: each of `right` is accepted."""

    kind: str
    layers: int
    heads: int
    right: tuple[HeadName, ...]

    def is_right(self, given: object) -> bool:
        """Judge [kind, layer, head], from 0."""
        return isinstance(given, Sequence) and tuple(given) in self.right


@dataclass(frozen=True)
class PickedToken:
    """A token of a sentence: each place of `right` is accepted."""

    tokens: tuple[str, ...]
    right: tuple[int, ...]

    def is_right(self, given: object) -> bool:
        """Judge the place of a token."""
        return type(given) is int and given in self.right


@dataclass(frozen=True)
class Cells:
    """Cells of a small matrix to colour."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    right: tuple[tuple[bool, ...], ...]  # [rows][columns], True where a cell is to be coloured

    def is_right(self, given: object) -> bool:
        """Judge a matrix of bools."""
        return np.array_equal(np.asarray(given), np.array(self.right))


@dataclass(frozen=True)
class Order:
    """Items to put in order."""

    items: tuple[Value, ...]  # as they are first shown, not in order
    right: tuple[int, ...]  # places of the items in the right order

    def is_right(self, given: object) -> bool:
        """Judge a list of places."""
        return isinstance(given, Sequence) and tuple(given) == self.right


Answer = Choice | Amount | PickedHead | PickedToken | Cells | Order


@dataclass(frozen=True)
class Exercise:
    """One question about the loaded model, the sentence at hand or the paper.

    Attributes:
        chapter: of the path.
        name: unique in its chapter; the words are `<chapter>.<name>`, and `<chapter>.<name>.why` explains the key.
        answer: its form and its key.
        values: fields of the words, also of `.why`.
        place: fields of the page's address that show what the question speaks of: `tab`, `kind`, `layer`, `head`
            (from 1), `step`, `block`, `at`, ...; empty where nothing needs to be shown.
        lab: the lab that shows why.
        lab_values: of its controls, by name, so that it opens on what the question speaks of.
    """

    chapter: str
    name: str
    answer: Answer
    values: Mapping[str, Value] = field(default_factory=dict)
    place: Mapping[str, str] = field(default_factory=dict)
    lab: str = ""
    lab_values: Mapping[str, str | int] = field(default_factory=dict)
