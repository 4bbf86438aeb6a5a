"""The files of an evaluation in its job folder: `result.json` and `rows.jsonl`."""

import json
from pathlib import Path
from typing import Any

from core.errors import CoreError
from core.evaluation.table import Answer, Interval, MetricScore, Result, Row, Scores


def read_result(folder: Path) -> Result:
    """Return the result of a finished evaluation.

    Raises:
        CoreError: there is none, or its files cannot be read.
    """
    try:
        values = json.loads((folder / "result.json").read_text(encoding="utf-8"))
        lines = (folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()
        values["systems"] = tuple(_scores(one) for one in values["systems"])
        values["notes"] = tuple((code, count) for code, count in values["notes"])
        return Result(**values, rows=[_row(json.loads(line)) for line in lines])
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise CoreError(
            "evaluation.unreadable",
            "the result in {folder} cannot be read; run the evaluation again",
            folder=folder,
        ) from error


def _scores(values: dict[str, Any]) -> Scores:
    metrics = {name: MetricScore(**values[name]) for name in ("bleu", "chrf", "ter")}
    perplexity = Interval(**values["perplexity"]) if values["perplexity"] else None
    return Scores(values["name"], **metrics, perplexity=perplexity, exact=Interval(**values["exact"]))


def _row(values: dict[str, Any]) -> Row:
    answers = tuple(Answer(**{**one, "flags": tuple(one["flags"])}) for one in values["answers"])
    return Row(values["number"], values["source"], tuple(values["references"]), values["own"], answers)
