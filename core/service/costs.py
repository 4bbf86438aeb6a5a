"""Cost of a request, known before it takes its turn.

The unit is one token of one hypothesis, decoded by a model of the size of the shipped ones: about a millisecond on two
cores. A teacher-forced pass costs an eighth of that for each token of both sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.config import ModelConfig

TURN = 64  # a request of this cost counts as one turn; core.service.turnstile says which requests are expensive
_PARAMETERS = 9_000_000  # of the shipped models
_PASS_TOKEN = 1 / 8


def passes(count: float, source: int, target: int) -> float:
    """Return the cost of teacher-forced passes over sentences of so many tokens."""
    return count * (source + target) * _PASS_TOKEN


def turns(cost: float, config: ModelConfig | None = None) -> float:
    """Return the turns that a cost counts as; those of a larger model are longer.

    Args:
        cost: of the request.
        config: of the model that answers it; None where it does not depend on the model's size.
    """
    size = 1.0 if config is None else max(1.0, config.num_parameters / _PARAMETERS)
    return cost * size / TURN
