"""A few sentences to look at a checkpoint with, where nobody gave any."""

from collections.abc import Mapping
from typing import Any

from core.data.tasks import TASKS
from core.errors import CoreError

SAMPLE_SENTENCES = 30


def sample_sentences(details: Mapping[str, Any], count: int = SAMPLE_SENTENCES) -> list[str]:
    """Source sentences that suit a checkpoint: of its generated task, never seen in training; else its examples.

    Args:
        details: what the checkpoint's config.json says beside the model.
        count: sentences at most; a checkpoint with examples may have fewer.

    Raises:
        CoreError: the checkpoint names neither a generated task nor examples.
    """
    data = details.get("data")
    name = data.get("task") if isinstance(data, Mapping) else None
    if isinstance(name, str) and name in TASKS:
        return TASKS[name].pairs(count, 1, split="test").source
    examples = details.get("examples")
    given = [line for line in examples if isinstance(line, str)] if isinstance(examples, list) else []
    if not given:
        raise CoreError(
            "sample.none", "the checkpoint names no example sentences and no generated task: give sentences of your own"
        )
    return given[:count]
