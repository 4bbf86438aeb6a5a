"""Computation of a lens by its name."""

from collections.abc import Callable, Mapping, Sequence

from core.errors import CoreError
from core.inspection.forced import ForcedPair
from core.inspection.intervention import NO_CHANGE, Intervention
from core.inspection.lenses.alti import alti
from core.inspection.lenses.gradient import gradient
from core.inspection.lenses.occlusion import occlusion
from core.inspection.lenses.per_head import scores, value_norm, weights
from core.inspection.lenses.result import LENSES, MAX_TOKENS, LensResult
from core.inspection.lenses.rollout import rollout
from core.model.transformer import Transformer

_LENSES: Mapping[str, Callable[[Transformer, ForcedPair], LensResult]] = {
    "weights": weights,
    "scores": scores,
    "value_norm": value_norm,
    "rollout": rollout,
    "alti": alti,
    "gradient": gradient,
    "occlusion": occlusion,
}


def compute(
    name: str,
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention = NO_CHANGE,
) -> LensResult:
    """Compute one lens for one translation; see `core.inspection.lenses.compute_lens`."""
    if name not in _LENSES:
        raise CoreError(
            "lens.unknown", "unknown lens {name!r}; allowed: {allowed}", name=name, allowed=", ".join(LENSES)
        )
    if not len(source_ids) or not len(target_ids):
        raise CoreError("lens.empty", "a lens needs at least one token on either side")
    if max(len(source_ids), len(target_ids)) > MAX_TOKENS[name]:
        raise CoreError(
            "lens.too_long",
            "{source} source and {target} target tokens are too many for this lens; the limit is {limit} per side",
            source=len(source_ids),
            target=len(target_ids),
            limit=MAX_TOKENS[name],
        )
    return _LENSES[name](model, ForcedPair.of(model, source_ids, target_ids, intervention))
