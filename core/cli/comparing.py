"""The command `compare`: the scores of several checkpoints on several test sets, side by side."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.columns import align_columns
from core.cli.languages import add_target_language, bleu_note
from core.cli.options import (
    add_batch_size,
    add_data_dir,
    add_device,
    add_search,
    check_batch_size,
    decoding_config,
)
from core.cli.progress import count_sentences
from core.data.corpora.reading import corpus_stream, data_folders
from core.data.stream import stream_parallel_files
from core.errors import CoreError
from core.evaluation.significance import rounding_mark
from core.plain import plain_value
from core.tuning.allocator import keep_freed_memory

if TYPE_CHECKING:
    from core.evaluation.comparison import PairSet, SetScores

_MEASURES = {"bleu": ("BLEU", 1), "chrf": ("chrF", 1), "perplexity": ("perplexity", 2)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--checkpoint", type=Path, action="append", required=True, help="Checkpoint folder; give it once for each."
    )
    parser.add_argument("--src", type=Path, action="append", help="Sources of a test set; once for each set.")
    parser.add_argument("--tgt", type=Path, action="append", help="Its references, in the same order.")
    parser.add_argument(
        "--corpus", action="append", metavar="NAME[@SPLIT]", help="A known corpus as a test set (default split test)."
    )
    add_target_language(parser)
    add_data_dir(parser)
    add_batch_size(parser)
    add_device(parser)
    parser.add_argument("--json", action="store_true", help="Print one JSON object.")
    add_search(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the scores, and how much better than the first each other checkpoint is."""
    import torch

    from core.checkpoint import load_checkpoint
    from core.evaluation.comparison import compare as compare_checkpoints
    from core.training.devices import choose_device

    config = decoding_config(arguments)
    if len(arguments.checkpoint) < 2:
        raise CoreError("cli.compare", "give --checkpoint at least twice: the model before and the model after")
    check_batch_size(arguments)
    sets = [one._replace(language=arguments.tgt_lang or "") for one in _sets(arguments)]
    reasons = [bleu_note(arguments, arguments.checkpoint[0], one.text.target) for one in sets]
    keep_freed_memory()
    device = choose_device(arguments.device)
    total = len(arguments.checkpoint) * sum(len(one.text) for one in sets)
    with count_sentences(total) as progress:
        found = compare_checkpoints(
            [partial(load_checkpoint, folder, device) for folder in arguments.checkpoint],
            sets,
            config,
            batch_size=arguments.batch_size,
            progress=progress,
            processes=torch.get_num_threads(),
        )
    names = [str(folder) for folder in arguments.checkpoint]
    blank = [one.text.dropped for one in sets]
    if arguments.json:
        print(json.dumps(_values(names, found, blank, reasons), allow_nan=False))
    else:
        print(as_text(names, found), *_notes(found, blank), *_by_set(found, reasons), sep="\n")
    return 0


def as_text(names: Sequence[str], found: Sequence[SetScores]) -> str:
    """Return a table: a row for each measure of each set, a column for each checkpoint and for each gain in BLEU."""
    gains = [f"change of {number}" for number in range(2, len(names) + 1)] if len(names) > 2 else ["change"]
    rows: list[tuple[str, ...]] = [
        ("test set", "pairs", "", *(str(number) for number in range(1, len(names) + 1)), *gains)
    ]
    for one in found:
        for place, (measure, (label, digits)) in enumerate(_MEASURES.items()):
            first = (one.name, f"{one.scores[0].sentences:,}") if not place else ("", "")
            values = [getattr(score, measure) for score in one.scores]
            written = [f"{value:.{digits}f}" for value in values]
            changes = [_change(values[0], value, digits) for value in values[1:]]
            if measure == "bleu":
                changes = [
                    f"{change} ({gain.low:+.1f} to {gain.high:+.1f})" if gain.low is not None else change
                    for change, gain in zip(changes, one.gains, strict=True)
                ]
            rows.append((*first, label, *written, *changes))
    numbered = [f"{number}  {name}" for number, name in enumerate(names, start=1)]
    notes = [
        "in brackets: 95 % interval, paired bootstrap over sentences, 1,000 resamples",
        *_by_set(found, [f"BLEU {one.scores[0].bleu_signature}" for one in found]),
        f"chrF {found[0].scores[0].chrf_signature}",
    ]
    columns = range(1, len(rows[0]) - len(gains))
    return "\n".join([*numbered, "", *align_columns(rows, numbers=[k for k in columns if k != 2]), "", *notes])


def _by_set(found: Sequence[SetScores], lines: Sequence[str]) -> list[str]:
    """Return the line that holds for all sets, or that of each set after its name."""
    if len(set(lines)) == 1:
        return [lines[0]]
    return [f"{one.name}: {line}" for one, line in zip(found, lines, strict=True)]


def _change(before: float, after: float, digits: int) -> str:
    """Return a rounded difference, marked where it is not that of the rounded numbers."""
    change = f"{after - before:+.{digits}f}"
    return rounding_mark(f"{before:.{digits}f}", f"{after:.{digits}f}", change) + change


def _notes(found: Sequence[SetScores], blank: Sequence[int]) -> Iterator[str]:
    """Yield what was left out of each set, and what was truncated for each checkpoint."""
    for one, dropped in zip(found, blank, strict=True):
        pairs = one.scores[0].sentences
        if dropped:
            yield f"{one.name}: {dropped} of {pairs + dropped} pairs left out because a side is blank"
        for number, score in enumerate(one.scores, start=1):
            if score.truncated:
                yield f"{one.name}: {score.truncated} of {pairs} pairs truncated to the positions of model {number}"


def _values(
    names: Sequence[str], found: Sequence[SetScores], blank: Sequence[int], reasons: Sequence[str]
) -> dict[str, Any]:
    """Return the scores as JSON values, without the translations."""

    def values(one: SetScores, dropped: int, reason: str) -> dict[str, Any]:
        scores = [{k: v for k, v in score._asdict().items() if k != "translations"} for score in one.scores]
        gains = [gain._asdict() for gain in one.gains]
        return {
            "name": one.name,
            "blank": dropped,
            "scores": scores,
            "bleu_against_the_first": gains,
            "bleu_reason": reason,
        }

    sets = [values(*each) for each in zip(found, blank, reasons, strict=True)]
    return plain_value({"checkpoints": list(names), "sets": sets})


def _sets(arguments: argparse.Namespace) -> list[PairSet]:
    """Return the sets of the command line: files in their order, then corpora."""
    from core.evaluation.comparison import PairSet

    sources, targets = arguments.src or [], arguments.tgt or []
    corpora = [name.partition("@") for name in arguments.corpus or []]
    if len(sources) != len(targets) or not (sources or corpora):
        raise CoreError(
            "cli.compare_sets", "give test sets: --src with --tgt, once for each, or --corpus NAME or NAME@SPLIT"
        )
    files = [
        PairSet(source.name, stream_parallel_files(source, target).read())
        for source, target in zip(sources, targets, strict=True)
    ]
    return files + [
        PairSet(f"{name}, {split or 'test'}", corpus_stream(name, split or "test", data_folders()).read())
        for name, _, split in corpora
    ]
