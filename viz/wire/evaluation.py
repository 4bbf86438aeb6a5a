"""The sentences of an evaluation as the JSON that the browser draws, see `components/evaluation`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from core.evaluation.flags import FLAGS

if TYPE_CHECKING:
    from core.evaluation.buckets import Bucket
    from core.evaluation.table import Answer, Result

_SCORE_DIGITS, _NATS_DIGITS = 2, 4  # finer than what is shown, so that sorting separates rows that look equal


class SentenceAnswers(TypedDict):
    """One system's translations, each list with a value for each sentence."""

    translation: Sequence[str]
    chrf: Sequence[float]  # sentence chrF2, 0 to 100
    bleu: Sequence[float]
    ter: Sequence[float]
    loss: Sequence[float | None] | None  # nats a token; null for a file, one value of it where a sentence is too long
    logProb: Sequence[float | None] | None  # mean of its own tokens, nats
    exact: Sequence[bool]
    flags: Sequence[Sequence[str]]
    unmeasured: Sequence[str]  # flags that a sentence without them may deserve: they need attention, and this is a file


class SentenceRows(TypedDict):
    """The sentences, column by column."""

    number: Sequence[int]  # line of the test set, from 1
    source: Sequence[str]
    reference: Sequence[Sequence[str]]  # all references of each sentence
    own: Sequence[str] | None
    answers: Sequence[SentenceAnswers]


class SentenceBucket(TypedDict):
    """Sentences of one kind."""

    label: str
    rows: Sequence[int]  # indices from 0


class Sentences(TypedDict):
    """All sentences of an evaluation."""

    id: str  # order, filters and place are kept under it; another evaluation has another one
    set: str
    language: str  # of references and translations
    systems: Sequence[str]
    rows: SentenceRows
    flags: Sequence[str]  # all that there are
    shown: Sequence[str]  # flags that are shown by default
    buckets: Mapping[str, Sequence[SentenceBucket]]


def sentences_json(
    result: Result, *, id: str, shown: Collection[str], buckets: Mapping[str, Sequence[Bucket]] | None = None
) -> Sentences:
    """Return the sentences of an evaluation, column by column.

    Args:
        result: with its rows.
        id: of the evaluation, such as the name of its job.
        shown: flags that are shown by default.
        buckets: by what the sentences are divided, and how.
    """
    rows = result.rows
    systems = range(len(result.systems))
    return {
        "id": id,
        "set": result.set,
        "language": result.language,
        "systems": [system.name for system in result.systems],
        "rows": {
            "number": [row.number for row in rows],
            "source": [row.source for row in rows],
            "reference": [list(row.references) for row in rows],
            "own": [row.own for row in rows] if result.has_own else None,
            "answers": [_answers([row.answers[system] for row in rows]) for system in systems],
        },
        "flags": FLAGS,
        "shown": sorted(shown),
        "buckets": {
            by: [{"label": bucket.label, "rows": list(bucket.rows)} for bucket in found]
            for by, found in (buckets or {}).items()
        },
    }


def pack_sentences(
    result: Result, *, id: str, shown: Collection[str], buckets: Mapping[str, Sequence[Bucket]] | None = None
) -> str:
    """Pack the sentences of an evaluation for the component: one JSON string; arguments as of `sentences_json`."""
    packed = sentences_json(result, id=id, shown=shown, buckets=buckets)
    text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")  # the same JSON, without tags


def _answers(answers: Sequence[Answer]) -> SentenceAnswers:
    return {
        "translation": [answer.translation for answer in answers],
        "chrf": [round(answer.chrf, _SCORE_DIGITS) for answer in answers],
        "bleu": [round(answer.bleu, _SCORE_DIGITS) for answer in answers],
        "ter": [round(answer.ter, _SCORE_DIGITS) for answer in answers],
        "loss": _nats([answer.loss for answer in answers]),
        "logProb": _nats([answer.log_prob for answer in answers]),
        "exact": [answer.exact for answer in answers],
        "flags": [list(answer.flags) for answer in answers],
        "unmeasured": [flag for flag in FLAGS if any(answer.flagged(flag) is None for answer in answers)],
    }


def _nats(values: Sequence[float | None]) -> Sequence[float | None] | None:
    """Return rounded numbers; None if there are none, as of a file of translations."""
    if all(value is None for value in values):
        return None
    return [None if value is None else round(value, _NATS_DIGITS) for value in values]
