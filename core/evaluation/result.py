"""Result of an evaluation: scores that say how sure they are, and a row for each sentence; written and read back.

Nothing here loads torch, so a page can read a result that a job has written.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.durable import read_ordinary, write_beside
from core.errors import CoreError
from core.evaluation.significance import Estimate
from core.plain import plain_value

FORMAT = 1
RESULT, ROWS = "result.json", "rows.jsonl"  # in the folder of an evaluation
MEASURES = ("bleu", "chrf", "ter", "exact", "perplexity")
LOWER_IS_BETTER = ("ter", "perplexity")


class Answer(NamedTuple):
    """Translation of one sentence by one system, and its scores."""

    translation: str
    bleu: float  # of the sentence, 0 to 100
    chrf: float  # likewise
    ter: float  # edits in per cent of the reference's words
    exact: bool
    loss: float | None  # nats a token of the first reference; None for a file, and where it is too long
    log_prob: float | None  # mean log-probability of its own tokens, nats; None for a file
    flags: tuple[str, ...]  # names of `core.evaluation.flags.FLAGS`


class Row(NamedTuple):
    """One sentence of the test set."""

    number: int  # in the set, from 1
    source: str
    references: tuple[str, ...]
    own: str  # the value in a column of one's own
    answers: tuple[Answer, ...]  # of the systems, in their order


class Score(NamedTuple):
    """One measure of one system."""

    measure: str  # one of `MEASURES`
    estimate: Estimate
    signature: str


class Notes(NamedTuple):
    """Counts that a reader of the scores must know."""

    dropped: int  # pairs left out because a side is blank
    repeated: int  # sources that occurred before
    truncated: tuple[int, ...]  # of each system: sentences of which a side is longer than its positions
    empty: tuple[int, ...]  # of each system: blank translations


class Result(NamedTuple):
    """All that was found, but for the rows."""

    set: str
    sentences: int
    language: str  # of the references
    tokenisation: str  # of BLEU
    script: str  # of the references, where it contradicts the language and decides; else empty
    systems: tuple[str, ...]
    scores: tuple[tuple[Score, ...], ...]  # of each system
    accuracy: tuple[float | None, ...]  # share of the references' tokens that a system predicts as most probable
    notes: Notes
    better: int | None  # the better one of two systems, 0 or 1, where BLEU or chrF shows one and the other no other

    def score(self, system: int, measure: str) -> Score | None:
        """Return a score; None for what a file of translations does not have."""
        return next((score for score in self.scores[system] if score.measure == measure), None)


def write_result(folder: Path, result: Result, rows: Sequence[Row]) -> None:
    """Write a result and its rows into the folder of an evaluation."""
    lines = [json.dumps(plain_value(row), ensure_ascii=False, allow_nan=False) for row in rows]
    write_beside(folder / ROWS, "\n".join(lines) + "\n")
    values = {"format": FORMAT, **plain_value(result)}
    write_beside(folder / RESULT, json.dumps(values, ensure_ascii=False, indent=1) + "\n")


def read_result(folder: Path) -> tuple[Result, list[Row]]:
    """Read what `write_result` wrote.

    Raises:
        CoreError: there is no result, or it is damaged or of another version.
    """
    try:
        values = json.loads(read_ordinary(folder / RESULT))
        lines = read_ordinary(folder / ROWS).split("\n")
        if values.pop("format") == FORMAT:
            rows = [_read_row(json.loads(line)) for line in lines if line]
            result = _read_result(values)
            if len(rows) == result.sentences:
                return result, rows
    except FileNotFoundError:
        raise CoreError("evaluation.none", "{folder} holds no finished evaluation", folder=folder.name) from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    raise CoreError(
        "evaluation.unreadable", "the result in {folder} is damaged; evaluate again", folder=folder.name
    ) from None


def _read_row(values: dict[str, Any]) -> Row:
    answers = tuple(Answer(**{**one, "flags": tuple(one["flags"])}) for one in values.pop("answers"))
    return Row(**{**values, "references": tuple(values["references"]), "answers": answers})


def _read_result(values: dict[str, Any]) -> Result:
    scores = tuple(
        tuple(Score(one["measure"], Estimate(**one["estimate"]), one["signature"]) for one in own)
        for own in values.pop("scores")
    )
    notes = Notes(**_with_tuples(values.pop("notes")))
    return Result(**{**_with_tuples(values), "scores": scores, "notes": notes})


def _with_tuples(values: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
