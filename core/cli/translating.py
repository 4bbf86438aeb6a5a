"""The commands for a checkpoint: translate, evaluate, inspect."""

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from tqdm import tqdm

from core.checkpoint_config import read_checkpoint_config
from core.cli.jobs import as_job
from core.cli.languages import bleu_note
from core.cli.truncating import note_truncated, note_truncated_sides
from core.cli.writing import refuse_output
from core.config import DecodingConfig
from core.data.corpora.reading import corpus_stream, data_folders
from core.data.corpus import ParallelText, clean
from core.data.stream import file_sha256, stream_parallel_files
from core.data.textfile import read_standard_input
from core.doubt import WRONG_BELOW, Doubt
from core.durable import output_file
from core.errors import CoreError
from core.evaluation import Evaluation
from core.evaluation import evaluate as evaluate_model
from core.inspection.export import write_npz
from core.inspection.provenance import Searched, Weights, describe_trace
from core.jobs.work import Report
from core.plain import plain_value
from core.settings import describe
from core.training.devices import choose_device
from core.translator import Translator
from core.tuning.allocator import keep_freed_memory
from core.weights_files import weight_files


def translate(arguments: argparse.Namespace) -> int:
    """Translate standard input to standard output line by line; with --nbest, tab-separated candidates."""
    config = _decoding(arguments)
    translator = _load(arguments)
    lines = [clean(line, arguments.unescape) for line in read_standard_input()]
    with _progress(len(lines), "sentence") as progress:
        found = translator.translate(
            lines, config, batch_size=arguments.batch_size, progress=progress, processes=_processes()
        )
    truncated = [number for number, translation in enumerate(found, start=1) if translation.truncated]
    note_truncated(len(truncated), translator.model.config.max_positions, first=min(truncated, default=None))
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", newline="\n")  # regardless of the locale
    for number, translation in enumerate(found, start=1):
        if arguments.nbest is None:
            out.write(translation.text + "\n")
            continue
        for rank in range(1, config.nbest + 1):
            known = rank <= len(translation.texts)
            score = f"{translation.hypotheses[rank - 1].score:.6f}" if known else ""
            text = translation.texts[rank - 1] if known else ""
            out.write(f"{number}\t{rank}\t{score}\t{text}\n")
    out.flush()
    return 0


def evaluate(arguments: argparse.Namespace) -> int:
    """Print scores on a source and a reference file, or on a split of a known corpus."""
    config = _decoding(arguments)
    _check_source(arguments)
    blank, reason = 0, ""

    def work(report: Report) -> Evaluation:
        nonlocal blank, reason
        text = _pairs(arguments)
        blank, reason = text.dropped, _reason(arguments, text)
        return _evaluate(arguments, text, config, report)

    def values(found: Evaluation) -> dict[str, Any]:
        return {**_values(found), "blank": blank, "bleu_reason": reason}

    scores = as_job(arguments, work, lambda found: {"event": "scores", **values(found)})
    if scores is not None:
        lines = [_as_text(scores), *_blank_lines(scores.sentences, blank), reason]
        print(json.dumps(values(scores), allow_nan=False) if arguments.json else "\n".join(lines))
    return 0


def inspect(arguments: argparse.Namespace) -> int:
    """Write every attention weight of one translation, as NPZ."""
    config = _decoding(arguments)
    refuse_output(arguments.out, arguments)
    translator = _load(arguments)
    weights = Weights(translator.name, file_sha256(*weight_files(arguments.checkpoint)))
    searched = None
    if arguments.target is not None:
        trace = translator.trace_target(arguments.text, arguments.target)
    else:
        searched = Searched(config.beam_size, config.alpha, rank=1)
        translation = translator.search(arguments.text, config)
        if not translation.hypotheses:
            raise CoreError("translator.blank", "the source sentence is blank")
        trace = translator.trace(translation)
    given = [arguments.text] + [arguments.target] * (arguments.target is not None)
    note_truncated_sides(translator.vocabularies, given, translator.model.config.max_positions)
    translated = translator.vocabularies.target.decode(trace.predicted_ids)
    provenance = describe_trace(trace, arguments.text, translated, weights, searched)
    with output_file(arguments.out) as partial, partial.open("wb") as file:
        write_npz(trace, file, provenance=provenance)
    if arguments.out.is_file():  # standard output, as a device, has nothing but the file's content
        print(f"{arguments.out}: {translated}")
    return 0


def _evaluate(arguments: argparse.Namespace, text: ParallelText, config: DecodingConfig, report: Report) -> Evaluation:
    """Translate and score, reporting the number of sentences that are translated."""
    translator = _load(arguments)
    language = arguments.tgt_lang or translator.checkpoint.target_language
    done, total = 0, len(text)
    with _progress(total, "sentence") as advance:

        def progress(more: int) -> None:
            nonlocal done
            done += more
            advance(more)
            report(done, total)

        scores = evaluate_model(
            translator.model,
            translator.vocabularies,
            text,
            language,
            config,
            batch_size=arguments.batch_size,
            progress=progress,
            processes=_processes(),
            doubt_below=translator.checkpoint.doubt_below,
            doubt_share=arguments.doubt_share,
        )
    note_truncated(scores.truncated, translator.model.config.max_positions, of="pairs")
    return scores


def _reason(arguments: argparse.Namespace, text: ParallelText) -> str:
    """Return how BLEU divides words, and why."""
    language = arguments.tgt_lang or str(read_checkpoint_config(arguments.checkpoint).get("target_language"))
    return bleu_note(language, arguments.tgt_lang, text.target)


def _blank_lines(scored: int, blank: int) -> list[str]:
    """Return how many pairs were left out, in one line; none where there are none."""
    return [f"blank       {blank} of {scored + blank} pairs left out because a side is blank"] if blank else []


def _values(scores: Evaluation) -> dict[str, Any]:
    """Return the scores as JSON values."""
    return plain_value({name: value for name, value in scores._asdict().items() if name != "translations"})


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


def _load(arguments: argparse.Namespace) -> Translator:
    if arguments.batch_size < 1:
        raise CoreError("translator.batch_size", "batch_size ({size}) must be at least 1", size=arguments.batch_size)
    keep_freed_memory()
    return Translator.load(arguments.checkpoint, choose_device(arguments.device))


def _processes() -> int:
    """Return how many processes search: one for each thread that torch would use."""
    return torch.get_num_threads()


def _decoding(arguments: argparse.Namespace) -> DecodingConfig:
    """Return the decoding settings on the command line; an n-best list widens a beam that was not given."""
    given = {item.name: getattr(arguments, item.name, None) for item in describe(DecodingConfig)}
    values = {name: value for name, value in given.items() if value is not None}
    if "nbest" in values and "beam_size" not in values:
        values["beam_size"] = max(values["nbest"], DecodingConfig().beam_size)
    return DecodingConfig(**values)


@contextmanager
def _progress(total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """Yield a function that advances a progress bar on a terminal."""
    with tqdm(total=total, unit=unit, disable=not sys.stderr.isatty(), dynamic_ncols=True) as bar:

        def advance(done: int) -> None:
            bar.update(done)

        yield advance


def _as_text(scores: Evaluation) -> str:
    return "\n".join(
        (
            f"BLEU        {scores.bleu:.2f}  {scores.bleu_signature}",
            f"chrF        {scores.chrf:.2f}  {scores.chrf_signature}",
            f"perplexity  {scores.perplexity:.3f}",
            f"accuracy    {scores.accuracy:.4f}",
            f"exact       {scores.exact:.1f} %",
            f"sentences   {scores.sentences}, {scores.sentences_per_second:.1f} a second",
            *_doubt_lines(scores.doubt),
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
