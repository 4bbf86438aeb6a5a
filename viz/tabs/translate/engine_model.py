"""The model of a translation for the engine in the browser, which then answers what the head lab asks."""

from __future__ import annotations

import base64
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from core.errors import CoreError
from core.service import Service
from core.service.costs import turns
from core.service.requests import TraceQuestion, read_question
from viz.components.modules import engine_file
from viz.tabs.translate.answers import Json
from viz.tabs.translate.exports import PARAMETER_COST
from viz.tabs.translate.server import answering

if TYPE_CHECKING:
    from core.inspection.store import TraceRequest

MAX_PARAMETERS = 10_000_000  # with half as many a second translation of 11 tokens takes a browser about 0.1 s
_KEPT = 2  # packed models, about 9 MB each


class EngineQuestion(TraceQuestion):
    """The model of a translation, unless the browser has it."""

    have: Annotated[list[str], Field(max_length=20)]  # stamps of the models that it has


def engine_model(service: Service) -> Callable[[Json], Json]:
    """Return the server function `engine_model`.

    It answers with the `stamp` of the model as it is now, and unless the browser has it with the `model` in base64 and
    the address of the engine's `file`; with a stamp of "" where the engine cannot open the model.
    """
    packed: dict[str, str] = {}

    def model(data: object) -> Json:
        asked = read_question(EngineQuestion, data)
        request = service.request(asked.id)
        stamp = blake2b(f"{request.checkpoint} {request.stamp}".encode(), digest_size=12).hexdigest()
        if stamp in asked.have:
            return {"stamp": stamp}
        if stamp not in packed:
            archive = _archive(service, request)
            if archive is None:
                return {"stamp": ""}
            packed[stamp] = base64.b64encode(archive).decode("ascii")
            for old in list(packed)[:-_KEPT]:
                packed.pop(old, None)
        return {"stamp": stamp, "model": packed.get(stamp, ""), "file": engine_file()}

    return answering("engine_model", model)


def _archive(service: Service, request: TraceRequest) -> bytes | None:
    """Pack the model; None if it is too large, or not one that the engine reads."""
    from viz.saved_page.archive import model_archive

    checkpoint = service.library.translator(request.checkpoint).checkpoint
    if checkpoint.model.config.num_parameters > MAX_PARAMETERS:
        return None
    try:
        with service.turnstile.turns(turns(checkpoint.model.config.num_parameters * PARAMETER_COST)):
            return model_archive(checkpoint, request.checkpoint)
    except CoreError:  # its vocabulary or its weights; the server answers instead
        return None
