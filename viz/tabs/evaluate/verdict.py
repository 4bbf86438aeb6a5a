"""Scores in words: which system is better, and the table of all scores with their intervals and p-values."""

from typing import NamedTuple

from core.evaluation.significance import LEAST_SENTENCES
from core.evaluation.table import Interval, MetricScore, Result
from viz.tabs.numbers import change_text, number_text
from viz.texts import Texts

METRICS = ("bleu", "chrf", "ter")
SIGNIFICANT = 0.05  # p below which a difference counts
SURE = 100  # sentences from which on a verdict needs no caution; with fewer, resamples vary too little
_NONE = "–"


class Table(NamedTuple):
    """A table of texts."""

    columns: list[str]
    rows: list[list[str]]


def system_names(result: Result) -> list[str]:
    """Return the names of the systems, of two each with its letter."""
    names = [system.name for system in result.systems]
    return [f"{letter} {name}" for letter, name in zip("AB", names, strict=True)] if len(names) > 1 else names


def verdict(result: Result, texts: Texts) -> tuple[str, str]:
    """Return which system is better in a few words, and the numbers that say so."""
    title, details = _verdict(result, texts)
    if LEAST_SENTENCES <= result.sentences < SURE:
        details += " " + texts("evaluate.verdict.hint", sentences=result.sentences)
    return title, details


def _verdict(result: Result, texts: Texts) -> tuple[str, str]:
    first, *others = result.systems
    if not others:
        score = texts("evaluate.verdict.score", value=f"{first.bleu.value:.1f}", half=f"{first.bleu.half:.1f}")
        return texts("evaluate.verdict.single", name=first.name, score=score), tokens(result, texts)
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
    names = {"better": (winner := winners.pop()), "other": others[0].name if winner == first.name else first.name}
    if all(better.values()):
        return texts("evaluate.verdict.better", **names), details
    by, not_by = ("bleu", "chrf") if better["bleu"] else ("chrf", "bleu")
    measures = {"by": texts(f"evaluate.metric.{by}"), "not_by": texts(f"evaluate.metric.{not_by}")}
    return texts("evaluate.verdict.partly", **names, **measures), details


def tokens(result: Result, texts: Texts) -> str:
    """Return how BLEU divides text into words, and why."""
    key = "evaluate.tokenisation.script" if result.script else "evaluate.tokenisation"
    return texts(key, rule=result.tokenisation, language=result.language or "?", script=result.script)


def noted(result: Result, texts: Texts) -> list[str]:
    """Return the oddities of the set and the systems, each with its count."""
    return [texts(f"evaluate.note.{code}", count=f"{count:,}") for code, count in result.notes if count]


def score_table(result: Result, texts: Texts) -> Table:
    """Return every score of every system with its 95 % interval; of two systems the difference and its p-values."""
    names = system_names(result)
    compared = ("difference", "bootstrap", "randomisation") if len(names) > 1 else ()
    columns = [texts("evaluate.score"), *names, *(texts(f"evaluate.score.{name}") for name in compared)]
    rows = [_row(result, metric, texts) for metric in METRICS]
    if any(system.perplexity for system in result.systems):
        rows.append(_interval_row(result, "perplexity", 2, texts))
    return Table(columns, [*rows, _interval_row(result, "exact", 1, texts)])


def signature_table(result: Result, texts: Texts) -> Table:
    """Return the signatures that describe how each score is computed."""
    first = result.systems[0]
    rows = [[texts(f"evaluate.metric.{name}"), getattr(first, name).signature] for name in METRICS]
    return Table([texts("evaluate.score"), texts("evaluate.signature")], rows)


def _row(result: Result, metric: str, texts: Texts) -> list[str]:
    scores: list[MetricScore] = [getattr(system, metric) for system in result.systems]
    row = [texts(f"evaluate.metric.{metric}.label"), *(f"{score.value:.1f} ± {score.half:.1f}" for score in scores)]
    if len(scores) < 2:
        return row
    last = scores[-1]
    change = change_text(scores[0].value, last.value, 1)
    if last.low is not None and last.high is not None:
        change = texts(
            "evaluate.score.change",
            change=change,
            low=number_text(last.low, 1, "+"),
            high=number_text(last.high, 1, "+"),
        )
    return [*row, change, _p(last.p_bootstrap), _p(last.p_randomisation)]


def _interval_row(result: Result, name: str, digits: int, texts: Texts) -> list[str]:
    found: list[Interval | None] = [getattr(system, name) for system in result.systems]
    cells = [
        f"{number_text(one.value, digits)} ({number_text(one.low, digits)}–{number_text(one.high, digits)})"
        if one
        else _NONE
        for one in found
    ]
    row = [texts(f"evaluate.metric.{name}.label"), *cells]
    if len(found) < 2:
        return row
    first, last = found[0], found[-1]
    if first is None or last is None or (name == "perplexity" and not result.comparable):
        return [*row, _NONE, _NONE, _NONE]
    return [*row, change_text(first.value, last.value, digits), _NONE, _NONE]


def _difference(result: Result, metric: str, texts: Texts) -> str:
    one, other = (getattr(system, metric) for system in result.systems)
    p = _p(_p_of(other))
    values = {"change": change_text(one.value, other.value, 1), "p": p if p.startswith("<") else f"= {p}"}
    return texts("evaluate.verdict.difference", metric=texts(f"evaluate.metric.{metric}"), **values)


def _winner(result: Result, metric: str) -> str:
    """Return the name of the system that is better by a metric; "" where the set shows no difference."""
    one, other = (getattr(system, metric) for system in result.systems)
    p = _p_of(other)
    if p is None or p >= SIGNIFICANT or one.value == other.value:
        return ""
    return result.systems[int(other.value > one.value)].name


def _p_of(score: MetricScore) -> float | None:
    """Return the larger of both p-values: a difference counts only where both tests see it."""
    found = [p for p in (score.p_bootstrap, score.p_randomisation) if p is not None]
    return max(found) if found else None


def _p(value: float | None) -> str:
    if value is None:
        return _NONE
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
