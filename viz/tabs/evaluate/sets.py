"""Test sets: those that suit a checkpoint, the corpora on this machine, and files of a visitor.

A set keeps the line of each sentence among all that were read, so that a file of translations can follow it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from core.data.corpora.known import Split
from core.data.corpora.reading import corpus_stream, data_folders, find_part
from core.data.corpora.registry import CORPORA
from core.data.corpus import read_text
from core.data.sample import own_sentences
from core.data.stream import has_text, stream_parallel_files
from core.data.table import Columns
from core.errors import CoreError
from core.library import Card, run_of_model
from core.training.run import Run
from viz.tabs import uploads
from viz.tabs.limits import PageLimits
from viz.tabs.uploads import Fields
from viz.texts import Texts

HELD_OUT, SAMPLE, FILES, CORPUS = "held_out", "sample", "files", "corpus"
MOST_REFERENCES = 4
MOST_READ = 100_000  # pairs of a corpus
_WRITTEN = "sentences_test"  # held-out split that was written for this project: it is on every machine
_SAID = ("test", "valid", _WRITTEN, "phrases_test")  # splits that have words; others are named as in their corpus


class ChosenSet(NamedTuple):
    """Sentences with their references, as a visitor chose them."""

    name: str
    sources: list[str]
    references: list[list[str]]  # each has one line for each source
    language: str  # code of the references
    own: list[str] | None = None  # values of a column of one's own
    lines: Sequence[int] = ()  # of each sentence among all that were read, from 0
    read: int = 0  # lines that were read
    whole: int = 0  # sentences from which these are chosen
    blank: int = 0  # left out, because the source or a reference is blank
    swapped: bool = False  # a corpus read from its target to its source
    stands_in: bool = False  # sentences of this project, because no held-out pairs are on this machine

    @property
    def notes(self) -> tuple[tuple[str, int], ...]:
        """Oddities of the set: code and count."""
        counts = {
            "stands_in": int(self.stands_in),
            "cut": self.whole if self.whole > len(self.sources) else 0,
            "blank": self.blank,
            "repeated": len(self.sources) - len({*self.sources}),
            "swapped": int(self.swapped),
        }
        return tuple((code, count) for code, count in counts.items() if count)


def offered_sets(texts: Texts, cards: Sequence[Card] = ()) -> list[tuple[str, str]]:
    """Return the test sets to choose from: (words, value).

    Args:
        texts: the words.
        cards: of the checkpoints; corpora of other languages than the first's are left out, and one that is their
            held-out pairs.
    """
    held_out = {_held_out_split(card) for card in cards}
    corpora = [
        (texts("evaluate.set.corpus", corpus=name, split=_said(split, texts)), f"{CORPUS}:{name}:{split}")
        for name, split in fitting_corpora(cards)
        if held_out != {_identity(name, split)}
    ]
    own = [(texts(f"evaluate.set.{name}"), name) for name in (HELD_OUT, SAMPLE)]
    return [*own, *corpora, (texts("evaluate.set.files"), FILES)]


def _said(split: str, texts: Texts) -> str:
    return texts(f"evaluate.split.{split}") if split in _SAID else split


def fitting_corpora(cards: Sequence[Card]) -> list[tuple[str, str]]:
    """Return (corpus, split) of each test set on this machine that has the languages of the first checkpoint."""
    found = corpora_here()
    if not cards:
        return found
    wanted = cards[0].languages
    fits = {name: wanted in (corpus.languages, corpus.languages[::-1]) for name, corpus in CORPORA.items()}
    return [(name, split) for name, split in found if fits[name]]


def corpora_here() -> list[tuple[str, str]]:
    """Return (corpus, split) of each test set on this machine; one that several corpora share has the first's name."""
    folders, found = data_folders(), dict[tuple[Split, bool], tuple[str, str]]()
    for name, corpus in CORPORA.items():
        for split, chosen in corpus.splits.items():
            if split != "train" and _is_here(chosen, folders):
                found.setdefault(_identity(name, split), (name, split))
    return [*found.values()]


def _identity(name: str, split: str) -> tuple[Split, bool]:
    """Return what decides the pairs of a split, whatever corpus it belongs to."""
    return CORPORA[name].splits[split], CORPORA[name].simplify


def _held_out_split(card: Card) -> tuple[Split, bool] | None:
    """Return the split that `held_out_pairs` reads of the corpus of a checkpoint; None for one without a corpus."""
    name = str(card.part("data").get("corpus"))
    splits = CORPORA[name].splits if name in CORPORA else {}
    return next((_identity(name, split) for split in ("test", "valid") if split in splits), None)


def _is_here(split: Split, folders: Sequence[Path]) -> bool:
    return all(find_part(CORPORA[owner], CORPORA[owner].parts[part], folders) for owner, part in split.parts)


def read_set(
    value: object, cards: Sequence[Card], runs: Path, fields: Fields, limits: PageLimits, most: int
) -> ChosenSet:
    """Read a test set.

    Args:
        value: one of `offered_sets`; any client can send anything.
        cards: of the checkpoints; the first decides the direction, and held-out pairs are those of all.
        runs: the folder of runs, whose own files may have held-out pairs.
        fields: of the files, see `read_files`.
        limits: of the files.
        most: sentences; of a longer set evenly spaced ones.

    Raises:
        CoreError: there is no such set, it does not suit the checkpoint, or it cannot be read.
    """
    match str(value).split(":"):
        case ["held_out"]:
            return _cut(_shared([_held_out(card, runs, limits) for card in _required(cards)], cards), most)
        case ["sample"]:
            return _cut(_sample(_required(cards)[0]), most)
        case ["files"]:
            return read_files(fields, limits, most)
        case ["corpus", name, split] if (name, split) in corpora_here():
            return _cut(_corpus(name, split, cards), most)
    raise CoreError("evaluate.set", "choose a test set; {value!r} is not one of them", value=str(value)[:80])


def _required(cards: Sequence[Card]) -> Sequence[Card]:
    if not cards:
        raise CoreError(
            "evaluate.needs_checkpoint",
            "this test set follows a checkpoint: choose one as a system, or choose a corpus or your own files",
        )
    return cards


def _held_out(card: Card, runs: Path, limits: PageLimits) -> ChosenSet:
    """Return the held-out pairs of a checkpoint: of a run on files those that it was validated on."""
    from core.evaluation.comparison import MOST_PAIRS, held_out_pairs  # loads torch

    name = run_of_model(card.name)
    # where visitors own runs, nobody's uploaded pairs are shown to others
    if name and not limits.owned and (found := _validated_on(Run(runs / name), card)):
        return found
    described = {**card.details, "source_language": card.source_language, "target_language": card.target_language}
    most = MOST_READ if card.part("data").get("corpus") else MOST_PAIRS
    if not _corpus_is_here(card):  # usual where a model is only used: no reason for the warning that a command gives
        corpus = str(card.part("data").get("corpus"))
        if _WRITTEN in CORPORA[corpus].splits:
            return _corpus(corpus, _WRITTEN, [card])
        described["data"] = {**card.part("data"), "corpus": None}
    pairs = held_out_pairs(described, most)
    if pairs is None:
        raise CoreError(
            "evaluate.no_pairs",
            "no held-out pairs of {name} are on this machine: choose another test set, or your own files",
            name=card.name,
        )
    found = _whole(pairs.name, pairs.text.source, pairs.text.target, pairs.language or card.target_language)
    return found._replace(stands_in=pairs.name == SAMPLE)


def _corpus_is_here(card: Card) -> bool:
    """Return whether held-out pairs of the corpus of a checkpoint are on this machine; also for an unknown corpus."""
    corpus = CORPORA.get(str(card.part("data").get("corpus")))
    if corpus is None:
        return True
    return any(_is_here(corpus.splits[name], data_folders()) for name in ("test", "valid") if name in corpus.splits)


def _validated_on(run: Run, card: Card) -> ChosenSet | None:
    """Return the validation pairs of a run that was trained on files; None for others, and if they were removed."""
    try:
        data = run.read_config().data
        if data.valid_src is None or data.valid_tgt is None:
            return None
        text = stream_parallel_files(data.valid_src, data.valid_tgt, unescape=data.unescape).read(MOST_READ)
    except CoreError:
        return None
    return _whole(f"{run.name}, validation", text.source, text.target, card.target_language)


def _shared(sets: Sequence[ChosenSet], cards: Sequence[Card]) -> ChosenSet:
    """Return the pairs that are held out from every checkpoint, in the order of the first one's."""
    first, *others = sets
    kept = range(len(first.sources))
    for other in others:
        known = {*zip(other.sources, other.references[0], strict=True)}
        kept = [k for k in kept if (first.sources[k], first.references[0][k]) in known]
    if not kept:
        raise CoreError(
            "evaluate.not_shared",
            "{first} and {second} have no held-out pairs in common: choose another test set",
            first=cards[0].name,
            second=cards[-1].name,
        )
    sources, references = [first.sources[k] for k in kept], [first.references[0][k] for k in kept]
    return _whole(first.name, sources, references, first.language)._replace(stands_in=first.stands_in)


def _sample(card: Card) -> ChosenSet:
    sources, references = (own_sentences(code) for code in card.languages)
    if not sources or not references:
        raise CoreError(
            "evaluate.no_sample",
            "this project's own sentences are in English, German and Chinese; {name} translates from {source} to "
            "{target}: choose another test set",
            name=card.name,
            source=card.source_language,
            target=card.target_language,
        )
    return _whole(SAMPLE, sources, references, card.target_language)


def _corpus(name: str, split: str, cards: Sequence[Card]) -> ChosenSet:
    source, target = CORPORA[name].languages
    swapped = bool(cards) and cards[0].languages == (target, source)
    text = corpus_stream(name, split, data_folders(), swapped=swapped).read(MOST_READ)
    found = _whole(f"{name}, {split}", text.source, text.target, source if swapped else target)
    return found._replace(blank=text.dropped, swapped=swapped)


def _whole(name: str, sources: list[str], references: list[str], language: str) -> ChosenSet:
    count = len(sources)
    return ChosenSet(name, sources, [references], language, None, range(count), count, count)


def spread(count: int, most: int) -> list[int]:
    """Return the indices of at most so many sentences, evenly spaced: a set may be sorted, by length for example.

    Examples:
        >>> spread(3, 5), spread(10, 4)
        ([0, 1, 2], [0, 2, 5, 7])
    """
    return [index * count // most for index in range(most)] if count > most else [*range(count)]


def _cut(found: ChosenSet, most: int) -> ChosenSet:
    """Return at most so many sentences of a set; a file of translations may have all of them."""
    chosen = spread(len(found.sources), most)
    references = [[lines[index] for index in chosen] for lines in found.references]
    sources, lines = ([values[index] for index in chosen] for values in (found.sources, found.lines))
    return found._replace(sources=sources, references=references, lines=lines)


def set_columns(fields: Fields, limits: PageLimits) -> Columns:
    """Return what can be source, reference and own column of the files; none where their first row is a pair itself.

    Raises:
        CoreError: they cannot be read.
    """
    paths = file_paths(fields)
    if len(paths) < 3:
        return uploads.upload_columns(fields, limits)
    names = tuple(path.name for path in paths)
    return Columns(names, (names[0], names[1]))


def file_paths(fields: Fields) -> list[Path]:
    """Return the files of a set: a table, or a text file of sources and one or more of references."""
    given = fields["file"] if isinstance(fields["file"], list | tuple) else [fields["file"]]
    return [Path(name) for name in given if isinstance(name, str) and name][: MOST_REFERENCES + 1]


def read_files(fields: Fields, limits: PageLimits, most: int) -> ChosenSet:
    """Read the files of a visitor.

    Args:
        fields: `file`, paths that Gradio has checked; `source`, a column or a file; `references`, one or several;
            `own`, a column whose values make a figure; `language` of the references.
        limits: of the page.
        most: sentences.

    Raises:
        CoreError: they cannot be read, or a column is missing.
    """
    columns, paths = set_columns(fields, limits), file_paths(fields)
    found = columns.found or ("", "")
    source = str(fields.get("source") or found[0])
    chosen = [str(one) for one in fields.get("references") or () if one] or [found[1]]
    sides = [_column(fields, limits, paths, source, one) for one in chosen[:MOST_REFERENCES]]
    own = str(fields.get("own") or "")
    if own and own in columns.names:
        sides.append(_column(fields, limits, paths, source, own))
    rows = [*zip(*sides, strict=True)]
    references = len(sides) - (1 if own and own in columns.names else 0)
    kept: list[int] = []
    for number, row in enumerate(rows):
        if all(map(has_text, row[:references])):
            kept.append(number)
    if not kept:
        raise CoreError("evaluate.blank", "no line of the files has a source and a reference")
    whole = len(kept)
    kept = [kept[index] for index in spread(whole, most)]
    sources = [rows[line][0][0] for line in kept]
    texts = [[rows[line][one][1] for line in kept] for one in range(references)]
    values = [rows[line][-1][1] for line in kept] if len(sides) > references else None
    name, language, read = paths[0].name.split(".")[0], str(fields.get("language") or ""), len(rows)
    return ChosenSet(name, sources, texts, language, values, kept, read, whole, read - whole)


def _column(
    fields: Fields, limits: PageLimits, paths: list[Path], source: str, other: str
) -> Iterator[tuple[str, str]]:
    """Return (source, other) of every row, blank ones included."""
    by_name = {path.name: str(path) for path in paths}
    asked: Mapping[str, object] = {"file": fields["file"], "src_column": source, "tgt_column": other}
    if len(paths) > 2:  # two of several text files
        asked = {**asked, "file": [by_name.get(source, ""), by_name.get(other, "")]}
    return uploads.upload_stream(asked, limits).begin()


def odd_rows_of(fields: Fields, limits: PageLimits) -> tuple[int, int]:
    """Return how many rows of a table are wider than the first, and how many have a line break in a cell."""
    if len(file_paths(fields)) != 1:
        return 0, 0
    columns = set_columns(fields, limits)
    source, target = columns.found or (*columns.names, "", "")[:2]
    odd = uploads.upload_stream({**fields, "src_column": source, "tgt_column": target}, limits).odd_rows()
    return odd.wide, odd.spanning


def translations_of(path: Path, test_set: ChosenSet, limits: PageLimits) -> list[str]:
    """Read a file of translations made elsewhere: a line for each sentence of a set, or for each line that was read.

    Raises:
        CoreError: it cannot be read, or the numbers of lines differ.
    """
    try:
        lines = [*islice(read_text(path, max_bytes=limits.unpacked_bytes), test_set.read + 1_000_000)]
    except CoreError as error:
        shown = {name: str(value).replace(str(path), path.name) for name, value in error.parameters.items()}
        raise error.with_parameters(shown) from None
    if len(lines) == len(test_set.sources):
        return lines
    if len(lines) == test_set.read:
        return [lines[line] for line in test_set.lines]
    raise CoreError(
        "evaluate.lines",
        "{name} has {lines:,} lines, but the test set has {sentences:,} sentences: line k must translate sentence k",
        name=path.name,
        lines=len(lines),
        sentences=test_set.read or len(test_set.sources),
    )
