"""Folder of an evaluation: its result, written when it ends and read by a page or a program."""

import json
from pathlib import Path
from typing import Any

from core.durable import read_ordinary, replaced_file, write_beside
from core.errors import CoreError
from core.evaluation.table import Answer, Interval, MetricScore, Result, Row, Scores
from core.plain import plain_value

FORMAT = 1
RESULT, ROWS = "result.json", "rows.jsonl"


def write_result(folder: Path, result: Result) -> None:
    """Write a result into the folder of its evaluation."""
    with replaced_file(folder / ROWS) as partial, partial.open("w", encoding="utf-8") as file:
        for row in result.rows:
            file.write(json.dumps(plain_value(row), ensure_ascii=False, allow_nan=False) + "\n")
    values = {"format": FORMAT, **plain_value(result._replace(rows=()))}
    write_beside(folder / RESULT, json.dumps(values, ensure_ascii=False, indent=1) + "\n")


def read_result(folder: Path) -> Result:
    """Read what `write_result` wrote.

    Raises:
        CoreError: there is no result, or it is damaged or of another version.
    """
    try:
        values = json.loads(read_ordinary(folder / RESULT))
        lines = read_ordinary(folder / ROWS).split("\n")
        if values.pop("format") == FORMAT:
            rows = tuple(_read_row(json.loads(line)) for line in lines if line)
            result = _read_scores(values)._replace(rows=rows)
            if len(rows) == result.sentences:
                return result
    except FileNotFoundError:
        raise CoreError("evaluation.none", "{folder} holds no finished evaluation", folder=folder.name) from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    raise CoreError(
        "evaluation.unreadable", "the result in {folder} is damaged; evaluate again", folder=folder.name
    ) from None


def _read_row(values: dict[str, Any]) -> Row:
    answers = tuple(Answer(**{**one, "flags": tuple(one["flags"])}) for one in values.pop("answers"))
    return Row(**{**values, "references": tuple(values["references"]), "answers": answers})


def _read_scores(values: dict[str, Any]) -> Result:
    systems = tuple(
        Scores(
            **{
                **one,
                **{name: MetricScore(**one[name]) for name in ("bleu", "chrf", "ter")},
                "exact": Interval(**one["exact"]),
                "perplexity": Interval(**one["perplexity"]) if one["perplexity"] else None,
            }
        )
        for one in values["systems"]
    )
    notes = tuple((str(code), int(count)) for code, count in values["notes"])
    return Result(**{**values, "systems": systems, "notes": notes})
