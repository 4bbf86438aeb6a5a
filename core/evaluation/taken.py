"""Tables and texts of a result to take away: a row for each sentence as CSV, JSON lines or Parquet."""

import importlib.util
import io
from collections.abc import Iterator
from typing import BinaryIO

from core.errors import CoreError
from core.evaluation.table import Result
from core.inspection.export import csv_text

FORMS = ("csv", "json", "jsonl", "parquet")
_AT_A_TIME = 500  # rows: the cells of a large table would fill the memory


def check_form(form: str) -> None:
    """Refuse a form that there is not, or whose library is missing.

    Raises:
        CoreError: so it is.
    """
    if form not in FORMS:
        raise CoreError(
            "evaluation.form",
            "the rows of an evaluation are written as {forms}, not as {form!r}",
            forms=", ".join(FORMS),
            form=form[:20],
        )
    if form == "parquet" and importlib.util.find_spec("pyarrow") is None:
        raise CoreError("evaluation.pyarrow", "Parquet needs the package pyarrow: pip install pyarrow")


def table_bytes(result: Result, form: str) -> bytes:
    """Return the table as a file; see `write_table`."""
    file = io.BytesIO()
    write_table(result, form, file)
    return file.getvalue()


def write_table(result: Result, form: str, file: BinaryIO) -> None:
    """Write the table into a file.

    Args:
        result: with its rows.
        form: one of `FORMS`; json is JSON lines, an object for each sentence.
        file: open for writing.

    Raises:
        CoreError: there is no such form, or its library is missing.
    """
    check_form(form)
    if form == "parquet":
        result.to_frame().to_parquet(file, index=False)
        return
    for number, part in enumerate(result.frames(_AT_A_TIME)):
        if form == "csv":
            text = part.map(lambda value: csv_text(value) if isinstance(value, str) else value)
            mark = "" if number else "\ufeff"  # which spreadsheets need to read Chinese
            lines = mark + text.to_csv(index=False, header=not number)
        else:
            lines = str(part.to_json(orient="records", lines=True, force_ascii=False))
        file.write(lines.encode("utf-8", errors="replace"))


def translation_lines(result: Result, place: int) -> Iterator[str]:
    """Yield the translations of one system, each with its line end."""
    return (f"{row.answers[place].translation}\n" for row in result.rows)
