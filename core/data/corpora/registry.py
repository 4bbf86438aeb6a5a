"""Registry of known corpora: licence, size, source, and which files contain which split.

A SHA-256 is of a file's text after unpacking, because gzip can write the same text in many ways; an MD5 is of the
published file, where others have recorded one: torchtext for Multi30k, sacreBLEU for the TED talks. Without a known
checksum, a download is verified by its number of characters. The number of pairs is verified in any case.
"""

from dataclasses import dataclass

from core.data.corpora import choosing
from core.data.corpora.choosing import Choice
from core.data.corpora.formats import LineFiles, PairFormat, TabbedFile, TedTalks, TedTraining, ZippedTabs
from core.data.corpora.varying import varied
from core.errors import CoreError, Names

_GITHUB = "https://raw.githubusercontent.com"
_MULTI30K = f"{_GITHUB}/multi30k/dataset/master/data/task1/raw"
_MULTI30K_MD5 = {  # torchtext 0.8, torchtext/experimental/datasets/raw/translation.py
    "train.en": "0065d13af80720a55ca8153d126e6627",
    "train.de": "81ff90b99829c0cd4b1b587d394afd39",
    "val.en": "2b69aa9253948ac9f67e94917272dd40",
    "val.de": "6e0e229eb049e3fc99a1ef02fb2d5f91",
    "test_2016_flickr.en": "ff2c0fcb4893a13bd73414306bc250ae",
    "test_2016_flickr.de": "efd67d314d98489b716b145475101932",
}
# Commits at which the files were last changed: their content there can never change again.
_3AM = f"{_GITHUB}/MaxyLee/3AM/874c30c1c2d5298d26025af34aac4f5bc9fd76b3/data"
_3AM_TEST = f"{_GITHUB}/MaxyLee/3AM/ce8099724d9ecc8e5c77e44f43d9b7924118f037/data"
_TATOEBA = f"{_GITHUB}/JimEverest/transformer-ready-go/7745df43beea3501a578e17090277ea2d755cb82/data"
_TATOEBA_DE = f"{_GITHUB}/rioyshky/translation/de48b7027f7318d77010a6e08ed928c10748c23d"
_WIT3 = f"{_GITHUB}/hlt-mt/WIT3/master/archive/2017-01-trnted/texts/en/zh"


@dataclass(frozen=True)
class PublishedFile:
    """One file as published by its authors.

    Attributes:
        name: its name in the corpus's folder.
        url: its address.
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
    folders: tuple[str, ...] = ()
    simplify: bool = False
    note: str = ""

    @property
    def pairs(self) -> int | None:
        """Pairs of all published parts that it consists of, None if a number is unknown."""
        places = {place for split in self.splits.values() for place in split.parts}
        counts = [CORPORA[corpus].parts[part].pairs for corpus, part in places]
        return None if None in counts else sum(count or 0 for count in counts)

    @property
    def needs(self) -> tuple[str, ...]:
        """Names of the corpora whose files it consists of, itself or others."""
        return tuple(dict.fromkeys(corpus for split in self.splits.values() for corpus, _ in split.parts))


def known_corpus(name: str) -> KnownCorpus:
    """Return the corpus of this name.

    Raises:
        CoreError: the name is unknown.
    """
    if name not in CORPORA:
        raise CoreError(
            "corpora.unknown",
            "unknown corpus {name!r}; allowed: {known}, and hub:OWNER/NAME for the Hugging Face Hub",
            name=name,
            known=Names(CORPORA),
        )
    return CORPORA[name]


def _lines(stem: str, source: str, target: str) -> LineFiles:
    return LineFiles(f"{stem}.{source}", f"{stem}.{target}")


def _whole_parts(name: str, **parts: str) -> dict[str, Split]:
    """Return splits that are whole parts of the corpus itself."""
    return {split: Split(((name, part),)) for split, part in parts.items()}


_TATOEBA_ALL = (("tatoeba-en-zh", "all"),)
_EVERYDAY = (
    *_TATOEBA_ALL,
    ("3am-en-zh", "train"),
    ("3am-en-zh", "valid"),
    ("3am-en-zh", "test"),
)
_TATOEBA_DE_ALL = (("tatoeba-en-de", "all"),)

_KNOWN = (
    KnownCorpus(
        name="multi30k-en-de",
        title="image captions",
        languages=("en", "de"),
        licence="not stated by the authors",
        citation="Elliott et al. 2016, Multi30K: Multilingual English-German Image Descriptions",
        home="https://github.com/multi30k/dataset",
        megabytes=1.3,
        parts={
            "train": Part((_lines("train", "en", "de"),), 29_000),
            "valid": Part((_lines("val", "en", "de"),), 1_014),
            "test": Part((_lines("test_2016_flickr", "en", "de"),), 1_000),
        },
        splits=_whole_parts("multi30k-en-de", train="train", valid="valid", test="test"),
        files=tuple(
            PublishedFile(f"{name}.gz", f"{_MULTI30K}/{name}.gz", md5=md5) for name, md5 in _MULTI30K_MD5.items()
        ),
    ),
    KnownCorpus(
        name="iwslt2017-en-zh",
        title="TED talks",
        languages=("en", "zh"),
        licence="CC BY-NC-ND 3.0",
        citation="Cettolo et al. 2012, WIT3: Web Inventory of Transcribed and Translated Talks",
        home="https://github.com/hlt-mt/WIT3",
        megabytes=20,
        parts={
            "train": Part((TedTraining("en-zh.tgz", "en", "zh"),), 231_266),
            "valid": Part(
                (TedTalks("en-zh.tgz", "en", "zh", ("dev2010",)), _lines("validation_dev2010", "en", "zh")), 879
            ),
            "test": Part(
                (
                    TedTalks("en-zh.tgz", "en", "zh", tuple(f"tst{year}" for year in range(2010, 2016))),
                    _lines("test_tst2010-2015", "en", "zh"),
                ),
                8_549,
            ),
        },
        splits=_whole_parts("iwslt2017-en-zh", train="train", valid="valid", test="test"),
        files=(  # the MD5 is that of sacreBLEU 2.6, sacrebleu/dataset/__init__.py, iwslt17
            PublishedFile("en-zh.tgz", f"{_WIT3}/en-zh.tgz", md5="575b788dad6c5b9c5cee636f9ac1094a"),
        ),
        folders=("ted-iwslt2017-en-zh",),
    ),
    KnownCorpus(
        name="3am-en-zh",
        title="image captions",
        languages=("en", "zh"),
        licence="MIT",
        citation="Ma et al. 2024, 3AM: An Ambiguity-Aware Multi-Modal Machine Translation Dataset",
        home="https://github.com/MaxyLee/3AM",
        megabytes=3.4,
        parts={
            "train": Part((_lines("train", "en", "zh"),), 23_931),
            "valid": Part((_lines("val", "en", "zh"),), 1_000),
            "test": Part((_lines("test", "en", "zh"),), 1_000),
        },
        splits={
            "train": Split((("3am-en-zh", "train"), ("3am-en-zh", "test")), choosing.first_without_second),
            **_whole_parts("3am-en-zh", valid="valid", test="test"),
        },
        files=(
            PublishedFile(
                "train.en",
                f"{_3AM}/train.en",
                "3b839b554de9aa369a199d1f1e42779a3c9c3491a9396c5b5b1a0bbd815db175",
            ),
            PublishedFile(
                "train.zh",
                f"{_3AM}/train.zh",
                "ef6664af8f0fdfef14ca55ba832b20a73fdcb2576c2de41913f2c53c2f15708d",
            ),
            PublishedFile(
                "val.en", f"{_3AM}/val.en", "7143a3ba2e84454b72df30e7248cac15168273c0735d0483360e6b2699e9fabd"
            ),
            PublishedFile(
                "val.zh", f"{_3AM}/val.zh", "4bb831d994db78b14a2a652cfc6baad264d9d16ccdc4b5650092f94e3bc6af7d"
            ),
            PublishedFile(
                "test.en",
                f"{_3AM_TEST}/test.en",
                "a9706d20793389013cbec6e9a4ee9e7b19472fea7bb48589653daae21e07ae3a",
            ),
            PublishedFile(
                "test.zh",
                f"{_3AM_TEST}/test.zh",
                "989e2c342f4462bbeae71430ad5d7cc557fdcc3e517fdfb3e20a6d2b35d42a53",
            ),
        ),
        note="95 of the published test pairs also occur in the published training pairs; they are left out of train.",
    ),
    KnownCorpus(
        name="tatoeba-en-zh",
        title="everyday sentences",
        languages=("en", "zh"),
        licence="CC-BY 2.0 FR",
        citation="tatoeba.org; the author of each sentence is in the third column of the file",
        home="https://github.com/JimEverest/transformer-ready-go",
        megabytes=4.1,
        parts={"all": Part((TabbedFile("cmn.txt"), _lines("all", "en", "zh")))},
        splits={
            name: Split(_TATOEBA_ALL, choosing.share(choosing.by_source_sentence, name))
            for name in ("train", "valid", "test")
        },
        files=(PublishedFile("cmn.txt", f"{_TATOEBA}/cmn.txt", characters=3_501_887),),
        simplify=True,
        note="Split by a hash of the English sentence, because many have several translations; "
        "Traditional characters are rewritten as Simplified ones.",
    ),
    KnownCorpus(
        name="everyday-en-zh",
        title="everyday sentences and image captions: Tatoeba with 3AM",
        languages=("en", "zh"),
        licence="CC-BY 2.0 FR (Tatoeba), MIT (3AM)",
        citation="as tatoeba-en-zh and 3am-en-zh",
        home="made of tatoeba-en-zh and 3am-en-zh",
        megabytes=7.5,
        parts={},
        splits={
            "train": Split(
                _EVERYDAY,
                choosing.everyday_train(
                    choosing.by_source_sentence, compared=(0,), kept_out=choosing.KEPT_OUT_EXAMPLES
                ),
            ),
            "valid": Split(
                (*_TATOEBA_ALL, ("3am-en-zh", "valid")), choosing.everyday_valid(choosing.by_source_sentence)
            ),
            "tatoeba_test": Split(_TATOEBA_ALL, choosing.share(choosing.by_source_sentence, "test")),
            "tatoeba_valid": Split(_TATOEBA_ALL, choosing.share(choosing.by_source_sentence, "valid")),
            "3am_test": Split((("3am-en-zh", "test"),)),
            "3am_valid": Split((("3am-en-zh", "valid"),)),
        },
        simplify=True,
        note="No training pair has the English side of a held-out pair, nor of three kept-out examples. The shipped "
        "en-zh model was trained on a Tatoeba copy of 27,840 pairs; the published file has a few hundred more.",
    ),
    KnownCorpus(
        name="tatoeba-en-de",
        title="everyday sentences",
        languages=("en", "de"),
        licence="CC-BY 2.0",
        citation="tatoeba.org and www.manythings.org/anki",
        home="https://github.com/rioyshky/translation",
        megabytes=4.0,
        parts={"all": Part((ZippedTabs("deu-eng.zip", "deu.txt"), _lines("all", "en", "de")))},
        splits={
            name: Split(_TATOEBA_DE_ALL, choosing.share(choosing.by_group, name)) for name in ("train", "valid", "test")
        },
        files=(
            PublishedFile(
                "deu-eng.zip",
                f"{_TATOEBA_DE}/deu-eng.zip",
                "b7688f84f99fa33c17397c14d8bd9cef1fdeb2ee0bf50074767023aee8926e28",
            ),
        ),
        note="Split by groups of pairs that share a sentence on either side, because many sentences have several "
        "translations. Version of 2018-05-13.",
    ),
    KnownCorpus(
        name="everyday-en-de",
        title="everyday sentences and image captions: Tatoeba with Multi30k",
        languages=("en", "de"),
        licence="CC-BY 2.0 (Tatoeba), not stated by the authors (Multi30k)",
        citation="as tatoeba-en-de and multi30k-en-de",
        home="made of tatoeba-en-de and multi30k-en-de",
        megabytes=5.3,
        parts={},
        splits={
            "train": Split(
                (*_TATOEBA_DE_ALL, *(("multi30k-en-de", part) for part in ("train", "valid", "test"))),
                choosing.everyday_train(choosing.by_group, caption_passes=2, vary=varied),
            ),
            "valid": Split((*_TATOEBA_DE_ALL, ("multi30k-en-de", "valid")), choosing.everyday_valid(choosing.by_group)),
            "tatoeba_test": Split(_TATOEBA_DE_ALL, choosing.share(choosing.by_group, "test")),
            "tatoeba_valid": Split(_TATOEBA_DE_ALL, choosing.share(choosing.by_group, "valid")),
            "multi30k_test": Split((("multi30k-en-de", "test"),)),
            "multi30k_valid": Split((("multi30k-en-de", "valid"),)),
        },
        note="No side of a held-out pair occurs in training. Captions occur twice, to balance them against "
        "the more numerous sentences; half of the sentences with Tom, Mary or Boston have other names. "
        "The shipped en-de model was trained on a Tatoeba copy of 168,302 pairs; the published file has 1,511 more.",
    ),
    KnownCorpus(
        name="tvsub-en-zh",
        title="subtitles of television series",
        languages=("en", "zh"),
        licence="CC BY-NC-ND 4.0, for research only",
        citation="Wang et al. 2018, Translating Pro-Drop Languages with Reconstruction Models",
        home="https://github.com/longyuewangdcu/tvsub",
        megabytes=25,
        parts={
            "train": Part((_lines("train", "en", "zh"),)),
            "valid": Part((_lines("dev", "en", "zh"),)),
            "test": Part((_lines("test", "en", "zh"),)),
        },
        splits=_whole_parts("tvsub-en-zh", train="train", valid="valid", test="test"),
        note="Published as one file per episode: join them in order into train.en and train.zh, dev.* and test.*.",
    ),
)
CORPORA: dict[str, KnownCorpus] = {corpus.name: corpus for corpus in _KNOWN}
