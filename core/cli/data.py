"""The commands about corpora: data list, data get, data show."""

import argparse
import sys
from collections import Counter
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from core.data.corpora.download import Fetched, fetch
from core.data.corpora.hub import HUB, fetch_hub
from core.data.corpora.reading import corpus_stream, data_folders, find_part, missing_parts, splits_of
from core.data.corpora.registry import CORPORA, KnownCorpus, PublishedFile, known_corpus
from core.data.stream import PairStream
from core.errors import CoreError

_EXAMPLES = 3


class SplitReport(NamedTuple):
    """What one split of a corpus holds; lengths are characters a sentence, (source, target)."""

    name: str
    pairs: int
    blank: int
    median: tuple[int, int]
    nearly_all: tuple[int, int]  # 95 % of the sentences are no longer
    longest: tuple[int, int]


def list_corpora(arguments: argparse.Namespace) -> int:
    """Every known corpus, a line each."""
    folders = data_folders()
    rows = [("name", "pairs", "size", "here", "licence", "what")]
    for corpus in CORPORA.values():
        missing = missing_parts(corpus, folders)
        here = "no" if len(missing) == len(_all_parts(corpus)) else "in part" if missing else "yes"
        pairs = f"{corpus.pairs:,}" if corpus.pairs else "-"
        rows.append((corpus.name, pairs, f"{corpus.megabytes:.0f} MB", here, corpus.licence, corpus.title))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    print("and hub:OWNER/NAME, any data set of the Hugging Face Hub")
    return 0


def get_corpus(arguments: argparse.Namespace) -> int:
    """Fetch a corpus and count what came."""
    if arguments.name.startswith(HUB):
        return _get_from_hub(arguments)
    corpus = known_corpus(arguments.name)
    for name in corpus.needs:
        part = known_corpus(name)
        if not part.files:
            raise CoreError(
                "corpora.by_hand",
                "{name} has to be fetched by hand from {home}. {note} Put the files into {folder}",
                name=name,
                home=part.home,
                note=part.note,
                folder=str(arguments.to / name),
            )
        for file in part.files:
            with _download_bar(file) as progress:
                fetch(file, arguments.to / name, progress)
        _verify_counts(part, arguments.to)
    print(f"{corpus.name} is in {arguments.to}. Licence: {corpus.licence}. Cite: {corpus.citation}.")
    return 0


def show_corpus(arguments: argparse.Namespace) -> int:
    """Counts, lengths, licence and a few pairs of a corpus."""
    folders = data_folders()
    if not arguments.name.startswith(HUB):
        corpus = known_corpus(arguments.name)
        facts = {
            "what": f"{corpus.title}, {corpus.languages[0]} to {corpus.languages[1]}",
            "licence": corpus.licence,
            "cite": corpus.citation,
            "source": corpus.home,
            "checked": _checks(corpus),
            "note": corpus.note,
        }
        for name, words in facts.items():
            if words:
                print(f"{name:<8}  {words}")
    examples: list[tuple[str, str]] = []
    for split in splits_of(arguments.name):
        try:
            stream = corpus_stream(arguments.name, split, folders)
        except CoreError as error:
            if not error.code.endswith("not_here"):
                raise
            print(f"{split}: not here")
            continue
        print(_as_text(report(split, stream)))
        examples = examples or list(islice(stream, _EXAMPLES))
    for source, target in examples:
        print(f"  {source}\n  → {target}")
    return 0


def report(name: str, stream: PairStream) -> SplitReport:
    """Count a split in one pass, holding no more than how many sentences have each length."""
    lengths: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    blank = 0
    for pair in stream.begin():
        if not all(pair):
            blank += 1
            continue
        for counter, sentence in zip(lengths, pair, strict=True):
            counter[len(sentence)] += 1

    def quantile(share: float) -> tuple[int, int]:
        source, target = (_quantile(counter, share) for counter in lengths)
        return source, target

    return SplitReport(name, lengths[0].total(), blank, quantile(0.5), quantile(0.95), quantile(1.0))


def _get_from_hub(arguments: argparse.Namespace) -> int:
    if arguments.src_column is None or arguments.tgt_column is None:
        raise CoreError("cli.hub_columns", "{name} needs --src-column and --tgt-column", name=arguments.name)
    with tqdm(unit="pair", disable=not sys.stderr.isatty(), dynamic_ncols=True) as bar:

        def progress(split: str, pairs: int) -> None:
            bar.set_description(split)
            bar.update(pairs - bar.n)

        counts = fetch_hub(
            arguments.name,
            arguments.to,
            (arguments.src_column, arguments.tgt_column),
            splits=arguments.splits,
            limit=arguments.limit,
            progress=progress,
        )
    print(f"{arguments.name} is in {arguments.to}: " + ", ".join(f"{n:,} {split}" for split, n in counts.items()))
    return 0


def _verify_counts(corpus: KnownCorpus, folder: Path) -> None:
    """Compare the pairs of each part with what is published; a last guard where no checksum is known."""
    for name, part in corpus.parts.items():
        found = find_part(corpus, part, [folder])
        if found is None or part.pairs is None:
            continue
        pairs = sum(1 for _ in found.format.pairs(*found.paths))
        if pairs != part.pairs:
            raise CoreError(
                "corpora.pairs",
                "{name}, {part}: {found:,} pairs where {expected:,} are published; remove {folder} and fetch it again",
                name=corpus.name,
                part=name,
                found=pairs,
                expected=part.pairs,
                folder=str(folder / corpus.name),
            )


def _all_parts(corpus: KnownCorpus) -> set[tuple[str, str]]:
    return {place for split in corpus.splits.values() for place in split.parts}


def _checks(corpus: KnownCorpus) -> str:
    files = [file for name in corpus.needs for file in known_corpus(name).files]
    known = sum(file.sha256 is not None for file in files)
    others = "" if known == len(files) else f", {len(files) - known} by their number of pairs or characters"
    return f"{known} of {len(files)} files by SHA-256{others}" if files else ""


def _as_text(split: SplitReport) -> str:
    lengths = ", ".join(
        f"{words} {source} and {target}"
        for words, (source, target) in (
            ("median", split.median),
            ("95 % up to", split.nearly_all),
            ("longest", split.longest),
        )
    )
    blank = f" ({split.blank:,} blank left out)" if split.blank else ""
    return f"{split.name}: {split.pairs:,} pairs{blank}; characters: {lengths}"


def _quantile(counter: Counter[int], share: float) -> int:
    """The smallest length that so large a share of the sentences does not exceed; 0 of none."""
    if not counter:
        return 0
    sizes = np.array(sorted(counter))
    below = np.cumsum([counter[size] for size in sizes.tolist()])
    return int(sizes[np.searchsorted(below, share * below[-1])])


@contextmanager
def _download_bar(file: PublishedFile) -> Any:
    """A bar on a terminal for one file."""
    with tqdm(desc=file.name, unit="B", unit_scale=True, disable=not sys.stderr.isatty(), dynamic_ncols=True) as bar:

        def progress(fetched: Fetched) -> None:
            bar.total = fetched.total
            bar.update(fetched.received - bar.n)

        yield progress
