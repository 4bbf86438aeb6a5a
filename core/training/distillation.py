"""Sequence-level knowledge distillation (Kim and Rush 2016): a teacher's translations as training text of a student.

The student is trained on the teacher's best hypothesis of beam search for each source sentence, alone or together with
the references. The paper also interpolates, by choosing among hypotheses the one closest to the reference; this does
not.
"""

import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import Literal, NamedTuple

import numpy as np

from core.config import DecodingConfig
from core.data.columns import text_names
from core.data.growing_table import GrowingTable
from core.data.normalisation import is_blank
from core.data.textfile import MAX_LINE_BYTES
from core.errors import CoreError
from core.translator import Translation, Translator

Line = tuple[str, str]  # a source sentence and its reference; the reference is empty where there is none
Fault = Literal["cut", "empty", "repeated"]

_LOOP_REPEATS, _LOOP_TOKENS = 4, 8  # the shortest loop: a block four times in a row, and eight tokens in all
_PART_BATCHES = 16  # sorted by length together, and at most lost by an interruption


class Survey(NamedTuple):
    """The first pass over a text: what it contains, without its sentences."""

    digest: str  # SHA-256 of every sentence, in hexadecimal
    first: np.ndarray  # bool [N]: the first line with this source sentence


@dataclass(frozen=True)
class SourceText:
    """Source lines that are read again at each pass, so that any number of them fits into memory.

    Iterating yields the lines whose source is not blank.

    Attributes:
        begin: starts a pass over the lines, blank ones included.
        limit: number of lines to read; None for all.
    """

    begin: Callable[[], Iterator[Line]]
    limit: int | None = None

    def __iter__(self) -> Iterator[Line]:
        return islice((line for line in self.begin() if not is_blank(line[0])), self.limit)

    @cached_property
    def survey(self) -> Survey:
        """Digest and repeated lines, from one pass; 8 bytes a line are kept until it ends, then one.

        Raises:
            CoreError: a file cannot be read, or there is no source sentence.
        """
        digest, hashes = sha256(), array("q")
        for source, reference in self:
            digest.update(f"{source}\t{reference}\n".encode())
            hashes.append(hash(source))  # 64 bits: two of 10 million sentences are equal with a probability of 3e-6
        if not hashes:
            raise CoreError("distillation.empty", "the text does not contain a source sentence")
        first = np.zeros(len(hashes), dtype=bool)
        first[np.unique(np.frombuffer(hashes, dtype=np.int64), return_index=True)[1]] = True
        return Survey(digest.hexdigest(), first)


class Distilled(NamedTuple):
    """Counts of a distillation, interruptions included."""

    lines: int  # with a source sentence
    translated: int  # distinct source sentences
    pairs: int  # rows with a translation
    references: int  # rows with a reference
    cut: int  # left out: the source, the translation or a row with a reference is over a length limit
    empty: int  # left out: no translation
    repeated: int  # left out: a loop
    tokens: int  # of the translations, their end symbols counted
    milliseconds: int  # of translating


def header(translator: Translator) -> tuple[str, str]:
    """Return the first row of a table: the language codes, if a reader of tables recognises them."""
    codes = (translator.checkpoint.source_language, translator.checkpoint.target_language)
    return codes if text_names(codes) == codes else ("source", "target")


def distil(
    teacher: Translator,
    text: SourceText,
    table: GrowingTable,
    config: DecodingConfig,
    *,
    keep_references: bool = False,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
    processes: int = 1,
) -> Distilled:
    """Translate each distinct source sentence of a text, and append the pairs to a table.

    Translations with a fault (see `fault_of`) are left out and counted. Rows have the order of the text: a translation
    where its source first occurs, and the reference of each line.

    Args:
        teacher: translates.
        text: to translate.
        table: new, or resumed after the lines that it has; the caller finishes it.
        config: beam, length penalty and limits.
        keep_references: also write each line with a reference.
        batch_size: sentences at a time.
        progress: called with the number of sentences of each finished batch.
        processes: see `search_many`.

    Raises:
        CoreError: the text cannot be read, or another process writes the table.
    """
    counts = Counter[str](table.counts)
    lines = islice(zip(text, text.survey.first, strict=False), int(counts["lines"]), None)
    while part := list(islice(lines, batch_size * max(_PART_BATCHES, 4 * processes))):
        sources = [source for (source, _), is_first in part if is_first]
        started = time.monotonic()
        found = iter(teacher.translate(sources, config, batch_size=batch_size, progress=progress, processes=processes))
        counts["milliseconds"] += round(1000 * (time.monotonic() - started))
        rows: list[Line] = []
        for (source, reference), is_first in part:
            if is_first:
                rows += _rows_of(next(found), counts)
            if keep_references and reference:
                fits = len(f"{source}\t{reference}\n".encode()) <= MAX_LINE_BYTES  # else nothing can read the table
                counts["references" if fits else "cut"] += 1
                rows += [(source, reference)] if fits else []
        counts["lines"] += len(part)
        table.append(rows, counts)
    return Distilled(**{name: counts[name] for name in Distilled._fields})


def fault_of(translation: Translation) -> Fault | None:
    """Return why a translation is not to be learned from; None if nothing is obviously wrong.

    "cut" is a source longer than the model's positions or a translation that ended at the length limit, "empty" one
    without text, "repeated" one with a loop: a block of tokens at least four times in a row, eight tokens in all, and
    twice as often as a block of the source.
    """
    if not translation.text.strip():
        return "empty"
    best = translation.hypotheses[0]
    if translation.truncated or not best.finished:
        return "cut"
    if most_repeats(best.ids, _LOOP_REPEATS, _LOOP_TOKENS) >= 2 * most_repeats(translation.source_ids):
        return "repeated"
    return None


def most_repeats(ids: Sequence[int], least: int = 1, tokens: int = 1) -> float:
    """Return how many times in a row a block of tokens occurs, of the block with most; the last may be incomplete.

    Args:
        ids: tokens.
        least: 0 is returned for fewer repeats.
        tokens: a run of repeats must have at least this many.

    Examples:
        >>> most_repeats([7, 1, 2, 1, 2, 1]), most_repeats([1, 2, 3]), most_repeats([1, 2, 1, 2], 3)
        (2.5, 1.0, 0.0)
    """
    most = 1.0 if least <= 1 and tokens <= 1 else 0.0
    for period in range(1, len(ids) // max(least, 2) + 1):
        equal = longest = 0
        for token, later in zip(ids, ids[period:], strict=False):
            equal = equal + 1 if token == later else 0
            longest = max(longest, equal)
        if longest + period >= max(tokens, least * period):
            most = max(most, (longest + period) / period)
    return most


def _rows_of(translation: Translation, counts: Counter[str]) -> list[Line]:
    """Return the row of a translation, or none, and count it."""
    fault = fault_of(translation)
    counts["translated"] += 1
    counts["tokens"] += len(translation.hypotheses[0].ids) if translation.hypotheses else 0
    counts[fault or "pairs"] += 1
    return [] if fault else [(translation.source, translation.text)]
