"""Table of an evaluation: scores that say how sure they are, and a row for each sentence.

Nothing here loads torch, so a page can read what a job has written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from core.evaluation.flags import BY_ATTENTION, FLAGS

if TYPE_CHECKING:
    import pandas as pd

_NUMBERS = ("bleu", "chrf", "ter", "loss", "log_prob")


class Answer(NamedTuple):
    """Translation of one sentence by one system, and its scores."""

    translation: str
    bleu: float  # of the sentence, 0 to 100
    chrf: float  # likewise
    ter: float  # edits in per cent of the reference's words
    exact: bool
    loss: float | None  # nats a token of the first reference; None for a file, and where it is too long
    log_prob: float | None  # mean log-probability of its own tokens, nats; None for a file
    truncated: bool  # a side is longer than the model's positions
    flags: tuple[str, ...]  # names of `core.evaluation.flags.FLAGS`

    def flagged(self, flag: str) -> bool | None:
        """Return whether the translation has a flag; None where this was not measured: of a file, without attention."""
        if flag in self.flags:
            return True
        return None if self.log_prob is None and flag in BY_ATTENTION else False


class Row(NamedTuple):
    """One sentence of the test set."""

    number: int  # in the set, from 1, blank pairs counted
    source: str
    references: tuple[str, ...]
    own: str  # the value in a column of one's own
    answers: tuple[Answer, ...]  # of the systems, in their order


class LazyRows(Sequence[Row]):
    """Rows that are made when they are read: those of a large set would fill the memory."""

    def __init__(self, count: int, make: Callable[[int], Row]) -> None:
        """Take how many there are, and what makes the row of an index."""
        self._places, self._make = range(count), make

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Row: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...

    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        found = self._places[place]
        return self._make(found) if isinstance(found, int) else [*map(self._make, found)]


class MetricScore(NamedTuple):
    """BLEU, chrF or TER of one system, with its 95 % interval as sacreBLEU states it."""

    value: float
    mean: float  # of the resamples
    half: float  # of the width of the interval around it
    signature: str
    low: float | None  # ends of the 95 % interval of the difference from the first system; None for that one
    high: float | None
    p_bootstrap: float | None  # of that difference
    p_randomisation: float | None


class Interval(NamedTuple):
    """A score with the ends of its 95 % interval."""

    value: float
    low: float
    high: float


class Scores(NamedTuple):
    """Scores of one system."""

    name: str
    bleu: MetricScore
    chrf: MetricScore
    ter: MetricScore
    exact: Interval  # translations that equal a reference, in per cent
    perplexity: Interval | None  # of the first references; None for a file of translations
    accuracy: float | None  # share of their tokens that are predicted as most probable


class Result(NamedTuple):
    """All that was found."""

    set: str
    sentences: int
    language: str  # of the references
    tokenisation: str  # of BLEU
    script: str  # of the references, where it contradicts the language and decides; else empty
    systems: tuple[Scores, ...]
    comparable: bool  # whether perplexities are: all models divide the references into the same tokens
    notes: tuple[tuple[str, int], ...]  # oddities of the set and the systems: code and count
    rows: Sequence[Row]

    @property
    def has_own(self) -> bool:
        """Return whether the set has a column of one's own."""
        return any(row.own for row in self.rows)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each sentence: the source, its references, and what each system made of it.

        Columns of a system are named after it: `en-de: translation`, `en-de: chrf`; of two systems with one name the
        second has its number. A flag that was not measured is empty.
        """
        return next(self.frames(max(len(self.rows), 1)))

    def frames(self, size: int) -> Iterator[pd.DataFrame]:
        """Yield the table in parts of so many rows, all with the same columns; without rows one empty part."""
        import pandas as pd

        names = _distinct([system.name for system in self.systems])
        samples = [*self.rows[:1], *islice((row for row in self.rows if row.own), 1)]
        columns = [*dict.fromkeys(name for row in samples for name in _row_values(row, names))]
        for start in range(0, max(len(self.rows), 1), size):
            values = [_row_values(row, names) for row in self.rows[start : start + size]]
            yield pd.DataFrame({name: [one.get(name) for one in values] for name in columns})


def _row_values(row: Row, names: Sequence[str]) -> dict[str, Any]:
    values: dict[str, Any] = {"number": row.number, "source": row.source}
    for place, reference in enumerate(row.references):
        values[f"reference {place + 1}" if place else "reference"] = reference
    if row.own:
        values["own"] = row.own
    for name, answer in zip(names, row.answers, strict=True):
        values |= {f"{name}: {key}": value for key, value in _values(answer).items()}
    return values


def _values(answer: Answer) -> dict[str, Any]:
    numbers = {name: getattr(answer, name) for name in _NUMBERS}
    rounded = {name: None if value is None else round(value, 4) for name, value in numbers.items()}
    flags = {f"flag {flag}": answer.flagged(flag) for flag in FLAGS}
    return {"translation": answer.translation, **rounded, "exact": answer.exact, **flags}


def _distinct(names: list[str]) -> list[str]:
    return [f"{name} ({place + 1})" if name in names[:place] else name for place, name in enumerate(names)]
