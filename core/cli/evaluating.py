"""The command `evaluate`: the scores of one system on one test set."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.checkpoint_config import described_number, read_checkpoint_config
from core.cli.languages import bleu_note
from core.cli.progress import count_sentences
from core.cli.recording import as_job
from core.cli.systems import add_evaluation, check_evaluation, corpus_set, evaluated, file_set
from core.cli.truncating import note_truncated_rows
from core.errors import CoreError
from core.evaluation.systems import SentenceSet, System
from core.jobs.work import Report
from core.plain import plain_value

if TYPE_CHECKING:
    from core.evaluation.doubt import Doubt
    from core.evaluation.table import Interval, Result


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--src", type=Path, help="Source sentences, plain or gzip.")
    parser.add_argument(
        "--tgt", type=Path, action="append", help="Reference translations, plain or gzip; several times for several."
    )
    parser.add_argument("--corpus", help="A known corpus instead of files (see python -m core data list).")
    parser.add_argument("--split", help="Split of the corpus (default test).")
    parser.add_argument(
        "--doubt-share",
        type=float,
        metavar="SHARE",
        help="Choose the mean log-probability that marks this share of the translations as doubtful, and measure it; "
        "if left out, that of the checkpoint is measured.",
    )
    add_evaluation(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print scores on a source and a reference file, or on a split of a known corpus."""
    if len(arguments.systems or []) != 1:
        raise CoreError("cli.evaluate_one", "give one --checkpoint, or one --hyp; compare takes several")
    _check_source(arguments)
    check_evaluation(arguments, 1)
    if arguments.doubt_share is not None:
        from core.evaluation.doubt import check_share

        check_share(arguments.doubt_share)

    def work(report: Report) -> _Found:
        sentences, clock = _sentences(arguments), _Clock()
        with count_sentences(len(sentences), report=report) as progress:
            result = evaluated(arguments, sentences, clock.around(progress))
        [system] = arguments.systems
        note_truncated_rows(result)
        reason = bleu_note(arguments, system.checkpoint, sentences.references[0])
        return _Found(result, clock.per_second, sentences.dropped, reason, _doubt(arguments, system, result))

    found = as_job(arguments, work, lambda found: {"event": "scores", **_values(found)})
    if found is not None:
        print(json.dumps(_values(found), allow_nan=False) if arguments.json else _as_text(found))
    return 0


class _Clock:
    """Measures how many sentences are done in a second, loading the model included."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self.per_second = 0.0
        self._done = 0

    def around(self, progress: Callable[[int], None]) -> Callable[[int], None]:
        def advance(more: int) -> None:
            self._done += more
            self.per_second = self._done / (time.monotonic() - self._started)
            progress(more)

        return advance


class _Found(NamedTuple):
    result: Result
    per_second: float
    blank: int  # pairs left out because a side is blank
    bleu_reason: str  # how BLEU divides words, and why
    doubt: Doubt | None  # where there is a limit


def _sentences(arguments: argparse.Namespace) -> SentenceSet:
    if arguments.corpus is not None:
        return corpus_set(arguments.corpus, arguments.split, arguments)
    return file_set(arguments.src, arguments.tgt, arguments.own, arguments.tgt_lang)


def _doubt(arguments: argparse.Namespace, system: System, result: Result) -> Doubt | None:
    """Measure how well the mean log-probability marks wrong translations, if there is a limit."""
    from core.evaluation.doubt import choose_limit, measure

    if system.checkpoint is None:
        return None
    means = [row.answers[0].log_prob or 0.0 for row in result.rows]
    given, share = described_number(read_checkpoint_config(system.checkpoint), "doubt", "below"), arguments.doubt_share
    below = choose_limit(means, share) if share is not None else given
    if below is None:
        return None
    translations = [row.answers[0].translation for row in result.rows]
    return measure(means, translations, [row.references[0] for row in result.rows], below)


def _values(found: _Found) -> dict[str, Any]:
    """Return the scores as JSON values."""
    return plain_value({**system_values(found.result, 0), "sentences_per_second": found.per_second,
                        "doubt": found.doubt, "blank": found.blank, "bleu_reason": found.bleu_reason})  # fmt: skip


def system_values(result: Result, place: int) -> dict[str, Any]:
    """Return the scores of one system by name: each with its signature, and all with their intervals."""
    system = result.systems[place]
    return {
        "bleu": system.bleu.value,
        "bleu_signature": system.bleu.signature,
        "chrf": system.chrf.value,
        "chrf_signature": system.chrf.signature,
        "ter": system.ter.value,
        "ter_signature": system.ter.signature,
        "perplexity": system.perplexity.value if system.perplexity else None,
        "accuracy": system.accuracy,
        "sentences": result.sentences,
        "exact": system.exact.value,
        "truncated": sum(row.answers[place].truncated for row in result.rows),
        "intervals": system._asdict(),
    }


def _check_source(arguments: argparse.Namespace) -> None:
    """Refuse anything but a source file with references, or a corpus."""
    files = (arguments.src, arguments.tgt)
    of_corpus = arguments.corpus is not None and files == (None, None)
    of_files = arguments.corpus is None and arguments.split is None and None not in files
    if not (of_corpus or of_files):
        raise CoreError("cli.evaluate", "give either --src and --tgt, or --corpus (with --split, test if left out)")


def _as_text(found: _Found) -> str:
    result, blank = found.result, found.blank
    system, pairs = result.systems[0], result.sentences + blank
    exact = system.exact
    return "\n".join(
        (
            f"BLEU        {system.bleu.value:.2f} ± {system.bleu.half:.2f}  {system.bleu.signature}",
            f"chrF        {system.chrf.value:.2f} ± {system.chrf.half:.2f}  {system.chrf.signature}",
            f"TER         {system.ter.value:.2f} ± {system.ter.half:.2f}  {system.ter.signature}",
            *_perplexity_lines(system.perplexity),
            *([f"accuracy    {system.accuracy:.4f}"] if system.accuracy is not None else []),
            f"exact       {exact.value:.1f} % ({exact.low:.1f} to {exact.high:.1f})",
            f"sentences   {result.sentences}, {found.per_second:.1f} a second",
            *_doubt_lines(found.doubt),
            *([f"blank       {blank} of {pairs} pairs left out because a side is blank"] if blank else []),
            "± and in brackets: 95 % interval, bootstrap over sentences, 1,000 resamples",
            found.bleu_reason,
        )
    )


def _perplexity_lines(found: Interval | None) -> list[str]:
    return [f"perplexity  {found.value:.3f} ({found.low:.3f} to {found.high:.3f})"] if found else []


def _doubt_lines(found: Doubt | None) -> list[str]:
    """Return how well the mean log-probability marks wrong translations, in one line."""
    from core.evaluation.doubt import WRONG_BELOW

    if found is None:
        return []
    shares = {"precision": found.precision, "recall": found.recall}
    measured = ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares.items() if share is not None)
    return [
        f"doubtful    {100 * found.marked:.1f} % below {found.below:g} nats a token; {100 * found.wrong:.1f} % have "
        f"chrF below {WRONG_BELOW:g}" + (f": {measured}" if measured else "")
    ]
