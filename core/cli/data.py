"""Commands for corpora: data list, data get, data show."""

import argparse
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from core.cli.columns import align_columns
from core.cli.options import add_action, add_data_dir
from core.cli.progress import progress_bar
from core.cli.writing import refuse_existing
from core.data.corpora.download import Fetched, fetch_corpus, find_fault
from core.data.corpora.hub import HUB, fetch_hub, hub_name
from core.data.corpora.known import KnownCorpus, PublishedFile
from core.data.corpora.reading import DOWNLOADS, corpus_stream, data_folders, missing_parts, splits_of
from core.data.corpora.registry import CORPORA, known_corpus, published_pairs
from core.data.stream import PairStream, has_text
from core.errors import CoreError
from core.places import as_typed

_EXAMPLES = 3


class SplitReport(NamedTuple):
    """Statistics of one split of a corpus; lengths are characters per sentence, (source, target)."""

    name: str
    pairs: int
    blank: int
    median: tuple[int, int]
    nearly_all: tuple[int, int]  # 95th percentile
    longest: tuple[int, int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions on corpora that are known by name."""
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    listed = add_action(
        actions, "list", "List every known corpus: pairs, size, licence, and whether it is downloaded.", list_corpora
    )
    get = add_action(
        actions,
        "get",
        "Fetch a corpus; interrupted downloads are continued, and everything is verified.",
        get_corpus,
    )
    show = add_action(
        actions, "show", "Show counts, lengths, licence and a few pairs of a downloaded corpus.", show_corpus
    )
    for action in (listed, get, show):
        add_data_dir(action)
    for action in (get, show):
        action.add_argument("name", help="Its name, or hub:OWNER/NAME[/CONFIGURATION] for the Hugging Face Hub.")
    get.add_argument("--to", type=Path, default=DOWNLOADS, metavar="DIR", help="Folder of corpora (default data).")
    get.add_argument("--src-column", help="Hub only: column of the source; a dot for a nested one, as translation.en.")
    get.add_argument("--tgt-column", help="Hub only: column of the target.")
    get.add_argument("--splits", nargs="+", help="Hub only: splits to copy (default train, validation and test).")
    get.add_argument("--limit", type=int, help="Hub only: most pairs per split.")
    get.add_argument("--replace", action="store_true", help="Hub only: replace a copy that is already there.")


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    return arguments.action(arguments)


def list_corpora(arguments: argparse.Namespace) -> int:
    """Print every known corpus, one per line."""
    folders = data_folders()
    rows = [("name", "pairs", "size", "here", "licence", "what")]
    for corpus in CORPORA.values():
        missing = missing_parts(corpus, folders)
        here = "no" if len(missing) == len(_all_parts(corpus)) else "in part" if missing else "yes"
        pairs = f"{pairs:,}" if (pairs := published_pairs(corpus)) else "-"
        rows.append((corpus.name, pairs, f"{corpus.megabytes:.0f} MB", here, corpus.licence, corpus.title))
    print(*align_columns(rows), sep="\n")
    print("and hub:OWNER/NAME, any data set of the Hugging Face Hub")
    return 0


def get_corpus(arguments: argparse.Namespace) -> int:
    """Fetch a corpus and verify its number of pairs."""
    if arguments.name.startswith(HUB):
        return _get_from_hub(arguments)
    corpus = known_corpus(arguments.name)
    with _DownloadBars() as progress:
        by_hand = fetch_corpus(corpus, arguments.to, progress)
    print(f"{corpus.name} is in {arguments.to}. Licence: {corpus.licence}. Cite: {corpus.citation}.")
    if by_hand:
        source = as_typed("python -m core data show NAME says from what")
        print(f"To train on it, make these yourself and put them there ({source}):")
        print(*(f"  {name}: {known_corpus(name).home}" for name in by_hand), sep="\n")
    return 0


def show_corpus(arguments: argparse.Namespace) -> int:
    """Print counts, lengths, licence and a few pairs of a corpus."""
    folders = data_folders()
    if not arguments.name.startswith(HUB):
        corpus = known_corpus(arguments.name)
        facts = {
            "what": f"{corpus.title}, {corpus.languages[0]} to {corpus.languages[1]}",
            "licence": corpus.licence,
            "cite": corpus.citation,
            "source": corpus.home,
            "checked": _checks(corpus),
            "copy": _copy_state(corpus),
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
    """Count a split in one pass, keeping only the number of sentences of each length."""
    lengths: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    blank = 0
    for pair in stream.begin():
        if not has_text(pair):
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
    refuse_existing(arguments.to / hub_name(arguments.name).folder, arguments)
    with progress_bar(unit="pair") as bar:

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


def _all_parts(corpus: KnownCorpus) -> set[tuple[str, str]]:
    return {place for split in corpus.splits.values() for place in split.parts}


def _checks(corpus: KnownCorpus) -> str:
    files = [file for name in corpus.needs for file in known_corpus(name).files]
    ways = {
        "SHA-256": sum(file.sha256 is not None for file in files),
        "MD5": sum(file.sha256 is None and file.md5 is not None for file in files),
        "the number of characters": sum(file.sha256 is file.md5 is None for file in files),
    }
    return ", ".join(f"{count} of {len(files)} files by {way}" for way, count in ways.items() if count)


def _copy_state(corpus: KnownCorpus) -> str:
    """Compare a corpus that was put together by hand with the files that were used here."""
    faults = []
    for file in corpus.recorded:
        paths = [folder / corpus.name / f"{file.name}{ending}" for folder in data_folders() for ending in ("", ".gz")]
        path = next((path for path in paths if path.is_file()), None)
        if path is not None and (fault := find_fault(file, path)):
            faults.append(f"{file.name} differs from the one that was used: {fault}")
    here = bool(corpus.recorded) and len(missing_parts(corpus, data_folders())) < len(_all_parts(corpus))
    return "; ".join(faults) or ("the files that were used" if here else "")


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
    """Return the smallest length that covers this share of the sentences; 0 if there are none."""
    if not counter:
        return 0
    sizes = np.array(sorted(counter))
    below = np.cumsum([counter[size] for size in sizes.tolist()])
    return int(sizes[np.searchsorted(below, share * below[-1])])


class _DownloadBars:
    """A progress bar on a terminal for each file in turn."""

    def __enter__(self) -> Callable[[PublishedFile, Fetched], None]:
        self._name, self._bar = "", tqdm(disable=True)
        return self._show

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def _show(self, file: PublishedFile, fetched: Fetched) -> None:
        if file.name != self._name:
            self._bar.close()
            self._name = file.name
            self._bar = progress_bar(desc=file.name, unit="B", unit_scale=True)
        self._bar.total = fetched.total
        self._bar.update(fetched.received - self._bar.n)
