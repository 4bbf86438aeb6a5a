"""The server functions that the explorer calls from the browser: each takes and returns one JSON object.

A refusal is answered as {problem: text}; a fault of the server is logged and answered in the same way, because the
browser would receive nothing for an exception.
"""

import logging
from collections.abc import Callable
from typing import Any

from core.errors import CoreError
from core.service import QUESTIONS, Service, ask
from viz.tabs.language import request_texts
from viz.tabs.translate.answers import FORMS, Json

_log = logging.getLogger(__name__)


def server_functions(service: Service) -> list[Callable[[Json], Json]]:
    """Return one function for each question of the service, under its name."""
    return [_answering(service, name) for name in QUESTIONS]


def _answering(service: Service, name: str) -> Callable[[Json], Json]:
    def answer(data: Any) -> Json:
        try:
            return ask(service, name, data, FORMS[name])
        except CoreError as error:
            return {"problem": request_texts().error(error)}
        except Exception:
            _log.exception("%s could not be answered", name)
            return {"problem": request_texts()("translate.failed")}

    answer.__name__ = name
    return answer
