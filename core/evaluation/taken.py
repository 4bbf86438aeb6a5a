"""Tables and texts of a result to take away: a row for each sentence as CSV, JSON lines or Parquet."""

import importlib.util
import io

from core.errors import CoreError
from core.evaluation.table import Result
from core.inspection.export import csv_text

FORMS = ("csv", "json", "jsonl", "parquet")


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
    """Return the table as a file.

    Args:
        result: with its rows.
        form: one of `FORMS`; json is JSON lines, an object for each sentence.

    Raises:
        CoreError: there is no such form, or its library is missing.
    """
    check_form(form)
    table = result.to_frame()
    if form == "csv":
        text = table.map(lambda value: csv_text(value) if isinstance(value, str) else value).to_csv(index=False)
        return text.encode("utf-8-sig", errors="replace")  # which spreadsheets need to read Chinese
    if form == "parquet":
        file = io.BytesIO()
        table.to_parquet(file, index=False)
        return file.getvalue()
    return str(table.to_json(orient="records", lines=True, force_ascii=False)).encode("utf-8", errors="replace")


def translations_text(result: Result, place: int) -> str:
    """Return the translations of one system, a line each."""
    return "".join(f"{row.answers[place].translation}\n" for row in result.rows)
