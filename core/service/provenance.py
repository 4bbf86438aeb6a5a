"""Provenance of a file: sentence, model and its weights, decoding, scores and versions."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from core import VERSION
from core.data.stream import file_sha256
from core.decoding.hypothesis import length_penalty
from core.service.service import Service

Provenance = dict[str, Any]  # JSON values


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
    log_probability = float(trace.log_probs.sum(dtype="float64"))
    searched = not request.target
    score = log_probability / length_penalty(len(trace.predicted_ids), request.alpha)
    return {
        "source": request.text,
        "translation": target.decode(trace.predicted_ids),
        "checkpoint": request.checkpoint,
        "weights_sha256": weights_sha256(service, request.checkpoint, request.stamp),
        "beam_size": request.beam_size if searched else None,
        "alpha": request.alpha if searched else None,
        "rank": request.rank + 1 if searched else None,
        "log_probability": round(log_probability, 6),
        "score": round(score, 6) if searched else None,
        "lens": lens,
        "intervention": None if request.intervention.empty else request.intervention.to_dict(),
        "glassformer": VERSION,
        "torch": version("torch"),
    }


def weights_sha256(service: Service, checkpoint: str, stamp: str) -> str:
    """Return the SHA-256 of a checkpoint's weights, computed once for each of its versions.

    Args:
        service: that keeps it.
        checkpoint: its name.
        stamp: its version, see `Service.stamp`.

    Raises:
        CoreError: the checkpoint is unknown, or the file cannot be read.
    """
    path = service.library.folder(checkpoint) / "model.safetensors"
    return str(service.results.get(("weights_sha256", checkpoint, stamp), lambda: file_sha256(path)))
