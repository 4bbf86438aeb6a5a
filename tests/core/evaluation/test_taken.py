"""Tables of an evaluation: written in parts, with the bytes of the whole."""

import io
import json

import pytest

from core.evaluation import taken
from core.evaluation.table import Answer, LazyRows, Result, Row
from core.evaluation.taken import table_bytes, translation_lines, write_table

ROWS = 7


def row(index: int) -> Row:
    """A row; the first rows have no own value, and the last ones no loss."""
    loss = 1 / (index + 3) if index < 4 else None
    answer = Answer(f"=ja, {index}/7 ✓", 100 / 3, 50.0, 0.0, index % 2 > 0, loss, None, False, ("name",) * (index % 3))
    return Row(index + 1, f"a <{index}>", ("一", "b"), "v" if index in (3, 4) else "", (answer,))


@pytest.fixture
def result() -> Result:
    class Named:
        name = "one"

    return Result("set", ROWS, "de", "13a", "", (Named,), True, (), LazyRows(ROWS, row))  # type: ignore[arg-type]


def test_rows_are_made_when_they_are_read(result):
    rows = result.rows
    assert (len(rows), rows[-1], [*rows[5:]], [*rows]) == (7, row(6), [row(5), row(6)], [*map(row, range(7))])
    with pytest.raises(IndexError):
        rows[7]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_table_in_parts_has_the_bytes_of_the_whole(result, form, monkeypatch):
    whole = table_bytes(result, form)
    monkeypatch.setattr(taken, "_AT_A_TIME", 3)
    file = io.BytesIO()
    write_table(result, form, file)
    assert file.getvalue() == whole and whole.count(b"\n") == ROWS + (form == "csv")


def test_table_has_a_column_for_each_value(result):
    frame = result.to_frame()
    assert [*frame.columns[:4]] == ["number", "source", "reference", "reference 2"] and frame.columns[-1] == "own"
    assert frame["one: loss"].isna().tolist() == [False] * 4 + [True] * 3
    head, *lines = table_bytes(result, "csv").decode("utf-8-sig").splitlines()
    assert head.endswith(",own") and lines[3].endswith(",v") and ',"\'=ja, 3/7 ✓",' in lines[3]
    assert json.loads(table_bytes(result, "json").splitlines()[0])["own"] is None


def test_flag_of_a_file_is_empty_where_it_needs_attention(result):
    """A file of translations seemed to have no omission: its cell was as empty as that of a model without one."""
    of_model = row(1).answers[0]._replace(log_prob=-0.1)
    lacking = row(1).answers[0]._replace(flags=("omission",))
    rows = [row(1), row(1)._replace(answers=(of_model,)), row(1)._replace(answers=(lacking,))]
    frame = result._replace(rows=rows).to_frame()
    assert [*frame["one: flag omission"]] == [None, False, True] and [*frame["one: flag name"]] == [True, True, False]
    _, *lines = table_bytes(result._replace(rows=rows), "csv").decode("utf-8-sig").splitlines()
    assert lines[0].endswith(",,False,False,False,False,True") and lines[2].count(",True") == 2


def test_translations_are_lines(result):
    assert [*translation_lines(result, 0)][1] == "=ja, 1/7 ✓\n"
