"""The command `ablate`: loss and BLEU on a set of sentences before and after a change of heads, as a table."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.loading import load_translator
from core.cli.options import add_checkpoint, add_search, decoding_config
from core.cli.progress import count_sentences
from core.cli.recording import add_job, as_job
from core.cli.truncating import note_truncated_text
from core.config import DecodingConfig
from core.data.corpus import ParallelText, read_text
from core.data.sample import sample_pairs
from core.errors import CoreError
from core.evaluation.significance import rounding_mark
from core.inspection.head_names import read_heads
from core.inspection.intervention import Intervention
from core.jobs.work import Report
from core.plain import plain_value

if TYPE_CHECKING:
    from core.inspection.ablation import Ablation

CSV_COLUMNS = ("measure", "before", "after", "difference", "low", "high")
_DIGITS = {"loss": 4, "bleu": 2}
_LABELS = {"loss": "loss, nats per token", "bleu": "BLEU"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_checkpoint(parser)
    form = "as c.3.1 (layer 3, head 1 of cross-attention), c.3 (its layer), c (its kind), c.1-2.1-4 or all"
    parser.add_argument("--off", default="", metavar="HEADS", help=f"Heads to switch off, separated by commas: {form}.")
    parser.add_argument("--uniform", default="", metavar="HEADS", help="Heads to make uniform, in the same form.")
    parser.add_argument("--src", type=Path, help="Source sentences; a sample with references if left out.")
    parser.add_argument("--tgt", type=Path, help="Reference translations; the model's own, unchanged, if left out.")
    add_job(parser)
    parser.add_argument("--csv", action="store_true", help="Print the table as CSV, with every digit.")
    parser.add_argument("--json", action="store_true", help="Print one JSON object.")
    add_search(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the effect of a change of heads on two files, or on a sample of sentences."""
    config = decoding_config(arguments)
    if arguments.tgt and not arguments.src:
        raise CoreError("cli.heads_needs", "--{option} needs --{needed}", option="tgt", needed="src")
    if not (arguments.off or arguments.uniform):
        raise CoreError("cli.ablate", "name the heads to change with --off or --uniform, such as --off c.3")
    found = as_job(
        arguments,
        lambda report: _measure(arguments, config, report),
        lambda found: {
            "event": "effect",
            **{name: value for name, value in plain_value(found).items() if name != "per_sentence"},
        },
    )
    if found is None:
        return 0
    if arguments.json:
        print(json.dumps(plain_value(found), allow_nan=False))
    elif arguments.csv:
        print(_as_csv(found), end="")
    else:
        print(_as_text(found, arguments, config))
    return 0


def _measure(arguments: argparse.Namespace, config: DecodingConfig, report: Report) -> Ablation:
    import torch

    from core.inspection.ablation import ablate as ablate_heads

    text = _read(arguments)
    translator = load_translator(arguments)
    shape = translator.model.config
    off, uniform = (
        read_heads(words, shape.num_layers, shape.num_heads, shape.decoder_layers) if words else ()
        for words in (arguments.off, arguments.uniform)
    )
    change = Intervention(off=off, uniform=uniform)
    chosen = sample_pairs(translator.checkpoint.described) if text is None else text
    note_truncated_text(translator.vocabularies, chosen, shape.max_positions)
    with count_sentences(2 * len(chosen), report=report) as progress:
        return ablate_heads(
            translator.model,
            translator.vocabularies,
            chosen,
            change,
            translator.checkpoint.target_language,
            config,
            batch_size=arguments.batch_size,
            progress=progress,
            processes=torch.get_num_threads(),
        )


def _read(arguments: argparse.Namespace) -> ParallelText | Sequence[str] | None:
    """Return pairs, or sources only; None without files."""
    if not arguments.src:
        return None
    source = read_text(arguments.src, unescape=True)
    if not arguments.tgt:
        return source
    target = read_text(arguments.tgt, unescape=True)
    if len(source) != len(target):
        raise CoreError(
            "cli.ablate_lines",
            "--src has {source} lines and --tgt {target}; they must have the same number",
            source=len(source),
            target=len(target),
        )
    return ParallelText(source, target)


def _rows(found: Ablation) -> list[tuple[str, Any]]:
    return [("loss", found.loss), ("bleu", found.bleu)]


def _as_csv(found: Ablation) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows([name, *("" if value is None else f"{value:.6f}" for value in row)] for name, row in _rows(found))
    return out.getvalue()


def _as_text(found: Ablation, arguments: argparse.Namespace, config: DecodingConfig) -> str:
    search = "greedy" if config.beam_size == 1 else f"beam {config.beam_size}, alpha {config.alpha:g}"
    lines = [
        f"{found.sentences} sentences, {found.source_tokens} source and {found.target_tokens} target tokens, "
        f"{found.seconds:.1f} s, {search}",
        *(f"{name:8} {words}" for name in ("off", "uniform") if (words := getattr(arguments, name))),
        f"{'':20} {'before':>9} {'after':>9} {'change':>9}   {found.level:.0%} interval",
    ]
    for name, row in _rows(found):
        digits = _DIGITS[name]
        ends = "none for one sentence" if row.low is None else f"{row.low:+.{digits}f} to {row.high:+.{digits}f}"
        before, after = (f"{value:.{digits}f}" for value in (row.before, row.after))
        change = f"{row.difference:+.{digits}f}"
        change = rounding_mark(before, after, change) + change
        lines.append(f"{_LABELS[name]:20} {before:>9} {after:>9} {change:>9}   {ends}")
    if found.sentences < found.verdict_from:
        lines.append(f"fewer than {found.verdict_from} sentences: too few to tell whether the change is for the worse")
    own = "; references: the model's own unchanged translations" if found.own_targets else ""
    lines += [
        f"{found.changed} of {found.sentences} translations changed{own}",
        f"interval: paired bootstrap over sentences, {found.resamples} resamples, seed {found.seed}",
        f"BLEU {found.bleu_signature}",
    ]
    return "\n".join(lines)
