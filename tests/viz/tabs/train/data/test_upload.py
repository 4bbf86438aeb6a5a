import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.data.stream import PairStream, stream_parallel_files
from core.errors import CoreError
from tests.viz.tabs.train.made import filled, previewed, start_refusal, tab, table, upload
from viz.tabs import uploads
from viz.tabs.train.context import HOME, SHARED
from viz.tabs.train.data import upload as sources
from viz.tabs.train.data.upload import on_upload
from viz.tabs.train.fields import Fields
from viz.tabs.train.form import panel as form
from viz.tabs.train.preflight.panel import on_preflight


def stream(pairs: list[tuple[str, str]]) -> PairStream:
    return PairStream("made up", lambda: iter(pairs), (), "")


@pytest.mark.parametrize(("pairs", "held"), [(10, 1), (99, 1), (101, 2), (1013, 20), (30_011, 500)])
def test_validation_is_held_out_evenly_and_training_has_the_rest(pairs, held):
    text = stream([(f"s{k}", f"t{k}") for k in range(pairs)])
    validation = sources.held_out(text)
    training = list(sources.for_training(text, validation))
    assert (len(validation), len(training)) == (held, pairs - held)
    assert not {source for source, _ in training} & set(validation.source)
    positions = [int(source[1:]) for source in validation.source]
    assert set(np.diff(positions)) <= {pairs // held} and positions[0] == pairs // held - 1


def test_repeated_held_out_pair_is_left_out_of_training(tmp_path):
    text = uploads.upload_stream(upload(table(tmp_path / "a.tsv", 100, repeated=50)), HOME)
    validation = sources.held_out(text)
    training = list(sources.for_training(text, validation))
    assert validation.source == ["source 49", "source 49"] and len(training) == 98
    assert "source 49" not in {source for source, _ in training}
    found = sources.upload_statistics(text)
    assert (found.pairs, found.training, found.held_out, found.repeated) == (100, 98, 2, 0)


def test_last_bar_counts_the_longest_sentences():
    text = stream([("s" * (1 + k % 32), "t" * 3) for k in range(640)] + [("s" * 500, "t")])
    lengths = sources.upload_statistics(text).lengths
    assert lengths.edges == tuple(range(0, 33, 2))  # one sentence in a hundred at most is longer than 32
    assert lengths.source == (40,) * 15 + (41,) and lengths.target == (1, 640) + (0,) * 14


def test_upload_is_written_into_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(form, "enqueue", lambda run: None)
    cache = tmp_path / "cache"
    cache.mkdir()
    run = form.start_run(tab(tmp_path / "runs").form.context, upload(table(cache / "mine.tsv.gz", 101)))
    data = run.read_config().data
    assert (data.src_lang, data.tgt_lang, data.unescape) == ("en", "de", False)
    training = stream_parallel_files(data.src, data.tgt, unescape=False).read()
    validation = stream_parallel_files(data.valid_src, data.valid_tgt, unescape=False).read()
    assert (len(training), validation.target) == (99, ["<b>target 49</b>", "<b>target 99</b>"])
    held_out = set(zip(validation.source, validation.target, strict=True))
    assert held_out.isdisjoint(zip(training.source, training.target, strict=True))
    assert str(cache) not in run.config_path.read_text()
    assert all(
        Path(path).parent == run.folder / "data" for path in (data.src, data.tgt, data.valid_src, data.valid_tgt)
    )


ROWS = "".join(f"{k},source {k},target {k}\n" for k in range(12)).encode()


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("a.tsv", b"one column only\n" * 12, "columns found: 1, needed: 2"),
        ("a.csv", b"en,de\nonly one\n", "columns found: 1, needed: 2"),
        ("a.tsv", b"\xff\xfe\t\x00\n", "UTF-8"),
        ("a.tsv", "Käse\tcheese\n".encode("latin-1") * 12, "line 1: not UTF-8 (byte 2"),
        ("a.tsv", bytes(range(256)) * 64, "binary data"),
        ("a.tsv", b"\x89PNG\r\n\x1a\n\x00\x00" * 64, "a.tsv is a PNG picture, not text"),
        ("a.csv", b"PK\x03\x04\x14\x00" * 64, "save a table as CSV"),
        ("a.tsv", b"a" * 10_000_000 + b"\tb\n", "line 1: longer than 1,048,576 bytes"),
        ("a.tsv.gz", b"\x1f\x8b broken", "gzip"),
        ("a.jsonl", b'{"en": "a", "de": "b"}\n{nonsense\n', "JSON"),
        ("a.jsonl", b"[" * 100_000 + b"\n", "JSON"),
        ("a.csv", b"id,left,right\n" + ROWS, "Which columns of a.csv are source and target? Choose two of: 'id'"),
        ("a.tsv", b"", "no pair"),
        ("a.tsv", b"\t\n" * 12, "no pair with text on both sides"),
        ("a.tsv", b"a\tb\n" * 9, "at least 10"),
        ("a.tsv", b"a\tb\n" * 12, "equal"),
    ],
)
def test_bad_file_is_refused_without_its_path(tmp_path, name, content, word):
    path = tmp_path / name
    path.write_bytes(content)
    refused(tmp_path, upload(path), word)


def test_missing_file_is_reported_before_its_languages(tmp_path):
    nothing = upload(tmp_path / "a.tsv", file=None, src_lang="", tgt_lang="")
    assert "Choose a file" in found_by_preflight(tmp_path / "runs", nothing)
    assert start_refusal(tmp_path / "runs", nothing).startswith("Choose a file")


def test_two_tables_are_refused(tmp_path):
    """They were read as two files of lines, with tabs and semicolons in them."""
    good, other = table(tmp_path / "good.tsv", 12), tmp_path / "semi.csv"
    other.write_text("a;b\n" * 12)
    refused(tmp_path, upload(good, file=[str(good), str(other)]), "good.tsv and semi.csv are two tables")


def test_lines_without_a_side_count_as_blank(tmp_path):
    """One line without "de" among the first left two empty drop-downs and no way on."""
    path = tmp_path / "missing.jsonl"
    lines = [{"en": f"a {k}"} | ({"de": f"b {k}"} if k % 10 else {}) for k in range(100)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = sources.upload_statistics(uploads.upload_stream(upload(path), HOME))
    assert (found.pairs, found.blank, found.first[0]) == (90, 10, ("a 1", "b 1"))


def test_columns_without_meaning_are_a_question(tmp_path):
    asking, broken = tmp_path / "asking.csv", tmp_path / "broken.csv"
    asking.write_bytes(b"id,left,right\n" + ROWS)
    broken.write_bytes(b"en,de\nonly one\n")
    titles = [json.loads(previewed(upload(path))[1])["title"] for path in (asking, broken)]
    assert titles == ["One more thing:", "Could not read this:"]


def found_by_preflight(runs: Path, asked: Fields) -> str:
    """The first sentence of the preflight's panel."""
    form, _ = tab(runs)
    *_, last = on_preflight(form.preflight, filled(form, asked))
    return json.loads(last[form.preflight.findings])["cautions"][0]


def refused(tmp_path: Path, asked: Fields, word: str) -> None:
    """Refused in the panel below the file, by the preflight, and at the start; nothing is written."""
    table, panel = previewed(asked)
    assert table is None
    found = found_by_preflight(tmp_path / "runs", asked)
    for message in (json.loads(panel)["cautions"][0], found, start_refusal(tmp_path / "runs", asked)):
        assert word in message and str(tmp_path) not in message
    assert not (tmp_path / "runs").exists()


def test_two_files_of_unequal_length_are_refused_with_both_numbers(tmp_path):
    (tmp_path / "a.en").write_text("one\n" * 17)
    (tmp_path / "a.de").write_text("eins\n" * 13)
    both = upload(tmp_path, file=[str(tmp_path / "a.en"), str(tmp_path / "a.de")])
    refused(tmp_path, both, "a.en has 17 lines and a.de has 13")
    refused(tmp_path, dict(both, file=[*both["file"], both["file"][0]]), "3 files")
    refused(tmp_path, dict(both, src_column="a.en", tgt_column="a.en"), "cannot be source and target at once")


def test_pairs_with_a_blank_side_are_left_out_and_counted(tmp_path):
    lines = [f"source {k}\ttarget {k}" for k in range(53)] + ["\tonly a target", "only a source\t ", ""]
    (tmp_path / "a.tsv").write_text("\n".join(lines) + "\n")
    shown, _ = previewed(upload(tmp_path / "a.tsv"))
    assert json.loads(shown)["note"].startswith("53 pairs: 52 for training, 1 held out")
    assert "3 with an empty side" in shown


def test_table_of_200_000_rows_is_read(tmp_path):
    with (tmp_path / "large.csv").open("w") as file:
        file.write("en,de\n")
        file.writelines(f'"number {k}, please","Nummer {k}, bitte"\n' for k in range(200_000))
    found = sources.upload_statistics(uploads.upload_stream(upload(tmp_path / "large.csv"), HOME))
    assert (found.pairs, found.training, found.held_out) == (200_000, 199_500, 500)
    assert found.first[0] == ("number 0, please", "Nummer 0, bitte")


def test_rows_that_may_be_misread_are_shown(tmp_path):
    path = tmp_path / "a.csv"
    rows = ["en,de"] + [f"word {k},Wort {k}" for k in range(20)] + ["Yes, sir,Ja", '"open,x', 'y",z']
    path.write_text("\n".join(rows), encoding="utf-8")
    shown, _ = previewed(upload(path))
    assert "Rows with more columns than the first: 1, first in line 22." in str(shown)
    assert "Rows over several lines: 1, first in line 23." in str(shown)


def test_file_is_limited_packed_and_unpacked(tmp_path):
    path = table(tmp_path / "a.tsv.gz", 5003)
    assert len(uploads.upload_stream(upload(path), HOME)) == 5003
    with pytest.raises(CoreError, match="MB"):
        uploads.upload_stream(upload(path), replace(SHARED, upload_bytes=1000))
    with pytest.raises(CoreError, match=r"has 2\.1 MB; at most 2 MB"):
        (tmp_path / "just.tsv").write_bytes(b"\n" * (2 * 2**20 + 1))
        uploads.upload_stream(upload(tmp_path / "just.tsv"), SHARED)
    with pytest.raises(CoreError, match="1,000 bytes") as caught:
        _ = uploads.upload_stream(upload(path), replace(SHARED, unpacked_bytes=1000)).counts
    assert str(tmp_path) not in str(caught.value)


@pytest.mark.parametrize("code", ["", " ", "<b>", "../en", "e" * 21, None, "en de"])
def test_bad_language_code_is_refused(tmp_path, code):
    assert (
        "language code"
        if code and code.strip()
        else "source language is missing"
        in start_refusal(tmp_path / "runs", upload(table(tmp_path / "a.tsv", 101), src_lang=code))
    )
    assert not (tmp_path / "runs").exists()


def test_columns_are_found_by_name(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,left,right\n" + "".join(f"{k},l{k},r{k}\n" for k in range(11)))
    text = uploads.upload_stream(upload(path, src_column=" right ", tgt_column="left"), HOME)
    assert next(iter(text)) == ("r0", "l0") and len(text) == 11
    with pytest.raises(CoreError, match="middle"):
        next(iter(uploads.upload_stream(upload(path, src_column="middle", tgt_column="left"), HOME)))
    with pytest.raises(CoreError, match="both"):
        uploads.upload_stream(upload(path, src_column="left"), HOME)


def test_same_upload_is_read_once(tmp_path, monkeypatch):
    passes = []
    pairs = uploads.table_pairs
    monkeypatch.setattr(uploads, "table_pairs", lambda *asked: passes.append(asked) or pairs(*asked))
    asked = upload(table(tmp_path / "a.tsv", 101))
    seen = sources.upload_statistics(uploads.upload_stream(asked, HOME))
    before = len(passes)
    assert sources.upload_statistics(uploads.upload_stream(asked, HOME)) is seen
    sources.held_out(uploads.upload_stream(asked, HOME))
    assert len(passes) == before
    table(tmp_path / "a.tsv", 103)  # another file of that name
    assert sources.upload_statistics(uploads.upload_stream(asked, HOME)).pairs == 103


def test_columns_of_the_previous_file_are_ignored(tmp_path):
    """A page whose file is replaced may ask for the new one with the old one's columns."""
    asked = upload(table(tmp_path / "a.tsv", 11), src_column="de", tgt_column="en")
    assert next(iter(uploads.upload_stream(asked, HOME))) == ("source 0", "<b>target 0</b>")
    assert "11 pairs" in str(previewed(dict(asked, src_column=None))[0])


# Columns and names


def test_columns_are_offered_and_known_names_are_chosen(tmp_path):
    path, form = tmp_path / "a.csv", tab(tmp_path).form
    panel = form.data.upload
    path.write_text("id,de,en\n" + "".join(f"{k},d{k},e{k}\n" for k in range(11)))
    updates = on_upload(panel, filled(form, upload(path, src_lang="", tgt_lang="fr")))
    assert updates[panel.columns].visible
    assert [choice for choice, _ in updates[panel.source_column].choices] == ["id", "de", "en"]
    assert (updates[panel.source_column].value, updates[panel.target_column].value) == ("de", "en")
    unnamed = on_upload(panel, filled(form, upload(table(tmp_path / "b.tsv", 11))))
    assert unnamed[panel.columns].visible is False  # two columns without names: nothing to choose


def test_removed_file_clears_its_name(tmp_path):
    form = tab(tmp_path).form
    panel, gone = form.data.upload, upload(tmp_path / "a.csv", file=None, src_lang="fr", tgt_lang="it", name="a-1")
    updates = on_upload(panel, filled(form, gone, suggested="a-1"))
    assert updates[form.name.name] == updates[form.name.suggested] == "run-1"
    assert updates[panel.columns].visible is False


def test_upload_suggests_its_name(tmp_path):
    form = tab(tmp_path).form
    asked = upload(table(tmp_path / "News en.tsv.gz", 11), name="run-1")
    assert on_upload(form.data.upload, filled(form, asked))[form.name.name] == "News-en-1"


def test_two_files_are_sides_by_their_names(tmp_path):
    files, form = [tmp_path / name for name in ("train.zh", "train.en")], tab(tmp_path).form
    for file in files:
        file.write_text("".join(f"{file.suffix} {k}\n" for k in range(11)))
    panel, asked = form.data.upload, upload(files[0], file=[str(file) for file in files], src_lang="", tgt_lang="")
    updates = on_upload(panel, filled(form, asked))
    assert updates[panel.columns].visible
    assert (updates[panel.source_column].value, updates[panel.target_column].value) == ("train.zh", "train.en")
    swapped = dict(asked, src_column="train.en", tgt_column="train.zh")
    assert next(iter(uploads.upload_stream(swapped, HOME))) == (".en 0", ".zh 0")
