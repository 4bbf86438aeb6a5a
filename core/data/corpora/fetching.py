"""Download of a known corpus: every file of every corpus it consists of, then a check of its number of pairs."""

from collections.abc import Callable
from pathlib import Path

from core.data.corpora.download import Fetched, fetch
from core.data.corpora.known import KnownCorpus, PublishedFile
from core.data.corpora.reading import find_part
from core.data.corpora.registry import known_corpus
from core.durable import exclusive_folder
from core.errors import CoreError


def fetch_corpus(
    corpus: KnownCorpus,
    folder: Path,
    progress: Callable[[PublishedFile, Fetched], None] = lambda file, fetched: None,
) -> tuple[str, ...]:
    """Download a corpus into a folder of corpora; valid files already there are kept.

    Args:
        corpus: the corpus.
        folder: of corpora; each gets a subfolder of its own name.
        progress: called with a file and the state of its download.

    Returns:
        Names of the corpora of a mixture that must be fetched by hand.

    Raises:
        CoreError: it must be fetched by hand, cannot be fetched, or differs from the published files; the message says
            what to do.
    """
    by_hand = tuple(name for name in corpus.needs if not known_corpus(name).files)
    if by_hand == (corpus.name,):
        raise CoreError(
            "corpora.by_hand",
            "{name} has to be fetched by hand from {home}. {note} Put the files into {folder}",
            name=corpus.name,
            home=corpus.home,
            note=corpus.note,
            folder=str(folder / corpus.name),
        )
    with exclusive_folder(folder):
        for part in map(known_corpus, corpus.needs):
            for file in part.files:
                fetch(file, folder / part.name, lambda fetched, file=file: progress(file, fetched))
            _verify_counts(part, folder)
    return by_hand


def _verify_counts(corpus: KnownCorpus, folder: Path) -> None:
    """Compare the number of pairs of each part with the published one: the only check without a checksum."""
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
