"""The command `evaluate`: the scores of a checkpoint on one test set."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.cli.languages import add_target_language, bleu_note
from core.cli.loading import load_translator
from core.cli.options import add_checkpoint, add_data_dir, add_search, decoding_config
from core.cli.progress import count_sentences
from core.cli.recording import add_job, as_job
from core.cli.truncating import note_truncated
from core.config import DecodingConfig
from core.data.corpora.reading import corpus_stream, data_folders
from core.data.corpus import ParallelText
from core.data.stream import stream_parallel_files
from core.errors import CoreError
from core.evaluation.doubt import WRONG_BELOW, Doubt
from core.jobs.work import Report
from core.plain import plain_value

if TYPE_CHECKING:
    from core.evaluation.scores import Evaluation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_checkpoint(parser)
    parser.add_argument("--src", type=Path, help="Source sentences, plain or gzip.")
    parser.add_argument("--tgt", type=Path, help="Reference translations, plain or gzip.")
    parser.add_argument("--corpus", help="A known corpus instead of files (see python -m core data list).")
    parser.add_argument("--split", help="Split of the corpus (default test).")
    parser.add_argument(
        "--doubt-share",
        type=float,
        metavar="SHARE",
        help="Choose the mean log-probability that marks this share of the translations as doubtful, and measure it; "
        "if left out, that of the checkpoint is measured.",
    )
    add_target_language(parser)
    add_data_dir(parser)
    add_job(parser)
    parser.add_argument("--json", action="store_true", help="Print one JSON object.")
    add_search(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print scores on a source and a reference file, or on a split of a known corpus."""
    config = decoding_config(arguments)
    _check_source(arguments)

    def work(report: Report) -> _Found:
        text = _pairs(arguments)
        reason = bleu_note(arguments, arguments.checkpoint, text.target)
        return _Found(_evaluate(arguments, text, config, report), text.dropped, reason)

    found = as_job(arguments, work, lambda found: {"event": "scores", **_values(found)})
    if found is not None:
        print(json.dumps(_values(found), allow_nan=False) if arguments.json else _as_text(found))
    return 0


class _Found(NamedTuple):
    scores: Evaluation
    blank: int  # pairs left out because a side is blank
    bleu_reason: str  # how BLEU divides words, and why


def _evaluate(arguments: argparse.Namespace, text: ParallelText, config: DecodingConfig, report: Report) -> Evaluation:
    """Translate and score, reporting the number of sentences that are translated."""
    import torch

    from core.evaluation.scores import evaluate as evaluate_model

    translator = load_translator(arguments)
    language = arguments.tgt_lang or translator.checkpoint.target_language
    with count_sentences(len(text), report=report) as progress:
        scores = evaluate_model(
            translator.model,
            translator.vocabularies,
            text,
            language,
            config,
            batch_size=arguments.batch_size,
            progress=progress,
            processes=torch.get_num_threads(),
            doubt_below=translator.checkpoint.doubt_below,
            doubt_share=arguments.doubt_share,
        )
    note_truncated(scores.truncated, translator.model.config.max_positions, of="pairs")
    return scores


def _values(found: _Found) -> dict[str, Any]:
    """Return the scores as JSON values."""
    scores = {name: value for name, value in found.scores._asdict().items() if name != "translations"}
    return plain_value({**scores, "blank": found.blank, "bleu_reason": found.bleu_reason})


def _check_source(arguments: argparse.Namespace) -> None:
    """Refuse anything but two files, or a corpus."""
    files = (arguments.src, arguments.tgt)
    of_corpus = arguments.corpus is not None and files == (None, None)
    of_files = arguments.corpus is None and arguments.split is None and None not in files
    if not (of_corpus or of_files):
        raise CoreError("cli.evaluate", "give either --src and --tgt, or --corpus (with --split, test if left out)")


def _pairs(arguments: argparse.Namespace) -> ParallelText:
    """Return the pairs to evaluate on."""
    if arguments.corpus is not None:
        return corpus_stream(arguments.corpus, arguments.split or "test", data_folders()).read()
    return stream_parallel_files(arguments.src, arguments.tgt).read()


def _as_text(found: _Found) -> str:
    scores, blank, bleu_reason = found
    pairs = scores.sentences + blank
    return "\n".join(
        (
            f"BLEU        {scores.bleu:.2f}  {scores.bleu_signature}",
            f"chrF        {scores.chrf:.2f}  {scores.chrf_signature}",
            f"perplexity  {scores.perplexity:.3f}",
            f"accuracy    {scores.accuracy:.4f}",
            f"exact       {scores.exact:.1f} %",
            f"sentences   {scores.sentences}, {scores.sentences_per_second:.1f} a second",
            *_doubt_lines(scores.doubt),
            *([f"blank       {blank} of {pairs} pairs left out because a side is blank"] if blank else []),
            bleu_reason,
        )
    )


def _doubt_lines(found: Doubt | None) -> list[str]:
    """Return how well the mean log-probability marks wrong translations, in one line."""
    if found is None:
        return []
    shares = {"precision": found.precision, "recall": found.recall}
    measured = ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares.items() if share is not None)
    return [
        f"doubtful    {100 * found.marked:.1f} % below {found.below:g} nats a token; {100 * found.wrong:.1f} % have "
        f"chrF below {WRONG_BELOW:g}" + (f": {measured}" if measured else "")
    ]
