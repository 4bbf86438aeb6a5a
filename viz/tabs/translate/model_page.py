"""The question about a page that carries the model of a translation: its size, or why there is none."""

from collections.abc import Callable

from core.service import Service
from core.service.requests import TraceQuestion, read_question
from viz.saved_page.archive import page_bytes, saveable_vocabulary
from viz.tabs.translate.server import answering
from viz.wire.answers import Json


def model_page(service: Service) -> Callable[[Json], Json]:
    """Return the server function `model_page`: from a translation's id to `bytes` or `problem`."""

    def size(data: object) -> Json:
        name = service.request(read_question(TraceQuestion, data).id).checkpoint
        translator = service.library.translator(name)
        saveable_vocabulary(translator.model.config, translator.vocabularies, name)
        return {"bytes": page_bytes(translator.model.config)}

    return answering("model_page", size)
