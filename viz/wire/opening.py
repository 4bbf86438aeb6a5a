"""Choose the token that a translation opens with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict


class Opening(TypedDict, total=False):
    """Choices that the attention view begins with; layer and head are of cross-attention, all counted from 0."""

    step: int
    layer: int
    head: int


def opening_step(tokens: Sequence[str]) -> Opening:
    """Return the step of a content word: the longest word's first token.

    Args:
        tokens: those that were predicted.
    """
    return {"step": steps[0]} if (steps := content_steps(tokens)) else {}


def content_steps(tokens: Sequence[str]) -> list[int]:
    """Return the steps at which content words begin, the longest word's first."""
    from core.inspection.words import content_words

    return [start for start, _ in content_words(tokens)]
