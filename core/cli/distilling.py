"""The command `distil`: a teacher's translations of a text, as a table to train a student on."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from core.checkpoint_config import checkpoint_file
from core.cli.loading import load_translator
from core.cli.options import add_checkpoint, add_data_dir, add_search, decoding_config
from core.cli.progress import count_sentences
from core.cli.writing import refuse_output
from core.data.corpora.reading import corpus_stream, data_folders, languages_of
from core.data.corpus import clean
from core.data.growing_table import GrowingTable
from core.data.stream import PairStream, file_sha256, stream_parallel_files, stream_table
from core.data.table import is_table
from core.data.textfile import read_lines
from core.data.vocabulary_files import file_name
from core.errors import CoreError
from core.weights_files import weight_files

if TYPE_CHECKING:
    from core.training.distillation import Distilled, Line
    from core.translator import Translator


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_checkpoint(parser)
    parser.add_argument("--corpus", help="A known corpus instead of files (see python -m core data list).")
    parser.add_argument("--split", help="Split of the corpus (default train).")
    add_data_dir(parser)
    parser.add_argument("--src", type=Path, help="Source sentences, or a table of pairs; plain or gzip.")
    parser.add_argument("--tgt", type=Path, help="Their references, line by line.")
    parser.add_argument(
        "--more", type=Path, nargs="+", action="extend", default=[], metavar="FILE", help="More source sentences."
    )
    parser.add_argument("--out", type=Path, required=True, help="Table to write, .tsv or .tsv.gz.")
    parser.add_argument("--keep-references", action="store_true", help="Write the pairs of the text as well.")
    parser.add_argument("--limit", type=int, metavar="INT", help="Read only this many lines that are not blank.")
    parser.add_argument(
        "--replace", action="store_true", help="Replace an existing table, and a partial one of other settings."
    )
    add_search(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the table, or the rest of one that was interrupted, and print its counts."""
    import torch

    from core.training.distillation import SourceText, header
    from core.training.distillation import distil as distil_text

    config = decoding_config(arguments)
    _check(arguments)
    teacher = load_translator(arguments)
    text = SourceText(_begin(arguments, teacher), arguments.limit)
    made_of = {
        "checkpoint": _digest(arguments.checkpoint, teacher),
        "text": text.survey.digest,
        "limit": arguments.limit,
        "keep_references": arguments.keep_references,
        **{name: value for name, value in asdict(config).items() if name != "nbest"},
    }
    table = GrowingTable(arguments.out, header(teacher), made_of, restart=arguments.replace)
    first = text.survey.first
    total, done = int(first.sum()), table.counts.get("translated", 0)
    try:
        with count_sentences(total, done=done) as progress:
            found = distil_text(
                teacher,
                text,
                table,
                config,
                keep_references=arguments.keep_references,
                batch_size=arguments.batch_size,
                progress=progress,
                processes=torch.get_num_threads(),
            )
    except KeyboardInterrupt:
        print(f"the pairs so far are in {table.partial}; the same command resumes", file=sys.stderr)
        raise
    table.finish()
    print(f"{arguments.out}: {_as_text(found)}")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse invalid arguments before anything is read."""
    files = [path for path in (arguments.src, arguments.tgt, *arguments.more) if path is not None]
    of_corpus = arguments.corpus is not None and arguments.src is arguments.tgt is None
    of_files = arguments.corpus is None and arguments.split is None and arguments.src is not None
    if not (of_corpus or of_files):
        raise CoreError(
            "cli.distil", "give either --src (with --tgt if there are references), or --corpus (with --split)"
        )
    if arguments.limit is not None and arguments.limit < 1:
        raise CoreError("cli.distil_limit", "--limit ({limit}) must be at least 1", limit=arguments.limit)
    out: Path = arguments.out
    if not out.name.endswith((".tsv", ".tsv.gz")):
        raise CoreError("cli.distil_name", "the name of --out {path} must end with .tsv or .tsv.gz", path=out)
    if out.resolve() in [path.resolve() for path in files]:
        raise CoreError("cli.distil_input", "--out {path} is also read: choose another file", path=out)
    refuse_output(out, arguments)


def _begin(arguments: argparse.Namespace, teacher: Translator) -> Callable[[], Iterator[Line]]:
    """Return what starts a pass over the lines of the text and of further files."""
    pairs = _pairs(arguments, teacher)
    if arguments.keep_references and pairs is None:
        raise CoreError(
            "cli.distil_references", "--keep-references needs references: --tgt, a corpus, or a table of pairs as --src"
        )
    return partial(_lines, pairs, ([] if pairs else [arguments.src]) + arguments.more)


def _pairs(arguments: argparse.Namespace, teacher: Translator) -> PairStream | None:
    """Return the pairs of the text, a corpus in the teacher's direction; None for source sentences only."""
    if arguments.corpus is not None:
        direction = (teacher.checkpoint.source_language, teacher.checkpoint.target_language)
        languages = languages_of(arguments.corpus, direction)
        swapped = languages != direction and languages == direction[::-1]
        return corpus_stream(arguments.corpus, arguments.split or "train", data_folders(), swapped=swapped)
    if arguments.tgt is not None:
        return stream_parallel_files(arguments.src, arguments.tgt)
    return stream_table(arguments.src) if is_table(arguments.src) else None


def _lines(pairs: PairStream | None, files: list[Path]) -> Iterator[Line]:
    """Yield the lines of the text, then those of files without references; of tables, the source."""
    if pairs is not None:
        yield from pairs.begin()
    for path in files:
        if is_table(path):
            yield from ((source, "") for source, _ in stream_table(path).begin())
        else:
            yield from ((clean(line), "") for line in read_lines(path))


def _digest(folder: Path, teacher: Translator) -> str:
    """Return a SHA-256 of everything that determines a checkpoint's translations."""
    vocabularies = [file_name(teacher.vocabularies, one) for one in teacher.vocabularies]
    names = sorted({"config.json", *vocabularies, *(path.name for path in weight_files(folder))})
    return sha256("".join(file_sha256(checkpoint_file(folder, name)) for name in names).encode()).hexdigest()


def _as_text(found: Distilled) -> str:
    left_out = found.cut + found.empty + found.repeated
    rate = 1000 * found.tokens / max(found.milliseconds, 1)
    return (
        f"{found.lines:,} lines ({found.lines - found.translated:,} repeated), "
        f"{found.pairs + found.references:,} pairs written ({found.references:,} references), "
        f"{left_out:,} left out ({found.cut:,} over a length limit, {found.empty:,} empty, "
        f"{found.repeated:,} in a loop), "
        f"{rate:,.0f} tokens a second"
    )
