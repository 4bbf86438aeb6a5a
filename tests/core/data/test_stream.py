"""Streams of pairs: the same text at every pass, counts, and fingerprints of the content."""

from pathlib import Path

import pytest

from core.data.corpus import ParallelText
from core.data.stream import stream_parallel_files, stream_table
from core.errors import CoreError

SOURCE = "one\n\n two &amp; three \nfour\nfive\n"
TARGET = "eins\nnull\nzwei\n\nfünf\n"


@pytest.fixture
def files(tmp_path) -> tuple[Path, Path]:
    """Five lines a side, two of them blank on one side."""
    paths = tmp_path / "a.en", tmp_path / "a.de"
    for path, text in zip(paths, (SOURCE, TARGET), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_each_pass_yields_cleaned_nonempty_pairs(files):
    stream = stream_parallel_files(*files)
    assert list(stream) == list(stream) == [("one", "eins"), ("two & three", "zwei"), ("five", "fünf")]
    assert stream.counts == (3, 2)
    assert len(stream) == 3


def test_a_stream_read_whole_is_the_text_of_the_files(files):
    assert stream_parallel_files(*files).read() == ParallelText(
        ["one", "two & three", "five"], ["eins", "zwei", "fünf"], 2
    )
    assert stream_parallel_files(*files, unescape=False).read().source[1] == "two &amp; three"


def test_a_table_is_streamed_as_it_is_read(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("en\tde\none\teins\ntwo\t\nthree\tdrei\n", encoding="utf-8")
    assert stream_table(path).read() == ParallelText(["one", "three"], ["eins", "drei"], 1)
    swapped = stream_table(path, source_column="de", target_column="en")
    assert list(swapped) == [("eins", "one"), ("drei", "three")]
    with pytest.raises(CoreError, match="both source_column"):
        stream_table(path, source_column="de")


def test_each_second_pair_from_the_first_on(files):
    assert list(stream_parallel_files(*files).every(2)) == [("one", "eins"), ("five", "fünf")]


def test_fingerprint_depends_on_bytes_and_options_not_path(files, tmp_path):
    first = stream_parallel_files(*files).fingerprint
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    copies = [Path(path.rename(elsewhere / path.name)) for path in files]
    assert stream_parallel_files(*copies).fingerprint == first
    assert stream_parallel_files(*copies, unescape=False).fingerprint != first
    copies[1].write_text(TARGET.replace("zwei", "Zwei"), encoding="utf-8")
    assert stream_parallel_files(*copies).fingerprint != first


def test_missing_files_and_files_without_pairs_are_refused(tmp_path):
    blank = tmp_path / "blank"
    blank.write_text("\n\n\n", encoding="utf-8")
    stream = stream_parallel_files(blank, blank)
    for look in (lambda: stream.counts, stream.read):
        with pytest.raises(CoreError, match=r"no pair with text on both sides \(3 blank\)"):
            look()
    missing = stream_parallel_files(tmp_path / "no.en", tmp_path / "no.de")
    for look in (lambda: missing.counts, lambda: missing.fingerprint):
        with pytest.raises(CoreError, match="file not found"):
            look()
