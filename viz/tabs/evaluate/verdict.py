"""Scores in words: which system is better, and the table of all scores with their intervals and p-values."""

from typing import TYPE_CHECKING, NamedTuple

from viz.texts import Texts, in_a_row

if TYPE_CHECKING:
    from core.evaluation.table import MetricScore, Result, Scores

METRICS = ("bleu", "chrf", "ter")
SIGNIFICANT = 0.05  # p below which a difference counts
LEAST_SENTENCES = 10  # for a verdict: fewer vary too little for a bootstrap
_NONE = "–"


class Table(NamedTuple):
    """A table of texts."""

    columns: list[str]
    rows: list[list[str]]


def verdict(result: "Result", texts: Texts) -> tuple[str, str]:
    """Return which system is better in a few words, and the numbers that say so."""
    first, *others = result.systems
    if not others:
        score = texts("evaluate.verdict.score", value=f"{first.bleu.value:.1f}", half=f"{first.bleu.half:.1f}")
        return texts("evaluate.verdict.single", name=first.name, score=score), _why_bleu(result, texts)
    second = others[0]
    numbers = [_difference(first, second, metric, texts) for metric in ("bleu", "chrf")]
    details = in_a_row([texts("evaluate.verdict.numbers", numbers=texts.listed(numbers))])
    if result.sentences < LEAST_SENTENCES:
        return texts("evaluate.verdict.few", sentences=result.sentences), details
    better = {metric: _winner(first, second, metric) for metric in ("bleu", "chrf")}
    winners = {name for name in better.values() if name}
    if not winners:
        return texts("evaluate.verdict.none"), details
    if len(winners) == 2:
        return texts("evaluate.verdict.disagree", first=better["bleu"], second=better["chrf"]), details
    winner = winners.pop()
    other = second.name if winner == first.name else first.name
    if all(better.values()):
        return texts("evaluate.verdict.better", better=winner, other=other), details
    by, not_by = ("bleu", "chrf") if better["bleu"] else ("chrf", "bleu")
    measures = {"by": texts(f"evaluate.metric.{by}"), "not_by": texts(f"evaluate.metric.{not_by}")}
    return texts("evaluate.verdict.partly", better=winner, other=other, **measures), details


def score_table(result: "Result", texts: Texts) -> Table:
    """Return every score of every system with its 95 % interval; of two systems the difference and its p-values."""
    names = [system.name for system in result.systems]
    columns = [texts("evaluate.score"), *names]
    compared = ("difference", "bootstrap", "randomisation") if len(names) > 1 else ()
    columns += [texts(f"evaluate.score.{name}") for name in compared]
    rows = [_row(result, metric, texts) for metric in METRICS]
    if any(system.perplexity for system in result.systems):
        rows.append(_interval_row(result, "perplexity", 2, texts))
    rows.append(_interval_row(result, "exact", 1, texts))
    return Table(columns, rows)


def signature_table(result: "Result", texts: Texts) -> Table:
    """Return the signatures that describe how each score is computed."""
    first = result.systems[0]
    rows = [[texts(f"evaluate.metric.{name}"), getattr(first, name).signature] for name in METRICS]
    return Table([texts("evaluate.score"), texts("evaluate.signature")], rows)


def _row(result: "Result", metric: str, texts: Texts) -> list[str]:
    scores: list[MetricScore] = [getattr(system, metric) for system in result.systems]
    cells = [f"{score.value:.1f} ± {score.half:.1f}" for score in scores]
    row = [texts(f"evaluate.metric.{metric}.label"), *cells]
    if len(scores) < 2:
        return row
    last = scores[-1]
    return [*row, _signed(last.value - scores[0].value), _p(last.p_bootstrap), _p(last.p_randomisation)]


def _interval_row(result: "Result", name: str, digits: int, texts: Texts) -> list[str]:
    found = [getattr(system, name) for system in result.systems]
    cells = [
        _NONE if one is None else f"{one.value:.{digits}f} ({one.low:.{digits}f}–{one.high:.{digits}f})"
        for one in found
    ]
    row = [texts(f"evaluate.metric.{name}.label"), *cells]
    if len(found) < 2:
        return row
    first, last = found[0], found[-1]
    return [*row, _NONE if None in (first, last) else _signed(last.value - first.value, digits), _NONE, _NONE]


def _difference(first: "Scores", second: "Scores", metric: str, texts: Texts) -> str:
    one, other = getattr(first, metric), getattr(second, metric)
    values = {"change": _signed(other.value - one.value), "p": _p(_p_of(other))}
    return texts("evaluate.verdict.difference", metric=texts(f"evaluate.metric.{metric}"), **values)


def _winner(first: "Scores", second: "Scores", metric: str) -> str:
    """Return the name of the system that is better by a metric; "" where the set shows no difference."""
    one, other = getattr(first, metric), getattr(second, metric)
    p = _p_of(other)
    if p is None or p >= SIGNIFICANT or one.value == other.value:
        return ""
    return second.name if other.value > one.value else first.name


def _p_of(score: "MetricScore") -> float | None:
    """Return the larger of both p-values: a difference counts only where both tests see it."""
    found = [p for p in (score.p_bootstrap, score.p_randomisation) if p is not None]
    return max(found) if found else None


def _why_bleu(result: "Result", texts: Texts) -> str:
    return texts("evaluate.tokenisation", rule=result.tokenisation, language=result.language)


def _signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def _p(value: float | None) -> str:
    if value is None:
        return _NONE
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
