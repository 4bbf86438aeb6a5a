"""Corpora that can be downloaded from one public place."""

from core.data.corpora import choosing
from core.data.corpora.choosing import Rule
from core.data.corpora.formats import LineFiles, TabbedFile, TedTalks, TedTraining, ZippedTabs
from core.data.corpora.known import KnownCorpus, Part, PublishedFile, Split, whole_parts

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
_3AM = f"{_GITHUB}/MaxyLee/3AM"
_3AM_TRAINED, _3AM_TESTED = "874c30c1c2d5298d26025af34aac4f5bc9fd76b3", "ce8099724d9ecc8e5c77e44f43d9b7924118f037"
_3AM_SHA256 = (
    (_3AM_TRAINED, "train.en", "3b839b554de9aa369a199d1f1e42779a3c9c3491a9396c5b5b1a0bbd815db175"),
    (_3AM_TRAINED, "train.zh", "ef6664af8f0fdfef14ca55ba832b20a73fdcb2576c2de41913f2c53c2f15708d"),
    (_3AM_TRAINED, "val.en", "7143a3ba2e84454b72df30e7248cac15168273c0735d0483360e6b2699e9fabd"),
    (_3AM_TRAINED, "val.zh", "4bb831d994db78b14a2a652cfc6baad264d9d16ccdc4b5650092f94e3bc6af7d"),
    (_3AM_TESTED, "test.en", "a9706d20793389013cbec6e9a4ee9e7b19472fea7bb48589653daae21e07ae3a"),
    (_3AM_TESTED, "test.zh", "989e2c342f4462bbeae71430ad5d7cc557fdcc3e517fdfb3e20a6d2b35d42a53"),
)
_TATOEBA = f"{_GITHUB}/JimEverest/transformer-ready-go/7745df43beea3501a578e17090277ea2d755cb82/data"
_TATOEBA_DE = f"{_GITHUB}/rioyshky/translation/de48b7027f7318d77010a6e08ed928c10748c23d"
_WIT3 = f"{_GITHUB}/hlt-mt/WIT3/master/archive/2017-01-trnted/texts/en/zh"


def _lines(stem: str, target: str) -> LineFiles:
    return LineFiles(f"{stem}.en", f"{stem}.{target}")


def _line_parts(target: str, **parts: tuple[str, int | None]) -> dict[str, Part]:
    """Return parts of two files each: the stem of their names, and the number of pairs."""
    return {name: Part((_lines(stem, target),), pairs) for name, (stem, pairs) in parts.items()}


def _shares(corpus: str, rule: Rule) -> dict[str, Split]:
    """Return splits of a corpus that is published without them."""
    return {name: Split(((corpus, "all"),), choosing.share(rule, name)) for name in ("train", "valid", "test")}


PUBLISHED = (
    KnownCorpus(
        name="multi30k-en-de",
        title="image captions",
        languages=("en", "de"),
        licence="not stated by the authors",
        citation="Elliott et al. 2016, Multi30K: Multilingual English-German Image Descriptions",
        home="https://github.com/multi30k/dataset",
        megabytes=1.3,
        parts=_line_parts("de", train=("train", 29_000), valid=("val", 1_014), test=("test_2016_flickr", 1_000)),
        splits=whole_parts("multi30k-en-de", "train", "valid", "test"),
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
            "valid": Part((TedTalks("en-zh.tgz", "en", "zh", ("dev2010",)), _lines("validation_dev2010", "zh")), 879),
            "test": Part(
                (
                    TedTalks("en-zh.tgz", "en", "zh", tuple(f"tst{year}" for year in range(2010, 2016))),
                    _lines("test_tst2010-2015", "zh"),
                ),
                8_549,
            ),
        },
        splits=whole_parts("iwslt2017-en-zh", "train", "valid", "test"),
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
        parts=_line_parts("zh", train=("train", 23_931), valid=("val", 1_000), test=("test", 1_000)),
        splits={
            "train": Split((("3am-en-zh", "train"), ("3am-en-zh", "test")), choosing.first_without_second),
            **whole_parts("3am-en-zh", "valid", "test"),
        },
        files=tuple(
            PublishedFile(name, f"{_3AM}/{commit}/data/{name}", sha256) for commit, name, sha256 in _3AM_SHA256
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
        parts={"all": Part((TabbedFile("cmn.txt"), _lines("all", "zh")))},
        splits=_shares("tatoeba-en-zh", choosing.by_source_sentence),
        files=(PublishedFile("cmn.txt", f"{_TATOEBA}/cmn.txt", characters=3_501_887),),
        simplify=True,
        note="Split by a hash of the English sentence, because many have several translations; "
        "Traditional characters are rewritten as Simplified ones.",
    ),
    KnownCorpus(
        name="tatoeba-en-de",
        title="everyday sentences",
        languages=("en", "de"),
        licence="CC-BY 2.0",
        citation="tatoeba.org and www.manythings.org/anki",
        home="https://github.com/rioyshky/translation",
        megabytes=4.0,
        parts={"all": Part((ZippedTabs("deu-eng.zip", "deu.txt"), _lines("all", "de")))},
        splits=_shares("tatoeba-en-de", choosing.by_group),
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
        name="tvsub-en-zh",
        title="subtitles of television series",
        languages=("en", "zh"),
        licence="CC BY-NC-ND 4.0, for research only",
        citation="Wang et al. 2018, Translating Pro-Drop Languages with Reconstruction Models",
        home="https://github.com/longyuewangdcu/tvsub",
        megabytes=25,
        parts=_line_parts("zh", train=("train", None), valid=("dev", None), test=("test", None)),
        splits=whole_parts("tvsub-en-zh", "train", "valid", "test"),
        note="Published as one file per episode: join them in order into train.en and train.zh, dev.* and test.*.",
    ),
)
