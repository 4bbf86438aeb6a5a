"""Parallel text from files: reading, refusals, and error messages."""

import gzip
import json
from pathlib import Path

import pytest

from core.data.corpus import ParallelText, clean, read_text
from core.data.stream import stream_parallel_files, stream_table
from core.data.table import table_columns_of
from core.errors import CoreError

PAIRS = [("A dog.", "Ein Hund."), ("Two cats, one bird.", "Zwei Katzen; ein Vogel."), ("Tea?", "Tee?")]
SOURCE, TARGET = [source for source, _ in PAIRS], [target for _, target in PAIRS]


def write(path: Path, content: str | bytes, *, packed: bool = False) -> Path:
    data = content.encode("utf-8") if isinstance(content, str) else content
    path.write_bytes(gzip.compress(data) if packed else data)
    return path


def read_parallel_files(source: Path, target: Path, **options) -> ParallelText:
    return stream_parallel_files(source, target, **options).read()


def read_table(path: Path, **options) -> ParallelText:
    return stream_table(path, **options).read()


def refused(code: str, function, *arguments, **options) -> str:
    """The message of the CoreError that must be raised with this code."""
    with pytest.raises(CoreError) as caught:
        function(*arguments, **options)
    assert caught.value.code == code
    return str(caught.value)


# Lines of a file


def test_lines_end_at_the_newline_and_nowhere_else(tmp_path):
    text = "one\u2028still one\x0b\x0c\x85 one\rone\ntwo\r\n\nfour"
    assert read_text(write(tmp_path / "a", text)) == [
        "one\u2028still one\x0b\x0c\x85 one\rone",
        "two",
        "",
        "four",
    ]


def test_final_newline_adds_no_empty_line(tmp_path):
    assert (
        read_text(write(tmp_path / "a", "one\ntwo\n")) == read_text(write(tmp_path / "b", "one\ntwo")) == ["one", "two"]
    )
    assert read_text(write(tmp_path / "c", "")) == []


def test_a_byte_order_mark_is_dropped_at_the_beginning_only(tmp_path):
    assert read_text(write(tmp_path / "a", "\ufeffone\n\ufefftwo\n")) == ["one", "\ufefftwo"]


def test_gzip_is_detected_by_content_not_name(tmp_path):
    assert read_text(write(tmp_path / "packed.txt", "eins\nzwei\n", packed=True)) == ["eins", "zwei"]
    assert read_text(write(tmp_path / "plain.gz", "eins\nzwei\n")) == ["eins", "zwei"]


def test_plain_text_keeps_its_entities_unless_asked(tmp_path):
    path = write(tmp_path / "a", "R&amp;D\n")
    assert read_text(path) == ["R&amp;D"]
    assert read_text(path, unescape=True) == ["R&D"]


def test_a_missing_file_is_named(tmp_path):
    assert "nowhere.en" in refused("corpus.missing_file", read_text, tmp_path / "nowhere.en")
    assert str(tmp_path) in refused("corpus.missing_file", read_text, tmp_path)  # a folder is not a file


def test_text_that_is_not_utf8_names_its_line(tmp_path):
    message = refused("corpus.encoding", read_text, write(tmp_path / "latin1.de", "gut\nschön\n".encode("latin-1")))
    assert "latin1.de, line 2: not UTF-8 (byte 4 of the line)" in message
    assert "line 1" in refused("corpus.binary", read_text, write(tmp_path / "wide", "gut".encode("utf-16")))


def test_truncated_gzip_reports_last_good_line(tmp_path):
    whole = gzip.compress(b"".join(b"line %d\n" % number for number in range(20_011)))
    assert "after line" in refused("corpus.gzip", read_text, write(tmp_path / "cut.gz", whole[: len(whole) // 2]))
    assert "cut.gz" in refused("corpus.gzip", read_text, write(tmp_path / "cut.gz", whole[:7]))
    spoiled = bytearray(whole)
    spoiled[len(whole) // 3] ^= 0xFF
    refused("corpus.gzip", read_text, write(tmp_path / "spoiled.gz", bytes(spoiled)))


def test_a_gzip_bomb_is_refused_before_it_fills_the_memory(tmp_path):
    endless = write(tmp_path / "endless.gz", b"a" * 3_000_000, packed=True)
    assert endless.stat().st_size < 10_000
    assert "line 1" in refused("corpus.long_line", read_text, endless)
    many = write(
        tmp_path / "many.gz",
        b"three words here, two thousand and eleven times in one packed file\n" * 2011,
        packed=True,
    )
    assert "more than 100 bytes" in refused("corpus.too_large", read_text, many, max_bytes=100)
    assert len(read_text(many, max_bytes=67 * 2011)) == 2011


@pytest.mark.parametrize("line", [b"a\tb\n", b"\n"])
def test_a_file_of_tiny_lines_is_refused(tmp_path, line):
    """39 KB of five million packed lines took 7 s to read before a refusal, while other previews waited."""
    tiny = write(tmp_path / "tiny.gz", line * 20_011, packed=True)
    assert "more than 10,000 lines" in refused("corpus.lines", read_text, tiny, max_bytes=640_000)


def test_a_gzip_file_in_another_is_named(tmp_path):
    twice = write(tmp_path / "twice.gz", gzip.compress(b"a\tb\n"), packed=True)
    assert "a gzip file" in refused("corpus.not_text", read_text, twice)


# Two files


@pytest.mark.parametrize("packed", [False, True])
def test_two_files_are_read_line_by_line(tmp_path, packed):
    source = write(tmp_path / "a.en", "\n".join(SOURCE) + "\n", packed=packed)
    target = write(tmp_path / "a.de", "\r\n".join(TARGET) + "\r\n", packed=packed)
    text = read_parallel_files(source, target)
    assert (text.source, text.target, text.dropped, len(text)) == (SOURCE, TARGET, 0, 3)


def test_blank_pairs_are_dropped_and_counted_and_duplicates_stay(tmp_path):
    source = write(tmp_path / "a", "one\n \ntwo\none\n\u3000\n")
    target = write(tmp_path / "b", "eins\nzwei\n\t\neins\n\n")
    text = read_parallel_files(source, target)
    assert (text.source, text.target, text.dropped) == (["one", "one"], ["eins", "eins"], 3)


def test_entities_are_resolved_at_most_twice(tmp_path):
    source = write(tmp_path / "a", "a &amp; b\n&amp;quot;hi&amp;quot;\n&amp;amp;amp;\nAT&T &unknown;\n1 &lt; 2&#10;3\n")
    target = write(tmp_path / "b", "1\n2\n3\n4\n5\n")
    assert read_parallel_files(source, target).source == [
        "a & b",
        '"hi"',
        "&amp;",
        "AT&T &unknown;",
        "1 < 2 3",
    ]
    kept = read_parallel_files(source, target, unescape=False).source
    assert kept[:2] == ["a &amp; b", "&amp;quot;hi&amp;quot;"]


def test_unequal_files_are_refused_with_both_counts(tmp_path):
    short, long = write(tmp_path / "short.en", "1\n2\n"), write(tmp_path / "long.de", "1\n2\n3\n4\n5\n")
    message = refused("corpus.line_counts", read_parallel_files, short, long)
    assert "short.en has 2 lines" in message and "long.de has 5;" in message
    message = refused("corpus.line_counts", read_parallel_files, long, short)
    assert "long.de has 5 lines" in message and "short.en has 2;" in message


def test_files_without_a_single_pair_are_refused(tmp_path):
    empty, blank = write(tmp_path / "empty", ""), write(tmp_path / "blank", "\n \n")
    assert "(0 blank)" in refused("corpus.empty", read_parallel_files, empty, empty)
    assert "(2 blank)" in refused("corpus.empty", read_parallel_files, blank, blank)


def test_a_limit_counts_kept_pairs(tmp_path):
    source, target = write(tmp_path / "a", "\n1\n2\n3\n"), write(tmp_path / "b", "x\nx\ny\nz\n")
    assert stream_parallel_files(source, target).read(2) == ParallelText(["1", "2"], ["x", "y"], 1)


def test_parallel_text_needs_equal_numbers_of_sentences():
    message = refused("corpus.pair_counts", ParallelText, ["a", "b"], ["c"])
    assert "source has 2 sentences and target has 1" in message


# Tables


def test_tsv_without_header_uses_first_two_columns_and_keeps_quotes(tmp_path):
    path = write(tmp_path / "cmn.txt", 'Hi.\t嗨。\tCC-BY 2.0 #538123\n"Run\t跑"\tx\n')
    text = read_table(path)
    assert (text.source, text.target) == (["Hi.", '"Run'], ["嗨。", '跑"'])


@pytest.mark.parametrize("header", ["id\ten\tde", "n\tsrc\ttgt", "no.\tSource\tTarget", "n\tEnglish\tGerman"])
def test_header_is_recognised_by_its_names(tmp_path, header):
    path = write(tmp_path / "a.tsv", header + "\n" + "".join(f"7\t{a}\t{b}\n" for a, b in PAIRS))
    text = read_table(path)
    assert (text.source, text.target) == (SOURCE, TARGET)


def test_id_column_is_not_taken_for_indonesian(tmp_path):
    rows = "".join(f"{number},{a},{b},x\n" for number, (a, b) in enumerate((("A dog", "Ein Hund"), ("Tea", "Tee"))))
    found = table_columns_of(write(tmp_path / "a.csv", "id,english,pseudo,note\n" + rows), 1 << 20)
    assert found == (("id", "english", "pseudo", "note"), None)  # which of the others is the target has to be asked
    two = write(tmp_path / "b.csv", "id,en\nSatu,One\n")
    assert read_table(two) == ParallelText(["Satu"], ["One"])


@pytest.mark.parametrize("content", ["sentence,translation\nA,B\n", "translation,sentence\nB,A\n"])
def test_column_names_are_not_read_as_a_pair(tmp_path, content):
    path = write(tmp_path / "a.csv", content)
    assert read_table(path) == ParallelText(["A"], ["B"])


def test_target_may_precede_source_if_the_header_does(tmp_path):
    path = write(tmp_path / "a.tsv", "tgt\tsrc\nEin Hund.\tA dog.\n")
    assert read_table(path) == ParallelText(["A dog."], ["Ein Hund."])


def test_named_columns_decide_the_direction(tmp_path):
    path = write(tmp_path / "a.csv", 'en,x,de\n"A dog.",1,"Ein Hund."\n')
    text = read_table(path, source_column="de", target_column="en")
    assert text == ParallelText(["Ein Hund."], ["A dog."])


def test_csv_quotes_may_hold_commas_quotes_and_line_ends(tmp_path):
    path = write(tmp_path / "a.csv", 'A dog,Ein Hund\r\n"a, ""b""","c\r\nd"\n\n"e",f\n')
    text = read_table(path)
    assert (text.source, text.target, text.dropped) == (["A dog", 'a, "b"', "e"], ["Ein Hund", "c d", "f"], 1)


@pytest.mark.parametrize(
    "content", ["en;de\nA dog, a cat;Ein Hund\n", "A dog, a cat;Ein Hund\n", "A dog, a cat\tEin Hund\n"]
)
def test_csv_separator_is_detected_from_the_first_line(tmp_path, content):
    assert read_table(write(tmp_path / "a.csv", content)) == ParallelText(["A dog, a cat"], ["Ein Hund"])


def test_semicolons_in_comma_separated_lines_are_text(tmp_path):
    path = write(tmp_path / "a.csv", "A dog; a cat,Ein Hund; eine Katze\n")
    assert read_table(path) == ParallelText(["A dog; a cat"], ["Ein Hund; eine Katze"])


def jsonl(*records: object) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


@pytest.mark.parametrize(
    "records",
    [
        [{"id": "1", "en": "Hi", "de": "Hallo"}, {"de": "Tee", "id": "2", "en": "tea"}],
        [{"translation": {"en": "Hi", "de": "Hallo"}}, {"translation": {"de": "Tee", "en": "tea"}}],
        [{"question": "Hi", "n": 1, "answer": "Hallo"}, {"question": "tea", "n": 2, "answer": "Tee"}],
        [{"tgt": "Hallo", "src": "Hi"}, {"tgt": "Tee", "src": "tea"}],
    ],
)
def test_jsonl_finds_its_two_texts(tmp_path, records):
    assert read_table(write(tmp_path / "a.jsonl", jsonl(*records))) == ParallelText(["Hi", "tea"], ["Hallo", "Tee"])


def test_jsonl_takes_the_keys_that_are_given(tmp_path):
    path = write(tmp_path / "a.json", jsonl({"a": "1", "b": "2", "c": "3"}) + "\n")
    text = read_table(path, source_column="c", target_column="a")
    assert text == ParallelText(["3"], ["1"], 1)


@pytest.mark.parametrize(
    ("content", "source"),
    [('{"en": "Hi", "de": "Hallo"}\n', "Hi"), ("A\tB\n", "A"), ("A,B\n", "A")],
)
@pytest.mark.parametrize("packed", [False, True])
def test_table_format_is_detected_from_its_first_line(tmp_path, content, source, packed):
    assert read_table(write(tmp_path / "upload", content, packed=packed)).source == [source]


def test_a_table_may_be_packed_and_limited(tmp_path):
    path = write(tmp_path / "a.tsv.gz", "".join(f"{a}\t{b}\n" for a, b in PAIRS), packed=True)
    assert stream_table(path).read(2).target == TARGET[:2]


def test_missing_column_is_reported_with_existing_ones(tmp_path):
    path = write(tmp_path / "a.csv", "en,de\nA,B\n")
    message = refused("corpus.column", read_table, path, source_column="en", target_column="zh")
    assert "line 1: column 'zh' not found; available: 'en', 'de'" in message
    path = write(tmp_path / "a.jsonl", jsonl({"en": "A", "de": "B"}, {"en": "A", "fr": "B"}))
    message = refused("corpus.column", read_table, path, source_column="en", target_column="zh")
    assert "line 1: column 'zh' not found; available: 'en', 'de'" in message
    refused("corpus.column_pair", read_table, path, source_column="en")


def test_an_error_lists_at_most_ten_columns(tmp_path):
    path = write(tmp_path / "a.tsv", "\t".join(["x" * 97, *map(str, range(101))]) + "\n")
    message = refused("corpus.column", read_table, path, source_column="en", target_column="de")
    assert len(message) < 300 + len(str(path)) and message.endswith("'8', …")


def test_a_row_with_too_few_columns_names_its_line(tmp_path):
    path = write(tmp_path / "a.tsv", "A\tB\n\nC\n")
    assert "line 3: 1 column(s) where at least 2" in refused("corpus.row", read_table, path)


def test_broken_csv_names_its_line(tmp_path):
    path = write(tmp_path / "a.csv", 'A,B\n"C"D,E\nF,G\n')
    assert "line 2: ',' expected after" in refused("corpus.csv", read_table, path)


@pytest.mark.parametrize("rest", ["E,F\n", "E,F\n" * 100_000])
def test_quotation_mark_that_never_closes_is_named_where_it_opens(tmp_path, rest):
    """The error named the last line of the file."""
    path = write(tmp_path / "a.csv", 'A,B\n"q, r",s\nC,"D\n' + rest)
    assert "line 3: a quotation mark opens in this row" in refused("corpus.csv_quote", read_table, path)


@pytest.mark.parametrize(
    ("second", "code", "words"),
    [
        ('{"en": "A", "de": ', "corpus.json", "line 2: not valid JSON"),
        ('{"a": ' * 100_000, "corpus.json", "line 2: not valid JSON"),
        ('{"en": "A", "de": ' + "9" * 5000 + "}", "corpus.json", "line 2: not valid JSON"),
        ('["A", "B"]', "corpus.json_object", "line 2: every line must be one JSON object, not a JSON array"),
        ('{"en": "A", "de": 7}', "corpus.json_text", "'de' must be a text, not a JSON number"),
        ("null", "corpus.json_object", "one JSON object, not a JSON null"),
        ('{"en": "A", "de": "\\ud800"}', "corpus.json_surrogate", "'de' contains half of a surrogate pair"),
    ],
)
def test_a_hostile_json_line_is_named(tmp_path, second, code, words):
    path = write(tmp_path / "a.jsonl", jsonl({"en": "A", "de": "B"}) + second + "\n")
    assert words in refused(code, read_table, path)


def test_null_and_a_missing_key_are_blank_sides(tmp_path):
    records = ['{"en": "A", "de": "B"}', '{"en": "A", "de": null}', '{"en": "A"}', '{"en": null, "de": "B"}']
    (tmp_path / "t.jsonl").write_text("\n".join(records), encoding="utf-8")
    assert stream_table(tmp_path / "t.jsonl").counts == (1, 3)


def test_ambiguous_json_columns_require_names(tmp_path):
    path = write(tmp_path / "a.jsonl", jsonl({"a": "1", "b": "2", "c": "3"}))
    assert "name two of: 'a', 'b', 'c'" in refused("corpus.json_keys", read_table, path)


def test_an_empty_table_is_refused(tmp_path):
    refused("corpus.empty", read_table, write(tmp_path / "a.tsv", ""))
    refused("corpus.empty", read_table, write(tmp_path / "a.csv", "en,de\n"))
    refused("corpus.empty", read_table, write(tmp_path / "a.jsonl", "\n"))


@pytest.mark.parametrize(
    "text", ["?a=1&region=2&copy=3", "x&not y", "AT&T", "&notin", "&copyfoo;", "&;", "&#;", "R&D;"]
)
def test_entity_without_its_end_is_text(text):
    """An address with &region= became ®ion=, as in a browser."""
    assert clean(text) == text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a &amp; b", "a & b"),
        ("&amp;quot;", '"'),
        ("it&#39;s", "it's"),
        ("&#x4E00;&eacute;", "一é"),
        ("&copy;&reg", "©&reg"),
        ("&nbsp;x", "\u00a0x"),
    ],
)
def test_whole_entity_is_resolved(written, read):
    assert clean(written) == read
