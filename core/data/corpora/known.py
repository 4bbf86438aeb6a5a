"""Description of a public corpus: licence, size, source, and which files contain which split.

A SHA-256 is of a file's text after unpacking, because gzip can write the same text in many ways; an MD5 is of the
published file, where others have recorded one: torchtext for Multi30k, sacreBLEU for the TED talks. Without a known
checksum, a download is verified by its number of characters. The number of pairs is verified in any case.
"""

from dataclasses import dataclass

from core.data.corpora import choosing
from core.data.corpora.choosing import Choice
from core.data.corpora.formats import PairFormat


@dataclass(frozen=True)
class PublishedFile:
    """One file as published by its authors.

    Attributes:
        name: its name in the corpus's folder.
        url: its address; "" if it was put together from packages or repositories.
        sha256: of its text after unpacking, in hexadecimal; None if unknown.
        characters: length of its text; None if unknown.
        md5: of the file itself, in hexadecimal; None if unknown. It detects damage, not tampering.
    """

    name: str
    url: str
    sha256: str | None = None
    characters: int | None = None
    md5: str | None = None


@dataclass(frozen=True)
class Part:
    """Pairs that are published together.

    Attributes:
        formats: the formats that a copy may have, the published one first.
        pairs: number of pairs in the published files, blank ones included; None if unknown.
    """

    formats: tuple[PairFormat, ...]
    pairs: int | None = None


@dataclass(frozen=True)
class Split:
    """Pairs that are used together: chosen from one or more parts.

    Attributes:
        parts: (corpus, part) of everything that `choose` reads.
        choose: maps one function per part, each of which begins a pass over it, to the chosen pairs.
    """

    parts: tuple[tuple[str, str], ...]
    choose: Choice = choosing.whole


def whole_parts(corpus: str, *parts: str) -> dict[str, Split]:
    """Return splits that are whole parts of a corpus, and have their names."""
    return {part: Split(((corpus, part),)) for part in parts}


@dataclass(frozen=True)
class KnownCorpus:
    """A public corpus.

    Attributes:
        name: its name on the command line and of its folder.
        title: its content, in a few words.
        languages: (source, target) codes.
        licence: as stated by its authors.
        citation: publication or site to cite.
        home: its web page.
        megabytes: approximate size of the download.
        parts: contents of its files.
        splits: pairs to train and test on.
        files: files to download, empty if this must be done by hand.
        recorded: files of a corpus that must be put together by hand, as they were used.
        folders: names of other folders in which a copy may be.
        simplify: convert Traditional Chinese on the target side to Simplified characters.
        note: further information for users.
    """

    name: str
    title: str
    languages: tuple[str, str]
    licence: str
    citation: str
    home: str
    megabytes: float
    parts: dict[str, Part]
    splits: dict[str, Split]
    files: tuple[PublishedFile, ...] = ()
    recorded: tuple[PublishedFile, ...] = ()
    folders: tuple[str, ...] = ()
    simplify: bool = False
    note: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """Names of the corpora whose files it consists of, itself or others."""
        return tuple(dict.fromkeys(corpus for split in self.splits.values() for corpus, _ in split.parts))
