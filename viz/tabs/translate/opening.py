"""Choose the token and the head that a translation opens with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from core.errors import CoreError

if TYPE_CHECKING:
    from core.service import Answer, Service


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
    return {"step": steps[0]} if (steps := _content_steps(tokens)) else {}


def opening_head(service: Service, answer: Answer) -> Opening:
    """Return the content word and the head of cross-attention whose absence costs that word most.

    The losses are kept by the service: when the browser asks for them, they are not computed again. Where they cannot
    be computed (a long sentence, no room at the turnstile), only the step is chosen.
    """
    import numpy as np

    from core.inspection.importance import most_important
    from core.service import ask
    from viz.tabs.translate.answers import FORMS

    tokens = answer.trace.predicted_tokens
    steps = _content_steps(tokens)
    if not steps:
        return {}
    try:
        found = ask(service, "token_losses", {"id": answer.request.id, "kind": "cross"}, FORMS["token_losses"])
    except CoreError:
        return opening_step(tokens)
    layer, head, step = most_important(np.array(found["losses"], dtype=float), steps)
    return {"step": step, "layer": layer, "head": head}


def _content_steps(tokens: Sequence[str]) -> list[int]:
    from core.inspection.words import content_words

    return [start for start, _ in content_words(tokens)]
