"""Provenance of a file: sentence, model and its weights, decoding, scores and versions."""

from __future__ import annotations

from core.inspection.provenance import Provenance, Searched, Weights, describe_trace
from core.service.service import Service


def provenance(service: Service, id: str, lens: str | None = None) -> Provenance:
    """Describe a translation that was made before.

    The rank counts from 1. Log-probability and score are those of the traced tokens; a target that was given instead of
    searched has neither beam, rank nor score.

    Args:
        service: that made it.
        id: of its trace.
        lens: whose numbers a file has next to the weights, or in place of them.

    Raises:
        CoreError: the translation is no longer kept, or its weights cannot be read.
    """
    request, trace = service.request(id), service.trace(id)
    target = service.library.translator(request.checkpoint).vocabularies.target
    weights = Weights(request.checkpoint, service.library.weights_sha256(request.checkpoint))
    searched = None if request.target else Searched(request.beam_size, request.alpha, request.rank + 1)
    return describe_trace(trace, request.text, target.decode(trace.predicted_ids), weights, searched, lens)
