"""The command `compare`: the scores of several systems on several test sets, side by side."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.columns import align_columns
from core.cli.evaluating import system_values
from core.cli.languages import bleu_note
from core.cli.progress import count_sentences
from core.cli.recording import as_job
from core.cli.systems import add_evaluation, check_evaluation, corpus_set, evaluated, file_set
from core.errors import CoreError
from core.evaluation.significance import rounding_mark
from core.jobs.work import Report
from core.plain import plain_value

if TYPE_CHECKING:
    from core.evaluation.systems import SentenceSet
    from core.evaluation.table import Result, Scores

_METRICS = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--src", type=Path, action="append", help="Sources of a test set; once for each set.")
    parser.add_argument(
        "--tgt",
        type=Path,
        action="append",
        help="Its references, in the same order; several times after one --src for several references.",
    )
    parser.add_argument(
        "--corpus", action="append", metavar="NAME[@SPLIT]", help="A known corpus as a test set (default split test)."
    )
    add_evaluation(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the scores, and how much better than the first each other system is."""
    if len(arguments.systems or []) < 2:
        raise CoreError(
            "cli.compare", "give --checkpoint or --hyp at least twice: the system before and the system after"
        )
    check_evaluation(arguments, max(len(arguments.src or []) + len(arguments.corpus or []), 1))
    _check_sets(arguments)

    def work(report: Report) -> _Found:
        sets = [*_sets(arguments)]
        checkpoint = next((one.checkpoint for one in arguments.systems if one.checkpoint), None)
        reasons = [bleu_note(arguments, checkpoint, one.references[0]) for one in sets]
        total = len(arguments.systems) * sum(map(len, sets))
        with count_sentences(total, report=report) as progress:
            results = [evaluated(arguments, one, progress) for one in sets]
        return [*zip(results, [one.dropped for one in sets], reasons, strict=True)]

    found = as_job(arguments, work, lambda found: {"event": "scores", **_values(found)})
    if found is not None:
        print(json.dumps(_values(found), allow_nan=False) if arguments.json else _as_text(found))
    return 0


_Found = list[tuple["Result", int, str]]  # of each set: the result, its blank pairs, and how BLEU divides words


def _check_sets(arguments: argparse.Namespace) -> None:
    sources, targets = arguments.src or [], arguments.tgt or []
    alike = len(sources) == len(targets) or (len(sources) == 1 and len(targets) > 1)
    if not alike or not (sources or arguments.corpus):
        raise CoreError(
            "cli.compare_sets", "give test sets: --src with --tgt, once for each, or --corpus NAME or NAME@SPLIT"
        )


def _sets(arguments: argparse.Namespace) -> Iterator[SentenceSet]:
    """Yield the sets of the command line: files in their order, then corpora."""
    sources, targets = arguments.src or [], arguments.tgt or []
    references = [targets] if len(sources) == 1 else [[path] for path in targets]
    for source, paths in zip(sources, references, strict=True):
        yield file_set(source, paths, arguments.own, arguments.tgt_lang)
    for name, _, split in (name.partition("@") for name in arguments.corpus or []):
        yield corpus_set(name, split, arguments)


def _as_text(found: _Found) -> str:
    """Return a table: a row for each measure of each set, a column for each system and for each change."""
    names = [system.name for system in found[0][0].systems]
    changes = [f"change of {number}" for number in range(2, len(names) + 1)] if len(names) > 2 else ["change"]
    rows: list[tuple[str, ...]] = [
        ("test set", "pairs", "", *(str(number) for number in range(1, len(names) + 1)), *changes)
    ]
    for result, _, _ in found:
        rows += _rows(result)
    results = [result for result, _, _ in found]
    numbered = [f"{number}  {name}" for number, name in enumerate(names, start=1)]
    metrics = [[(label, getattr(one.systems[0], name)) for name, label in _METRICS.items()] for one in results]
    notes = [
        "in brackets: 95 % interval of the change, then its p-values by paired bootstrap (1,000 resamples) and by",
        "approximate randomisation (10,000 trials)",
        *_by_set(results, [f"{label} {score.signature}" for label, score in (one[0] for one in metrics)]),
        *(f"{label} {score.signature}" for label, score in metrics[0][1:]),
    ]
    columns = range(1, len(rows[0]) - len(changes))
    table = align_columns(rows, numbers=[k for k in columns if k != 2])
    reasons = _by_set(results, [reason for _, _, reason in found])
    return "\n".join([*numbered, "", *table, "", *notes, *_counts(found), *reasons])


def _rows(result: Result) -> Iterator[tuple[str, ...]]:
    first, *others = result.systems
    for name, label in _METRICS.items():
        scores = [getattr(system, name) for system in result.systems]
        begin = (result.set, f"{result.sentences:,}") if name == "bleu" else ("", "")
        changes = [_sure_change(first, other, name) for other in others]
        yield (*begin, label, *(f"{one.value:.1f}" for one in scores), *changes)
    for name, digits in (("perplexity", 2), ("exact", 1)):
        found = [getattr(system, name) for system in result.systems]
        if any(found):
            values = [one.value if one else None for one in found]
            written = ["–" if value is None else f"{value:.{digits}f}" for value in values]
            other = not result.comparable and name == "perplexity"
            changes = [
                "other tokens" if other and None not in (values[0], value) else _change(values[0], value, digits)
                for value in values[1:]
            ]
            yield ("", "", name, *written, *changes)


def _sure_change(first: Scores, other: Scores, name: str) -> str:
    before, after = getattr(first, name), getattr(other, name)
    change = _change(before.value, after.value, 1)
    if before.value == after.value:
        return change
    return f"{change} ({after.low:+.1f} to {after.high:+.1f}; {after.p_bootstrap:.3f}, {after.p_randomisation:.3f})"


def _change(before: float | None, after: float | None, digits: int) -> str:
    """Return a rounded difference, marked where it is not that of the rounded numbers."""
    if before is None or after is None:
        return "–"
    change = f"{after - before:+.{digits}f}"
    return rounding_mark(f"{before:.{digits}f}", f"{after:.{digits}f}", change) + change


def _by_set(results: Sequence[Result], lines: Sequence[str]) -> list[str]:
    """Return the line that holds for all sets, or that of each set after its name."""
    if len({*lines}) == 1:
        return [lines[0]]
    return [f"{one.set}: {line}" for one, line in zip(results, lines, strict=True)]


def _counts(found: _Found) -> Iterator[str]:
    """Yield what was left out of each set, and what was truncated for each system."""
    for result, dropped, _ in found:
        if dropped:
            total = result.sentences + dropped
            yield f"{result.set}: {dropped} of {total} pairs left out because a side is blank"
        for place in range(len(result.systems)):
            if truncated := sum(row.answers[place].truncated for row in result.rows):
                yield (
                    f"{result.set}: {truncated} of {result.sentences} pairs truncated to the positions of model "
                    f"{place + 1}"
                )


def _values(found: _Found) -> dict[str, Any]:
    """Return the scores as JSON values, without the translations."""
    names = [system.name for system in found[0][0].systems]
    return plain_value({"checkpoints": names, "sets": [_set_values(*one) for one in found]})


def _set_values(result: Result, dropped: int, reason: str) -> dict[str, Any]:
    first, *others = (system.bleu for system in result.systems)
    gains = [
        {
            "before": first.value,
            "after": other.value,
            "difference": other.value - first.value,
            "low": other.low,
            "high": other.high,
        }
        for other in others
    ]
    scores = [system_values(result, place) for place in range(len(result.systems))]
    return {
        "name": result.set,
        "blank": dropped,
        "scores": scores,
        "bleu_against_the_first": gains,
        "bleu_reason": reason,
    }
