from pathlib import Path

import pytest

from core.data.stream import stream_table
from core.data.table import Columns, OddRows, is_table, odd_rows, table_columns_of
from core.errors import CoreError


@pytest.mark.parametrize(
    ("name", "content", "names", "found"),
    [
        ("a.csv", "id,de,en\n1,eins,one\n", ("id", "de", "en"), ("de", "en")),
        ("a.tsv", "\n\nsource\ttarget\na\tb\n", ("source", "target"), ("source", "target")),
        ("a.csv", "id,left side,right side\n1,l,r\n", ("id", "left side", "right side"), None),
        ("a.tsv", "Hi.\t嗨。\tCC-BY 2.0 (France) Attribution: tatoeba.org\n", (), None),
        ("a.csv", "en,en,de\n1,2,3\n", ("en", "en", "de"), ("en", "de")),  # not the source onto itself
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
    assert is_table(tmp_path / name) is expected


@pytest.mark.parametrize(
    ("beginning", "mark", "line"),
    [
        ("sep=;\n", ";", 3),
        ("SEP=|\n", "|", 3),
        ("sep=\t\r\n", "\t", 3),
        ("\n \nsep=;\n\n", ";", 6),
        ("\n", ";", 3),
        ("\n\n", ",", 4),
    ],
)
def test_separator_is_that_of_the_first_line_with_text(tmp_path: Path, beginning, mark, line):
    """The line sep=; of Excel became a pair, and the first line chose the separator even if it was blank."""
    path = tmp_path / "a.csv"
    rows = [["id", "en", "de"], ["1", "one", "eins"]]
    path.write_text(beginning + "\n".join(map(mark.join, rows)), encoding="utf-8", newline="")
    assert table_columns_of(path, 10_000) == Columns(("id", "en", "de"), ("en", "de"))
    assert [*stream_table(path)] == [("one", "eins")]
    path.write_text(f'{beginning}en{mark}de\na{mark}"b', encoding="utf-8", newline="")
    with pytest.raises(CoreError, match=rf"a\.csv, line {line}: a quotation mark opens .* before line {line};"):
        list(stream_table(path))


def test_rows_that_may_be_misread_are_counted(tmp_path: Path):
    """Four rows became two pairs without a word, and a sentence with a comma lost its end."""
    path = tmp_path / "a.csv"
    path.write_text('en,de\na,b\nYes, sir,Ja\n"c,d\ne,f",g\nh,i,j,k\n', encoding="utf-8")
    assert odd_rows(path, 10_000) == OddRows(wide=2, first_wide=3, spanning=1, first_spanning=4)
    path.write_text("\n1,a,b\n2,c,d\n", encoding="utf-8")
    assert odd_rows(path, 10_000) == OddRows()
    (tmp_path / "a.jsonl").write_text('{"en": "a\\nb", "de": "c"}\n', encoding="utf-8")
    assert stream_table(tmp_path / "a.jsonl").odd_rows() == OddRows()


XLIFF = '<?xml version="1.0"?>\n<xliff version="1.2"><file/></xliff>'


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("a.json", '[{"en": "a", "de": "b"}]', "corpus.json_array", "jq -c '.[]' a.json > pairs.jsonl"),
        ("a.json", '\n  [\n{"en": "a", "de": "b"}]', "corpus.json_array", "one JSON array"),
        ("data", '[\n{"en": "a"}]', "corpus.json_array", "one JSON array"),
        ("a.json", '{\n"data": []}', "corpus.json", "every line must be one whole JSON object"),
        ("a.po", 'msgid "a"\nmsgstr "b"\n', "corpus.other_format", "has the format PO, which is not read: make a CSV"),
        ("a", '# A\nmsgid "a"\nmsgstr "b"\n', "corpus.other_format", "with po2csv of the Translate Toolkit"),
        ("a.xlf", XLIFF, "corpus.other_format", "xliff2po and po2csv"),
        ("a.xliff", XLIFF, "corpus.other_format", "the format XLIFF"),
        ("a.xml", "<?xml version='1.0'?><dictionary/>", "corpus.not_text", "an XML file"),
    ],
)
def test_formats_that_are_not_read_are_refused_by_name(tmp_path: Path, name, content, code, words):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(CoreError) as caught:
        _ = stream_table(tmp_path / name).counts
    assert (caught.value.code, words in str(caught.value)) == (code, True), str(caught.value)
