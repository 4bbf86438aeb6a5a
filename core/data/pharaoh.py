"""Word alignments written by annotators or by an aligner: links of sentence pairs in Pharaoh format.

A link is (source word, target word), from 0.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.data.corpus import ParallelText
from core.data.normalisation import is_blank
from core.data.textfile import read_lines
from core.errors import CoreError

Link = tuple[int, int]

_LINK = re.compile(r"([0-9]{1,6})([-p?])([0-9]{1,6})")
# One pair of numbers after one blank is more likely the score of a match.
_LINKS_WITHOUT_TABS = re.compile(rf"(?:(?:^|\s){_LINK.pattern}\s+|\s\s){_LINK.pattern}\s*$")


@dataclass(frozen=True)
class GoldAlignment:
    """Links that annotators gave one sentence pair."""

    sure: frozenset[Link]
    possible: frozenset[Link]  # includes the sure ones
    line: int = 1  # in the file, for messages

    def matrices(self, source_words: int, target_words: int) -> tuple[np.ndarray, np.ndarray]:
        """Return sure and possible links, each bool [J, I].

        Raises:
            CoreError: a link refers to a word outside the sentence.
        """
        sure, possible = (np.zeros((target_words, source_words), dtype=bool) for _ in range(2))
        for source, target in self.possible:
            if source >= source_words or target >= target_words:
                raise CoreError(
                    "alignment.outside",
                    "alignment line {line}: a link joins source word {source} and target word {target}, but the "
                    "sentences have {source_words} and {target_words} words; do links count from 1, or name target "
                    "words first?",
                    line=self.line,
                    source=source + 1,
                    target=target + 1,
                    source_words=source_words,
                    target_words=target_words,
                )
            possible[target, source] = True
            sure[target, source] = (source, target) in self.sure
        return sure, possible


def parse_pharaoh(text: str, *, line: int = 1, one_based: bool = False, swapped: bool = False) -> GoldAlignment:
    """Return the links of one sentence pair.

    Args:
        text: links separated by spaces: `i-j` is sure, `ipj` or `i?j` possible.
        line: its number, for messages.
        one_based: words count from 1, not from 0.
        swapped: the first number counts target words.

    Raises:
        CoreError: invalid link, or word 0 where words count from 1.
    """
    sure: set[Link] = set()
    possible: set[Link] = set()
    for item in text.replace("\N{NON-BREAKING HYPHEN}", "-").split():  # in the examples of the page
        found = _LINK.fullmatch(item)
        if not found:
            raise CoreError(
                "alignment.link",
                "alignment line {line}: invalid link {link!r}; use i-j, ipj or i?j",
                line=line,
                link=item[:40],
            )
        first, second = (int(found[group]) - one_based for group in (1, 3))
        if min(first, second) < 0:
            raise CoreError(
                "alignment.zero",
                "alignment line {line}: {link!r} contains word 0; words count from 1",
                line=line,
                link=item,
            )
        link = (second, first) if swapped else (first, second)
        possible.add(link)
        if found[2] == "-":
            sure.add(link)
    return GoldAlignment(frozenset(sure), frozenset(possible), line)


def read_pharaoh(path: Path, *, one_based: bool = False, swapped: bool = False) -> list[GoldAlignment]:
    """Read one alignment per line, plain or gzip; see `parse_pharaoh`."""
    return list(read_links(path, one_based=one_based, swapped=swapped))


def read_links(path: Path, *, one_based: bool = False, swapped: bool = False) -> Iterator[GoldAlignment]:
    """Yield one alignment per line, plain or gzip, without keeping them; see `parse_pharaoh`."""
    for number, text in enumerate(read_lines(path), start=1):
        yield parse_pharaoh(text, line=number, one_based=one_based, swapped=swapped)


def read_aligned_pairs(
    lines: Sequence[str], *, one_based: bool = False, swapped: bool = False
) -> tuple[ParallelText, list[GoldAlignment]] | None:
    """Read sentence pairs with gold links, one per line: source, reference and Pharaoh links, separated by tabs.

    Args:
        lines: blank ones are skipped, but count in line numbers.
        one_based: words count from 1, not from 0.
        swapped: the first number of a link counts target words.

    Returns:
        Pairs and their alignments; None if no line has a tab: then these are single sentences.

    Raises:
        CoreError: lines with different numbers of fields, links at the end of a line without tabs, a blank sentence,
            or missing links.
    """
    fields = {number: line.split("\t") for number, line in enumerate(lines, start=1) if not is_blank(line)}
    if all(len(found) == 1 for found in fields.values()):
        for number, (line,) in fields.items():
            if _LINKS_WITHOUT_TABS.search(line):
                raise CoreError(
                    "alignment.tabs",
                    "line {line} ends with links but has no tab: separate source, reference and links with tabs, "
                    "which some programs turn into blanks when text is copied",
                    line=number,
                )
        return None
    pairs = ParallelText([], [])
    gold: list[GoldAlignment] = []
    for number, found in fields.items():
        if len(found) != 3:
            raise CoreError(
                "alignment.fields",
                "line {line} has {fields} of 3 tab-separated fields: give source, reference and links on every "
                "line, or one sentence without tabs on every line",
                line=number,
                fields=len(found),
            )
        source, target, links = found
        if is_blank(source) or is_blank(target):
            raise CoreError("alignment.blank", "line {line} lacks a source or a reference", line=number)
        if not links.strip():
            raise CoreError(
                "alignment.none", "line {line} has no links: without them it has no alignment error rate", line=number
            )
        pairs.source.append(source)
        pairs.target.append(target)
        gold.append(parse_pharaoh(links, line=number, one_based=one_based, swapped=swapped))
    return pairs, gold
