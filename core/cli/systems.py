"""Systems and sets of sentences on the command line, and what an evaluation writes: `evaluate` and `compare`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.languages import add_target_language
from core.cli.options import (
    add_batch_size,
    add_checkpoint_folder,
    add_data_dir,
    add_device,
    add_search,
    decoding_config,
)
from core.cli.recording import add_job
from core.cli.writing import add_replace, refuse_output
from core.data.corpora.reading import corpus_stream, data_folders, languages_of
from core.data.stream import stream_parallel_files
from core.durable import output_file
from core.errors import CoreError
from core.evaluation.systems import SentenceSet, System, directions_of, whole_set
from core.settings import check_batch_size
from core.tuning.allocator import keep_freed_memory

if TYPE_CHECKING:
    from core.evaluation.table import Result


class _AppendSystem(argparse.Action):
    """Appends a system, so that checkpoints and files keep the order in which they were given."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: Any) -> None:
        kind = "checkpoint" if "--checkpoint" in self.option_strings else "translations"
        given = [*(getattr(namespace, self.dest) or []), System(str(values), **{kind: values})]
        setattr(namespace, self.dest, given)


def add_evaluation(parser: argparse.ArgumentParser) -> None:
    """Add the systems, the search, and what is written of the result."""
    add_checkpoint_folder(parser, dest="systems", metavar="DIR", action=_AppendSystem)
    parser.add_argument(
        "--hyp",
        type=Path,
        dest="systems",
        metavar="FILE",
        action=_AppendSystem,
        help="Instead of a checkpoint: translations made elsewhere, a line for each source.",
    )
    parser.add_argument("--own", type=Path, metavar="FILE", help="A value for each source, to group sentences by.")
    parser.add_argument(
        "--out", type=Path, action="append", metavar="FILE", help="Write the translations; once for each system."
    )
    parser.add_argument(
        "--per-sentence",
        type=Path,
        metavar="FILE",
        help="Write a row for each sentence: .jsonl, .csv or .parquet.",
    )
    add_target_language(parser)
    add_data_dir(parser)
    add_batch_size(parser)
    add_device(parser)
    add_job(parser)
    add_replace(parser)
    parser.add_argument("--json", action="store_true", help="Print one JSON object.")
    add_search(parser)


def check_evaluation(arguments: argparse.Namespace, sets: int) -> None:
    """Refuse options that do not go together, before anything is computed.

    Raises:
        CoreError: another number of `--out` than of systems, files for more than one set, or a file that is there.
    """
    check_batch_size(arguments.batch_size)
    decoding_config(arguments)
    if arguments.out and len(arguments.out) != len(arguments.systems):
        raise CoreError(
            "cli.outs",
            "give --out once for each system: {outs} for {systems}",
            outs=len(arguments.out),
            systems=len(arguments.systems),
        )
    if sets > 1 and (arguments.out or arguments.per_sentence or arguments.own or arguments.job):
        raise CoreError(
            "cli.one_set", "--out, --per-sentence, --own and --job take one test set, not {count}", count=sets
        )
    written = [path.resolve() for path in (*(arguments.out or []), arguments.per_sentence) if path]
    if twice := [path for path in written if path.is_file() or not path.exists() if written.count(path) > 1]:
        raise CoreError("cli.out_twice", "{path} is to be written twice; name another file for each", path=twice[0])
    for path in arguments.out or []:
        refuse_output(path, arguments)
    if arguments.per_sentence:
        from core.evaluation.taken import check_form

        refuse_output(arguments.per_sentence, arguments, "--per-sentence")
        check_form(arguments.per_sentence.suffix.lstrip("."))


def file_set(sources: Path, references: Sequence[Path], own: Path | None, language: str | None) -> SentenceSet:
    """Read a set from files: pairs with a blank side are left out, of all references and of the own column as well.

    Raises:
        CoreError: a file cannot be read, or has another number of lines.
    """
    streams = [stream_parallel_files(sources, path).begin() for path in (*references, *([own] if own else []))]
    rows = ((pairs[0][0], [value for _, value in pairs]) for pairs in zip(*streams, strict=True))
    found = whole_set(sources.name, rows, len(references), language or "")
    if not len(found):
        stream_parallel_files(sources, references[0]).read()  # says what is wrong
        raise CoreError("evaluation.empty", "{name} has no sentences", name=sources.name)
    return found


def corpus_set(name: str, split: str | None, arguments: argparse.Namespace) -> SentenceSet:
    """Read a split of a known corpus in the direction of the systems, the test split if none is named.

    Raises:
        CoreError: it is unknown, or not on this machine.
    """
    languages = languages_of(name, ("", ""))  # those of a data set of the Hub are not known
    swapped = languages[::-1] in [pair for _, pair in directions_of(arguments.systems)]
    text = corpus_stream(name, split or "test", data_folders(), swapped=swapped).read()
    language, shown = arguments.tgt_lang or "", f"{name}, {split or 'test'}"
    return SentenceSet(shown, text.source, [text.target], language, dropped=text.dropped)


def evaluated(arguments: argparse.Namespace, sentences: SentenceSet, progress: Callable[[int], None]) -> Result:
    """Evaluate the systems of a command on a set, and write what it asks for."""
    import torch

    from core.evaluation.evaluate import evaluate_systems
    from core.training.devices import choose_device

    keep_freed_memory()
    result = evaluate_systems(
        arguments.systems,
        sentences,
        decoding_config(arguments),
        folder=arguments.job,
        batch_size=arguments.batch_size,
        progress=progress,
        processes=torch.get_num_threads(),
        device=choose_device(arguments.device),
    )
    _write(arguments, result)
    return result


def _write(arguments: argparse.Namespace, result: Result) -> None:
    from core.evaluation.taken import translation_lines, write_table

    for place, path in enumerate(arguments.out or []):
        with (
            output_file(path) as partial,
            partial.open("w", encoding="utf-8", errors="replace", newline="\n") as file,
        ):
            file.writelines(translation_lines(result, place))
    if path := arguments.per_sentence:
        with output_file(path) as partial, partial.open("wb") as file:
            write_table(result, path.suffix.lstrip("."), file)
