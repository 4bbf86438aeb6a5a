"""Default sentences to inspect a checkpoint with.

`sample_en.txt` next to this file holds the English ones, one per line: short and long statements, questions, commands
and clauses, forty about everyday life and twenty about pictures; `sample_de.txt` and `sample_zh.txt` hold their
translations, line by line. They were written for this project and occur in no corpus.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.config import TaskName
from core.data.corpus import ParallelText
from core.data.tasks import TASKS
from core.errors import CoreError

SAMPLE_SENTENCES = 60
_LANGUAGES = ("en", "de", "zh")
_FOLDER = Path(__file__).parent


def sample_sentences(details: Mapping[str, Any], count: int = SAMPLE_SENTENCES) -> list[str]:
    """Return source sentences that suit a checkpoint.

    Sentences of its generated task, never seen in training; else, for English as the source language, this project's
    own; else the checkpoint's examples.

    Args:
        details: the checkpoint's config.json without the model.
        count: most sentences; a checkpoint with examples may have fewer.

    Raises:
        CoreError: the checkpoint names no generated task and no examples, and its source language is not English.
    """
    name = _task(details)
    if name is not None:
        return TASKS[name].pairs(count, 1, split="test").source
    if _is_from_english(details):
        return _lines("en", count)
    examples = details.get("examples")
    given = [line for line in examples if isinstance(line, str)] if isinstance(examples, list) else []
    if not given:
        raise CoreError(
            "sample.none",
            "the checkpoint names no example sentences, no generated task and not English as its source language: give "
            "your own sentences",
        )
    return given[:count]


def sample_pairs(details: Mapping[str, Any], count: int = SAMPLE_SENTENCES) -> ParallelText | list[str]:
    """Return the same sentences with their translations; without them for a language this project has none in.

    Args:
        details: see `sample_sentences`.
        count: see `sample_sentences`.

    Raises:
        CoreError: see `sample_sentences`.
    """
    name = _task(details)
    if name is not None:
        return TASKS[name].pairs(count, 1, split="test")
    sources, target = sample_sentences(details, count), details.get("target_language")
    if _is_from_english(details) and target in ("de", "zh"):
        return ParallelText(sources, _lines(str(target), count))
    return sources


def own_sentences(language: str) -> list[str]:
    """Return this project's own sentences in a language, by its code; empty for a language that has none."""
    return _lines(language[:2].lower(), SAMPLE_SENTENCES) if language[:2].lower() in _LANGUAGES else []


def _task(details: Mapping[str, Any]) -> TaskName | None:
    name = _data(details).get("task")
    return next((known for known in TASKS if known == name), None)


def _is_from_english(details: Mapping[str, Any]) -> bool:
    return "en" in (details.get("source_language"), _data(details).get("src_lang"))


def _data(details: Mapping[str, Any]) -> Mapping[str, Any]:
    data = details.get("data")
    return data if isinstance(data, Mapping) else {}


def _lines(language: str, count: int) -> list[str]:
    return (_FOLDER / f"sample_{language}.txt").read_text(encoding="utf-8").splitlines()[:count]
