"""The model of a translation for the engine in the browser, which then answers what the head lab asks."""

from __future__ import annotations

import base64
from collections.abc import Callable
from hashlib import blake2b
from threading import Condition
from typing import TYPE_CHECKING, Annotated

from cachetools import LRUCache, cached
from pydantic import Field

from core.errors import CoreError
from core.service import Service
from core.service.costs import turns
from core.service.requests import TraceQuestion, read_question
from viz.components.modules import engine_file
from viz.saved_page.archive import model_archive, page_bytes, saveable_vocabulary
from viz.saved_page.exports import PARAMETER_COST
from viz.tabs.translate.server import answering
from viz.wire.answers import Json

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

    @cached(LRUCache(_KEPT), key=lambda stamp, _: stamp, condition=Condition())
    def packed(stamp: str, request: TraceRequest) -> str:
        return _archive(service, request)

    def model(data: object) -> Json:
        asked = read_question(EngineQuestion, data)
        request = service.request(asked.id)
        stamp = blake2b(f"{request.checkpoint} {request.stamp}".encode(), digest_size=12).hexdigest()
        if stamp in asked.have:
            return {"stamp": stamp}
        try:
            archive = packed(stamp, request)
        except CoreError:  # its vocabulary or its weights, or there is no room; the server answers instead
            archive = ""
        return {"stamp": stamp, "model": archive, "file": engine_file()} if archive else {"stamp": ""}

    return answering("engine_model", model)


def _archive(service: Service, request: TraceRequest) -> str:
    """Return the model in base64; empty if it is too large.

    Raises:
        CoreError: the engine does not read it, or there is no room at the turnstile.
    """
    checkpoint = service.library.translator(request.checkpoint).checkpoint
    parameters = checkpoint.model.config.num_parameters
    if parameters > MAX_PARAMETERS:
        return ""
    with service.turnstile.turns(turns(parameters * PARAMETER_COST)):
        return base64.b64encode(model_archive(checkpoint, request.checkpoint)).decode("ascii")


def model_page(service: Service) -> Callable[[Json], Json]:
    """Return the server function `model_page`: from a translation's id to `bytes` or `problem`."""

    def size(data: object) -> Json:
        name = service.request(read_question(TraceQuestion, data).id).checkpoint
        translator = service.library.translator(name)
        saveable_vocabulary(translator.model.config, translator.vocabularies, name)
        return {"bytes": page_bytes(translator.model.config)}

    return answering("model_page", size)
