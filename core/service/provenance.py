"""Provenance of a file: sentence, model and its weights, decoding, scores and versions."""

from __future__ import annotations

from core.data.stream import file_sha256
from core.inspection.provenance import Provenance, Searched, Weights, describe_trace
from core.service.service import Service
from core.weights_files import weight_files


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
    weights = Weights(request.checkpoint, weights_sha256(service, request.checkpoint, request.stamp))
    searched = None if request.target else Searched(request.beam_size, request.alpha, request.rank + 1)
    return describe_trace(trace, request.text, target.decode(trace.predicted_ids), weights, searched, lens)


def weights_sha256(service: Service, checkpoint: str, stamp: str) -> str:
    """Return the SHA-256 of a checkpoint's weights, in order of file names, computed once for each of its versions.

    Args:
        service: that keeps it.
        checkpoint: its name.
        stamp: its version, see `Service.stamp`.

    Raises:
        CoreError: the checkpoint is unknown, or a file cannot be read.
    """
    folder = service.library.folder(checkpoint)
    key = "weights_sha256", checkpoint, stamp
    return str(service.results.get(key, lambda: file_sha256(*weight_files(folder))))
