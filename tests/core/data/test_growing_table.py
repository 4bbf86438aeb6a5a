"""A table written in parts: after any interruption it resumes where the last complete part ends."""

import errno
import gzip
import json
import os

import pytest

from core.data.growing_table import GrowingTable
from core.errors import CoreError

HEADER = ("en", "de")
MADE_OF = {"text": "abc", "beam": 4, "limit": None}
ROWS = [("a dog", "ein Hund"), ("two", "zwei"), ("five", "fünf")]


def written(path, made_of=MADE_OF, **options) -> GrowingTable:
    """Return a table with two parts of one row and one of none, not finished."""
    table = GrowingTable(path, HEADER, made_of, **options)
    for number, rows in enumerate((ROWS[:1], ROWS[1:2], []), start=1):
        table.append(rows, {"lines": number})
    return table


@pytest.mark.parametrize("name", ["t.tsv", "t.tsv.gz"])
def test_finished_table_is_one_file(tmp_path, name):
    path = tmp_path / name
    path.write_text("old")
    written(path).finish()
    data = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
    assert data.decode() == "en\tde\na dog\tein Hund\ntwo\tzwei\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["t.tsv", "t.tsv.gz"])
def test_table_cut_anywhere_resumes_to_the_same_bytes(tmp_path, name):
    written(tmp_path / "whole" if name == "t.tsv" else tmp_path / "whole.gz").finish()
    whole = next(tmp_path.glob("whole*")).read_bytes()
    for size in range(len(whole) + 1):
        table = written(tmp_path / name)
        with table.partial.open("r+b") as file:
            file.truncate(size)
        resumed = GrowingTable(tmp_path / name, HEADER, MADE_OF)
        done = resumed.counts.get("lines", 0)
        assert done < 3 or size == len(whole)
        for number, rows in list(enumerate((ROWS[:1], ROWS[1:2], []), start=1))[done:]:
            resumed.append(rows, {"lines": number})
        resumed.finish()
        assert (tmp_path / name).read_bytes() == whole


def test_rows_without_a_record_and_a_torn_record_are_written_again(tmp_path):
    table = written(tmp_path / "t.tsv")
    with table.partial.open("a") as file:
        file.write("half a r")
    with (tmp_path / "t.tsv.partial.jsonl").open("a") as file:
        file.write('{"bytes": 9')
    resumed = GrowingTable(tmp_path / "t.tsv", HEADER, MADE_OF)
    assert resumed.counts == {"lines": 3}
    resumed.append(ROWS[2:], {"lines": 4})
    assert GrowingTable(tmp_path / "t.tsv", HEADER, MADE_OF).counts == {"lines": 4}
    assert resumed.partial.read_text(encoding="utf-8").splitlines()[1:] == ["\t".join(row) for row in ROWS]


def test_tabs_and_line_ends_in_cells_become_spaces(tmp_path):
    table = GrowingTable(tmp_path / "t.tsv", HEADER, MADE_OF)
    table.append([("a\tb\nc", "d\r\ne\0f")], {})
    assert table.partial.read_bytes() == b"en\tde\na b c\td  e f\n"


def test_other_settings_are_named_and_restart_begins_again(tmp_path):
    written(tmp_path / "t.tsv")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(CoreError, match=r"t\.tsv\.partial was begun with other settings \(text, beam\)") as error:
        GrowingTable(tmp_path / "t.tsv", HEADER, {**MADE_OF, "text": "xyz", "beam": 5})
    assert error.value.code == "table.other"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert GrowingTable(tmp_path / "t.tsv", HEADER, MADE_OF, restart=True).counts == {"lines": 3}
    assert GrowingTable(tmp_path / "t.tsv", HEADER, {**MADE_OF, "beam": 5}, restart=True).counts == {}
    assert (tmp_path / "t.tsv.partial").read_text() == "en\tde\n"


def test_missing_record_is_an_error_and_restart_begins_again(tmp_path):
    written(tmp_path / "t.tsv")
    (tmp_path / "t.tsv.partial.jsonl").unlink()
    with pytest.raises(CoreError, match=r"without t\.tsv\.partial\.jsonl"):
        GrowingTable(tmp_path / "t.tsv", HEADER, MADE_OF)
    assert GrowingTable(tmp_path / "t.tsv", HEADER, MADE_OF, restart=True).counts == {}


def test_record_left_without_a_table_begins_again(tmp_path):
    written(tmp_path / "t.tsv").partial.unlink()
    assert GrowingTable(tmp_path / "t.tsv", HEADER, {"text": "new"}).counts == {}
    assert json.loads((tmp_path / "t.tsv.partial.jsonl").read_text().splitlines()[0]) == {"text": "new"}


def test_second_writer_is_refused(tmp_path):
    first = written(tmp_path / "t.tsv")
    second = GrowingTable(tmp_path / "t.tsv", HEADER, MADE_OF)
    first.append(ROWS[2:], {"lines": 4})
    with pytest.raises(CoreError, match="another process writes"):
        second.append(ROWS[2:], {"lines": 4})
    first.finish()
    assert (tmp_path / "t.tsv").read_text(encoding="utf-8").count("fünf") == 1


def test_full_disk_names_the_table(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    table = written(tmp_path / "t.tsv")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*/t\.tsv\.partial'"):
        table.append(ROWS[2:], {"lines": 4})
