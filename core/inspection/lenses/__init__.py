"""Lenses: other numbers than the raw weights to lay over the same views of attention.

    result = compute_lens("alti", model, source_ids, target_ids)
    agreement = compare(result, compute_lens("occlusion", model, source_ids, target_ids))

Attention is not an explanation by itself, and no lens here is: occlusion, which asks the model again without a token,
is the reference with which the others are compared. Importing this package loads no torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.inspection.intervention import NO_CHANGE, Intervention
from core.inspection.lenses.agreement import Agreement, agreement, compare, source_attribution
from core.inspection.lenses.result import LENSES, MAX_TOKENS, LensResult

if TYPE_CHECKING:
    from core.model.transformer import Transformer

__all__ = [
    "LENSES",
    "MAX_TOKENS",
    "Agreement",
    "LensResult",
    "agreement",
    "compare",
    "compute_lens",
    "source_attribution",
]


def compute_lens(
    name: str,
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention = NO_CHANGE,
) -> LensResult:
    """Look at one translation through one lens.

    Args:
        name: one of `LENSES`.
        model: in eval mode; it is only read, so any number of threads may share it.
        source_ids: the end symbol last, no padding.
        target_ids: the tokens generated, without the start symbol. As in a trace, the model reads the start symbol and
            all of them but the last; row t is about the step that led to target_ids[t].
        intervention: changes of attention, in force in every pass that the lens takes: it looks at the changed model.

    Returns:
        float32 arrays; see `LensResult`.

    Raises:
        CoreError: the name is unknown, a side is empty or longer than `MAX_TOKENS` of this lens, or the intervention is
            one that this model and source do not allow.
    """
    from core.inspection.lenses.compute import compute

    return compute(name, model, source_ids, target_ids, intervention)
