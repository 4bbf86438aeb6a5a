"""Reading of a corpus by name: search for its copies, and normalise its text.

All text is normalised (`core.data.normalisation`), and HTML entities are resolved.
"""

import importlib.metadata
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from core.data.corpora.choosing import Pair, Pass
from core.data.corpora.formats import PairFormat
from core.data.corpora.hub import HUB, hub_stream
from core.data.corpora.known import KnownCorpus, Part
from core.data.corpora.registry import CORPORA, known_corpus
from core.data.corpus import clean
from core.data.normalisation import normalise
from core.data.stream import PairStream
from core.errors import CoreError, Names
from core.places import WORKING_FOLDER

DATA_VARIABLE = "GLASSFORMER_DATA"  # a folder of copies, searched before DOWNLOADS
DOWNLOADS = WORKING_FOLDER / "data"  # next to runs/; not kept in the repository


class Found(NamedTuple):
    """Files of a part of a corpus, and their format."""

    paths: tuple[Path, ...]
    format: PairFormat


def data_folders() -> tuple[Path, ...]:
    """Return the folders searched for copies of corpora, in order: the environment's, then the downloads."""
    given = os.environ.get(DATA_VARIABLE)
    return (*([Path(given).expanduser()] if given else []), DOWNLOADS)


def languages_of(name: str, default: tuple[str, str]) -> tuple[str, str]:
    """Return (source, target) of a corpus; for a data set of the Hub, `default`.

    Raises:
        CoreError: the corpus is unknown.
    """
    return default if name.startswith(HUB) else known_corpus(name).languages


def splits_of(name: str) -> tuple[str, ...]:
    """Return the known splits of a corpus.

    Raises:
        CoreError: the corpus is unknown.
    """
    return ("train", "valid", "test") if name.startswith(HUB) else tuple(known_corpus(name).splits)


def corpus_stream(name: str, split: str, folders: Sequence[Path], *, swapped: bool = False) -> PairStream:
    """Return the pairs of one split.

    Args:
        name: a known corpus, or hub:OWNER/NAME for one fetched from the Hugging Face Hub.
        split: train, valid, test, or another split of the corpus.
        folders: searched for copies; the first with a copy wins.
        swapped: use the target language as source.

        Raises:
            CoreError: unknown corpus or split, no copy of it, or a required library is not installed.
    """
    if name.startswith(HUB):
        stream = hub_stream(name, split, folders)
    else:
        stream = _known_stream(known_corpus(name), split, folders)
    if not swapped:
        return stream
    begin = stream.begin
    return PairStream(stream.where, lambda: ((b, a) for a, b in begin()), stream.files, f"{stream.reading} swapped")


def find_part(corpus: KnownCorpus, part: Part, folders: Sequence[Path]) -> Found | None:
    """Return the first complete copy of a part, None if there is none."""
    for folder in folders:
        for name in (corpus.name, *corpus.folders):
            for form in part.formats:
                paths = [_find_file(folder / name / file) for file in form.files]
                if all(paths):
                    return Found(tuple(path for path in paths if path), form)
    return None


def missing_parts(corpus: KnownCorpus, folders: Sequence[Path]) -> list[str]:
    """Return the names of parts without a copy in any of the folders, as corpus/part."""
    needed = {place for split in corpus.splits.values() for place in split.parts}
    return sorted(
        f"{owner}/{part}"
        for owner, part in needed
        if not find_part(CORPORA[owner], CORPORA[owner].parts[part], folders)
    )


def _known_stream(corpus: KnownCorpus, name: str, folders: Sequence[Path]) -> PairStream:
    if name not in corpus.splits:
        raise CoreError(
            "corpora.split",
            "unknown split {split!r} of {corpus}; available: {known}",
            corpus=corpus.name,
            split=name,
            known=Names(corpus.splits),
        )
    split = corpus.splits[name]
    parts = [_find_or_refuse(corpus, owner, part, folders) for owner, part in split.parts]
    simplify = simplifier() if corpus.simplify else None
    passes: list[Pass] = [partial(_clean_pairs, found, simplify) for found in parts]
    reading = f"corpus {corpus.name} {name} " + (
        f"simplified by opencc {importlib.metadata.version('opencc')}" if simplify else ""
    )
    files = tuple(dict.fromkeys(path for found in parts for path in found.paths))
    return PairStream(f"{corpus.name}, {name}", lambda: split.choose(*passes), files, reading)


def _find_or_refuse(corpus: KnownCorpus, owner: str, part: str, folders: Sequence[Path]) -> Found:
    found = find_part(CORPORA[owner], CORPORA[owner].parts[part], folders)
    if found is None:
        raise CoreError(
            "corpora.not_here",
            "the {part} pairs of {owner} were not found in {folders}: `python -m core data get {name}` fetches them, "
            "and --data-dir (or {variable}) names a folder of copies, {owner}/{files}",
            part=part,
            owner=owner,
            name=corpus.name,
            folders=", ".join(map(str, folders)),
            variable=DATA_VARIABLE,
            files=Names(CORPORA[owner].parts[part].formats[0].files),
        )
    return found


def _find_file(path: Path) -> Path | None:
    return next((one for one in (path, path.with_name(path.name + ".gz")) if one.is_file()), None)


def _clean_pairs(found: Found, simplify: Callable[[str], str] | None) -> Iterator[Pair]:
    for source, target in found.format.pairs(*found.paths):
        target = _clean_sentence(target)
        yield _clean_sentence(source), simplify(target) if simplify else target


def _clean_sentence(text: str) -> str:
    return normalise(clean(text))


@cache
def simplifier() -> Callable[[str], str]:
    """Return the function that converts Traditional to Simplified Chinese.

    Raises:
        CoreError: the required library is not installed.
    """
    try:
        import opencc
    except ImportError:
        raise CoreError(
            "corpora.opencc", "writing Traditional Chinese as Simplified needs OpenCC: pip install opencc"
        ) from None
    return opencc.OpenCC("t2s").convert
