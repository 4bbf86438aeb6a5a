"""Translation memories: units, languages, formatting of other programs, and refusals."""

import gzip
from pathlib import Path

import pytest

from core.data.stream import stream_table
from core.data.table import table_columns_of
from core.errors import CoreError

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "t.dtd">\n<tmx version="1.4">\n<header/>\n<body>\n'
UNITS = """<tu>
<tuv xml:lang="en"><seg>Press <bpt>&lt;b&gt;</bpt>Enter<ept>&lt;/b&gt;</ept> &amp; <hi>wait</hi>.</seg></tuv>
<tuv xml:lang="de-DE"><seg>Enter drücken
und warten.</seg></tuv>
<tuv xml:lang="fr"><seg>Attendez.</seg></tuv></tu>
<tu><tuv xml:lang="de-DE"><seg>Zwei</seg></tuv><tuv xml:lang="en"><seg>Two</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Three</seg></tuv></tu>
"""
TAIL = "</body></tmx>"


def memory(path: Path, units: str = UNITS, head: str = HEAD) -> Path:
    data = (head + units + TAIL).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


@pytest.mark.parametrize("name", ["a.tmx", "a.tmx.gz", "memory"])
def test_units_are_pairs_of_the_first_two_languages(tmp_path, name):
    text = stream_table(memory(tmp_path / name))
    assert list(text) == [("Press Enter & wait.", "Enter drücken und warten."), ("Two", "Zwei")]
    assert text.counts == (2, 1)
    assert table_columns_of(tmp_path / name, 10_000).names == ("en", "de-DE", "fr")


def test_languages_can_be_chosen(tmp_path):
    text = stream_table(memory(tmp_path / "a.tmx"), source_column="fr", target_column="en")
    assert next(iter(text)) == (
        "Attendez.",
        "Press Enter & wait.",
    )


BOMB = '<?xml version="1.0"?>\n<!DOCTYPE tmx [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;">]>\n<tmx><body>\n'
OUTER = '<?xml version="1.0"?>\n<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<tmx><body>\n'


@pytest.mark.parametrize(
    ("units", "head", "code", "words"),
    [
        (UNITS, BOMB, "corpus.xml_entity", "declares an entity of its own (a)"),
        ("<tu><tuv xml:lang='en'><seg>&a;</seg></tuv></tu>", OUTER, "corpus.xml_entity", "not allowed"),
        (UNITS[:70], HEAD, "corpus.xml", "not valid XML"),
        ("<tu><tuv xml:lang='en'><seg>a</seg></tuv></tu>", HEAD, "corpus.column", "available: 'en'"),
        ("", HEAD, "corpus.empty", "no pair"),
    ],
)
def test_damaged_and_hostile_memories_are_refused(tmp_path, units, head, code, words):
    with pytest.raises(CoreError) as caught:
        _ = stream_table(memory(tmp_path / "a.tmx", units, head)).counts
    assert (caught.value.code, words in str(caught.value)) == (code, True), str(caught.value)


def test_unknown_language_is_refused_with_those_of_the_file(tmp_path):
    text = stream_table(memory(tmp_path / "a.tmx"), source_column="en", target_column="zh")
    with pytest.raises(CoreError, match="column 'zh' not found; available: 'en', 'de-DE', 'fr'"):
        list(text)
