"""Tables and texts of a result to take away: a row for each sentence as CSV, JSON lines or Parquet."""

import importlib.util
import io
from typing import TYPE_CHECKING, Any

from core.errors import CoreError
from core.evaluation.table import Answer, Result
from core.inspection.export import csv_text

if TYPE_CHECKING:
    import pandas

FORMS = ("csv", "json", "jsonl", "parquet")
_NUMBERS = ("bleu", "chrf", "ter", "loss", "log_prob")


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


def rows_table(result: Result) -> "pandas.DataFrame":
    """Return a row for each sentence: the source, its references, and what each system made of it.

    Columns of a system are named after it: `en-de: translation`, `en-de: chrf`; of two systems with one name the second
    has its number.
    """
    import pandas as pd

    names = _distinct([system.name for system in result.systems])
    rows: list[dict[str, Any]] = []
    for row in result.rows:
        values: dict[str, Any] = {"number": row.number, "source": row.source}
        for place, reference in enumerate(row.references):
            values[f"reference {place + 1}" if place else "reference"] = reference
        if row.own:
            values["own"] = row.own
        for name, answer in zip(names, row.answers, strict=True):
            values |= {f"{name}: {key}": value for key, value in _values(answer).items()}
        rows.append(values)
    return pd.DataFrame(rows)


def table_bytes(result: Result, form: str) -> bytes:
    """Return the table as a file.

    Args:
        result: with its rows.
        form: one of `FORMS`; json is JSON lines, an object for each sentence.

    Raises:
        CoreError: there is no such form, or its library is missing.
    """
    check_form(form)
    table = rows_table(result)
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


def _values(answer: Answer) -> dict[str, Any]:
    numbers = {name: getattr(answer, name) for name in _NUMBERS}
    rounded = {name: None if value is None else round(value, 4) for name, value in numbers.items()}
    return {"translation": answer.translation, **rounded, "exact": answer.exact, "flags": " ".join(answer.flags)}


def _distinct(names: list[str]) -> list[str]:
    return [f"{name} ({place + 1})" if name in names[:place] else name for place, name in enumerate(names)]
