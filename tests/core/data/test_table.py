from pathlib import Path

import pytest

from core.data.table import Columns, is_table, table_columns_of
from core.errors import CoreError


@pytest.mark.parametrize(
    ("name", "content", "names", "found"),
    [
        ("a.csv", "id,de,en\n1,eins,one\n", ("id", "de", "en"), ("de", "en")),
        ("a.tsv", "\n\nsource\ttarget\na\tb\n", ("source", "target"), ("source", "target")),
        ("a.csv", "id,left side,right side\n1,l,r\n", ("id", "left side", "right side"), None),
        ("a.tsv", "Hi.\t嗨。\tCC-BY 2.0 (France) Attribution: tatoeba.org\n", (), None),
        ("a.tsv", "dog\tHund\n", (), None),  # two words in a row are a pair
        ("a.tsv", "dog\tdog\tHund\n", (), None),
        ("a.jsonl", '{"n": 7, "left": "l", "right": "r"}\n', ("left", "right"), ("left", "right")),
        ("a.jsonl", '{"x": "1", "left": "l", "right": "r"}\n', ("x", "left", "right"), None),
        ("a.jsonl", '{"translation": {"en": "one", "de": "eins"}}\n', ("en", "de"), ("en", "de")),
        ("a.tsv", "", (), None),
    ],
)
def test_first_row_names_the_columns(tmp_path: Path, name, content, names, found):
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert table_columns_of(tmp_path / name, 10_000) == Columns(names, found)


def test_a_first_row_that_cannot_be_read_is_refused(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text("[1]\n")
    with pytest.raises(CoreError, match="JSON object"):
        table_columns_of(tmp_path / "a.jsonl", 10_000)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.tsv", "", True),
        ("a.CSV.gz", "one", True),
        ("a.jsonl", "one", True),
        ("a.txt", "one, two", False),
        ("a.txt", "\n \none\ttwo\n", True),
        ("a.en", "one\ttwo", True),
        ("a.en", "\tone\t\ntwo\tthree", False),
        ("a.en", "", False),
    ],
)
def test_table_is_told_from_sentences_by_name_or_first_line(tmp_path, name, text, expected):
    (tmp_path / name).write_text(text)
    assert is_table(tmp_path / name, 1 << 20) is expected
