"""Scores in words: which system is better, and the table of all scores with their intervals and p-values."""

from typing import NamedTuple

from core.evaluation.result import MEASURES, Notes, Result
from core.evaluation.significance import LEAST_SENTENCES, Estimate
from viz.texts import Texts

SIGNIFICANT = 0.05  # p below which a difference counts
_NONE = "–"


class Table(NamedTuple):
    """A table of texts."""

    columns: list[str]
    rows: list[list[str]]


def verdict(result: Result, texts: Texts) -> tuple[str, str]:
    """Return which system is better in a few words, and the numbers that say so."""
    first, *others = result.systems
    if not others:
        bleu = _estimate(result, 0, "bleu")
        score = texts("evaluate.verdict.score", value=f"{bleu.value:.1f}", half=f"{bleu.half:.1f}")
        return texts("evaluate.verdict.single", name=first, score=score), tokens(result, texts)
    numbers = texts.listed([_difference(result, metric, texts) for metric in ("bleu", "chrf")])
    details = texts("evaluate.verdict.numbers", numbers=numbers)
    if result.sentences < LEAST_SENTENCES:
        return texts("evaluate.verdict.few", sentences=result.sentences), details
    better = {metric: _winner(result, metric) for metric in ("bleu", "chrf")}
    winners = {name for name in better.values() if name}
    if not winners:
        return texts("evaluate.verdict.none"), details
    if len(winners) == 2:
        return texts("evaluate.verdict.disagree", first=better["bleu"], second=better["chrf"]), details
    names = {"better": (winner := winners.pop()), "other": others[0] if winner == first else first}
    if all(better.values()):
        return texts("evaluate.verdict.better", **names), details
    by, not_by = ("bleu", "chrf") if better["bleu"] else ("chrf", "bleu")
    measures = {"by": texts(f"evaluate.metric.{by}"), "not_by": texts(f"evaluate.metric.{not_by}")}
    return texts("evaluate.verdict.partly", **names, **measures), details


def tokens(result: Result, texts: Texts) -> str:
    """Return how BLEU divides text into words, and why."""
    key = "evaluate.tokenisation.script" if result.script else "evaluate.tokenisation"
    return texts(key, rule=result.tokenisation, language=result.language or "?", script=result.script)


def noted(notes: Notes, texts: Texts) -> list[str]:
    """Return the counts that a reader of the scores must know, in words."""
    counts = {"blank": notes.dropped, "repeated": notes.repeated}
    counts |= {"truncated": sum(notes.truncated), "empty": sum(notes.empty)}
    return [texts(f"evaluate.note.{name}", count=f"{count:,}") for name, count in counts.items() if count]


def score_table(result: Result, texts: Texts) -> Table:
    """Return every score of every system with its 95 % interval; of two systems the difference and its p-values."""
    compared = ("difference", "bootstrap", "randomisation") if len(result.systems) > 1 else ()
    columns = [texts("evaluate.score"), *result.systems, *(texts(f"evaluate.score.{name}") for name in compared)]
    rows = [_row(result, measure, texts) for measure in MEASURES]
    return Table(columns, [row for row in rows if {*row[1:]} != {_NONE}])


def signature_table(result: Result, texts: Texts) -> Table:
    """Return the signatures that describe how each score is computed."""
    found = [score for score in result.scores[0] if score.signature]
    rows = [[texts(f"evaluate.metric.{score.measure}"), score.signature] for score in found]
    return Table([texts("evaluate.score"), texts("evaluate.signature")], rows)


def _row(result: Result, measure: str, texts: Texts) -> list[str]:
    digits = 2 if measure == "perplexity" else 1
    scores = [result.score(system, measure) for system in range(len(result.systems))]
    found = [score.estimate if score else None for score in scores]
    cells = [_NONE if one is None else f"{one.value:.{digits}f} ± {one.half:.{digits}f}" for one in found]
    row = [texts(f"evaluate.metric.{measure}.label"), *cells]
    if len(found) < 2:
        return row
    first, last = found[0], found[-1]
    if first is None or last is None:
        return [*row, _NONE, _NONE, _NONE]
    return [*row, _signed(last.value - first.value, digits), _p(last.p_bootstrap), _p(last.p_randomisation)]


def _estimate(result: Result, system: int, measure: str) -> Estimate:
    score = result.score(system, measure)
    assert score is not None, measure
    return score.estimate


def _difference(result: Result, metric: str, texts: Texts) -> str:
    one, other = _estimate(result, 0, metric), _estimate(result, 1, metric)
    values = {"change": _signed(other.value - one.value), "p": _p(_p_of(other))}
    return texts("evaluate.verdict.difference", metric=texts(f"evaluate.metric.{metric}"), **values)


def _winner(result: Result, metric: str) -> str:
    """Return the name of the system that is better by a metric; "" where the set shows no difference."""
    one, other = _estimate(result, 0, metric), _estimate(result, 1, metric)
    p = _p_of(other)
    if p is None or p >= SIGNIFICANT or one.value == other.value:
        return ""
    return result.systems[int(other.value > one.value)]


def _p_of(score: Estimate) -> float | None:
    """Return the larger of both p-values: a difference counts only where both tests see it."""
    found = [p for p in (score.p_bootstrap, score.p_randomisation) if p is not None]
    return max(found) if found else None


def _signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _p(value: float | None) -> str:
    if value is None:
        return _NONE
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
