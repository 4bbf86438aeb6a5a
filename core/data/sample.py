"""Default sentences to inspect a checkpoint with.

`sample_en.txt` next to this file holds the English ones, one per line: short and long statements, questions, commands
and clauses, forty about everyday life and twenty about pictures. They were written for this project and occur in no
corpus.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.data.tasks import TASKS
from core.errors import CoreError

SAMPLE_SENTENCES = 60
_ENGLISH = Path(__file__).with_name("sample_en.txt")


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
    data = details.get("data")
    settings = data if isinstance(data, Mapping) else {}
    name = settings.get("task")
    if isinstance(name, str) and name in TASKS:
        return TASKS[name].pairs(count, 1, split="test").source
    if "en" in (details.get("source_language"), settings.get("src_lang")):
        return _ENGLISH.read_text(encoding="utf-8").splitlines()[:count]
    examples = details.get("examples")
    given = [line for line in examples if isinstance(line, str)] if isinstance(examples, list) else []
    if not given:
        raise CoreError(
            "sample.none",
            "the checkpoint names no example sentences, no generated task and not English as its source language: give "
            "your own sentences",
        )
    return given[:count]
