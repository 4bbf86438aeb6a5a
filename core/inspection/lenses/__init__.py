"""Lenses: ways to weigh or attribute attention, shown in the same views as the raw weights.

    result = compute_lens("alti", model, source_ids, target_ids)
    agreement = compare(result, compute_lens(REFERENCE, model, source_ids, target_ids))

Each lens is one module with a constant `LENS`; nothing registers it. Attention alone is not an explanation, and neither
is any lens here: occlusion, which runs the model again without a token, is the reference for the others. Importing this
package loads no torch; `lenses()` does.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from core.errors import CoreError, Names
from core.inspection.intervention import NO_CHANGE, Intervention
from core.inspection.lenses.agreement import REFERENCE, Agreement, agreement, compare, source_attribution
from core.inspection.lenses.lens import Lens, LensResult

if TYPE_CHECKING:
    from core.model.transformer import Transformer

__all__ = [
    "REFERENCE",
    "Agreement",
    "Lens",
    "LensResult",
    "agreement",
    "compare",
    "compute_lens",
    "lenses",
    "source_attribution",
]


@functools.cache
def lenses() -> Mapping[str, Lens]:
    """Return every lens by its name, in the order of the menu."""
    modules = (importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    found = sorted((module.LENS for module in modules if hasattr(module, "LENS")), key=lambda lens: lens.order)
    return MappingProxyType({lens.name: lens for lens in found})


def compute_lens(
    name: str,
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention = NO_CHANGE,
) -> LensResult:
    """Compute one lens for one translation.

    Args:
        name: one of `lenses()`.
        model: in eval mode; only read, so that threads may share it.
        source_ids: the end symbol last, no padding.
        target_ids: the tokens generated, without the start symbol. As in a trace, the model reads the start symbol and
            all of them but the last; row t belongs to the step that predicted target_ids[t].
        intervention: changes of attention, applied in every pass of the lens.

    Raises:
        CoreError: the name is unknown, a side is empty or longer than this lens accepts, or the intervention does not
            fit this model and source.
    """
    from core.inspection.forced import ForcedPair

    lens = lenses().get(name)
    if lens is None:
        allowed = Names(lenses())
        raise CoreError("lens.unknown", "unknown lens {name!r}; allowed: {allowed}", name=name, allowed=allowed)
    if not len(source_ids) or not len(target_ids):
        raise CoreError("lens.empty", "a lens needs at least one token on either side")
    if max(len(source_ids), len(target_ids)) > lens.max_tokens:
        raise CoreError(
            "lens.too_long",
            "{source} source and {target} target tokens are too many for this lens; the limit is {limit} per side",
            source=len(source_ids),
            target=len(target_ids),
            limit=lens.max_tokens,
        )
    return LensResult(lens, **lens.compute(model, ForcedPair.of(model, source_ids, target_ids, intervention)))
