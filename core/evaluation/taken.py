"""An evaluation's sentences as a table to take away: CSV, JSON lines, Parquet, and translations as text."""

import io
from typing import TYPE_CHECKING

from core.errors import CoreError
from core.evaluation.table import Result

if TYPE_CHECKING:
    import pandas

FORMS = ("csv", "json", "parquet")


def rows_table(result: Result) -> "pandas.DataFrame":
    """Return a row for each sentence: number, source, references, and the columns of each system."""
    import pandas

    columns: dict[str, list[object]] = {"number": [], "source": []}
    count = max((len(row.references) for row in result.rows), default=1)
    names = ["reference"] if count == 1 else [f"reference {k}" for k in range(1, count + 1)]
    columns |= {name: [] for name in names}
    columns |= {"own": []} if any(row.own for row in result.rows) else {}
    for row in result.rows:
        columns["number"].append(row.number)
        columns["source"].append(row.source)
        for name, reference in zip(names, row.references, strict=False):
            columns[name].append(reference)
        if "own" in columns:
            columns["own"].append(row.own)
    for place, system in enumerate(result.systems):
        answers = [row.answers[place] for row in result.rows]
        label = f"{system.name}: " if system.name not in [one.name for one in result.systems[:place]] else "B: "
        columns |= {f"{label}translation": [one.translation for one in answers]}
        columns |= {
            f"{label}{name}": [getattr(one, name) for one in answers] for name in ("bleu", "chrf", "ter", "loss")
        }
        columns |= {f"{label}exact": [one.exact for one in answers]}
        columns |= {f"{label}flags": [" ".join(one.flags) for one in answers]}
    return pandas.DataFrame(columns)


def table_bytes(result: Result, form: str) -> bytes:
    """Return the table in one of `FORMS`.

    Raises:
        CoreError: Parquet without pyarrow.
    """
    table = rows_table(result)
    if form == "csv":
        return table.to_csv(index=False).encode("utf-8", errors="replace")
    if form == "json":
        return str(table.to_json(orient="records", lines=True, force_ascii=False)).encode("utf-8", errors="replace")
    stream = io.BytesIO()
    try:
        table.to_parquet(stream, index=False, engine="pyarrow")
    except ImportError:
        raise CoreError("evaluation.parquet", "Parquet files need pyarrow: pip install pyarrow") from None
    return stream.getvalue()
