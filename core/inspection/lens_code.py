"""The lines of `core` that computed one lens, see `core.inspection.code`; each lens declares its functions."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.attention_kinds import Kind, kind_and_layer
from core.inspection.code import CodeListing, Watched, watch_code
from core.inspection.intervention import NO_CHANGE, Intervention
from core.inspection.lenses import LensResult, compute_lens, lenses
from core.model.transformer import Transformer


def traced_lens(
    name: str,
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    kind: Kind,
    intervention: Intervention = NO_CHANGE,
) -> tuple[LensResult, list[CodeListing]]:
    """Return a lens and the lines that computed it, from one and the same computation.

    Args:
        name: one of `core.inspection.lenses.lenses`.
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: the tokens predicted, without the start symbol.
        kind: of functions that are called once for each attention, the first call for this kind is listed.
        intervention: changes of attention.

    Raises:
        CoreError: see `compute_lens`.
    """
    found: list[LensResult] = []
    listings = watch_code(
        lambda: found.append(compute_lens(name, model, source_ids, target_ids, intervention)), _watched(name, kind)
    )
    return found[0], listings


def _watched(name: str, kind: Kind) -> list[Watched]:
    lens = lenses().get(name)
    if lens is None:
        return []  # refused by `compute_lens`
    own = [Watched(function, _of_kind(kind) if _has_site(function) else None) for function in lens.code]
    return [Watched(lens.compute, _any_call), *own]


def _any_call(_: Mapping[str, Any]) -> bool:
    return True


def _has_site(function: Callable[..., Any]) -> bool:
    return not {"site", "state"}.isdisjoint(inspect.signature(function).parameters)


def _of_kind(kind: Kind) -> Callable[[Mapping[str, Any]], bool]:
    """Return a match of the calls at a site of one attention kind; a probe finds its site in the state."""

    def is_here(arguments: Mapping[str, Any]) -> bool:
        site = arguments["site"] if "site" in arguments else arguments["state"].site
        return kind_and_layer(site)[0] == kind

    return is_here
