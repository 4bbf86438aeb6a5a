"""Parallel text (5.1): read from files, kept clean of test pairs, and a few public corpora known by name.

Two line-aligned files, or one TSV, CSV or JSONL file; each plain or gzip (`core.data.textfile`). A pair with
a blank side is dropped and counted, a duplicate stays. HTML entities are resolved unless the caller says no:
published corpora carry `&amp;`, and even `&amp;quot;`.
"""

import html
import re
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from core.data.table import LANGUAGE_NAMES, listed, table_pairs
from core.data.textfile import MAX_TEXT_BYTES, read_lines
from core.errors import CoreError

_LINE_BREAKS = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class ParallelText:
    """Sentence pairs: `source[k]` and `target[k]` say the same.

    Attributes:
        source: N sentences.
        target: N sentences.
        dropped: pairs that were left out while reading because a side was blank.
    """

    source: list[str]
    target: list[str]
    dropped: int = 0

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise CoreError(
                "corpus.pair_counts",
                "source has {source_count} sentences and target has {target_count}; they must be as many",
                source_count=len(self.source),
                target_count=len(self.target),
            )

    def __len__(self) -> int:
        return len(self.source)


@dataclass(frozen=True)
class KnownCorpus:
    """A public corpus: what it is called, where it is published, and how its files are named.

    Attributes:
        name: short name.
        languages: (source, target) codes as in the files' names; the direction is a default only.
        published: where anyone gets it, in words.
        splits: split name -> stem of its two files, `<stem>.<language>[.gz]`.
        folder_word: what the folder's path must contain, where the file names alone say too little.
    """

    name: str
    languages: tuple[str, str]
    published: str
    splits: dict[str, str]
    folder_word: str = ""


@dataclass(frozen=True)
class FoundCorpus:
    """What `find_corpus` saw in a folder: `splits` maps a split's name to its (source, target) files."""

    name: str
    languages: tuple[str, str]
    splits: dict[str, tuple[Path, Path]] = field(default_factory=dict)


KNOWN_CORPORA: tuple[KnownCorpus, ...] = (
    KnownCorpus(
        name="Multi30k",
        languages=("en", "de"),
        published="GitHub repository multi30k/dataset, folder data/task1/raw (Elliott et al. 2016)",
        splits={"train": "train", "valid": "val", "test": "test_2016_flickr"},
    ),
    KnownCorpus(
        name="3AM",
        languages=("en", "zh"),
        published="GitHub repository MaxyLee/3AM, folder data (Ma et al. 2024, MIT licence)",
        splits={"train": "train", "valid": "val", "test": "test"},
        folder_word="3am",
    ),
    KnownCorpus(
        name="Tatoeba",
        languages=("en", "zh"),
        published="tatoeba.org, sentence pairs English-Mandarin (CC-BY 2.0 FR); no split of its own",
        splits={"all": "all"},
        folder_word="tatoeba",
    ),
)


def read_text(path: str | Path, *, unescape: bool = False, max_bytes: int = MAX_TEXT_BYTES) -> list[str]:
    """The lines of one text file, plain or gzip, blank ones included and nothing stripped.

    Args:
        path: the file.
        unescape: resolve HTML entities such as `&amp;`.
        max_bytes: how large the file may be after unpacking.

    Raises:
        CoreError: missing or unreadable file, not UTF-8, damaged gzip, too large.
    """
    lines = read_lines(Path(path), max_bytes)
    return [_unescaped(line) for line in lines] if unescape else list(lines)


def read_parallel_files(
    source_path: str | Path,
    target_path: str | Path,
    *,
    limit: int | None = None,
    unescape: bool = True,
    max_bytes: int = MAX_TEXT_BYTES,
) -> ParallelText:
    """Two files whose line k belong together.

    Pairs with a blank side are dropped and counted; exact duplicates are kept; outer blanks are stripped.

    Args:
        source_path: source sentences, one a line.
        target_path: target sentences, one a line.
        limit: stop after so many pairs (the rest of the files is then not looked at).
        unescape: resolve HTML entities; some public corpora carry `&amp;`, and even `&amp;quot;`.
        max_bytes: how large each file may be after unpacking.

    Raises:
        CoreError: as `read_text`, and unequal numbers of lines, or no pair at all.
    """
    source_path, target_path = Path(source_path), Path(target_path)
    collector = _Collector(limit, unescape)
    source_lines, target_lines = read_lines(source_path, max_bytes), read_lines(target_path, max_bytes)
    for count, (source, target) in enumerate(zip_longest(source_lines, target_lines)):
        if source is None or target is None:
            source_count = count + (0 if source is None else 1 + sum(1 for _ in source_lines))
            target_count = count + (0 if target is None else 1 + sum(1 for _ in target_lines))
            raise CoreError(
                "corpus.line_counts",
                "{source_path} has {source_count} lines and {target_path} has {target_count}; "
                "line k of one must belong to line k of the other",
                source_path=str(source_path),
                source_count=source_count,
                target_path=str(target_path),
                target_count=target_count,
            )
        collector.add(source, target)
        if collector.full:
            break
    return collector.result(f"{source_path} and {target_path}")


def read_table(
    path: str | Path,
    *,
    source_column: str | None = None,
    target_column: str | None = None,
    limit: int | None = None,
    unescape: bool = True,
    max_bytes: int = MAX_TEXT_BYTES,
) -> ParallelText:
    """One file with both sides: TSV, CSV or JSONL.

    The form is told from the name (.tsv, .txt, .csv, .jsonl, .ndjson, .json, each also with .gz), else
    from the first line. TSV is split at tabs, without quoting. CSV may quote, and may use ";" or tabs. A
    first row is a header when column names are given, or when it names source/src and target/tgt, or two
    languages (en, de, Chinese, ...); without a header the first two columns are used. A JSONL line is an
    object with two texts, {"en": "..", "de": ".."}, or has it inside as {"translation": {"en": "..", ...}}.

    Args:
        path: the file.
        source_column: name of the source column or key; give both names or neither.
        target_column: name of the target column or key.
        limit: stop after so many pairs.
        unescape: resolve HTML entities.
        max_bytes: how large the file may be after unpacking.

    Raises:
        CoreError: as `read_text`, and a row or JSON line that cannot be read, a missing column, or no pair.
    """
    if (source_column is None) != (target_column is None):
        raise CoreError(
            "corpus.column_pair",
            "give both source_column ({source}) and target_column ({target}), or neither",
            source=source_column,
            target=target_column,
        )
    path = Path(path)
    names = None if source_column is None or target_column is None else (source_column, target_column)
    collector = _Collector(limit, unescape)
    for source, target in table_pairs(path, names, max_bytes):
        collector.add(source, target)
        if collector.full:
            break
    return collector.result(str(path))


def overlap(a: ParallelText, b: ParallelText) -> int:
    """How many pairs of `b` (duplicates counted) also occur in `a`, both sides equal."""
    known = set(zip(a.source, a.target, strict=True))
    return sum(pair in known for pair in zip(b.source, b.target, strict=True))


def without(train: ParallelText, held_out: ParallelText) -> ParallelText:
    """`train` less every pair that occurs in `held_out`: some corpora repeat test pairs for training."""
    known = set(zip(held_out.source, held_out.target, strict=True))
    kept = [pair for pair in zip(train.source, train.target, strict=True) if pair not in known]
    return ParallelText([source for source, _ in kept], [target for _, target in kept], train.dropped)


def find_corpus(folder: str | Path, *, languages: tuple[str, str] | None = None) -> FoundCorpus:
    """Recognises a folder of line-aligned files `<split>.<language>[.gz]`.

    Splits are named train, valid and test where the file names begin like that (val and dev are valid); other
    stems keep their name. A corpus of `KNOWN_CORPORA` is called by its name, any other by the folder's.

    Args:
        folder: the folder to look into (not below it).
        languages: (source, target) codes; needed only for the direction, or where there are more than two.

    Raises:
        CoreError: no such folder, no pair of files, or languages that are not there.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise CoreError("corpus.missing_folder", "{path} is not a folder", path=str(folder))
    stems = _stems(folder)
    known = next((corpus for corpus in KNOWN_CORPORA if _is_known(corpus, folder, stems)), None)
    source, target = languages or (known.languages if known else _two_languages(folder, stems))
    named = {stem: split for split, stem in known.splits.items()} if known else {}
    splits: dict[str, tuple[Path, Path]] = {}
    for stem in sorted(stems, key=lambda stem: (stem not in named, stem)):
        files = stems[stem]
        if source in files and target in files:
            split = named.get(stem, _split_name(stem))
            splits[stem if split in splits else split] = (files[source], files[target])
    if not splits:
        raise CoreError(
            "corpus.no_files",
            "{path} has no two files <split>.{source} and <split>.{target} (plain or .gz); found: {found}",
            path=str(folder),
            source=source,
            target=target,
            found=", ".join(f"{stem}.{language}" for stem in sorted(stems) for language in sorted(stems[stem]))
            or "none",
        )
    return FoundCorpus(known.name if known else folder.resolve().name, (source, target), splits)


class _Collector:
    """Gathers pairs: unescapes, strips, drops and counts the blank ones, stops at the limit."""

    def __init__(self, limit: int | None, unescape: bool) -> None:
        if limit is not None and limit < 1:
            raise CoreError("corpus.limit", "limit ({limit}) must be at least 1", limit=limit)
        self._limit, self._unescape = limit, unescape
        self._source: list[str] = []
        self._target: list[str] = []
        self._dropped = 0

    @property
    def full(self) -> bool:
        return self._limit is not None and len(self._source) >= self._limit

    def add(self, source: str, target: str) -> None:
        source, target = self._clean(source), self._clean(target)
        if source and target:
            self._source.append(source)
            self._target.append(target)
        else:
            self._dropped += 1

    def result(self, where: str) -> ParallelText:
        if not self._source:
            raise CoreError(
                "corpus.empty",
                "{path}: no pair with text on both sides ({dropped} blank)",
                path=where,
                dropped=self._dropped,
            )
        return ParallelText(self._source, self._target, self._dropped)

    def _clean(self, text: str) -> str:
        text = _unescaped(text) if self._unescape else text
        return _LINE_BREAKS.sub(" ", text).strip()  # a quoted field or an entity may hold a line break


def _unescaped(text: str) -> str:
    """HTML entities resolved until nothing changes, at most twice (that is how often texts were escaped)."""
    for _ in range(2):
        if "&" not in text or (plain := html.unescape(text)) == text:
            break
        text = plain
    return text


def _stems(folder: Path) -> dict[str, dict[str, Path]]:
    """stem -> language -> file, for every `<stem>.<language>[.gz]` of a folder."""
    stems: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.iterdir()):
        stem, _, language = path.name.removesuffix(".gz").rpartition(".")
        if stem and language in LANGUAGE_NAMES and path.is_file():
            stems.setdefault(stem, {}).setdefault(language, path)
    return stems


def _is_known(corpus: KnownCorpus, folder: Path, stems: dict[str, dict[str, Path]]) -> bool:
    has_files = all(set(corpus.languages) <= set(stems.get(stem, {})) for stem in corpus.splits.values())
    return has_files and corpus.folder_word in str(folder.resolve()).lower()


def _two_languages(folder: Path, stems: dict[str, dict[str, Path]]) -> tuple[str, str]:
    found = {language for files in stems.values() for language in files}
    if len(found) != 2:
        raise CoreError(
            "corpus.languages",
            "{path}: name the source and the target language; there are: {found}",
            path=str(folder),
            found=listed(sorted(found)),
        )
    first, second = sorted(found, key=lambda language: (language != "en", language))
    reverse = f"{second}-{first}" in folder.resolve().name.lower()  # a folder "de-en" says its direction
    return (second, first) if reverse else (first, second)


def _split_name(stem: str) -> str:
    for split, beginnings in (("train", ("train",)), ("valid", ("val", "dev")), ("test", ("test",))):
        if stem.lower().startswith(beginnings):
            return split
    return stem
