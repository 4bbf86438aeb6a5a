"""Lenses: ways to weigh or attribute attention, shown in the same views as the raw weights.

    result = compute_lens("alti", model, source_ids, target_ids)
    agreement = compare(result, compute_lens("occlusion", model, source_ids, target_ids))

Attention alone is not an explanation, and neither is any lens here: occlusion, which runs the model again without a
token, is the reference for the others. Importing this package loads no torch.
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
    """Compute one lens for one translation.

    Args:
        name: one of `LENSES`.
        model: in eval mode; only read, so that threads may share it.
        source_ids: the end symbol last, no padding.
        target_ids: the tokens generated, without the start symbol. As in a trace, the model reads the start symbol and
            all of them but the last; row t belongs to the step that predicted target_ids[t].
        intervention: changes of attention, applied in every pass of the lens.

    Returns:
        float32 arrays; see `LensResult`.

    Raises:
        CoreError: the name is unknown, a side is empty or longer than `MAX_TOKENS` of this lens, or the intervention
            does not fit this model and source.
    """
    from core.inspection.lenses.compute import compute

    return compute(name, model, source_ids, target_ids, intervention)
