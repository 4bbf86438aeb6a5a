"""Choose the head that a translation opens with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import CoreError
from viz.wire.opening import Opening, content_steps, opening_step

if TYPE_CHECKING:
    from core.service import Answer, Service


def opening_head(service: Service, answer: Answer) -> Opening:
    """Return the content word and the head of cross-attention whose absence costs that word most.

    The losses are kept by the service: when the browser asks for them, they are not computed again. Where they cannot
    be computed (a long sentence, no room at the turnstile), only the step is chosen.
    """
    from core.inspection.importance import most_important
    from core.service import ask

    tokens = answer.trace.predicted_tokens
    steps = content_steps(tokens)
    if not steps:
        return {}
    try:
        losses = ask(service, "token_losses", {"id": answer.request.id, "kind": "cross"})
    except CoreError:
        return opening_step(tokens)
    layer, head, step = most_important(losses, steps)
    return {"step": step, "layer": layer, "head": head}
