"""Questions about a translation seen through a lens: its numbers, and the lines that computed them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from core.attention_kinds import KINDS
from core.errors import CoreError
from core.inspection.intervention import Intervention
from core.service.costs import passes
from core.service.requests import LensCodeQuestion, LensHeadQuestion, LensQuestion, wrong
from core.service.service import Service, TracedPair

if TYPE_CHECKING:
    import numpy as np

    from core.inspection.code import CodeListing
    from core.inspection.lenses import LensResult

MAX_LENS_NUMBERS = 4 << 20  # of one lens: 5.6 MB as they are sent to a browser


class LensAnswer(NamedTuple):
    """A lens, and how far each lens ranks the source tokens as occlusion does."""

    result: LensResult
    agreement: dict[str, float]  # lens -> mean rank correlation; empty for sentences too long for occlusion


def lens_values(service: Service, asked: LensQuestion) -> LensAnswer:
    """Return every head through a lens."""
    result = lens_result(service, asked.id, asked.lens)
    pair = service.pair(asked.id)
    return LensAnswer(result, service.results.get((asked.id, "agreement"), lambda: _agreement(pair)))


def lens_values_cost(service: Service, asked: LensQuestion) -> float:
    """Return what a lens costs, with the comparison of all lenses where the sentence is short enough for it."""
    from core.inspection.lenses import REFERENCE, lenses

    pair = service.pair(asked.id)
    source, target = len(pair.source_ids), len(pair.target_ids)
    compared = max(source, target) <= lenses()[REFERENCE].max_tokens
    return lens_cost(service, asked) + (passes(source + 4 * len(lenses()), source, target) if compared else 0)


def lens_cost(service: Service, asked: LensQuestion | LensHeadQuestion | LensCodeQuestion) -> float:
    """Return what a lens costs: a pass with gradients, or one for each source token."""
    from core.inspection.lenses import REFERENCE

    pair = service.pair(asked.id)
    source, target = len(pair.source_ids), len(pair.target_ids)
    return passes(source if asked.lens == REFERENCE else 8, source, target)


def lens_head(service: Service, asked: LensHeadQuestion) -> np.ndarray:
    """Return one head through a lens, float32 [Q, K]; masked cells hold 0 or NaN, see `Lens.compute`."""
    values = lens_result(service, asked.id, asked.lens).kind(asked.kind)
    if values is None:
        raise wrong("kind", "this lens has no numbers for it")
    for name, index, limit in (("layer", asked.layer, values.shape[0]), ("head", asked.head, values.shape[1])):
        if index >= limit:
            raise wrong(name, f"there are {limit}")
    return values[asked.layer, asked.head]


def lens_result(service: Service, id: str, name: str) -> LensResult:
    """Return a lens's float32 numbers for one translation; kept, because head after head is asked for.

    Raises:
        CoreError: there is no such lens, or the sentence is too long for it.
    """
    from core.inspection.lenses import LensResult, compute_lens, lenses

    pair = service.pair(id)
    _require_small(pair.translator.model.config, len(pair.source_ids), len(pair.target_ids))

    def compute() -> dict[str, np.ndarray]:
        result = compute_lens(name, *model_and_ids(pair))
        arrays = {kind: result.kind(kind) for kind in KINDS}
        return {kind: array for kind, array in arrays.items() if array is not None}

    arrays = service.results.get(("lens", id, name), compute)
    return LensResult(lenses()[name], **arrays)


def lens_code(service: Service, asked: LensCodeQuestion) -> list[CodeListing]:
    """Return the lines that compute a lens, with the shapes of this translation.

    Raises:
        CoreError: there is no such lens, or the sentence is too long for it.
    """
    from core.inspection.traced_code import traced_lens

    pair = service.pair(asked.id)
    _require_small(pair.translator.model.config, len(pair.source_ids), len(pair.target_ids))
    model, source_ids, target_ids, intervention = model_and_ids(pair)
    return traced_lens(asked.lens, model, source_ids, target_ids, asked.kind, intervention)[1]


def model_and_ids(pair: TracedPair) -> tuple[Any, tuple[int, ...], tuple[int, ...], Intervention]:
    """Return what a lens takes: a changed translation is computed under the same change."""
    return pair.translator.model, pair.source_ids, pair.target_ids, pair.request.intervention


def _agreement(pair: TracedPair) -> dict[str, float]:
    """Return the mean rank correlation of each lens with occlusion; without those that the sentence is too long for."""
    from core.inspection.lenses import REFERENCE, compare, compute_lens, lenses

    longest = max(len(pair.source_ids), len(pair.target_ids))
    names = [name for name, lens in lenses().items() if "cross" in lens.kinds and longest <= lens.max_tokens]
    if REFERENCE not in names:
        return {}
    found = {name: compute_lens(name, *model_and_ids(pair)) for name in names}
    reference = found.pop(REFERENCE)
    return {name: compare(result, reference).mean for name, result in found.items()}


def _require_small(config: Any, source: int, target: int) -> None:
    encoder, decoder = source * source, target * (target + source)
    numbers = config.num_heads * (config.num_layers * encoder + config.decoder_layers * decoder)
    if numbers > MAX_LENS_NUMBERS:
        raise CoreError(
            "explorer.lens_size",
            "a lens over {source} and {target} tokens has {numbers:,} numbers; at most {limit:,} are sent: "
            "take a shorter sentence",
            source=source,
            target=target,
            numbers=numbers,
            limit=MAX_LENS_NUMBERS,
        )
